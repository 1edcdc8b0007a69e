//! What is pinned stays where it is while all else slides.

use super::squeeze::{FIRST, Squeeze};
use crate::base::Cell;

impl Squeeze<'_> {
    /// What is pinned stays where it is, and all else right of the corner, if there is one.
    pub(super) fn hold_pinned(&mut self) {
        let Some(anchor) = &self.drawing.anchor else { return };
        let mut held: Vec<usize> = anchor.places.iter().map(|place| Self::node(*place)).collect();
        if let Some(corner) = self.drawing.corner() {
            self.at[FIRST] = self.at[FIRST].min(corner.x);
            held.insert(0, FIRST);
        }
        for pair in held.windows(2) {
            let apart = self.at[pair[1]] - self.at[pair[0]];
            self.add(pair[0], pair[1], apart, 0);
            self.add(pair[1], pair[0], -apart, 0);
        }
    }

    /// Where the level begins when everything is at these positions.
    pub(super) fn zero_at(&self, found: &[i32], zero: Cell, places: &[usize]) -> Cell {
        let by = places.first().map_or(0, |place| found[Self::node(*place)] - self.at[Self::node(*place)]);
        zero + Cell::new(by, 0)
    }
}
