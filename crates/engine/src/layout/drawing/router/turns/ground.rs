//! The free ground around a course: the cells that it may take with a wall around its corridor.

use crate::base::{Cell, Rect};
use crate::layout::drawing::block::Block;
use crate::layout::drawing::course::Course;
use crate::layout::drawing::orthogonal::OrthogonalDrawing;
use crate::layout::drawing::router::window::{cell_at, index_of, rows_of_disc, rows_on};

/// Which cells near a course are free for it, with a wall around its corridor.
pub(in crate::layout) struct FreeCells {
    pub window: Rect,
    /// Cells that others close, and those that touch its own places.
    closed: Vec<bool>,
    touching: Vec<bool>,
}

impl FreeCells {
    /// What is free at most so many cells off a course, within the bounds of the drawing; `None` if that is nothing.
    pub fn around(drawing: &OrthogonalDrawing, number: usize, aside: u32) -> Option<Self> {
        let course = &drawing.courses[number];
        let wide = course.after.unsigned_abs();
        let way = course.bars().reduce(Rect::union)?;
        let window = way.grown(aside).shared(drawing.bounds());
        let nothing = vec![false; window.size.area()];
        let mut ground = Self { window, closed: nothing.clone(), touching: nothing };
        for (place, block) in drawing.blocks.iter().enumerate() {
            if course.places.contains(&place) {
                ground.touch(block.core.grown(1));
            } else {
                ground.close(block.core.grown(1 + wide));
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

    /// Closes what a place may come to own, and so many cells around that.
    fn close_disc(&mut self, block: &Block, more: u32) {
        let Some(reach) = block.reach else { return };
        let radius = reach.unsigned_abs() + more;
        rows_of_disc(self.window, block.core.center(), radius).for_each(|row| self.closed[row].fill(true));
    }

    /// The number of a cell; `None` outside the window.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        index_of(self.window, cell)
    }

    /// The cell of a number.
    pub fn cell(&self, index: usize) -> Cell {
        cell_at(self.window, index)
    }

    /// Can the way lie there without touching anything?
    pub fn is_free(&self, index: usize) -> bool {
        !self.closed[index] && !self.touching[index]
    }

    /// Can the way lie there if it may touch its own places?
    pub fn is_free_beside_own(&self, index: usize) -> bool {
        !self.closed[index]
    }
}
