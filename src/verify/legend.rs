//! What the legend of a level says of a tile, at once for the characters that most levels use.

use crate::level::Level;

/// Which tiles are in the legend, and on which one can walk.
pub(super) struct Walkables<'a> {
    level: &'a Level,
    /// By character, for the first 128.
    common: [Option<bool>; 128],
}

impl<'a> Walkables<'a> {
    pub(super) fn new(level: &'a Level) -> Self {
        let mut common = [None; 128];
        for (tile, meaning) in &level.legend {
            if let Some(entry) = common.get_mut(*tile as usize) {
                *entry = Some(meaning.walkable);
            }
        }
        Self { level, common }
    }

    /// Can one walk on the tile? `None` if the legend lacks it.
    #[inline]
    pub(super) fn of(&self, tile: char) -> Option<bool> {
        match self.common.get(tile as usize) {
            Some(known) => *known,
            None => self.level.legend.get(&tile).map(|meaning| meaning.walkable),
        }
    }
}
