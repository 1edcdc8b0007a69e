//! Dresses dug places: groves around anchors, rows along rims and shores, and bare floor between them.
//!
//! ```text
//!   ####  ####
//!  #.MMm##s.s#     MM: a giant, with a grove of its kind around it
//!  #.MM.....s#     s: a row along the rim
//!  #..m.r~~.##     r: reeds and stones at a shore
//!   #####~##       The middle of the cave stays free for walkers.
//! ```

use super::arranger::Arranger;
use super::rooms::corner_of;
use crate::base::Cell;
use crate::level::{PropArrangement, PropPosition};

/// Cells of floor for each grove, at the usual density.
const CELLS_OF_GROVE: u32 = 40;

/// Number of cells that are tried for each grove.
const GROVE_TRIES: u32 = 2;

/// Cells of a rim for each row along it, at the usual density.
const CELLS_OF_ROW: u32 = 16;

/// Cells of a shore for each group on it, at the usual density.
const CELLS_OF_SHORE: u32 = 12;

/// Cells of floor for each further large thing.
const CELLS_OF_LARGE: usize = 130;

/// Cells of floor from which a cave gets a large thing.
const LARGE_FLOOR: usize = 34;

impl Arranger<'_, '_, '_> {
    /// Dresses a place that was dug, with this floor.
    pub fn dress_cave(&mut self, floor: &[Cell]) {
        let cells = floor.len() as u32 * self.density / 100;
        if floor.len() >= LARGE_FLOOR && self.random.chance(90) {
            let count = 1 + (floor.len() / CELLS_OF_LARGE).min(4);
            (0..count).for_each(|_| self.giant(floor));
        }
        let count = cells / CELLS_OF_GROVE + u32::from(self.random.chance(50));
        for _ in 0..count {
            let _ = (0..GROVE_TRIES).any(|_| self.try_grove(floor));
        }
        self.dress_shores(floor);
        self.dress_rims(floor);
        self.lay_flat(floor, cells / 60);
    }

    /// Draws a grove around a random cell. Most of the open middle stays free for walkers.
    fn try_grove(&mut self, floor: &[Cell]) -> bool {
        let Some(at) = self.random.pick(floor).copied() else { return false };
        if self.is_open(at) && self.random.chance(65) {
            return false;
        }
        let position = match self.bare_position(at) {
            Some(PropPosition::Shores) => PropPosition::Shores,
            Some(_) => PropPosition::Caves,
            None => return false,
        };
        let thing = self.choose(position);
        thing.into_iter().for_each(|thing| self.arrange(thing, at));
        thing.is_some()
    }

    /// Draws groups along shores: mostly of one kind, so that each lake has its own.
    fn dress_shores(&mut self, floor: &[Cell]) {
        let shores: Vec<Cell> = floor.iter().copied().filter(|cell| self.is_shore(*cell)).collect();
        for _ in 0..shores.len() as u32 * self.density / 100 / CELLS_OF_SHORE {
            if let Some(at) = self.random.pick(&shores).copied()
                && self.bare_position(at) == Some(PropPosition::Shores)
                && let Some(thing) = self.choose(PropPosition::Shores)
            {
                self.arrange(thing, at);
            }
        }
    }

    /// Draws rows along the rims of the cave, and single things of corners.
    fn dress_rims(&mut self, floor: &[Cell]) {
        let rims: Vec<Cell> = floor.iter().copied().filter(|cell| !self.is_open(*cell)).collect();
        for _ in 0..rims.len() as u32 * self.density / 100 / CELLS_OF_ROW {
            let Some(at) = self.random.pick(&rims).copied() else { return };
            let Some(position @ (PropPosition::Corners | PropPosition::Walls)) = self.bare_position(at)
            else {
                continue;
            };
            let position = if self.random.chance(70) { PropPosition::Caves } else { position };
            match self.choose(position) {
                Some(thing) if thing.1.arrangement == PropArrangement::Grove => {
                    let count = self.random.range(2, 5);
                    self.stack(thing, at, count);
                }
                Some(thing) if thing.1.arrangement != PropArrangement::Pair => self.arrange(thing, at),
                _ => {}
            }
        }
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
