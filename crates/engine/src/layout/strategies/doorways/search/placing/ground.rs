//! Finds the placed pieces close to a rectangle.

use std::collections::BTreeMap;

use crate::base::{Cell, Rect};
use crate::layout::budget::SQUARE_CELLS;

/// The placed pieces, by the squares that they touch.
#[derive(Debug, Default)]
pub(super) struct PieceIndex {
    squares: BTreeMap<(i32, i32), Vec<usize>>,
}

impl PieceIndex {
    pub fn add(&mut self, piece: usize, rect: Rect) {
        for square in squares(rect) {
            self.squares.entry(square).or_default().push(piece);
        }
    }

    pub fn remove(&mut self, piece: usize, rect: Rect) {
        for square in squares(rect) {
            if let Some(pieces) = self.squares.get_mut(&square) {
                pieces.retain(|other| *other != piece);
            }
        }
    }

    /// Returns the pieces in the squares of a rectangle, some more than once.
    pub fn near(&self, rect: Rect) -> impl Iterator<Item = usize> {
        squares(rect).filter_map(|square| self.squares.get(&square)).flatten().copied()
    }
}

/// Returns the squares that a rectangle touches.
fn squares(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    let square = |at: i32| at.div_euclid(SQUARE_CELLS);
    let last = Cell::new(square(rect.right() - 1), square(rect.bottom() - 1));
    let first = Cell::new(square(rect.min.x), square(rect.min.y));
    (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| (x, y)))
}
