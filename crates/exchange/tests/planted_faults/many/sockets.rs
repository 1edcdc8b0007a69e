//! Faults of sockets: their records in places, and the tiles on them.

use delvewright_engine::base::{Cell, RandomStream};
use delvewright_engine::level::{Level, PassageId, Promise, Socket};

use super::super::generated::characters;
use super::tiles::{pick_cell, tile};
use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("an unused socket that is open", Promise::P5, |level, random| {
        let cell = pick_cell(random, sockets(level, false).into_iter())?;
        level.tiles[cell] = characters(level).0;
        Some(())
    }),
    ("an unused socket with a door", Promise::P5, |level, random| {
        let cell = pick_cell(random, sockets(level, false).into_iter())?;
        level.tiles[cell] = '+';
        Some(())
    }),
    ("an unused socket of a room that is wall", Promise::P5, |level, random| {
        let is_wall = |cell: &Cell| level.tile(*cell).is_some_and(|tile| tile.name == "wall");
        let cell = pick_cell(random, sockets(level, false).into_iter().filter(|cell| !is_wall(cell)))?;
        level.tiles[cell] = '#';
        Some(())
    }),
    ("an unused socket with another blocker", Promise::P5, |level, random| {
        let cell = pick_cell(random, sockets(level, false).into_iter())?;
        level.tiles[cell] = 'H';
        level.legend.insert('H', tile("haystack", false));
        Some(())
    }),
    ("an unused socket with the blocker of another", Promise::P5, |level, random| {
        let cells = sockets(level, false);
        let cell = pick_cell(random, cells.iter().copied())?;
        level.tiles[cell] = another(random, cells.iter().map(|cell| level.tiles[*cell]), &level.tiles[cell])?;
        Some(())
    }),
    ("a door that is walled up", Promise::P5, |level, random| {
        let cell = pick_cell(random, sockets(level, true).into_iter())?;
        level.tiles[cell] = characters(level).1;
        Some(())
    }),
    ("a used socket that is floor", Promise::P5, |level, random| {
        let cell = pick_cell(random, sockets(level, true).into_iter())?;
        level.tiles[cell] = '.';
        Some(())
    }),
    ("a used socket with a door of another kind", Promise::P5, |level, random| {
        let cell = pick_cell(random, sockets(level, true).into_iter())?;
        let name = if level.legend[&level.tiles[cell]].name == "gate" { "drop" } else { "gate" };
        level.tiles[cell] = 'D';
        level.legend.insert('D', tile(name, true));
        Some(())
    }),
    ("a used socket that says it is not used", Promise::P5, |level, random| {
        used(level, random)?.passage = None;
        Some(())
    }),
    ("a used socket of another passage", Promise::P5, |level, random| {
        let passages: Vec<_> = level.passages.iter().map(|passage| Some(passage.id)).collect();
        let socket = used(level, random)?;
        socket.passage = another(random, passages, &socket.passage)?;
        Some(())
    }),
    ("a used socket of a passage that does not exist", Promise::P0, |level, random| {
        used(level, random)?.passage = Some(PassageId(u32::MAX));
        Some(())
    }),
    ("an unused socket that says it is used", Promise::P5, |level, random| {
        let place = one(random, &mut level.places, |place| has(&place.sockets, false))?;
        let ends = level.passages.iter().filter(|passage| [passage.from, passage.to].contains(&place.id));
        let passage = random.pick(&ends.collect::<Vec<_>>())?.id;
        one(random, &mut place.sockets, |socket| socket.passage.is_none())?.passage = Some(passage);
        Some(())
    }),
    ("two used sockets that exchanged their passages", Promise::P5, |level, random| {
        let mut sockets: Vec<&mut Socket> =
            level.places.iter_mut().flat_map(|place| &mut place.sockets).collect();
        let first = index(random, &sockets, |socket| socket.passage.is_some())?;
        let own = sockets[first].passage;
        let second = index(random, &sockets, |socket| socket.passage.is_some() && socket.passage != own)?;
        let other = sockets[second].passage;
        sockets[first].passage = other;
        sockets[second].passage = own;
        Some(())
    }),
    ("a socket that was removed", Promise::P4, |level, random| {
        let place = one(random, &mut level.places, |place| !place.sockets.is_empty())?;
        let index = index(random, &place.sockets, |_| true)?;
        place.sockets.remove(index);
        Some(())
    }),
    ("a socket that is there twice", Promise::P4, |level, random| {
        let place = one(random, &mut level.places, |place| !place.sockets.is_empty())?;
        let socket = random.pick(&place.sockets)?.clone();
        place.sockets.push(socket);
        Some(())
    }),
    ("a socket beside its place", Promise::P4, |level, random| {
        let place = one(random, &mut level.places, |place| !place.sockets.is_empty())?;
        let taken: Vec<Cell> = place.sockets.iter().map(|socket| socket.cell).collect();
        let socket = one(random, &mut place.sockets, |_| true)?;
        socket.cell = socket.cell.beside().find(|cell| !taken.contains(cell))?;
        Some(())
    }),
    ("a socket outside the level", Promise::P0, |level, random| {
        let place = one(random, &mut level.places, |place| !place.sockets.is_empty())?;
        one(random, &mut place.sockets, |_| true)?.cell = Cell::new(i32::MAX, i32::MIN);
        Some(())
    }),
    ("sockets in another order", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.sockets.len() > 1)?.sockets.reverse();
        Some(())
    }),
    ("no sockets", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| !place.sockets.is_empty())?.sockets.clear();
        Some(())
    }),
    ("a socket of a cave or hall", Promise::P4, |level, random| {
        let place = one(random, &mut level.places, |place| place.template.is_none())?;
        place.sockets.push(Socket { cell: place.anchor, passage: None });
        Some(())
    }),
    ("a passage that enters a room at two sockets", Promise::P5, |level, random| {
        let index =
            index(random, &level.places, |place| has(&place.sockets, true) && has(&place.sockets, false))?;
        let sockets = &mut level.places[index].sockets;
        let passage = sockets.iter().find_map(|socket| socket.passage)?;
        let socket = sockets.iter_mut().find(|socket| socket.passage.is_none())?;
        socket.passage = Some(passage);
        let cell = socket.cell;
        let passage = level.passages.get_mut(passage.index())?;
        passage.doors.push(cell);
        Some(())
    }),
];

fn has(sockets: &[Socket], is_used: bool) -> bool {
    sockets.iter().any(|socket| socket.passage.is_some() == is_used)
}

fn used<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Socket> {
    let place = one(random, &mut level.places, |place| has(&place.sockets, true))?;
    one(random, &mut place.sockets, |socket| socket.passage.is_some())
}

/// Returns the cells of sockets that are no gaps. They are doors if they are used.
fn sockets(level: &Level, is_used: bool) -> Vec<Cell> {
    let all = level.places.iter().flat_map(|place| &place.sockets);
    let cells = all.filter(|socket| socket.passage.is_some() == is_used).map(|socket| socket.cell);
    let is_gap = |cell: &Cell| level.passages.iter().any(|passage| passage.gap == Some(*cell));
    cells.filter(|cell| level.is_walkable(*cell) == is_used && !is_gap(cell)).collect()
}
