//! Spreads known places apart, each pair on its earlier sides of each other.
//!
//! In: the earlier positions of places. Out: cores farther apart, with room for passages in between.
//! All distances grow by a factor. That cannot separate places that lie within the rectangles around each other.
//! These are moved apart towards their sides (`NestedSides`), and push others on.
//!
//! ```text
//! AAAAAAA             AAAAAAA
//! A                   A
//! A  BBBB C     →     A                BBBB     C
//! A  BBBB C           A                BBBB     C
//! AAAAAAA             AAAAAAA
//! ```

use std::collections::BTreeMap;

use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::drawing::{SizedPlace, core_at};
use crate::layout::input::previous_levels::PreviousLayout;
use crate::mission::NodeId;

/// A place that an earlier layout had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownPlace {
    pub place: usize,
    /// The node of the place in the earlier mission.
    pub was: NodeId,
    /// The earlier middle of its core.
    pub middle: Cell,
}

/// Known places, and the sides that decide where they are pushed.
pub(super) struct Spread<'a> {
    known: &'a [KnownPlace],
    sizes: &'a [SizedPlace],
    /// The sides of pairs that must be pushed, if any cores overlapped.
    sides: Option<BTreeMap<(usize, usize), Direction>>,
}

impl<'a> Spread<'a> {
    pub fn new(before: &PreviousLayout, known: &'a [KnownPlace], sizes: &'a [SizedPlace]) -> Self {
        let has_nested = !before.nested.is_empty();
        let sides =
            has_nested.then(|| pairs(known.len()).map(|pair| (pair, side(before, known, pair))).collect());
        Self { known, sizes, sides }
    }

    /// Returns the core of each known place with all distances multiplied by half of `halves`.
    ///
    /// Cores that overlapped are moved until `between` cells lie between them, where possible.
    pub fn cores(&self, halves: i32, between: i32) -> Vec<(usize, Rect)> {
        let at = |middle: Cell| Cell::new(middle.x * halves / 2, middle.y * halves / 2);
        let core = |known: &KnownPlace| (known.place, core_at(self.sizes, known.place, at(known.middle)));
        let mut cores: Vec<(usize, Rect)> = self.known.iter().map(core).collect();
        if let Some(sides) = &self.sides {
            // Each pass settles at least one place, unless sides contradict each other.
            for _ in 0..self.known.len() {
                if !self.push(&mut cores, sides, between) {
                    break;
                }
            }
        }
        cores
    }

    /// Moves all places once that are too close to others. Returns `true` if any was.
    fn push(
        &self,
        cores: &mut [(usize, Rect)],
        sides: &BTreeMap<(usize, usize), Direction>,
        between: i32,
    ) -> bool {
        let mut any = false;
        for ((one, other), side) in sides {
            let (first, second) = match side {
                Direction::East | Direction::South => (*one, *other),
                Direction::West | Direction::North => (*other, *one),
            };
            let ground = |number: usize| self.sizes[cores[number].0].likely_reach(cores[number].1);
            let (around, pushed) = (ground(first).grown(between.unsigned_abs()), ground(second));
            if !around.overlaps(pushed) {
                continue;
            }
            any = true;
            let core = &mut cores[second].1;
            if side.is_level() {
                core.min.x += around.right() - pushed.min.x;
            } else {
                core.min.y += around.bottom() - pushed.min.y;
            }
        }
        any
    }
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// Returns the side of the first place of a pair on which the second was.
fn side(before: &PreviousLayout, known: &[KnownPlace], (one, other): (usize, usize)) -> Direction {
    let [one, other] = [known[one], known[other]];
    if let Some(side) = before.nested.side(one.was, other.was) {
        return side;
    }
    let core = |known: KnownPlace| {
        let size = before.sizes.get(&known.was).copied().unwrap_or(Size::new(1, 1));
        Rect::new(known.middle - Rect::new(Cell::new(0, 0), size).center(), size)
    };
    let (one, other) = (core(one), core(other));
    let sides = [
        (other.min.x - one.right(), Direction::East),
        (one.min.x - other.right(), Direction::West),
        (other.min.y - one.bottom(), Direction::South),
        (one.min.y - other.bottom(), Direction::North),
    ];
    // The side on which they were farthest apart.
    sides.into_iter().max_by_key(|(cells, _)| *cells).map_or(Direction::East, |(_, side)| side)
}
