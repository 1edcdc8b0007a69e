//! Facts about a finished level: distances from the start, the way to the goal, keys and locks, one-way
//! passages, dead ends.
//!
//! Input: a level. Output: cells and places, for the window, for pictures, and for passes that need the way
//! to the goal.
//! A walker with the right keys can take every step that is counted here.
//! Nothing is proved here, and nothing is guaranteed for a level that breaks its promises: unknown facts are
//! left out.

mod ground;
mod locks;
mod route;

pub use ground::{RouteMap, UNREACHED};
pub use locks::{KeyLine, LockedArea, behind_locks, key_lines};
pub use route::find_route;

use std::collections::BTreeSet;

use crate::base::{Cell, Direction};
use crate::level::{Level, Passage, PassageId, Place, PlaceId};
use crate::mission::NodeRole;
use crate::rooms::BoardGrid;

/// A one-way passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneWay {
    /// The passage.
    pub passage: PassageId,
    /// One of its cells, and the next one on the way.
    pub at: [Cell; 2],
}

/// A side inside a board that can be crossed one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// The place with the board.
    pub place: PlaceId,
    /// A cell in the middle of the side, at the upper end of the drop.
    pub at: Cell,
    /// The direction of the drop.
    pub towards: Direction,
}

/// Returns the drops inside boards, by place, row by row.
pub fn find_drops(level: &Level) -> Vec<Drop> {
    let of_place = |place: &Place| -> Vec<Drop> {
        let Some(record) = &place.board else { return Vec::new() };
        let board = BoardGrid { cells: record.cells, cell: record.cell };
        // The board is inside a frame of wall.
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

/// Returns the direction of each one-way passage.
pub fn one_ways(level: &Level) -> Vec<OneWay> {
    let ground = RouteMap::new(level);
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

/// Returns the places that passages join to at most one other place, except starts and goals.
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

/// Returns the cells of the way from the start to the goal, with the detours to the keys that it needs.
///
/// Empty if there is no way.
pub fn way_to_goal(level: &Level) -> Vec<Cell> {
    let ground = RouteMap::new(level);
    let mut way: Vec<Cell> = Vec::new();
    for leg in route::find_legs(level) {
        let Some(cells) = ground.way(leg.from, leg.to, &leg.places, &leg.passages) else { return Vec::new() };
        way.extend(cells.into_iter().skip(usize::from(!way.is_empty())));
    }
    way
}
