//! How far the cells of each owner reach, walls and all.

use super::ground::Owner;
use super::names::by_id;
use crate::base::{Cell, Rect, Size};
use crate::level::Level;

/// The smallest rectangle around the cells of each place and of each passage, by index.
pub(super) struct Bounds {
    places: Vec<Option<Rect>>,
    passages: Vec<Option<Rect>>,
}

impl Bounds {
    /// Goes over the owners of all cells.
    pub(super) fn new(level: &Level) -> Self {
        let mut bounds =
            Self { places: vec![None; level.places.len()], passages: vec![None; level.passages.len()] };
        for (owners, y) in level.owners.rows().zip(0..) {
            let mut first = Cell::new(0, y);
            for run in owners.chunk_by(PartialEq::eq) {
                let cells = Rect::new(first, Size::new(run.len() as u32, 1));
                first.x += run.len() as i32;
                if let Some(owner) = run.first() {
                    bounds.add(Owner::new(*owner), cells);
                }
            }
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
            Owner::Nobody => None,
            Owner::Place(id) => index(id).and_then(|index| self.places.get_mut(index)),
            Owner::Passage(id) => index(id).and_then(|index| self.passages.get_mut(index)),
        };
        if let Some(known) = known {
            *known = Some(known.map_or(run, |rect| rect.union(run)));
        }
    }
}
