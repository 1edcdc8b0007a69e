//! A place as a block: the cells that it certainly owns, and the disc of cells around them that it is likely to own.
//!
//! ```text
//!     . . .
//!   . ┌───┐ .      core and disc; the radius of the disc is `reach`,      ┌───┐
//! . . │   │ . .    from the middle of the core                            │ ┌─┘ . .
//!   . └───┘ .                                                             └─┘ . . .
//!     . . .        an outline: a core that leaves some cells to others    . . . . .
//! ```

use std::sync::Arc;

use super::sized::SizedPlace;
use crate::base::{Cell, Rect, Size};
use crate::layout::input::problem::ProblemPlace;
use crate::place_shape::PlaceOutline;

/// A place in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Block {
    /// The smallest rectangle around the cells that it certainly owns.
    pub core: Rect,
    /// The cells of the core that others keep off, unless these are all of them.
    pub outline: Option<BlockOutline>,
    /// Distance from the middle of the core within which it is likely to own cells.
    pub reach: Option<i32>,
    /// `true` if passages can leave it anywhere but at its corners.
    pub is_open: bool,
    /// `true` if it is a part of something that is kept. Such parts may touch.
    pub is_kept: bool,
}

/// The outline of a block. Passages leave it at its exits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct BlockOutline {
    outline: Arc<PlaceOutline>,
    is_transposed: bool,
}

impl BlockOutline {
    fn parts(&self) -> &[Rect] {
        self.outline.parts(self.is_transposed)
    }
}

impl Block {
    /// Creates a block that owns its whole core.
    pub fn new(core: Rect, sized: &SizedPlace, place: &ProblemPlace) -> Self {
        Self {
            core,
            outline: None,
            reach: sized.likely_radius().map(|radius| radius as i32),
            is_open: !sized.is_entered_by_sockets(),
            is_kept: place.part_of.is_some(),
        }
    }

    /// Returns the block with this outline.
    pub fn outlined(self, outline: &Arc<PlaceOutline>) -> Self {
        let outline = BlockOutline { outline: Arc::clone(outline), is_transposed: false };
        Self { outline: Some(outline), is_open: false, ..self }
    }

    /// Returns the rectangles that cover the cells that it certainly owns: the core, or several with an outline.
    pub fn parts(&self) -> impl Iterator<Item = Rect> + Clone {
        let parts = self.outline.as_ref().map(BlockOutline::parts);
        let whole = parts.is_none().then_some(self.core);
        whole.into_iter().chain(parts.into_iter().flatten().map(|part| part.moved(self.core.min)))
    }

    /// Returns `true` if it certainly owns a cell.
    pub fn owns(&self, cell: Cell) -> bool {
        self.core.contains(cell) && (self.outline.is_none() || self.parts().any(|part| part.contains(cell)))
    }

    /// Returns `true` if it certainly owns a cell of a rectangle.
    pub fn overlaps(&self, rect: Rect) -> bool {
        self.core.overlaps(rect) && (self.outline.is_none() || self.parts().any(|part| part.overlaps(rect)))
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

    /// Returns the block moved by an offset.
    pub fn moved(&self, by: Cell) -> Self {
        Self { core: self.core.moved(by), ..self.clone() }
    }

    /// Returns the block with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        let turned = |outline: &BlockOutline| BlockOutline {
            outline: Arc::clone(&outline.outline),
            is_transposed: !outline.is_transposed,
        };
        let outline = self.outline.as_ref().map(turned);
        Self { core: self.core.transposed(), outline, ..*self }
    }
}

/// Returns the rectangle of one cell.
pub(in crate::layout) fn cell(cell: Cell) -> Rect {
    Rect::new(cell, Size::new(1, 1))
}
