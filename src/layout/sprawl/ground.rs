//! The ground that is taken.

use std::collections::BTreeMap;

use crate::base::{Cell, Rect};

/// How wide and high the squares are by which rectangles are found again.
const SQUARE_CELLS: i32 = 16;

/// The rectangles that places and straight passages take.
#[derive(Debug)]
pub(super) struct Ground {
    clearance: u32,
    pieces: Vec<Piece>,
    squares: BTreeMap<(i32, i32), Vec<usize>>,
}

#[derive(Debug)]
struct Piece {
    rect: Rect,
    /// The places that it belongs to: a place to itself, a passage to its two.
    owners: [usize; 2],
}

impl Ground {
    /// Nothing is taken; what does not belong together is to lie so many cells apart.
    pub fn new(clearance: u32) -> Self {
        Self { clearance, pieces: Vec::new(), squares: BTreeMap::new() }
    }

    /// Takes a rectangle.
    pub fn take(&mut self, rect: Rect, owners: [usize; 2]) {
        for square in squares(rect) {
            self.squares.entry(square).or_default().push(self.pieces.len());
        }
        self.pieces.push(Piece { rect, owners });
    }

    /// Can the rectangle be taken for something that is joined with a place? It may border on that, must not touch what belongs to it, and keeps its distance from all else.
    pub fn is_free(&self, rect: Rect, joined: Option<usize>) -> bool {
        let near = squares(rect.grown(self.clearance)).filter_map(|square| self.squares.get(&square));
        near.flatten().filter_map(|number| self.pieces.get(*number)).all(|piece| {
            let apart = match joined {
                Some(place) if piece.owners == [place; 2] => 0,
                Some(place) if piece.owners.contains(&place) => 1,
                _ => self.clearance,
            };
            !piece.rect.overlaps(rect.grown(apart))
        })
    }

    /// All that is taken.
    pub fn bounds(&self) -> Rect {
        self.pieces.iter().map(|piece| piece.rect).reduce(Rect::union).unwrap_or_default()
    }
}

/// The squares that a rectangle lies in.
fn squares(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    let square = |at: i32| at.div_euclid(SQUARE_CELLS);
    let last = Cell::new(square(rect.right() - 1), square(rect.bottom() - 1));
    let first = Cell::new(square(rect.min.x), square(rect.min.y));
    (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_keeps_what_does_not_belong_together_apart() {
        let mut ground = Ground::new(3);
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
}
