//! What a new room set, a new room and a copy of a room begin with.

use std::sync::Arc;

use indexmap::IndexMap;

use super::RoomsEdit;
use crate::document::Content;
use crate::mission::{Form, LegendEntry, RoomSet, RoomTemplate, SocketEntry, TileLook};

impl RoomsEdit {
    /// Adds a room set with one simple room in it, for a symbol that has none yet if there is one.
    pub fn new_set(content: &Content) -> Self {
        let is_taken = |name: &str| content.rooms.iter().any(|rooms| rooms.set.name == name);
        let name = free_name("New rooms", is_taken);
        let folder = content.grammar.rooms.last().and_then(|path| path.rsplit_once('/'));
        let folder = folder.map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let path_of = |name: &str| format!("{folder}{}.ron", name.to_lowercase().replace(' ', "-"));
        let is_path = |name: &str| content.grammar.rooms.iter().any(|path| *path == path_of(name));
        let path = path_of(&free_name(&name, is_path));
        let legend = IndexMap::from([
            ('#', LegendEntry::Wall),
            ('.', LegendEntry::Floor),
            ('+', LegendEntry::Socket(SocketEntry::default())),
        ]);
        let symbol = wanted_symbol(content);
        let mut set = RoomSet {
            format: RoomSet::FORMAT,
            name,
            notes: String::new(),
            legend,
            blocker: TileLook::blocker(),
            rooms: Vec::new(),
        };
        set.rooms.push(simple_room(content, &set, &symbol));
        Self::Add { path, set: Arc::new(set) }
    }

    /// Puts a simple room behind the others of a set; for the symbol, or for one that has none yet. `None` if there is no such set.
    pub fn new_room(content: &Content, set: usize, symbol: Option<&str>) -> Option<Self> {
        let rooms = &content.rooms.get(set)?.set;
        let symbol = symbol.map_or_else(|| wanted_symbol(content), str::to_owned);
        let room = simple_room(content, rooms, &symbol);
        Some(Self::Insert { set, at: rooms.rooms.len(), room: Box::new(room) })
    }

    /// Puts a copy of a room behind it, under a name of its own. `None` if there is no such room.
    pub fn duplicate_room(content: &Content, set: usize, room: usize) -> Option<Self> {
        let original = content.rooms.get(set)?.set.rooms.get(room)?;
        let name = free_room_name(content, without_number(&original.name));
        let copy = RoomTemplate { name, ..original.clone() };
        Some(Self::Insert { set, at: room + 1, room: Box::new(copy) })
    }
}

/// Five by five cells of floor with a socket in the middle of each side, in the characters of the set's legend.
fn simple_room(content: &Content, set: &RoomSet, symbol: &str) -> RoomTemplate {
    let character = |is_it: fn(&LegendEntry) -> bool| {
        set.legend.iter().find(|(_, entry)| is_it(entry)).map(|(character, _)| *character)
    };
    let wall = character(|entry| *entry == LegendEntry::Wall).unwrap_or('#');
    let floor = character(|entry| *entry == LegendEntry::Floor).unwrap_or('.');
    let plain = character(|entry| matches!(entry, LegendEntry::Socket(socket) if socket.kind.is_none()));
    let socket = plain.or_else(|| character(|entry| matches!(entry, LegendEntry::Socket(_)))).unwrap_or('+');
    let drawn = ["###+###", "#.....#", "#.....#", "+.....+", "#.....#", "#.....#", "###+###"];
    let in_legend = |character| match character {
        '#' => wall,
        '+' => socket,
        _ => floor,
    };
    let base =
        if symbol.is_empty() { "New room".to_owned() } else { format!("New {}", symbol.to_lowercase()) };
    RoomTemplate {
        name: free_room_name(content, &base),
        notes: String::new(),
        symbol: symbol.to_owned(),
        weight: 1,
        at_most: None,
        turns: false,
        flips: false,
        picture: drawn.iter().map(|row| row.chars().map(in_legend).collect()).collect(),
    }
}

/// The first symbol that is formed by rooms and has none; else the first that is formed by rooms; else any.
fn wanted_symbol(content: &Content) -> String {
    let nodes = &content.grammar.alphabet.nodes;
    let has_room =
        |name: &str| content.rooms.iter().flat_map(|rooms| &rooms.set.rooms).any(|room| room.symbol == name);
    let formed = || nodes.iter().filter(|(_, symbol)| matches!(symbol.form, Some(Form::Room(_))));
    let lacking = formed().find(|(name, _)| !has_room(name));
    let found = lacking.or_else(|| formed().next()).or_else(|| nodes.iter().next());
    found.map_or_else(String::new, |(name, _)| name.clone())
}

fn free_room_name(content: &Content, base: &str) -> String {
    let is_taken =
        |name: &str| content.rooms.iter().flat_map(|rooms| &rooms.set.rooms).any(|room| room.name == name);
    free_name(base, is_taken)
}

/// The name, or the name with the first number from 2 on that is free.
fn free_name(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..u32::MAX).map(|number| format!("{base} {number}"));
    std::iter::once(base.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// "Guard room" of "Guard room 2".
fn without_number(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((base, number)) if number.parse::<u32>().is_ok() && !base.is_empty() => base,
        _ => name,
    }
}
