//! Checks whether pieces are aligned with their neighbours.
//!
//! ```text
//! #########   #########       left: aligned by their left sides
//! #aaaaaaa#   #aaaaaaa#       right: a side of "b" is at the middle of "a"
//! #########   #############
//! #bbbb#          #bbbbbbb#
//! ######          #########
//! ```

use super::{PlacementSearch, PlacementStyle};
use crate::base::{Cell, Rect};

impl PlacementSearch<'_, '_> {
    /// Returns `true` if the style of the search allows a piece at a spot.
    pub(super) fn suits(&self, piece: usize, spot: Cell) -> bool {
        self.placed_neighbours(piece).all(|neighbour| self.suits_beside(piece, spot, neighbour))
    }

    /// Returns `true` if the style of the search allows a piece at a spot next to a placed neighbour.
    pub(super) fn suits_beside(&self, piece: usize, spot: Cell, (other, at): (usize, Cell)) -> bool {
        match self.style {
            PlacementStyle::Regular => is_regular(self.ground_of(piece, spot), self.ground_of(other, at)),
            PlacementStyle::Tight | PlacementStyle::Roomy | PlacementStyle::Round | PlacementStyle::Any => {
                true
            }
        }
    }

    /// Returns by how many cells a piece at a spot would be out of line, summed over its placed neighbours.
    pub(super) fn crookedness(&self, piece: usize, spot: Cell) -> i64 {
        let ground = self.ground_of(piece, spot);
        let neighbours = self.placed_neighbours(piece);
        neighbours.map(|(other, at)| i64::from(crookedness(ground, self.ground_of(other, at)))).sum()
    }
}

/// Returns the extents of two rectangles along their common wall.
fn along_wall(one: Rect, other: Rect) -> [(i32, i32); 2] {
    let is_level = one.right() < other.min.x || other.right() < one.min.x;
    [one, other].map(|rect| if is_level { (rect.min.y, rect.bottom()) } else { (rect.min.x, rect.right()) })
}

/// Returns by how many cells two neighbours are out of line: the minimum over both sides and the middles.
fn crookedness(one: Rect, other: Rect) -> u32 {
    let [(first, last), (other_first, other_last)] = along_wall(one, other);
    let middles = (first + last).abs_diff(other_first + other_last) / 2;
    first.abs_diff(other_first).min(last.abs_diff(other_last)).min(middles)
}

/// Returns `true` if two neighbours are aligned, or a side of one is at the middle of the other.
fn is_regular(one: Rect, other: Rect) -> bool {
    // Both are surrounded by walls of one cell.
    let is_halved = |(first, last): (i32, i32), (other_first, other_last): (i32, i32)| {
        let middle = first + last;
        [2 * other_first - 1, 2 * other_last + 1].iter().any(|side| side.abs_diff(middle) <= 1)
    };
    let [along, other_along] = along_wall(one, other);
    crookedness(one, other) == 0 || is_halved(along, other_along) || is_halved(other_along, along)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_in_line_by_their_sides_or_middles() {
        let hall = Rect::from((0, 0, 12, 7));
        let beside = |y: i32, height: u32| crookedness(hall, Rect::from((13, y, 5, height)));
        assert_eq!([beside(0, 7), beside(0, 3), beside(4, 3), beside(2, 3)], [0; 4]);
        assert_eq!([beside(1, 7), beside(-2, 7), beside(1, 3)], [1, 2, 1]);
        let below = |x: i32| crookedness(hall, Rect::from((x, 8, 12, 7)));
        assert_eq!([below(0), below(3), below(-5)], [0, 3, 5]);
    }

    #[test]
    fn walls_at_the_middle_of_a_neighbour_are_regular() {
        let hall = Rect::from((0, 0, 12, 7));
        let regular: Vec<i32> = (-11..=11).filter(|x| is_regular(hall, Rect::from((*x, 8, 12, 7)))).collect();
        assert_eq!(regular, [-7, -6, 0, 6, 7]);
        let regular: Vec<i32> = (-6..=6).filter(|y| is_regular(hall, Rect::from((13, *y, 12, 7)))).collect();
        assert_eq!(regular, [-4, 0, 4]);
    }
}
