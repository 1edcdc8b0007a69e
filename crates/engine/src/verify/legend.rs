//! The legend of a level, read once for all checks.

use std::collections::BTreeSet;

use crate::base::Grid;
use crate::level::Level;

/// The walkable cells according to the legend.
pub(super) struct Walkables {
    /// `true` for walkable cells; `false` for tiles that the legend lacks.
    pub(super) cells: Grid<bool>,
    /// `true` if every tile is in the legend.
    pub(super) all_known: bool,
    /// The characters of the tiles in the level.
    pub(super) used: BTreeSet<char>,
}

impl Walkables {
    /// Reads the tiles, and looks up a tile only if it differs from the one before.
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
