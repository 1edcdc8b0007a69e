//! Names of level elements in messages.

use std::fmt;

use crate::base::{Cell, printable};
use crate::level::{Level, OwnedBy, PassageId, PlaceId};

/// A name, written only if a message needs it.
#[derive(Clone, Copy)]
pub(super) struct Name<'a> {
    level: &'a Level,
    owner: OwnedBy,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.level;
        match self.owner {
            OwnedBy::Nobody => f.write_str("a cell that belongs to nobody"),
            OwnedBy::Place(id) => match level.place(id) {
                Some(place) => write!(f, "the {} (place {id})", printable(&place.symbol)),
                None => write!(f, "place {id}, which does not exist,"),
            },
            OwnedBy::Passage(id) => match level.passage(id) {
                Some(passage) => {
                    let (from, to) = (place(level, passage.from), place(level, passage.to));
                    write!(f, "passage {id} from {from} to {to}")
                }
                None => write!(f, "passage {id}, which does not exist,"),
            },
        }
    }
}

/// Returns "the Gate (place 4)".
pub(super) fn place(level: &Level, id: PlaceId) -> Name<'_> {
    owner(level, OwnedBy::Place(id))
}

/// Returns "passage 2 from the Gate (place 4) to the Hollow (place 7)".
pub(super) fn passage(level: &Level, id: PassageId) -> Name<'_> {
    owner(level, OwnedBy::Passage(id))
}

/// Returns the name of a cell's owner.
pub(super) fn owner(level: &Level, owner: OwnedBy) -> Name<'_> {
    Name { level, owner }
}

/// Returns "(12, 30)".
pub(super) fn cell(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}
