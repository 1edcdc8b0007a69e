//! A room set to begin with: a plain room for each symbol that is formed by rooms.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{Content, Edit, RoomsEdit, free_name};
use crate::mission::{Form, LegendEntry, RoomSet, RoomTemplate, SocketEntry, TileLook};

/// Adds a room set with a plain room for each symbol that is formed by rooms; `None` if there is no such symbol.
///
/// Its file lies beside the grammar, under a name that no other room set has.
pub fn rooms_for_alphabet(content: &Content) -> Option<Edit> {
    let nodes = &content.grammar.alphabet.nodes;
    let formed = nodes.iter().filter(|(_, node)| node.form.as_ref().is_some_and(Form::uses_rooms));
    rooms_for(content, formed.map(|(name, _)| name.as_str()))
}

/// The same for these symbols.
pub(super) fn rooms_for<'a>(content: &Content, symbols: impl Iterator<Item = &'a str>) -> Option<Edit> {
    let name = if content.grammar.name.trim().is_empty() {
        "Rooms".to_owned()
    } else {
        format!("{} rooms", content.grammar.name.trim())
    };
    let name = free_name(&name, |name| content.rooms.iter().any(|rooms| rooms.set.name == name));
    // What closes sockets looks the same in all room sets, where nobody says otherwise.
    let blocker = content.rooms.first().map_or_else(TileLook::blocker, |rooms| rooms.set.blocker.clone());
    let mut set = plain_set(name, blocker);
    for symbol in symbols {
        let others = content.rooms.iter().flat_map(|rooms| &rooms.set.rooms);
        let name = free_name(symbol, |name| others.clone().chain(&set.rooms).any(|room| room.name == name));
        set.rooms.push(plain_room(name, symbol, &set));
    }
    if set.rooms.is_empty() {
        return None;
    }
    Some(Edit::Rooms(RoomsEdit::Add { path: free_path(content), set: Arc::new(set) }))
}

/// A room set without rooms, with a legend of wall, floor and sockets.
pub(super) fn plain_set(name: String, blocker: TileLook) -> RoomSet {
    let legend = [
        ('#', LegendEntry::Wall),
        ('.', LegendEntry::Floor),
        ('+', LegendEntry::Socket(SocketEntry::default())),
    ];
    RoomSet {
        format: RoomSet::FORMAT,
        name,
        notes: String::new(),
        legend: IndexMap::from(legend),
        blocker,
        rooms: Vec::new(),
    }
}

/// Five by five cells of floor with a socket in the middle of each side, in the characters of the set's legend.
pub(super) fn plain_room(name: String, symbol: &str, set: &RoomSet) -> RoomTemplate {
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
    RoomTemplate {
        name,
        notes: String::new(),
        symbol: symbol.to_owned(),
        weight: 1,
        at_most: None,
        turns: false,
        flips: false,
        picture: drawn.iter().map(|row| row.chars().map(in_legend).collect()).collect(),
    }
}

/// "first_lock_rooms.ron" for "First lock", or the first such name with a number that no room set has.
fn free_path(content: &Content) -> String {
    let is_taken = |path: &str| {
        content
            .grammar
            .rooms
            .iter()
            .chain(content.rooms.iter().map(|rooms| &rooms.path))
            .any(|known| known == path)
    };
    let slug = slug(&content.grammar.name);
    let numbered = (2_u32..).map(|number| format!("{slug}_{number}.ron"));
    let mut paths = std::iter::once(format!("{slug}.ron")).chain(numbered);
    paths.find(|path| !is_taken(path)).unwrap_or_default()
}

/// A name as a file can bear it everywhere: small letters, digits and lines.
fn slug(name: &str) -> String {
    let letters: String = name
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter } else { ' ' })
        .collect();
    letters.split_whitespace().chain(["rooms"]).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::test_project::{content, edited};
    use crate::mission::{check_room_set, check_rooms_for};

    #[test]
    fn new_rooms_are_without_mistakes() {
        let mut content = content();
        content.rooms.clear();
        let after = edited(&content, rooms_for_alphabet(&content).expect("a symbol is formed by rooms"));
        let rooms = &after.rooms[0];
        assert_eq!(rooms.path, "test_project_rooms.ron");
        assert_eq!(rooms.set.rooms.len(), 1);
        assert_eq!(check_room_set(&rooms.set), []);
        let together = check_rooms_for(&after.grammar.alphabet, &[&rooms.set]);
        assert_eq!((together.grammar, together.sets), (vec![], vec![vec![]]));
    }

    #[test]
    fn new_rooms_take_no_name_that_others_have() {
        let once = edited(&content(), rooms_for_alphabet(&content()).unwrap());
        let twice = edited(&once, rooms_for_alphabet(&once).unwrap());
        let paths: Vec<&str> = twice.rooms.iter().map(|rooms| rooms.path.as_str()).collect();
        assert_eq!(paths, ["keep.ron", "test_project_rooms.ron", "test_project_rooms_2.ron"]);
        let sets: Vec<&RoomSet> = twice.rooms.iter().map(|rooms| rooms.set.as_ref()).collect();
        let mistakes = check_rooms_for(&twice.grammar.alphabet, &sets).sets.concat();
        assert!(mistakes.iter().all(|mistake| mistake.code == "never-used-room"), "{mistakes:?}");
    }

    #[test]
    fn alphabet_without_rooms_needs_none() {
        let mut content = content();
        Arc::make_mut(&mut content.grammar).alphabet.nodes.values_mut().for_each(|node| node.form = None);
        assert!(rooms_for_alphabet(&content).is_none());
    }
}
