//! What one can tell of a finished level: how far everything lies from the start, the way to the goal, what keys open and what locks keep shut, where one comes and does not get back, dead ends.
//!
//! In: a level. Out: cells and places, for the window, for pictures and for passes that ask how far along the way a place lies.
//! Guaranteed: a walker can take every step that is counted here, with the right keys.
//! Not guaranteed: anything of a level that breaks its promises; what cannot be known of it is left out. Nothing is proved here.

mod ground;
mod locks;
mod route;

pub use ground::{Ground, UNREACHED};
pub use locks::{Behind, KeyLine, behind_locks, key_lines};
pub use route::find_route;

use std::collections::BTreeSet;

use crate::base::{Cell, Direction};
use crate::level::{Level, Passage, PassageId, Place, PlaceId};
use crate::mission::NodeRole;
use crate::rooms::Board;

/// A passage that leads one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneWay {
    /// The passage.
    pub passage: PassageId,
    /// One of its cells, and the next on the way.
    pub at: [Cell; 2],
}

/// A side inside a board that is crossed one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// The place with the board.
    pub place: PlaceId,
    /// A cell in the middle of the side from which one drops.
    pub at: Cell,
    /// Where to.
    pub towards: Direction,
}

/// The drops inside boards, by place, row by row.
pub fn find_drops(level: &Level) -> Vec<Drop> {
    let of_place = |place: &Place| -> Vec<Drop> {
        let Some(record) = &place.board else { return Vec::new() };
        let board = Board { cells: record.cells, cell: record.cell };
        // The board lies within a frame of wall.
        let corner = place.bounds.min + Cell::new(1, 1);
        let found = record.drops.iter().filter_map(|drop| {
            let towards = Direction::ALL.into_iter().find(|side| drop.from.step(*side) == drop.to)?;
            let at = corner + board.middle(drop.from, towards).next()?;
            Some(Drop { place: place.id, at, towards })
        });
        found.collect()
    };
    level.places.iter().flat_map(of_place).collect()
}

/// Where one goes through each passage that leads one way only.
pub fn one_ways(level: &Level) -> Vec<OneWay> {
    let ground = Ground::new(level);
    let one_way = |passage: &Passage| {
        let [from, to] = [level.place(passage.from)?, level.place(passage.to)?];
        let way = ground.way(from.anchor, to.anchor, &BTreeSet::from([from.id, to.id]), &[passage.id])?;
        let own: Vec<usize> =
            (0..way.len()).filter(|index| level.owner(way[*index]) == passage.id.into()).collect();
        let middle = *own.get(own.len() / 2)?;
        Some(OneWay { passage: passage.id, at: [way[middle], *way.get(middle + 1)?] })
    };
    level.passages.iter().filter(|passage| passage.one_way).filter_map(one_way).collect()
}

/// The places that passages join to one other place at most, and where one neither starts nor arrives.
pub fn dead_ends(level: &Level) -> Vec<PlaceId> {
    let neighbours = |place: &Place| -> BTreeSet<PlaceId> {
        let passages = level
            .passages
            .iter()
            .flat_map(|passage| [(passage.from, passage.to), (passage.to, passage.from)]);
        passages.filter(|(one, other)| *one == place.id && other != one).map(|(_, other)| other).collect()
    };
    let is_dead_end = |place: &&Place| {
        !matches!(place.role, Some(NodeRole::Start | NodeRole::Goal)) && neighbours(place).len() <= 1
    };
    level.places.iter().filter(is_dead_end).map(|place| place.id).collect()
}

/// The cells of the way from the start to the goal, with the detours to the keys that it takes; empty if there is none.
pub fn way_to_goal(level: &Level) -> Vec<Cell> {
    let ground = Ground::new(level);
    let mut way: Vec<Cell> = Vec::new();
    for leg in route::find_legs(level) {
        let Some(cells) = ground.way(leg.from, leg.to, &leg.places, &leg.passages) else { return Vec::new() };
        way.extend(cells.into_iter().skip(usize::from(!way.is_empty())));
    }
    way
}
