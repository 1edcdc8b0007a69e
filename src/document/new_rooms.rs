//! Creates plain rooms to start with: one room for each symbol formed by rooms, and cards for each symbol
//! formed by cards.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{Content, Edit, Location, RoomsEdit, free_name};
use crate::base::{Cell, Direction, Size};
use crate::grammar::Grammar;
use crate::mission::{Alphabet, Form};
use crate::rooms::{CardSettings, LegendEntry, RoomSet, RoomTemplate, SocketEntry, TileLook};

/// Adds a room set with plain rooms and cards for all symbols formed by them; `None` if there is no such
/// symbol.
///
/// Its file is next to the grammar, with a name that no other room set has.
pub fn rooms_for_alphabet(content: &Content) -> Option<Edit> {
    rooms_for(content, symbols_of_templates(&content.grammar.alphabet))
}

/// Returns a room set with plain rooms and cards for all symbols formed by them that have none in the other
/// sets; `None` if there is no such symbol.
pub fn missing_rooms(grammar: &Grammar, others: &[&RoomSet]) -> Option<RoomSet> {
    let has_room = |symbol: &&str| {
        let needs_cards = is_formed_by_cards(&grammar.alphabet, symbol);
        let mut rooms = others.iter().flat_map(|set| &set.rooms);
        rooms.any(|room| room.symbol == *symbol && room.card.is_some() == needs_cards)
    };
    let missing = symbols_of_templates(&grammar.alphabet).filter(|symbol| !has_room(symbol));
    plain_rooms(grammar, others, missing)
}

/// Returns the symbols that are formed by rooms or cards.
fn symbols_of_templates(alphabet: &Alphabet) -> impl Iterator<Item = &str> {
    let formed = alphabet.nodes.iter().filter(|(_, node)| node.all_forms().any(Form::uses_templates));
    formed.map(|(name, _)| name.as_str())
}

/// Adds plain rooms or cards for a symbol to the set at hand, or to a new set if the project has none.
/// Returns the edit, and the location of the first new room.
pub fn rooms_for_symbol(content: &Content, at_hand: usize, symbol: &str) -> Option<(Edit, Location)> {
    let set = at_hand.min(content.rooms.len().saturating_sub(1));
    let Some(open) = content.rooms.get(set) else {
        return rooms_for(content, std::iter::once(symbol)).map(|edit| (edit, Location::Room(0, 0)));
    };
    let mut with_rooms = RoomSet::clone(&open.set);
    let at = with_rooms.rooms.len();
    push_plain_templates(&content.grammar.alphabet, &sets(content), symbol, &mut with_rooms);
    let rooms = with_rooms.rooms.split_off(at);
    Some((Edit::Rooms(RoomsEdit::Insert { set, at, rooms }), Location::Room(set, at)))
}

fn sets(content: &Content) -> Vec<&RoomSet> {
    content.rooms.iter().map(|rooms| rooms.set.as_ref()).collect()
}

/// Adds a room set with plain rooms and cards for the given symbols.
fn rooms_for<'a>(content: &Content, symbols: impl Iterator<Item = &'a str>) -> Option<Edit> {
    let set = plain_rooms(&content.grammar, &sets(content), symbols)?;
    Some(Edit::Rooms(RoomsEdit::Add { path: free_path(content), set: Arc::new(set) }))
}

/// Returns a room set with plain rooms and cards for the given symbols, next to the other sets of a grammar.
fn plain_rooms<'a>(
    grammar: &Grammar,
    others: &[&RoomSet],
    symbols: impl Iterator<Item = &'a str>,
) -> Option<RoomSet> {
    let name = if grammar.name.trim().is_empty() {
        "Rooms".to_owned()
    } else {
        format!("{} rooms", grammar.name.trim())
    };
    let name = free_name(&name, |name| others.iter().any(|set| set.name == name));
    // By default, blockers look the same in all room sets.
    let blocker = others.first().map_or_else(TileLook::blocker, |set| set.blocker.clone());
    let mut set = plain_set(name, blocker);
    for symbol in symbols {
        push_plain_templates(&grammar.alphabet, others, symbol, &mut set);
    }
    (!set.rooms.is_empty()).then_some(set)
}

/// Adds a plain room for a symbol to a set, or plain cards that can fill every board of it.
fn push_plain_templates(alphabet: &Alphabet, others: &[&RoomSet], symbol: &str, set: &mut RoomSet) {
    let free = |base: &str, set: &RoomSet| {
        let others = others.iter().flat_map(|set| &set.rooms);
        free_name(base, |name| others.clone().chain(&set.rooms).any(|room| room.name == name))
    };
    if is_formed_by_cards(alphabet, symbol) {
        for (name, open) in PLAIN_CARDS {
            let card = plain_card(free(name, set), symbol, open, set);
            set.rooms.push(card);
        }
    } else {
        let room = plain_room(free(symbol, set), symbol, set);
        set.rooms.push(room);
    }
}

/// Returns a room set without rooms, with a legend of wall, floor and sockets.
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
        sheet: None,
        looks: std::collections::BTreeMap::new(),
        sources: IndexMap::new(),
        rooms: Vec::new(),
    }
}

fn is_formed_by_cards(alphabet: &Alphabet, symbol: &str) -> bool {
    let node = alphabet.nodes.get(symbol);
    node.is_some_and(|node| node.all_forms().any(|form| form.cards().is_some()))
}

/// Returns a plain template for a symbol: a card that is open on all sides if it is formed by cards,
/// otherwise a room.
pub(super) fn plain_template(content: &Content, name: String, symbol: &str, set: &RoomSet) -> RoomTemplate {
    if is_formed_by_cards(&content.grammar.alphabet, symbol) {
        plain_card(name, symbol, &Direction::ALL, set)
    } else {
        plain_room(name, symbol, set)
    }
}

/// Cards that can fill every board when turned: their names and open sides.
const PLAIN_CARDS: [(&str, &[Direction]); 5] = [
    ("Dead end", &[Direction::South]),
    ("Straight way", &[Direction::North, Direction::South]),
    ("Corner", &[Direction::North, Direction::East]),
    ("Fork", &[Direction::North, Direction::East, Direction::West]),
    ("Crossing", &Direction::ALL),
];

/// Returns a card of one board cell of 7 × 7: floor in the middle, with a way to each open side.
fn plain_card(name: String, symbol: &str, open: &[Direction], set: &RoomSet) -> RoomTemplate {
    let room = plain_room(name, symbol, set);
    let middle = Cell::new(3, 3);
    let cell = Size::new(7, 7);
    let (wall, floor) = (character(set, &LegendEntry::Wall, '#'), character(set, &LegendEntry::Floor, '.'));
    let is_floor = |cell: Cell| {
        let away = cell - middle;
        let leads = |side: &Direction| {
            let step = side.offset();
            (1..=3).any(|steps| away == Cell::new(step.x * steps, step.y * steps))
        };
        away.x.abs().max(away.y.abs()) <= 1 || open.iter().any(leads)
    };
    let row = |y: i32| (0..7).map(|x| if is_floor(Cell::new(x, y)) { floor } else { wall }).collect();
    let card = Some(CardSettings { cell, ..CardSettings::default() });
    RoomTemplate { turns: true, card, picture: (0..7).map(row).collect(), ..room }
}

/// Returns the character of an entry in the legend, or the usual one.
fn character(set: &RoomSet, wanted: &LegendEntry, usual: char) -> char {
    let found = set.legend.iter().find(|(_, entry)| *entry == wanted);
    found.map_or(usual, |(character, _)| *character)
}

/// Returns a room of five by five floor cells with a socket in the middle of each side, in the characters of
/// the set's legend.
fn plain_room(name: String, symbol: &str, set: &RoomSet) -> RoomTemplate {
    let socket = |is_it: fn(&LegendEntry) -> bool| {
        set.legend.iter().find(|(_, entry)| is_it(entry)).map(|(character, _)| *character)
    };
    let (wall, floor) = (character(set, &LegendEntry::Wall, '#'), character(set, &LegendEntry::Floor, '.'));
    let plain = socket(|entry| matches!(entry, LegendEntry::Socket(socket) if socket.kind.is_none()));
    let socket = plain.or_else(|| socket(|entry| matches!(entry, LegendEntry::Socket(_)))).unwrap_or('+');
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
        card: None,
        source: None,
        picture: drawn.iter().map(|row| row.chars().map(in_legend).collect()).collect(),
    }
}

/// Returns a free path: "first_lock_rooms.ron" for "First lock", with a number if necessary.
pub(super) fn free_path(content: &Content) -> String {
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

/// Converts a name to a portable file name: lower-case letters, digits and underscores.
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
    use crate::mission::Cards;
    use crate::rooms::{check_room_set, check_rooms_for};

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
    fn symbols_that_are_formed_by_cards_get_cards_that_fill_every_board() {
        let mut content = content();
        content.rooms.clear();
        let cards = Form::Cards(Cards::default());
        Arc::make_mut(&mut content.grammar).alphabet.nodes["Gate"].form = Some(cards);
        let after = edited(&content, rooms_for_alphabet(&content).expect("a symbol is formed by cards"));
        let set = &after.rooms[0].set;
        assert_eq!(set.rooms.len(), PLAIN_CARDS.len());
        assert_eq!(check_room_set(set), []);
        let together = check_rooms_for(&after.grammar.alphabet, &[set]);
        assert_eq!((together.grammar, together.sets), (vec![], vec![vec![]]));
    }

    #[test]
    fn rooms_of_a_symbol_go_into_the_set_at_hand() {
        let content = content();
        let (edit, at) = rooms_for_symbol(&content, 7, "Gate").expect("a room");
        let after = edited(&content, edit);
        assert_eq!(after.rooms.len(), content.rooms.len());
        let before = content.rooms[0].set.rooms.len();
        assert_eq!(at, Location::Room(0, before));
        assert_eq!(after.rooms[0].set.rooms[before].symbol, "Gate");
        let mut without = content.clone();
        without.rooms.clear();
        Arc::make_mut(&mut without.grammar).rooms.clear();
        let (edit, at) = rooms_for_symbol(&without, 0, "Gate").expect("a room");
        let after = edited(&without, edit);
        assert_eq!((after.rooms.len(), at), (1, Location::Room(0, 0)));
    }

    #[test]
    fn only_symbols_without_a_room_miss_one() {
        let mut content = content();
        let formed = |name: &str, content: &mut Content| {
            Arc::make_mut(&mut content.grammar).alphabet.nodes[name].form =
                Some(Form::Cards(Cards::default()));
        };
        assert!(missing_rooms(&content.grammar, &sets(&content)).is_none());
        formed("Hollow", &mut content);
        let set = missing_rooms(&content.grammar, &sets(&content)).expect("Hollow has no card");
        assert!(set.rooms.iter().all(|room| room.symbol == "Hollow"));
        assert_eq!((set.rooms.len(), check_room_set(&set)), (PLAIN_CARDS.len(), vec![]));
    }

    #[test]
    fn alphabet_without_rooms_needs_none() {
        let mut content = content();
        Arc::make_mut(&mut content.grammar).alphabet.nodes.values_mut().for_each(|node| node.form = None);
        assert!(rooms_for_alphabet(&content).is_none());
    }
}
