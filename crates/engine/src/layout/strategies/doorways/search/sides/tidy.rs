//! Draws pieces together and aligns them, once the sides on which they lie are settled.
//!
//! Input: valid positions, and the bounds that led to them. Output: more bounds, all of them satisfiable. Every
//! pair stays on its sides. The extent becomes minimal, first horizontally, then vertically.

use std::collections::BTreeSet;

use super::Puzzle;
use super::distances::{Axis, DistanceBound, DistanceMatrix};
use super::relations::{PieceContact, apart, extent};
use crate::base::Cell;

/// Reduces the extent of all pieces to its minimum, and aligns as many touching pieces as possible.
///
/// `at` are valid positions. Pieces stay on the sides on which they are there.
pub(super) fn tidy(
    puzzle: &Puzzle<'_>,
    touches: &[PieceContact],
    at: &[Cell],
    distances: &mut DistanceMatrix,
) {
    keep_apart(puzzle, touches, at, distances);
    for axis in Axis::BOTH {
        shrink(puzzle, distances, axis);
    }
    for alignments in [in_line, half_off] {
        for touch in touches {
            align(puzzle, touch, distances, alignments);
        }
    }
}

/// Keeps pieces apart that do not touch, each pair in the direction in which it is farthest apart.
///
/// Close pairs come first, because they have more consequences.
fn keep_apart(puzzle: &Puzzle<'_>, touches: &[PieceContact], at: &[Cell], distances: &mut DistanceMatrix) {
    let touching: BTreeSet<[usize; 2]> = touches.iter().map(|touch| touch.places).collect();
    let pairs = (0..at.len()).flat_map(|one| (one + 1..at.len()).map(move |other| [one, other]));
    let mut farthest: Vec<(i32, DistanceBound)> = pairs
        .filter(|pair| !touching.contains(pair))
        .filter_map(|pair| {
            let spare = |bound: &DistanceBound| {
                bound.most - (bound.axis.of(at[bound.to]) - bound.axis.of(at[bound.from]))
            };
            apart(puzzle, pair)
                .into_iter()
                .map(|bound| (spare(&bound), bound))
                .max_by_key(|(spare, _)| *spare)
        })
        .collect();
    farthest.sort_by_key(|(spare, _)| *spare);
    for (_, bound) in farthest {
        distances.bind(bound);
    }
}

/// Returns the middles of all pieces, with the smallest coordinates at 0.
pub(super) fn middles(puzzle: &Puzzle<'_>, distances: &DistanceMatrix) -> Vec<Cell> {
    let corner = puzzle.pieces.len();
    let at = |piece: usize, axis: Axis| -distances.most(axis, piece, corner);
    (0..corner).map(|piece| Cell::new(at(piece, Axis::Across), at(piece, Axis::Down))).collect()
}

/// Keeps all pieces within the minimum extent along an axis.
fn shrink(puzzle: &Puzzle<'_>, distances: &mut DistanceMatrix, axis: Axis) {
    let corner = puzzle.pieces.len();
    let end = |piece: usize| extent(puzzle.pieces[piece].ground, axis).1;
    let least = (0..corner).map(|piece| end(piece) - distances.most(axis, piece, corner)).max();
    let Some(least) = least else { return };
    for piece in 0..corner {
        distances.bind(DistanceBound { axis, from: corner, to: piece, most: least - end(piece) });
    }
}

/// First coordinate of a piece along an axis and the one behind its last, relative to its middle.
type AxisExtent = (i32, i32);

/// Aligns two touching pieces, if they can be moved accordingly.
fn align(
    puzzle: &Puzzle<'_>,
    touch: &PieceContact,
    distances: &mut DistanceMatrix,
    alignments: fn(AxisExtent, AxisExtent) -> Vec<i32>,
) {
    let [one, other] = touch.places;
    // Across their common wall, they cannot move.
    for axis in Axis::BOTH {
        let (most, least) = (distances.most(axis, one, other), -distances.most(axis, other, one));
        if most == least {
            continue;
        }
        let extents = [one, other].map(|piece| extent(puzzle.pieces[piece].ground, axis));
        let now = least + (most - least) / 2;
        let mut offsets = alignments(extents[0], extents[1]);
        offsets.retain(|offset| (least..=most).contains(offset));
        if let Some(offset) = offsets.into_iter().min_by_key(|offset| offset.abs_diff(now)) {
            distances.bind(DistanceBound { axis, from: one, to: other, most: offset });
            distances.bind(DistanceBound { axis, from: other, to: one, most: -offset });
        }
    }
}

/// Returns the offsets of the second middle at which the middles or sides of both are aligned.
fn in_line((begin, end): AxisExtent, (other_begin, other_end): AxisExtent) -> Vec<i32> {
    let middle = (begin + end - other_begin - other_end).div_euclid(2);
    vec![begin - other_begin, middle, end - other_end]
}

/// Returns the offsets of the second middle at which a wall next to one piece meets the middle of the other.
fn half_off((begin, end): AxisExtent, (other_begin, other_end): AxisExtent) -> Vec<i32> {
    // An even number of cells has two middles.
    let middles = |begin: i32, end: i32| [(begin + end - 1).div_euclid(2), (begin + end).div_euclid(2)];
    let of_other =
        middles(begin, end).into_iter().flat_map(|wall| [wall + 1 - other_begin, wall - other_end]);
    let of_one = middles(other_begin, other_end).into_iter().flat_map(|wall| [begin - 1 - wall, end - wall]);
    of_other.chain(of_one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_in_line_by_their_sides_or_middles() {
        let hall = (-3, 4);
        assert_eq!(in_line(hall, hall), [0; 3]);
        assert_eq!(in_line(hall, (-1, 2)), [-2, 0, 2]);
    }

    #[test]
    fn walls_lie_at_the_middles_of_others() {
        let offsets = |one: AxisExtent, other: AxisExtent| {
            let mut offsets = half_off(one, other);
            offsets.sort_unstable();
            offsets.dedup();
            offsets
        };
        assert_eq!(offsets((-3, 4), (-3, 4)), [-4, 4]);
        assert_eq!(offsets((-5, 7), (-5, 7)), [-7, -6, 6, 7]);
    }
}
