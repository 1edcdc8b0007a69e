//! The sides on which places lie of each other although the rectangles around them overlap.
//!
//! In: a plan. Out: for each such pair, the side of the first on which the second lies.
//! The side is decided by the rows and columns in which both have cells: the second lies on the side on which it
//! faces the first in most of them.
//!
//! ```text
//! AAAAAAA       B lies right of A in three rows.
//! A             It lies below A in four columns, but also above A in the same four.
//! A  BBBB
//! A  BBBB
//! A  BBBB
//! AAAAAAA
//! ```

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::{Direction, Rect};
use crate::layout::result::plan::PlannedPlace;
use crate::mission::NodeId;

/// The sides of all pairs of places with overlapping cores.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NestedSides {
    /// Pairs of places of which the second lies right of the first.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    level: BTreeSet<(NodeId, NodeId)>,
    /// Pairs of places of which the second lies below the first.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    upright: BTreeSet<(NodeId, NodeId)>,
}

impl NestedSides {
    /// Finds all pairs of places whose cores overlap, and their sides.
    pub fn of(places: &[PlannedPlace]) -> Self {
        let mut sides = Self::default();
        for (number, one) in places.iter().enumerate() {
            for other in places[number + 1..].iter().filter(|other| other.core.overlaps(one.core)) {
                let side = side_of(&parts(one), &parts(other));
                let (first, second) = match side {
                    Direction::East | Direction::South => (one.node, other.node),
                    Direction::West | Direction::North => (other.node, one.node),
                };
                let pairs = if side.is_level() { &mut sides.level } else { &mut sides.upright };
                pairs.insert((first, second));
            }
        }
        sides
    }

    /// Returns `true` if no cores overlap.
    pub fn is_empty(&self) -> bool {
        self.level.is_empty() && self.upright.is_empty()
    }

    /// Returns the side of the first place on which the second lies, if their cores overlapped.
    pub fn side(&self, one: NodeId, other: NodeId) -> Option<Direction> {
        let (pair, back) = ((one, other), (other, one));
        let of = |pairs: &BTreeSet<(NodeId, NodeId)>, side: Direction| {
            let is_back = || pairs.contains(&back).then(|| side.opposite());
            pairs.contains(&pair).then_some(side).or_else(is_back)
        };
        of(&self.level, Direction::East).or_else(|| of(&self.upright, Direction::South))
    }
}

/// Returns the rectangles that cover the cells of a place.
fn parts(place: &PlannedPlace) -> Vec<Rect> {
    let outline = place.form.outline();
    let moved = |part: &Rect| part.moved(place.core.min);
    outline.map_or_else(|| vec![place.core], |outline| outline.parts(false).iter().map(moved).collect())
}

/// Returns the side of the first cells on which the second ones lie.
fn side_of(one: &[Rect], other: &[Rect]) -> Direction {
    let mut right = 0;
    let mut below = 0;
    for part in one {
        for other in other {
            let shared = |from: i32, to: i32, other_from: i32, other_to: i32| {
                (to.min(other_to) - from.max(other_from)).max(0)
            };
            let rows = shared(part.min.y, part.bottom(), other.min.y, other.bottom());
            let columns = shared(part.min.x, part.right(), other.min.x, other.right());
            right += rows * (other.min.x - part.min.x).signum();
            below += columns * (other.min.y - part.min.y).signum();
        }
    }
    match (right.abs() >= below.abs(), right >= 0, below >= 0) {
        (true, true, _) => Direction::East,
        (true, false, _) => Direction::West,
        (false, _, true) => Direction::South,
        (false, _, false) => Direction::North,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Size};

    /// Returns the cells that are drawn with a character.
    fn cells(picture: &[&str], character: u8) -> Vec<Rect> {
        let rows = picture.iter().zip(0..);
        let cells = rows.flat_map(|(row, y)| {
            let drawn = row.bytes().zip(0..).filter(|(found, _)| *found == character);
            drawn.map(move |(_, x)| Rect::new(Cell::new(x, y), Size::new(1, 1)))
        });
        cells.collect()
    }

    #[test]
    fn place_lies_on_the_open_side_of_the_one_around_it() {
        let open_right = ["AAAAAAA", "A......", "A..BBBB", "A..BBBB", "A..BBBB", "AAAAAAA"];
        let open_below = ["AAAAAAA", "A.....A", "A..B..A", "...B...", "...B...", "..BBB.."];
        for (picture, side) in [(open_right, Direction::East), (open_below, Direction::South)] {
            let (one, other) = (cells(&picture, b'A'), cells(&picture, b'B'));
            assert_eq!(side_of(&one, &other), side);
            assert_eq!(side_of(&other, &one), side.opposite());
        }
    }
}
