//! Dresses built places: a large thing in the middle, pairs mirrored at the axis, stacks along walls.
//!
//! ```text
//! ###########
//! #b.......b#    b: a pair in corners
//! #..t.t.t..#    t: rows with an aisle
//! #.........#
//! #..t.t.t..#
//! #ccc.....c#    c: stacks
//! ###########
//! ```

use super::Thing;
use super::arranger::Arranger;
use crate::base::{Cell, Rect, Size};
use crate::level::{PropArrangement, PropPosition};

/// Cells of floor for each attempt, at the usual density.
const CELLS_OF_ATTEMPT: u32 = 9;

/// Cells of floor for each flat thing, at the usual density.
const CELLS_OF_FLAT: u32 = 40;

/// Cells of floor for each further large thing.
const CELLS_OF_LARGE: usize = 140;

/// Cells of floor from which a place gets a large thing, or rows.
const LARGE_FLOOR: usize = 42;

impl<'t> Arranger<'_, '_, 't> {
    /// Dresses a place that was built, with this floor within these bounds.
    pub fn dress_room(&mut self, floor: &[Cell], bounds: Rect) {
        let cells = floor.len() as u32 * self.density / 100;
        if floor.len() >= LARGE_FLOOR {
            let is_rows = self.random.chance(35);
            if !(is_rows && self.rows(bounds)) && self.random.chance(85) {
                let count = 1 + (floor.len() / CELLS_OF_LARGE).min(3);
                (0..count).for_each(|_| self.center_piece(floor, bounds));
            }
        }
        for _ in 0..cells.div_ceil(CELLS_OF_ATTEMPT) {
            let Some(at) = self.random.pick(floor).copied() else { return };
            match self.bare_position(at) {
                Some(PropPosition::Middle) if floor.len() < LARGE_FLOOR => self.dress_middle(bounds),
                Some(position @ (PropPosition::Walls | PropPosition::Corners | PropPosition::Shores)) => {
                    self.dress_edge(position, at, bounds);
                }
                _ => {}
            }
        }
        self.lay_flat(floor, cells / CELLS_OF_FLAT + 1);
    }

    /// Draws flat things, two or three next to each other.
    pub fn lay_flat(&mut self, floor: &[Cell], count: u32) {
        for _ in 0..count {
            let Some(at) = self.random.pick(floor).copied() else { return };
            let Some(thing) = self.choose(PropPosition::Floors) else { return };
            if self.place(thing, at) && self.random.chance(40) {
                let aside = Cell::new(self.random.below(3) as i32 - 1, self.random.below(3) as i32 - 1);
                self.place(thing, at + aside);
            }
        }
    }

    /// Puts a large thing into the middle of the bounds, onto their axis, or anywhere else.
    fn center_piece(&mut self, floor: &[Cell], bounds: Rect) {
        let mut number = 0;
        let tries = floor.len();
        self.place_large(false, |size, random| {
            number += 1;
            let middle = corner_of(bounds.center(), size);
            match number {
                1 => Some(middle),
                2..=5 => Some(middle + Cell::new(0, random.below(7) as i32 - 3)),
                _ => floor.get(random.below(tries as u64) as usize).copied(),
            }
        });
    }

    /// Puts a thing onto the middle of a small place.
    fn dress_middle(&mut self, bounds: Rect) {
        let Some(thing) = self.choose(PropPosition::Middle) else { return };
        if self.is_open(bounds.center()) {
            self.place(thing, bounds.center());
        }
    }

    /// Draws something at a wall or at water.
    fn dress_edge(&mut self, position: PropPosition, at: Cell, bounds: Rect) {
        let Some(thing) = self.choose(position) else { return };
        match thing.1.arrangement {
            PropArrangement::Pair => self.pair(thing, at, bounds),
            PropArrangement::Grove if position != PropPosition::Shores => {
                self.stack(thing, at, 2);
            }
            _ => self.arrange(thing, at),
        }
    }

    /// Draws a thing and its mirror image, or nothing.
    fn pair(&mut self, thing: Thing<'t>, at: Cell, bounds: Rect) {
        let across = Cell::new(bounds.min.x + bounds.right() - 1 - at.x, at.y);
        let along = Cell::new(at.x, bounds.min.y + bounds.bottom() - 1 - at.y);
        let is_wide = bounds.size.width >= bounds.size.height;
        let ways = if is_wide { [across, along] } else { [along, across] };
        // Two of them next to each other are no pair.
        let is_far = |other: &Cell| (other.x - at.x).abs() + (other.y - at.y).abs() > 2;
        let mirrored = ways.into_iter().find(|other| is_far(other) && self.bare_position(*other).is_some());
        if let Some(other) = mirrored.filter(|_| self.left(thing) >= 2)
            && self.place(thing, at)
        {
            self.place(thing, other);
        }
    }

    /// Draws things in rows with an aisle in the middle. Returns `false` if the place has no room for them.
    fn rows(&mut self, bounds: Rect) -> bool {
        let is_of_rows = |(_, rule): &&Thing<'t>| rule.arrangement == PropArrangement::Rows;
        let Some(thing) = self.things_at(PropPosition::Middle).iter().find(is_of_rows).copied() else {
            return false;
        };
        let middle = bounds.min.x + bounds.right() - 1;
        let columns = (bounds.min.x + 2..bounds.right() - 2).step_by(2);
        let columns: Vec<i32> = columns.filter(|x| (2 * x - middle).abs() > 1).collect();
        let rows = (bounds.min.y + 2..bounds.bottom() - 2).step_by(3);
        let cells: Vec<Cell> = rows
            .flat_map(|y| columns.iter().map(move |x| Cell::new(*x, y)))
            .filter(|cell| self.is_open(*cell))
            .collect();
        let has_room = cells.iter().filter(|cell| self.is_bare(**cell)).count() >= 4;
        if has_room {
            cells.iter().for_each(|cell| _ = self.place(thing, *cell));
        }
        has_room
    }
}

/// Returns the upper left cell of a rectangle of that size around a middle.
pub(super) fn corner_of(middle: Cell, size: Size) -> Cell {
    Cell::new(middle.x - (size.width as i32 - 1) / 2, middle.y - (size.height as i32 - 1) / 2)
}
