//! Dresses dug places: groves around anchors, and bare floor between them.
//!
//! ```text
//!   ####  ####
//!  #.MMm##...#     MM: a giant, with a grove of its kind around it
//!  #.MM......#
//!  #..m.....##     The middle of the cave stays free for walkers.
//!   #######
//! ```

use super::arranger::Arranger;
use super::rooms::corner_of;
use crate::base::Cell;
use crate::level::{PropArrangement, PropPosition};

/// Cells of floor for each grove, at the usual density.
const CELLS_OF_GROVE: u32 = 44;

/// Cells of floor for each further large thing.
const CELLS_OF_LARGE: usize = 130;

/// Cells of floor from which a cave gets a large thing.
const LARGE_FLOOR: usize = 50;

impl Arranger<'_, '_, '_> {
    /// Dresses a place that was dug, with this floor.
    pub fn dress_cave(&mut self, floor: &[Cell]) {
        let cells = floor.len() as u32 * self.density / 100;
        if floor.len() >= LARGE_FLOOR && self.random.chance(80) {
            let count = 1 + (floor.len() / CELLS_OF_LARGE).min(4);
            (0..count).for_each(|_| self.giant(floor));
        }
        let count = cells / CELLS_OF_GROVE + u32::from(self.random.chance(50));
        for _ in 0..count {
            let Some(at) = self.random.pick(floor).copied() else { return };
            // Most of the open middle stays free for walkers.
            if self.is_open(at) && self.random.chance(65) {
                continue;
            }
            let position = match self.bare_position(at) {
                Some(PropPosition::Shores) => PropPosition::Shores,
                Some(_) => PropPosition::Caves,
                None => continue,
            };
            if let Some(thing) = self.choose(position) {
                self.arrange(thing, at);
            }
        }
        let corners = cells / (2 * CELLS_OF_GROVE);
        for _ in 0..corners {
            let Some(at) = self.random.pick(floor).copied() else { return };
            if let Some(position @ (PropPosition::Corners | PropPosition::Walls)) = self.bare_position(at)
                && let Some(thing) = self.choose(position)
                && thing.1.arrangement != PropArrangement::Pair
            {
                self.arrange(thing, at);
            }
        }
        self.lay_flat(floor, cells / 60);
    }

    /// Draws a large thing with a grove of its kind next to it.
    fn giant(&mut self, floor: &[Cell]) {
        let cells = self.place_large(true, |size, random| random.pick(floor).map(|at| corner_of(*at, size)));
        let Some(cells) = cells else { return };
        if let Some(thing) = self.choose(PropPosition::Caves)
            && thing.1.arrangement == PropArrangement::Grove
        {
            let beyond = Cell::new(cells.right() + 1, cells.bottom());
            self.grove(thing, beyond);
        }
    }
}
