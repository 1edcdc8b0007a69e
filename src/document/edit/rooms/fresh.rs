//! Creates new room sets, new rooms and copies of rooms.

use std::sync::Arc;

use super::RoomsEdit;
use crate::document::new_rooms::{plain_set, plain_template};
use crate::document::{Content, free_name};
use crate::mission::Form;
use crate::rooms::{RoomTemplate, TileLook};

impl RoomsEdit {
    /// Adds a room set with one simple room. The room is for a symbol without rooms, if there is one.
    pub fn new_set(content: &Content) -> Self {
        let is_taken = |name: &str| content.rooms.iter().any(|rooms| rooms.set.name == name);
        let name = free_name("New rooms", is_taken);
        let folder = content.grammar.rooms.last().and_then(|path| path.rsplit_once('/'));
        let folder = folder.map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let path_of = |name: &str| format!("{folder}{}.ron", name.to_lowercase().replace(' ', "-"));
        let is_path = |name: &str| content.grammar.rooms.iter().any(|path| *path == path_of(name));
        let path = path_of(&free_name(&name, is_path));
        let symbol = wanted_symbol(content);
        let mut set = plain_set(name, TileLook::blocker());
        set.rooms.push(plain_template(content, new_name(content, &symbol), &symbol, &set));
        Self::Add { path, set: Arc::new(set) }
    }

    /// Adds a simple room at the end of a set, for a symbol without rooms if there is one. `None` if the set
    /// does not exist.
    pub fn new_room(content: &Content, set: usize) -> Option<Self> {
        let rooms = &content.rooms.get(set)?.set;
        let symbol = wanted_symbol(content);
        let room = plain_template(content, new_name(content, &symbol), &symbol, rooms);
        Some(Self::Insert { set, at: rooms.rooms.len(), rooms: vec![room] })
    }

    /// Adds a copy of a room directly after it, with a name of its own. `None` if the room does not exist.
    pub fn duplicate_room(content: &Content, set: usize, room: usize) -> Option<Self> {
        let original = content.rooms.get(set)?.set.rooms.get(room)?;
        let name = free_room_name(content, without_number(&original.name));
        let copy = RoomTemplate { name, ..original.clone() };
        Some(Self::Insert { set, at: room + 1, rooms: vec![copy] })
    }
}

/// Returns a name for a new room of a symbol.
fn new_name(content: &Content, symbol: &str) -> String {
    let base =
        if symbol.is_empty() { "New room".to_owned() } else { format!("New {}", symbol.to_lowercase()) };
    free_room_name(content, &base)
}

/// Returns the first symbol formed by rooms or cards that has none, otherwise the first one formed by them,
/// otherwise any.
pub(in crate::document) fn wanted_symbol(content: &Content) -> String {
    let nodes = &content.grammar.alphabet.nodes;
    let has_room =
        |name: &str| content.rooms.iter().flat_map(|rooms| &rooms.set.rooms).any(|room| room.symbol == name);
    let formed = || nodes.iter().filter(|(_, symbol)| symbol.all_forms().any(Form::uses_templates));
    let lacking = formed().find(|(name, _)| !has_room(name));
    let found = lacking.or_else(|| formed().next()).or_else(|| nodes.iter().next());
    found.map_or_else(String::new, |(name, _)| name.clone())
}

fn free_room_name(content: &Content, base: &str) -> String {
    let is_taken =
        |name: &str| content.rooms.iter().flat_map(|rooms| &rooms.set.rooms).any(|room| room.name == name);
    free_name(base, is_taken)
}

/// Removes a number from the end of a name: "Guard room 2" becomes "Guard room".
fn without_number(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((base, number)) if number.parse::<u32>().is_ok() && !base.is_empty() => base,
        _ => name,
    }
}
