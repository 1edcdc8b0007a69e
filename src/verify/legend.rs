//! What the legend of a level says of its tiles, read once for all checks.

use std::collections::BTreeSet;

use crate::base::{BitGrid, WORD_CELLS, word_where};
use crate::level::Level;

/// Where one can walk, as the legend has it.
pub(super) struct Walkables {
    /// The cells on which one can walk; a tile that the legend lacks is none.
    pub(super) cells: BitGrid,
    /// Is every tile in the legend?
    pub(super) all_known: bool,
    /// The characters of the tiles that lie in the level.
    pub(super) used: BTreeSet<char>,
}

impl Walkables {
    /// Reads 64 cells at a time: most hold few different tiles.
    pub(super) fn read(level: &Level) -> Self {
        let mut cells = BitGrid::empty(level.tiles.size());
        let mut all_known = true;
        let mut used = BTreeSet::new();
        for (y, row) in level.tiles.rows().enumerate() {
            for (word, tiles) in cells.row_mut(y).iter_mut().zip(row.chunks(WORD_CELLS)) {
                let mut seen = 0_u64;
                while let Some(tile) = tiles.get((!seen).trailing_zeros() as usize) {
                    let same = where_equal(tiles, *tile);
                    seen |= same;
                    used.insert(*tile);
                    match level.legend.get(tile) {
                        Some(meaning) if meaning.walkable => *word |= same,
                        Some(_) => {}
                        None => all_known = false,
                    }
                }
            }
        }
        Self { cells, all_known, used }
    }
}

/// Which of up to 64 tiles are this one.
fn where_equal(tiles: &[char], tile: char) -> u64 {
    match tiles.first_chunk::<WORD_CELLS>() {
        Some(tiles) => word_where(WORD_CELLS, |index| tiles[index] == tile),
        None => word_where(tiles.len(), |index| tiles.get(index) == Some(&tile)),
    }
}
