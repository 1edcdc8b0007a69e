//! Constraints for passages with a minimum and a maximum length.
//!
//! In: a course with limits. Out: constraints that keep its minimum and shorten it towards its maximum.
//! A pass moves along rows only, so only the horizontal pieces of the course change.

use super::row_compaction::CompactionGraph;
use crate::layout::budget::compact::lengths::{TOO_LONG, TOO_LONG_A_PLACE};

/// A horizontal piece: the positions of its left and its right end, and its length in cells.
struct RowSegment {
    left: usize,
    right: usize,
    cells: i32,
    /// Set if the course goes to the right on this piece.
    is_forward: bool,
}

impl CompactionGraph<'_> {
    /// Keeps the total length of a course at its minimum or above, and pulls it down to its maximum.
    pub(super) fn keep_length(&mut self, number: usize) {
        let drawing = self.drawing;
        let course = &drawing.courses[number];
        let Some((least, most)) = course.limits else { return };
        let now = course.cells_between(course.cores(&drawing.blocks));
        let pieces = (0..course.pieces()).filter(|piece| !course.is_upright(*piece));
        let levels: Vec<RowSegment> = pieces.map(|piece| self.level(number, piece)).collect();
        // The number of cells that it may lose.
        let spare = now.saturating_sub(least) as i32;
        let all: i32 = levels.iter().map(|level| level.cells).sum();
        let wanted = all + most as i32 - now as i32;
        let (Some(first), Some(last)) = (levels.first(), levels.last()) else { return };
        if levels.iter().all(|level| level.is_forward == first.is_forward) {
            let (from, to) =
                if first.is_forward { (first.left, last.right) } else { (last.left, first.right) };
            let apart = self.at[to] - self.at[from];
            self.add(from, to, apart - spare, 0);
            self.shorten(from, to, apart - all + wanted.max(0));
            return;
        }
        for RowSegment { left, right, cells, .. } in levels {
            let apart = self.at[right] - self.at[left];
            self.add(left, right, apart - spare * cells / all.max(1), 0);
            if wanted < all {
                self.shorten(left, right, apart - cells + wanted.max(0) * cells / all.max(1));
            }
        }
    }

    fn level(&self, number: usize, piece: usize) -> RowSegment {
        let course = &self.drawing.courses[number];
        let (from, to) = (course.corners[piece].x, course.corners[piece + 1].x);
        let nodes = [self.end_node(number, piece, 0), self.end_node(number, piece, 1)];
        let is_forward = from < to;
        let [left, right] = if is_forward { nodes } else { [nodes[1], nodes[0]] };
        RowSegment { left, right, cells: (to - from).abs(), is_forward }
    }

    /// Adds a cost for each cell by which the second position is more than `most` cells behind the first.
    fn shorten(&mut self, from: usize, to: usize, most: i32) {
        // A helper position behind the first, by as many cells as the second is too far away.
        let beyond = self.at.len();
        self.at.push(self.at[from].max(self.at[to] - most));
        let weight = TOO_LONG + TOO_LONG_A_PLACE * self.drawing.blocks.len() as i64;
        self.add(from, beyond, 0, weight);
        self.add(to, beyond, -most, 0);
    }
}
