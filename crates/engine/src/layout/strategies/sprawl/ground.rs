//! The rectangles that are taken, indexed by position.
//!
//! In: the rectangles of places and straight passages, with their owners. Out: answers if others are free.
//! Rectangles are removed in reverse order, for backtracking.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::base::Rect;
use crate::layout::budget::SQUARE_CELLS;

/// The rectangles of places and straight passages.
///
/// An index by squares of [`SQUARE_CELLS`] cells finds rectangles near a position:
///
/// ```text
/// (0, 0)   │ (0, 1)
///   ┌──────┼────┐
///   │      │    │      listed in both squares
///   └──────┼────┘
/// ```
#[derive(Debug)]
pub(super) struct RectIndex {
    clearance: u32,
    pieces: Vec<OwnedRect>,
    /// The rectangles in each square that is not empty, by row and column.
    squares: BTreeMap<(i32, i32), Vec<usize>>,
}

#[derive(Debug)]
struct OwnedRect {
    rect: Rect,
    /// The places to which it belongs: a place to itself, a passage to its two places.
    owners: [usize; 2],
}

impl RectIndex {
    /// Creates an empty index. Unrelated rectangles must be at least `clearance` cells apart.
    pub fn new(clearance: u32) -> Self {
        Self { clearance, pieces: Vec::new(), squares: BTreeMap::new() }
    }

    /// Adds a rectangle.
    pub fn take(&mut self, rect: Rect, owners: [usize; 2]) {
        for square in squares(rect) {
            self.squares.entry(square).or_default().push(self.pieces.len());
        }
        self.pieces.push(OwnedRect { rect, owners });
    }

    /// Returns the number of rectangles.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Removes all rectangles except the first `kept`.
    pub fn give_back(&mut self, kept: usize) {
        while self.pieces.len() > kept {
            let Some(piece) = self.pieces.pop() else { return };
            for square in squares(piece.rect) {
                // The rectangle was the last one added to this square.
                self.squares.entry(square).or_default().pop();
            }
        }
    }

    /// Returns the owners of all rectangles that overlap the given one.
    pub fn owners_near(&self, rect: Rect) -> BTreeSet<usize> {
        self.near(rect).filter(|piece| piece.rect.overlaps(rect)).flat_map(|piece| piece.owners).collect()
    }

    /// Returns all rectangles in the squares of the given one. A rectangle in several squares is returned repeatedly.
    fn near(&self, rect: Rect) -> impl Iterator<Item = &OwnedRect> {
        let columns = columns(rect);
        let rows = rows(rect).filter({
            let is_any = !columns.is_empty();
            move |_| is_any
        });
        let numbers = rows.flat_map(move |y| self.squares.range((y, *columns.start())..=(y, *columns.end())));
        numbers.flat_map(|(_, numbers)| numbers).filter_map(move |number| self.pieces.get(*number))
    }

    /// Returns `true` if the rectangle may be taken by something that is joined with a place.
    ///
    /// It may border on that place, must not touch the place's passages, and keeps its clearance to everything else.
    pub fn is_free(&self, rect: Rect, joined: Option<usize>) -> bool {
        self.near(rect.grown(self.clearance)).all(|piece| {
            let apart = match joined {
                Some(place) if piece.owners == [place; 2] => 0,
                Some(place) if piece.owners.contains(&place) => 1,
                _ => self.clearance,
            };
            !piece.rect.overlaps(rect.grown(apart))
        })
    }

    /// Returns the bounds of all rectangles.
    pub fn bounds(&self) -> Rect {
        self.pieces.iter().map(|piece| piece.rect).reduce(Rect::union).unwrap_or_default()
    }
}

/// Returns the squares that a rectangle covers, by row and column.
fn squares(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    rows(rect).flat_map(move |y| columns(rect).map(move |x| (y, x)))
}

fn rows(rect: Rect) -> RangeInclusive<i32> {
    square(rect.min.y)..=square(rect.bottom() - 1)
}

fn columns(rect: Rect) -> RangeInclusive<i32> {
    square(rect.min.x)..=square(rect.right() - 1)
}

fn square(at: i32) -> i32 {
    at.div_euclid(SQUARE_CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_keeps_what_does_not_belong_together_apart() {
        let mut ground = RectIndex::new(3);
        ground.take(Rect::from((0, 0, 20, 5)), [4, 4]);
        ground.take(Rect::from((20, 2, 6, 1)), [4, 7]);
        let is_free = |rect: (i32, i32, u32, u32), joined| ground.is_free(rect.into(), joined);
        assert!(is_free((0, 8, 30, 5), None));
        assert!(!is_free((0, 7, 30, 5), None));
        assert!(is_free((2, 5, 1, 4), Some(4)));
        assert!(!is_free((2, 4, 1, 4), Some(4)));
        assert!(is_free((20, 4, 1, 4), Some(4)));
        assert!(!is_free((20, 3, 1, 4), Some(4)));
        assert!(!is_free((-40, -40, 100, 100), Some(4)));
        assert_eq!(ground.bounds(), Rect::from((0, 0, 26, 5)));
    }

    #[test]
    fn ground_that_is_given_back_is_free_again() {
        let mut ground = RectIndex::new(3);
        ground.take(Rect::from((0, 0, 5, 5)), [1, 1]);
        ground.take(Rect::from((-3, 40, 50, 5)), [2, 3]);
        let there = Rect::from((10, 42, 3, 3));
        assert_eq!(ground.owners_near(there), [2, 3].into());
        assert!(!ground.is_free(there, None));
        ground.give_back(1);
        assert!(ground.is_free(there, None));
        assert_eq!((ground.len(), ground.bounds()), (1, Rect::from((0, 0, 5, 5))));
        assert!(!ground.is_free(Rect::from((7, 0, 3, 3)), None));
    }
}
