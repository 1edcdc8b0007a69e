//! What is wrong with the open room sets, asked once for each state of the project.

use crate::base::PathPart::{Field, Index};
use crate::base::{Cell, Diagnostic};
use crate::document::Content;
use crate::mission::{Form, RoomSet, check_room_set, check_rooms_for};

/// What is wrong with each room set, and what is lacking.
#[derive(Default)]
pub struct Findings {
    of: Option<Content>,
    sets: Vec<Vec<Diagnostic>>,
    /// The symbols that are formed by rooms, but have none.
    pub lacking: Vec<String>,
}

impl Findings {
    /// Looks again if the project has changed.
    pub fn update(&mut self, content: &Content) {
        if self.of.as_ref().is_some_and(|of| of.is_same(content)) {
            return;
        }
        let sets: Vec<&RoomSet> = content.rooms.iter().map(|rooms| rooms.set.as_ref()).collect();
        let alphabet = &content.grammar.alphabet;
        let together = check_rooms_for(alphabet, &sets).sets;
        let alone = sets.iter().map(|set| check_room_set(set));
        self.sets = alone.zip(together).map(|(alone, together)| [alone, together].concat()).collect();
        let has_room = |name: &str| sets.iter().flat_map(|set| &set.rooms).any(|room| room.symbol == name);
        let formed =
            alphabet.nodes.iter().filter(|(_, symbol)| symbol.form.as_ref().is_some_and(Form::wants_room));
        self.lacking = formed.map(|(name, _)| name.clone()).filter(|name| !has_room(name)).collect();
        self.of = Some(content.clone());
    }

    /// What is wrong with a room.
    pub fn of_room(&self, set: usize, room: usize) -> impl Iterator<Item = &Diagnostic> {
        self.sets.get(set).into_iter().flatten().filter(move |found| room_of(found) == Some(room))
    }

    /// What is wrong with a set, but for its rooms.
    pub fn of_set(&self, set: usize) -> impl Iterator<Item = &Diagnostic> {
        self.sets.get(set).into_iter().flatten().filter(|found| room_of(found).is_none())
    }
}

/// The position of the room that a problem of a set lies in.
fn room_of(problem: &Diagnostic) -> Option<usize> {
    match problem.path.parts() {
        [Field("rooms"), Index(room), ..] => Some(*room),
        _ => None,
    }
}

/// The cell of a picture that a problem points at: `rooms[3].picture[2][5]` is the sixth of the third row.
pub fn cell_of(problem: &Diagnostic) -> Option<Cell> {
    match problem.path.parts() {
        [Field("rooms"), Index(_), Field("picture"), Index(y), Index(x)] => {
            Some(Cell::new(i32::try_from(*x).ok()?, i32::try_from(*y).ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::PathRef;

    #[test]
    fn problems_of_pictures_point_at_cells() {
        let at = |path: PathRef<'_>| cell_of(&Diagnostic::error("open-edge", "…").at(path));
        let room = PathRef::ROOT.item("rooms", 3);
        let row = room.item("picture", 2);
        assert_eq!(at(row.index(5)), Some(Cell::new(5, 2)));
        for path in [room.field("picture"), row, room.field("name"), PathRef::ROOT.character("legend", '+')] {
            assert_eq!(at(path), None, "{path:?}");
        }
    }
}
