//! How messages name the things of a level.

use super::ground::Owner;
use crate::base::Cell;
use crate::level::Level;

/// "the Gate (place 4)".
pub(super) fn place(level: &Level, id: u32) -> String {
    match by_id(&level.places, id) {
        Some(place) => format!("the {} (place {id})", place.symbol),
        None => format!("place {id}, which does not exist,"),
    }
}

/// "passage 2 from the Gate (place 4) to the Hollow (place 7)".
pub(super) fn passage(level: &Level, id: u32) -> String {
    match by_id(&level.passages, id) {
        Some(passage) => {
            format!("passage {id} from {} to {}", place(level, passage.from), place(level, passage.to))
        }
        None => format!("passage {id}, which does not exist,"),
    }
}

/// The name of a cell's owner.
pub(super) fn owner(level: &Level, owner: Owner) -> String {
    match owner {
        Owner::Nobody => "a cell that belongs to nobody".to_owned(),
        Owner::Place(id) => place(level, id),
        Owner::Passage(id) => passage(level, id),
    }
}

/// "(12, 30)".
pub(super) fn cell(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}

/// The text with its first letter large.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The element with an id that counts from 1.
pub(super) fn by_id<T>(items: &[T], id: u32) -> Option<&T> {
    (id as usize).checked_sub(1).and_then(|index| items.get(index))
}
