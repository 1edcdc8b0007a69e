//! A place as a block: its core, and the disc of cells around it that it is likely to own.
//!
//! ```text
//!     . . .
//!   . ┌───┐ .      core and disc; the radius of the disc is `reach`,
//! . . │   │ . .    from the middle of the core
//!   . └───┘ .
//!     . . .
//! ```

use super::sized::SizedPlace;
use crate::base::{Cell, Rect, Size};
use crate::layout::input::problem::ProblemPlace;

/// A place in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Block {
    pub core: Rect,
    /// Distance from the middle of the core within which it is likely to own cells.
    pub reach: Option<i32>,
    /// `true` if passages can leave it anywhere but at its corners.
    pub is_open: bool,
    /// `true` if it is a part of something that is kept. Such parts may touch.
    pub is_kept: bool,
}

impl Block {
    pub fn new(core: Rect, sized: &SizedPlace, place: &ProblemPlace) -> Self {
        Self {
            core,
            reach: sized.likely_radius().map(|radius| radius as i32),
            is_open: !sized.is_entered_by_sockets(),
            is_kept: place.part_of.is_some(),
        }
    }

    /// Returns the bounding rectangle of the core and the cells that it is likely to own.
    pub fn ground(&self) -> Rect {
        let around = |reach: i32| Rect::new(self.core.center(), Size::new(1, 1)).grown(reach.unsigned_abs());
        self.reach.map_or(self.core, |reach| self.core.union(around(reach)))
    }

    /// Returns `true` if it is likely to own a cell outside of its core.
    pub fn reaches(&self, cell: Cell) -> bool {
        let distance = self.core.center().distance_squared(cell);
        self.reach.is_some_and(|reach| distance <= u64::from(reach.unsigned_abs()).pow(2))
    }
}

/// Returns the rectangle of one cell.
pub(in crate::layout) fn cell(cell: Cell) -> Rect {
    Rect::new(cell, Size::new(1, 1))
}
