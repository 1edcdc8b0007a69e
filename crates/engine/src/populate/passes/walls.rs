//! The walls around floors.

use crate::base::{BitGrid, Cell};
use crate::level::{Level, PlaceId};
use crate::populate::LevelDraft;

/// Returns the walls around the floor of each place on which the present pass works, row by row of the floor.
///
/// A wall between two places is listed once, for the first.
pub(super) fn around_places(draft: &LevelDraft<'_>) -> Vec<(PlaceId, Vec<Cell>)> {
    let level = draft.level();
    let walls = Walls::of(level);
    let mut known = BitGrid::empty(level.tiles.size());
    let inner = draft.inner_floor();
    let around = |place: PlaceId, known: &mut BitGrid| {
        let floor = draft.floor(place).iter().filter(|cell| draft.is_open(**cell) && !inner.get(**cell));
        let near = floor.flat_map(|cell| cell.around());
        near.filter(|near| !draft.is_open(*near) && is_new(known, *near) && walls.are_at(*near)).collect()
    };
    draft.places().map(|place| (place.id, around(place.id, &mut known))).collect()
}

/// Marks a cell. Returns `true` if it was not marked before.
pub(super) fn is_new(known: &mut BitGrid, cell: Cell) -> bool {
    let is_new = !known.get(cell);
    known.set(cell, true);
    is_new
}

/// The wall tiles of a level, like those between places.
pub(super) struct Walls<'a> {
    level: &'a Level,
    characters: Vec<char>,
}

impl<'a> Walls<'a> {
    pub fn of(level: &'a Level) -> Self {
        let walls = level.legend.iter().filter(|(_, tile)| !tile.walkable && tile.name == "wall");
        Self { level, characters: walls.map(|(character, _)| *character).collect() }
    }

    /// Returns `true` if the tile is one of them.
    pub fn are_at(&self, cell: Cell) -> bool {
        self.level.tiles.get(cell).is_some_and(|tile| self.characters.contains(tile))
    }
}

/// Returns `true` if the side of a wall is visible, because there is floor directly below it.
pub(in crate::populate) fn shows_its_side(level: &Level, wall: Cell) -> bool {
    level.is_walkable(wall + Cell::new(0, 1))
}
