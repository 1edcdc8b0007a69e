//! The bounds of each owner, including walls.

use crate::base::{Cell, Rect, Size};
use crate::level::{Level, OwnedBy};

/// The smallest rectangle around the cells of each place and of each passage, by index.
pub(super) struct OwnerBounds {
    places: Vec<Option<Rect>>,
    passages: Vec<Option<Rect>>,
}

impl OwnerBounds {
    /// Reads the owners of all cells.
    pub(super) fn new(level: &Level) -> Self {
        let mut bounds =
            Self { places: vec![None; level.places.len()], passages: vec![None; level.passages.len()] };
        for (owners, y) in level.owners.rows().zip(0..) {
            let mut first = Cell::new(0, y);
            for run in owners.chunk_by(PartialEq::eq) {
                let cells = Rect::new(first, Size::new(run.len() as u32, 1));
                first.x += run.len() as i32;
                if let Some(owner) = run.first() {
                    bounds.add(owner.who(), cells);
                }
            }
        }
        bounds
    }

    /// Returns the rectangle of a place or passage; `None` if it has no cells.
    pub(super) fn of(&self, owner: OwnedBy) -> Option<Rect> {
        match owner {
            OwnedBy::Nobody => None,
            OwnedBy::Place(id) => self.places.get(id.index()).copied().flatten(),
            OwnedBy::Passage(id) => self.passages.get(id.index()).copied().flatten(),
        }
    }

    fn add(&mut self, owner: OwnedBy, run: Rect) {
        let known = match owner {
            OwnedBy::Nobody => None,
            OwnedBy::Place(id) => self.places.get_mut(id.index()),
            OwnedBy::Passage(id) => self.passages.get_mut(id.index()),
        };
        if let Some(known) = known {
            *known = Some(known.map_or(run, |rect| rect.union(run)));
        }
    }
}
