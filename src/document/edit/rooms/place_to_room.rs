//! Turns a place of a level into a room.

use super::RoomsEdit;
use crate::base::Diagnostic;
use crate::document::new_rooms::{free_path, plain_set};
use crate::document::{Content, OpenRooms, free_name};
use crate::import::{draw_places, merge};
use crate::layout::template_name;
use crate::level::{Level, Place};
use crate::mission::Form;
use crate::rooms::TileLook;

impl RoomsEdit {
    /// Makes a place of a level a room for a symbol, and reports everything that could not be taken over.
    ///
    /// The room looks like the place in the level, with sockets where passages arrive. It is added to the set
    /// that the place has its room or cards from, otherwise to the last set. A project without room sets gets
    /// one.
    ///
    /// Returns `None` if the place is too large for a room.
    pub fn room_of_place(
        content: &Content,
        level: &Level,
        place: &Place,
        symbol: &str,
    ) -> Option<(Self, Vec<Diagnostic>)> {
        let drawing = draw_places(level, &[place.id]);
        let position = set_of(content, place);
        let open = position.and_then(|position| content.rooms.get(position));
        let fresh = || {
            let base =
                if content.grammar.name.trim().is_empty() { "Rooms" } else { content.grammar.name.trim() };
            plain_set(base.to_owned(), TileLook::blocker())
        };
        let set = open.map_or_else(fresh, |open| (*open.set).clone());
        let others = || content.rooms.iter().flat_map(|rooms| &rooms.set.rooms);
        let is_taken = |name: &str| others().any(|room| room.name == name);
        let merged = merge(&set, &drawing, None, symbol, is_taken);
        let mut with_room = merged.set;
        let mut room = with_room.rooms.pop().filter(|_| !drawing.rooms.is_empty())?;
        symbol.clone_into(&mut room.symbol);
        room.name = free_name(&room.name, is_taken);
        let entries = with_room.legend.iter().skip(set.legend.len());
        let entries = entries.map(|(character, entry)| (*character, entry.clone())).collect();
        let edit = match position {
            Some(set) => Self::Keep { set, entries, room: Box::new(room) },
            None => {
                with_room.rooms.push(room);
                Self::Add { path: free_path(content), set: std::sync::Arc::new(with_room) }
            }
        };
        Some((edit, merged.remarks))
    }

    /// Returns the symbols formed by rooms, for which a place can become a room.
    pub fn symbols_of_rooms(content: &Content) -> impl Iterator<Item = &str> {
        let is_formed = |form: &Form| form.uses_templates() && form.cards().is_none();
        let nodes = content.grammar.alphabet.nodes.iter();
        nodes.filter(move |(_, node)| node.all_forms().any(is_formed)).map(|(name, _)| name.as_str())
    }
}

/// Returns the set that a place has its room or cards from, otherwise the last one.
fn set_of(content: &Content, place: &Place) -> Option<usize> {
    let cards = place.board.iter().flat_map(|board| board.cards.iter().map(|card| &card.template));
    let used: Vec<&String> = place.template.iter().chain(cards).collect();
    let drawn_in = |rooms: &OpenRooms| {
        rooms.set.rooms.iter().any(|room| used.contains(&&template_name(&rooms.set, room)))
    };
    content.rooms.iter().position(drawn_in).or(content.rooms.len().checked_sub(1))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::Seed;
    use crate::document::{Edit, TextForm};
    use crate::files::load_example;
    use crate::pipeline::{Pipeline, Request};
    use crate::rooms::{RoomSet, check_room_set};

    fn catacombs() -> Content {
        let project = load_example("iron_catacombs").expect("an example");
        let rooms = project.rooms.iter().map(|rooms| OpenRooms {
            path: rooms.path.display().to_string(),
            set: Arc::new(rooms.set.value.clone().expect("no errors")),
        });
        Content {
            rooms: rooms.collect(),
            grammar: Arc::new(project.grammar.value.expect("no errors")),
            form: TextForm::Stable,
            pins: Default::default(),
            values: Default::default(),
            rolls: Default::default(),
            previous_layouts: Default::default(),
            left_starts: Default::default(),
        }
    }

    fn level(content: &Content, seed: u64) -> Level {
        let rooms: Vec<Arc<RoomSet>> = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
        let request = Request::new(Arc::clone(&content.grammar), rooms, Seed(seed));
        Level::clone(&Pipeline::default().run(&request).level.expect("a level"))
    }

    #[test]
    fn a_kept_board_is_a_room_without_mistakes_that_levels_can_have() {
        let content = catacombs();
        let before = level(&content, 4);
        let place = before.places.iter().find(|place| place.board.is_some()).expect("catacombs");
        let (edit, _) =
            RoomsEdit::room_of_place(&content, &before, place, "Throne").expect("the set is open");
        let mut after = Edit::Rooms(edit).apply_to(&content).expect("a room more");
        let set = Arc::make_mut(&mut after.rooms[0].set);
        let room = set.rooms.last_mut().expect("the kept one");
        assert_eq!(room.size(), place.bounds.size);
        room.weight = 1_000_000;
        let name = template_name(set, set.rooms.last().expect("the kept one"));
        assert_eq!(check_room_set(set), []);
        let used = (0..5).map(|seed| level(&after, seed)).filter(|level| {
            assert!(level.report.all_held(), "{:?}", level.report);
            level.places.iter().any(|place| place.template.as_deref() == Some(name.as_str()))
        });
        assert_eq!(used.count(), 5);
    }

    #[test]
    fn every_place_can_become_a_room_of_levels_to_come() {
        let content = catacombs();
        let before = level(&content, 4);
        for place in &before.places {
            let (edit, _) =
                RoomsEdit::room_of_place(&content, &before, place, "Throne").expect("small enough");
            let mut after = Edit::Rooms(edit).apply_to(&content).expect("a room more");
            let set = Arc::make_mut(&mut after.rooms[0].set);
            set.rooms.last_mut().expect("the new one").weight = 1_000_000;
            assert_eq!(check_room_set(set), [], "{}", place.symbol);
            let level = level(&after, 1);
            assert!(level.report.all_held(), "{}: {:?}", place.symbol, level.report);
        }
    }

    #[test]
    fn project_without_room_sets_gets_one_for_a_place() {
        let mut content = catacombs();
        let before = level(&content, 4);
        content.rooms.clear();
        Arc::make_mut(&mut content.grammar).rooms.clear();
        let (edit, _) =
            RoomsEdit::room_of_place(&content, &before, &before.places[0], "Throne").expect("small enough");
        let after = Edit::Rooms(edit).apply_to(&content).expect("a room set more");
        assert_eq!((after.rooms.len(), after.rooms[0].set.rooms.len()), (1, 1));
        assert_eq!(after.grammar.rooms, [after.rooms[0].path.as_str()]);
    }
}
