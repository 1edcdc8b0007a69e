//! Makes room sets from choices: at least one room for every symbol that needs one, most of them without
//! mistakes.

use delvewright_engine::base::{Color, Size};
use delvewright_engine::grammar::Grammar;
use delvewright_engine::mission::{Form, NodeSymbol};
use delvewright_engine::rooms::{
    CardSettings, LegendEntry, Placed, RoomSet, RoomTemplate, SocketEntry, TileLook,
};

use super::draw::Draw;
use super::grammars::attributes;

/// Kinds of sockets.
pub const SOCKETS: [&str; 2] = ["gate", "ladder"];

/// Characters that pictures are drawn with.
pub const CHARACTERS: [char; 10] = ['#', '.', '+', '=', '~', 'o', 'c', 'a', ' ', '?'];

/// Width and height of the largest room, in cells.
pub const LARGEST_ROOM: u32 = 13;

/// Decides if rooms may have mistakes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// Some rooms have mistakes.
    Careless,
    /// No room has mistakes, and each symbol has a room with many sockets.
    Careful,
}

/// Returns a room set for a grammar, or `None` if it needs no rooms.
pub fn room_set(draw: &mut Draw, grammar: &Grammar, care: Care) -> Option<RoomSet> {
    let with_form = |is_meant: fn(&Form) -> bool| {
        let nodes = grammar.alphabet.nodes.iter();
        let symbols = nodes.filter(move |(_, symbol)| forms(symbol).any(is_meant));
        symbols.map(|(name, _)| name)
    };
    let mut rooms = Vec::new();
    for symbol in with_form(Form::uses_rooms) {
        if care == Care::Careful {
            let (at_most, picture) = (None, many_sockets());
            rooms.push(RoomTemplate { at_most, picture, weight: 1, ..room(draw, symbol, rooms.len(), care) });
        }
        for number in 0..=draw.below(2) {
            let mut room = room(draw, symbol, rooms.len(), care);
            // The first room can be chosen.
            room.weight = room.weight.max(u32::from(number == 0));
            rooms.push(room);
        }
    }
    for symbol in with_form(|form| form.cards().is_some()) {
        add_cards(draw, symbol, &mut rooms, care);
    }
    (!rooms.is_empty()).then(|| RoomSet {
        format: RoomSet::FORMAT,
        name: "Rooms".to_owned(),
        notes: String::new(),
        legend: legend(draw),
        blocker: TileLook::blocker(),
        sheet: None,
        looks: std::collections::BTreeMap::new(),
        sources: Default::default(),
        rooms,
    })
}

/// Returns all forms that places of a symbol can have.
fn forms(symbol: &NodeSymbol) -> impl Iterator<Item = &Form> {
    symbol.form.iter().chain(symbol.forms.iter().map(|choice| &choice.form))
}

fn look(name: &str) -> TileLook {
    TileLook { name: name.to_owned(), color: Color::rgb(1, 2, 3) }
}

fn legend<T: FromIterator<(char, LegendEntry)>>(draw: &mut Draw) -> T {
    let bars = draw.is_so().then(|| look("bars"));
    let gate = SocketEntry { kind: Some(SOCKETS[0].to_owned()), blocker: bars };
    let rug = draw.is_so().then(|| look("rug"));
    let chest = Placed { kind: "chest".to_owned(), on: rug, properties: attributes(draw) };
    let ambush = Placed { kind: "ambush".to_owned(), ..Placed::default() };
    let entries = [
        LegendEntry::Wall,
        LegendEntry::Floor,
        LegendEntry::Socket(SocketEntry::default()),
        LegendEntry::Socket(gate),
        LegendEntry::Ground(look("water")),
        LegendEntry::Obstacle(look("pillar")),
        LegendEntry::Entity(chest),
        LegendEntry::Marker(ambush),
        LegendEntry::Nothing,
    ];
    CHARACTERS.into_iter().zip(entries).collect()
}

/// Adds cards for a symbol: one single card for nearly each set of open sides, and sometimes odd ones.
fn add_cards(draw: &mut Draw, symbol: &str, rooms: &mut Vec<RoomTemplate>, care: Care) {
    let may_be_odd = care == Care::Careless;
    let (width, height) = (draw.number(3, 6) as usize, draw.number(3, 6) as usize);
    // Careful sets have the large cards in addition to those that every board needs.
    let large = if may_be_odd { 0 } else { 2 };
    for kind in 0..16 + large {
        if may_be_odd && draw.chance(2) {
            continue;
        }
        let count = if kind >= 16 || may_be_odd && draw.chance(15) { 2 } else { 1 };
        let mut picture = vec![String::new(); height];
        for part in 0..count {
            // The two parts of a large card are open to each other.
            let open = if count == 1 { kind } else { (kind % 16) | [2, 8][part] };
            picture.iter_mut().zip(cross(width, height, open)).for_each(|(row, more)| *row += &more);
        }
        if may_be_odd && draw.chance(2) {
            picture = self::picture(draw, care);
        }
        let number = rooms.len();
        let at_most_per_place = (may_be_odd && draw.chance(10)).then(|| draw.number(0, 2));
        let cell = Size::new(width as u32, height as u32);
        let at_most = (may_be_odd && draw.chance(5)).then(|| draw.number(0, 2));
        let card = Some(CardSettings { cell, at_most_per_place, ..CardSettings::default() });
        rooms.push(RoomTemplate { card, at_most, picture, weight: 1, ..room(draw, symbol, number, care) });
    }
}

/// Draws floor in the middle, with a way to each open side: bit 0 is north, continuing clockwise.
fn cross(width: usize, height: usize, open: u32) -> Vec<String> {
    let (left, right) = ((width - 1) / 2, width / 2);
    let (top, bottom) = ((height - 1) / 2, height / 2);
    let is_floor = |x: usize, y: usize| {
        let (column, row) = ((left..=right).contains(&x), (top..=bottom).contains(&y));
        let ways = [column && y <= bottom, row && x >= left, column && y >= top, row && x <= right];
        (column && row) || ways.iter().enumerate().any(|(side, is_way)| *is_way && open >> side & 1 == 1)
    };
    (0..height).map(|y| (0..width).map(|x| if is_floor(x, y) { '.' } else { '#' }).collect()).collect()
}

/// Returns a room for a symbol.
pub fn room(draw: &mut Draw, symbol: &str, number: usize, care: Care) -> RoomTemplate {
    RoomTemplate {
        name: format!("Room {number}"),
        notes: String::new(),
        symbol: symbol.to_owned(),
        weight: *draw.pick(&[1, 1, 3, 0]),
        at_most: draw.chance(15).then(|| draw.number(1, 2)),
        turns: draw.is_so(),
        flips: draw.is_so(),
        card: None,
        source: None,
        picture: picture(draw, care),
    }
}

/// Draws a large room with sockets of both kinds all around, never side by side.
fn many_sockets() -> Vec<String> {
    let last = LARGEST_ROOM - 1;
    let cell = |x: u32, y: u32| match (x.is_multiple_of(last), y.is_multiple_of(last)) {
        (false, false) => '.',
        (true, true) => '#',
        (_, is_row) => match if is_row { x } else { y } {
            along if along % 2 == 0 => '#',
            along if along % 4 == 1 => '+',
            _ => '=',
        },
    };
    (0..LARGEST_ROOM).map(|y| (0..LARGEST_ROOM).map(|x| cell(x, y)).collect()).collect()
}

/// Draws walls around floor, sockets in the walls, and sometimes other tiles.
fn picture(draw: &mut Draw, care: Care) -> Vec<String> {
    let (width, height) = (draw.number(3, 9) as usize, draw.number(3, 8) as usize);
    let is_wild = care == Care::Careless && draw.chance(5);
    let is_inner = |at: usize, length: usize| (2..length.saturating_sub(2)).contains(&at);
    let mut rows = vec![vec!['.'; width]; height];
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            let (on_side, on_end) = (x == 0 || x + 1 == width, y == 0 || y + 1 == height);
            *cell = match (on_side, on_end) {
                (true, true) => '#',
                // There must be floor behind a socket.
                (false, false) if is_inner(x, width) && is_inner(y, height) && draw.chance(15) => {
                    *draw.pick(&['o', '~', 'c', 'a', '#', ' '])
                }
                (false, false) => '.',
                _ if draw.chance(30) => *draw.pick(&['+', '+', '=']),
                _ => '#',
            };
            if is_wild && draw.chance(20) {
                *cell = *draw.pick(&CHARACTERS);
            }
        }
    }
    // A room without a plain socket would be useless.
    if care == Care::Careful || !draw.chance(10) {
        rows[0][width / 2] = '+';
        rows[1][width / 2] = '.';
    }
    rows.into_iter().map(String::from_iter).collect()
}
