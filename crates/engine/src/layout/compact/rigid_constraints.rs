//! Constraints for parts that move as one: pinned places, and places joined by doorways.
//!
//! In: a constraint graph. Out: the graph with gaps that fix the distances between such parts.
//! Pinned places are fixed relative to each other only. `zero_at` tells where the origin of the level is
//! afterwards.

use super::row_compaction::{CompactionGraph, FIRST};
use crate::base::Cell;

impl CompactionGraph<'_> {
    /// Fixes pinned places relative to each other, and relative to the corner of the level if it is bounded.
    pub(super) fn hold_pinned(&mut self) {
        let Some(anchor) = &self.drawing.anchor else { return };
        let mut held: Vec<usize> = anchor.places.iter().map(|place| Self::node(*place)).collect();
        if let Some(corner) = self.drawing.corner() {
            self.at[FIRST] = self.at[FIRST].min(corner.x);
            held.insert(0, FIRST);
        }
        for pair in held.windows(2) {
            self.tie(pair[0], pair[1]);
        }
    }

    /// Fixes the places of a doorway relative to each other, together with its route.
    pub(super) fn hold_together(&mut self, doorway: usize) {
        let course = &self.drawing.courses[doorway];
        let [from, to] = course.places.map(Self::node);
        let bars = (0..course.pieces()).filter_map(|piece| self.bars.get(&(doorway, piece)).copied());
        let held: Vec<usize> = bars.chain([to]).collect();
        held.into_iter().for_each(|other| self.tie(from, other));
    }

    /// Keeps two positions at their current distance.
    pub(super) fn tie(&mut self, one: usize, other: usize) {
        let apart = self.at[other] - self.at[one];
        self.add(one, other, apart, 0);
        self.add(other, one, -apart, 0);
    }

    /// Returns the cell of the level's origin after everything has moved to these positions.
    pub(super) fn zero_at(&self, found: &[i32], zero: Cell, places: &[usize]) -> Cell {
        let by = places.first().map_or(0, |place| found[Self::node(*place)] - self.at[Self::node(*place)]);
        zero + Cell::new(by, 0)
    }
}
