//! A board of cards as it lies in a level, kept as a room.

use indexmap::IndexMap;

use super::RoomsEdit;
use crate::base::Cell;
use crate::document::{Content, OpenRooms, free_name};
use crate::level::{Entity, Level, OwnedBy, Place, Tile};
use crate::mission::{Form, LegendEntry, Placed, RoomTemplate, SocketEntry, TileLook};
use crate::space::free_character;

impl RoomsEdit {
    /// Keeps the board of a place as a room for a symbol, in the room set of its first card: tiles and what is drawn on the cards, with sockets where passages arrive. What passes placed is left out.
    ///
    /// `None` if the place has no board, if the board is too large for a room, or if its room set is not open.
    pub fn keep_board(content: &Content, level: &Level, place: &Place, symbol: &str) -> Option<Self> {
        let board = place.board.as_ref()?;
        let is_too_large = place.bounds.size.width.max(place.bounds.size.height) > RoomTemplate::MAX_SIDE;
        let drawn_in = |(_, rooms): &(usize, &OpenRooms)| {
            let name = |room: &RoomTemplate| format!("{}/{}", rooms.set.name, room.name);
            rooms.set.rooms.iter().any(|room| board.cards.iter().any(|card| card.template == name(room)))
        };
        let (set, rooms) = content.rooms.iter().enumerate().find(drawn_in)?;
        if is_too_large {
            return None;
        }
        let mut legend = rooms.set.legend.clone();
        let known = legend.len();
        let width = place.bounds.size.width as usize;
        let characters: Vec<char> =
            place.bounds.cells().map(|cell| character(&mut legend, level, place, cell)).collect();
        let is_taken = |name: &str| {
            content.rooms.iter().flat_map(|rooms| &rooms.set.rooms).any(|room| room.name == name)
        };
        let room = RoomTemplate {
            name: free_name(&format!("Kept {}", place.symbol.to_lowercase()), is_taken),
            notes: format!("A board of {} with seed {}.", place.symbol, level.seed.0),
            symbol: symbol.to_owned(),
            weight: 1,
            at_most: None,
            turns: false,
            flips: false,
            card: None,
            picture: characters.chunks(width).map(|row| row.iter().collect()).collect(),
        };
        let entries = legend.into_iter().skip(known).collect();
        Some(Self::Keep { set, entries, room: Box::new(room) })
    }

    /// The symbols that are formed by rooms: those for which a board can be kept.
    pub fn symbols_of_rooms(content: &Content) -> impl Iterator<Item = &str> {
        let is_formed = |form: &Form| form.uses_templates() && form.cards().is_none();
        let nodes = content.grammar.alphabet.nodes.iter();
        nodes.filter(move |(_, node)| node.all_forms().any(is_formed)).map(|(name, _)| name.as_str())
    }
}

/// The character of what lies on a cell, which the legend gets if it lacks it.
fn character(legend: &mut IndexMap<char, LegendEntry>, level: &Level, place: &Place, cell: Cell) -> char {
    let (wanted, entry) = entry(level, place, cell);
    if let Some((character, _)) = legend.iter().find(|(_, known)| **known == entry) {
        return *character;
    }
    let character = free_character(wanted, |character| legend.contains_key(character));
    legend.insert(character, entry);
    character
}

/// What lies on a cell, with the character that it would best have.
fn entry(level: &Level, place: &Place, cell: Cell) -> (char, LegendEntry) {
    if place.sockets.iter().any(|socket| socket.cell == cell && socket.passage.is_some()) {
        return ('+', LegendEntry::Socket(SocketEntry::default()));
    }
    let is_own = level.owner(cell).who() == OwnedBy::Place(place.id);
    let Some(tile) = level.tile(cell).filter(|_| is_own) else { return ('#', LegendEntry::Wall) };
    let look = (tile.name != "floor").then(|| TileLook { name: tile.name.clone(), color: tile.color });
    let is_drawn = |entity: &&Entity| entity.at == cell && entity.node.is_none() && entity.pass.is_none();
    if let Some(entity) = level.entities.iter().find(is_drawn) {
        let placed = Placed { kind: entity.kind.clone(), on: look, properties: entity.properties.clone() };
        let wanted = entity.kind.chars().next().unwrap_or('e');
        return (
            wanted,
            if entity.marker { LegendEntry::Marker(placed) } else { LegendEntry::Entity(placed) },
        );
    }
    let wanted = level.tiles.get(cell).copied().unwrap_or('#');
    let entry = match (tile, look) {
        (Tile { name, walkable: false, .. }, _) if name == "wall" => LegendEntry::Wall,
        (Tile { walkable: false, .. }, Some(look)) => LegendEntry::Obstacle(look),
        (_, Some(look)) => LegendEntry::Ground(look),
        (_, None) => LegendEntry::Floor,
    };
    (wanted, entry)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::Seed;
    use crate::document::{Edit, TextForm};
    use crate::files::load_example;
    use crate::mission::{RoomSet, check_room_set};
    use crate::pipeline::{Pipeline, Request};

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
            rolls: Default::default(),
        }
    }

    fn level(content: &Content, seed: u64) -> Level {
        let rooms: Vec<Arc<RoomSet>> = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
        let request =
            Request { grammar: Arc::clone(&content.grammar), rooms, seed: Seed(seed), rolls: Vec::new() };
        Level::clone(&Pipeline::default().run(&request).level.expect("a level"))
    }

    #[test]
    fn a_kept_board_is_a_room_without_mistakes_that_levels_can_have() {
        let content = catacombs();
        let before = level(&content, 4);
        let place = before.places.iter().find(|place| place.board.is_some()).expect("catacombs");
        let edit = RoomsEdit::keep_board(&content, &before, place, "Throne").expect("the set is open");
        let mut after = Edit::Rooms(edit).carry_out(&content).expect("a room more");
        let set = Arc::make_mut(&mut after.rooms[0].set);
        let room = set.rooms.last_mut().expect("the kept one");
        assert_eq!(room.size(), place.bounds.size);
        room.weight = 1_000_000;
        let name = format!("{}/{}", set.name, set.rooms.last().expect("the kept one").name);
        assert_eq!(check_room_set(set), []);
        let used = (0..5).map(|seed| level(&after, seed)).filter(|level| {
            assert!(level.report.all_held(), "{:?}", level.report);
            level.places.iter().any(|place| place.template.as_deref() == Some(name.as_str()))
        });
        assert_eq!(used.count(), 5);
    }

    #[test]
    fn places_without_a_board_are_not_kept() {
        let content = catacombs();
        let level = level(&content, 4);
        let others = level.places.iter().filter(|place| place.board.is_none());
        assert!(others.clone().count() > 0);
        assert!(
            others
                .map(|place| RoomsEdit::keep_board(&content, &level, place, "Throne"))
                .all(|edit| edit.is_none())
        );
    }
}
