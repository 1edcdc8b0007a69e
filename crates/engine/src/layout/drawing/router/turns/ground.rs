//! The free cells around a course: those that its route may use with a wall around its corridor.
//!
//! ```text
//! A A x x . . . x x B B      the middle of a corridor of width 3 may use "." between "A" and "B",
//!                            because a wall and half of its width ("x") fit on both sides
//! ```

use crate::base::{Cell, Rect};
use crate::layout::drawing::block::Block;
use crate::layout::drawing::course::Course;
use crate::layout::drawing::orthogonal::OrthogonalDrawing;
use crate::layout::drawing::router::window::{cell_at, index_of, rows_of_disc, rows_on};

/// The cells near a course that are free for its route.
pub(in crate::layout) struct FreeCells {
    pub window: Rect,
    /// The cells that others block, and those that touch the places of the course.
    closed: Vec<bool>,
    touching: Vec<bool>,
}

impl FreeCells {
    /// Finds the cells at most `aside` cells off a course, within the bounds of the drawing.
    ///
    /// Returns `None` if the course has no cells outside of its places.
    pub fn around(drawing: &OrthogonalDrawing, number: usize, aside: u32) -> Option<Self> {
        let course = &drawing.courses[number];
        let wide = course.after.unsigned_abs();
        let extent = course.bars().reduce(Rect::union)?;
        let window = extent.grown(aside).shared(drawing.bounds());
        let nothing = vec![false; window.size.area()];
        let mut ground = Self { window, closed: nothing.clone(), touching: nothing };
        for (place, block) in drawing.blocks.iter().enumerate() {
            if course.places.contains(&place) {
                block.parts().for_each(|part| ground.touch(part.grown(1)));
            } else {
                block.parts().for_each(|part| ground.close(part.grown(1 + wide)));
                ground.close_disc(block, 1 + wide);
            }
        }
        let others = drawing.courses.iter().enumerate().filter(|(other, _)| *other != number);
        for bar in others.flat_map(|(_, other)| Course::bars(other)) {
            ground.close(bar.grown(1 + wide));
        }
        Some(ground)
    }

    fn close(&mut self, rect: Rect) {
        rows_on(self.window, rect).for_each(|row| self.closed[row].fill(true));
    }

    fn touch(&mut self, rect: Rect) {
        rows_on(self.window, rect).for_each(|row| self.touching[row].fill(true));
    }

    /// Blocks the cells that a place is likely to own, and `more` cells around them.
    fn close_disc(&mut self, block: &Block, more: u32) {
        let Some(reach) = block.reach else { return };
        let radius = reach.unsigned_abs() + more;
        rows_of_disc(self.window, block.core.center(), radius).for_each(|row| self.closed[row].fill(true));
    }

    /// Returns the index of a cell, or `None` outside of the window.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        index_of(self.window, cell)
    }

    /// Returns the cell with an index.
    pub fn cell(&self, index: usize) -> Cell {
        cell_at(self.window, index)
    }

    /// Returns `true` if the route can use a cell without touching anything.
    pub fn is_free(&self, index: usize) -> bool {
        !self.closed[index] && !self.touching[index]
    }

    /// Returns `true` if the route can use a cell when it may touch its own places.
    pub fn is_free_beside_own(&self, index: usize) -> bool {
        !self.closed[index]
    }
}
