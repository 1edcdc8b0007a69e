//! A place as a block: its core, and the disc of cells around it that it mostly comes to own.

use super::sized::SizedPlace;
use crate::base::{Cell, Rect, Size};
use crate::layout::problem::ProblemPlace;

/// A place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Block {
    pub core: Rect,
    /// How far from the middle of the core it mostly takes cells.
    pub reach: Option<i32>,
    /// Can passages leave it anywhere but at its corners?
    pub is_open: bool,
    /// Is it a part of something that is kept? Such parts may touch.
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

    /// The cells that it mostly comes to own, and all between.
    pub fn ground(&self) -> Rect {
        let around = |reach: i32| Rect::new(self.core.center(), Size::new(1, 1)).grown(reach.unsigned_abs());
        self.reach.map_or(self.core, |reach| self.core.union(around(reach)))
    }

    /// Does it mostly come to own a cell that lies there, if its core does not?
    pub fn reaches(&self, cell: Cell) -> bool {
        let distance = self.core.center().distance_squared(cell);
        self.reach.is_some_and(|reach| distance <= u64::from(reach.unsigned_abs()).pow(2))
    }
}

/// Returns the rectangle of one cell.
pub(in crate::layout) fn cell(cell: Cell) -> Rect {
    Rect::new(cell, Size::new(1, 1))
}
