//! Edits of room sets, rooms and their pictures.

use std::sync::Arc;

use delvewright::base::{Cell, Symmetry};
use delvewright::document::{
    Brush, Content, PictureEdit, ResizeMode, RoomChange, RoomsEdit, SetChange, SideGrowth,
};
use delvewright::rooms::{LegendEntry, Placed, SocketEntry, TileLook};

use super::parts::NAMES;
use crate::draw::Draw;
use crate::grammars::attributes;
use crate::rooms::{CHARACTERS, Care, SOCKETS, room};

const PATHS: [&str; 3] = ["everything_rooms.ron", "other.ron", "../rooms/other.ron"];

pub(super) fn edit(draw: &mut Draw, content: &Content) -> RoomsEdit {
    let set = draw.below(content.rooms.len() + 1);
    let open = content.rooms.get(set);
    let rooms = open.map_or(0, |open| open.set.rooms.len());
    let number = draw.below(rooms + 1);
    let name = "Somewhere".to_owned();
    match draw.below(16) {
        0 => match content.rooms.first() {
            Some(first) => RoomsEdit::Add { path: draw.name(&PATHS), set: Arc::clone(&first.set) },
            None => RoomsEdit::Remove(draw.name(&PATHS)),
        },
        1 if draw.chance(10) => match content.rooms.first() {
            Some(first) => RoomsEdit::Instead {
                of: draw.name(&PATHS),
                path: draw.name(&PATHS),
                set: Arc::clone(&first.set),
            },
            None => RoomsEdit::Remove(draw.name(&PATHS)),
        },
        1 if draw.chance(30) => RoomsEdit::Remove(draw.name(&PATHS)),
        1..=4 => RoomsEdit::Set { set, name, change: set_change(draw) },
        5 => {
            let number = draw.below(9);
            let (at, room) = (draw.below(9), Box::new(room(draw, "Gate", number, Care::Careless)));
            if draw.chance(30) {
                let entries = draw.some(2, |draw| (character(draw), entry(draw)));
                RoomsEdit::Keep { set, entries, room }
            } else {
                RoomsEdit::Insert { set, at, rooms: vec![*room] }
            }
        }
        6 if draw.chance(30) => match content.rooms.last() {
            Some(last) => RoomsEdit::Import { set, with: Arc::clone(&last.set), count: number },
            None => RoomsEdit::Take { set, room: number, name },
        },
        6 => RoomsEdit::Take { set, room: number, name },
        7 => RoomsEdit::Move { set, room: number, to: draw.below(9), name },
        _ => RoomsEdit::Room { set, room: number, name, change: room_change(draw) },
    }
}

fn character(draw: &mut Draw) -> char {
    if draw.chance(10) {
        *draw.pick(&['\'', '\\', '\n', 'é', '\u{301}', '\u{1f5dd}', '\u{0}'])
    } else {
        *draw.pick(&CHARACTERS)
    }
}

fn look(draw: &mut Draw) -> TileLook {
    TileLook { name: draw.name(&["bars", "rug", "wall", "floor", "blocked"]), ..TileLook::default() }
}

fn entry(draw: &mut Draw) -> LegendEntry {
    let placed = |draw: &mut Draw| Placed {
        kind: draw.name(&["chest", "ambush"]),
        on: draw.is_so().then(|| look(draw)),
        properties: attributes(draw),
    };
    match draw.below(8) {
        0 => LegendEntry::Wall,
        1 => LegendEntry::Floor,
        2 => LegendEntry::Socket(SocketEntry {
            kind: draw.is_so().then(|| draw.name(&SOCKETS)),
            blocker: draw.is_so().then(|| look(draw)),
        }),
        3 => LegendEntry::Ground(look(draw)),
        4 => LegendEntry::Obstacle(look(draw)),
        5 => LegendEntry::Entity(placed(draw)),
        6 => LegendEntry::Marker(placed(draw)),
        _ => LegendEntry::Nothing,
    }
}

fn set_change(draw: &mut Draw) -> SetChange {
    let character = character(draw);
    match draw.below(7) {
        0 => SetChange::Name(draw.name(&NAMES)),
        1 => SetChange::Notes(draw.name(&NAMES)),
        2 => SetChange::Blocker(look(draw)),
        3 => SetChange::AddEntry { character, entry: entry(draw) },
        4 => SetChange::SetEntry { character, what: "all", entry: entry(draw) },
        5 => SetChange::RemoveEntry { character, instead: draw.is_so().then(|| self::character(draw)) },
        _ => SetChange::RenameCharacter { from: character, to: self::character(draw) },
    }
}

fn room_change(draw: &mut Draw) -> RoomChange {
    match draw.below(14) {
        0 => RoomChange::Name(draw.name(&NAMES)),
        1 => RoomChange::Notes(draw.name(&NAMES)),
        2 => RoomChange::Symbol(draw.name(&NAMES)),
        3 => RoomChange::Weight(draw.any_number()),
        4 => RoomChange::AtMost(draw.is_so().then(|| draw.any_number())),
        5 => RoomChange::Turns(draw.is_so()),
        6 => RoomChange::Flips(draw.is_so()),
        _ => RoomChange::Picture(picture(draw)),
    }
}

fn cell(draw: &mut Draw) -> Cell {
    let number = |draw: &mut Draw| match draw.below(24) {
        0 => *draw.pick(&[i32::MAX, i32::MIN, 100]),
        _ => draw.number(0, 12) as i32 - 2,
    };
    Cell::new(number(draw), number(draw))
}

fn picture(draw: &mut Draw) -> PictureEdit {
    let brush = |draw: &mut Draw| match draw.below(4) {
        0 => Brush::Cells(draw.some(4, cell)),
        1 => Brush::Frame(cell(draw), cell(draw)),
        2 => Brush::Block(cell(draw), cell(draw)),
        _ => Brush::Fill(cell(draw)),
    };
    let side = |draw: &mut Draw| match draw.below(24) {
        0 => *draw.pick(&[i32::MAX, i32::MIN, 70, -70]),
        _ => draw.number(0, 6) as i32 - 3,
    };
    match draw.below(7) {
        0..=2 => PictureEdit::Draw { brush: brush(draw), with: character(draw) },
        3 => PictureEdit::Resize {
            sides: SideGrowth { left: side(draw), top: side(draw), right: side(draw), bottom: side(draw) },
            growth: *draw.pick(&[ResizeMode::Inside, ResizeMode::Outside]),
        },
        4 => PictureEdit::Turn(Symmetry::new(draw.number(0, 3) as u8, draw.is_so())),
        5 => PictureEdit::Place {
            rows: draw.some(3, |draw| draw.some(5, character).into_iter().collect()),
            at: cell(draw),
            left: draw.is_so().then(|| (brush(draw), character(draw))),
        },
        _ => PictureEdit::Replace(draw.some(3, |draw| draw.some(5, character).into_iter().collect())),
    }
}
