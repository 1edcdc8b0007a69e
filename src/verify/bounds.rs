//! How far the cells of each owner reach, walls and all.

use super::ground::Owner;
use super::names::by_id;
use crate::base::{Adjacency, Cell, Rect, Size};
use crate::level::Level;

/// The smallest rectangle around the cells of each place and of each passage, by index.
pub(super) struct Bounds {
    places: Vec<Option<Rect>>,
    passages: Vec<Option<Rect>>,
    /// The runs of nobody's cells that count, row by row.
    pub(super) of_nobody: Vec<Rect>,
}

impl Bounds {
    /// Goes over the cells that count; `alike` joins those of each owner.
    pub(super) fn new(level: &Level, alike: &Adjacency) -> Self {
        let mut bounds = Self {
            places: vec![None; level.places.len()],
            passages: vec![None; level.passages.len()],
            of_nobody: Vec::new(),
        };
        for (y, owners) in level.owners.rows().enumerate() {
            alike.for_runs(alike.cells(), y, |columns| {
                let owner =
                    owners.get(columns.start as usize).map_or(Owner::Nobody, |owner| Owner::new(*owner));
                let first = Cell::new(columns.start as i32, y as i32);
                bounds.add(owner, Rect::new(first, Size::new(columns.end - columns.start, 1)));
            });
        }
        bounds
    }

    /// The rectangle of a place or passage that has cells.
    pub(super) fn of(&self, owner: Owner) -> Option<Rect> {
        match owner {
            Owner::Nobody => None,
            Owner::Place(id) => by_id(&self.places, id).copied().flatten(),
            Owner::Passage(id) => by_id(&self.passages, id).copied().flatten(),
        }
    }

    fn add(&mut self, owner: Owner, run: Rect) {
        let index = |id: u32| (id as usize).checked_sub(1);
        let known = match owner {
            Owner::Nobody => return self.of_nobody.push(run),
            Owner::Place(id) => index(id).and_then(|index| self.places.get_mut(index)),
            Owner::Passage(id) => index(id).and_then(|index| self.passages.get_mut(index)),
        };
        if let Some(known) = known {
            *known = Some(known.map_or(run, |rect| rect.union(run)));
        }
    }
}
