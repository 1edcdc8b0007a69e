//! What the legend of a level says of its tiles, read once for all checks.

use std::collections::BTreeSet;

use crate::base::Grid;
use crate::level::Level;

/// Where one can walk, as the legend has it.
pub(super) struct Walkables {
    /// The cells on which one can walk; a tile that the legend lacks is none.
    pub(super) cells: Grid<bool>,
    /// Is every tile in the legend?
    pub(super) all_known: bool,
    /// The characters of the tiles that lie in the level.
    pub(super) used: BTreeSet<char>,
}

impl Walkables {
    /// Looks a tile up only where the one before is another.
    pub(super) fn read(level: &Level) -> Self {
        let (mut all_known, mut used) = (true, BTreeSet::new());
        let mut last = None;
        let is_walkable = |tile: &char| match last {
            Some((same, is_walkable)) if same == *tile => is_walkable,
            _ => {
                let meaning = level.legend.get(tile);
                all_known &= meaning.is_some();
                used.insert(*tile);
                let is_walkable = meaning.is_some_and(|meaning| meaning.walkable);
                last = Some((*tile, is_walkable));
                is_walkable
            }
        };
        let cells = level.tiles.map(is_walkable);
        Self { cells, all_known, used }
    }
}
