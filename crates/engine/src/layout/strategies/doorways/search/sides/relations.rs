//! Relations of all pairs of pieces: those with a common doorway touch, all others are apart.
//!
//! Each relation is a choice of one of several sets of bounds: a touching pair chooses a reach, any other pair
//! one of four directions. Weights count how often a pair was in the way.

use std::collections::BTreeMap;

use super::distances::{Axis, DistanceBound, DistanceMatrix};
use super::{FailureCounts, Puzzle};
use crate::base::{Cell, Rect};
use crate::layout::budget::doorways::sides::REMEMBERED_PERCENT;
use crate::layout::strategies::doorways::piece::OffsetRect;

/// Two pieces with a common doorway.
#[derive(Clone, Debug)]
pub(super) struct PieceContact {
    /// The pieces, the lower index first.
    pub places: [usize; 2],
    /// The possible positions of the second, relative to the first.
    pub reaches: Vec<OffsetRect>,
    /// Number of times that it was in the way.
    pub weight: u64,
}

/// The relation of every two pieces, and how often each was in the way.
pub(super) struct Relations {
    /// The number of pieces.
    count: usize,
    pub touches: Vec<PieceContact>,
    /// For each pair, its index in `touches` if it has a common doorway, and how often it could not be apart.
    ///
    /// ```text
    /// index = lower piece * count + higher piece, so only cells above the diagonal are used:
    ///
    /// . x x x
    /// . . x x
    /// . . . x
    /// . . . .
    /// ```
    touch_of: Vec<Option<usize>>,
    weights: Vec<u64>,
}

impl Relations {
    /// Finds all relations. Returns `None` if two pieces must touch but cannot.
    pub fn new(puzzle: &Puzzle<'_>) -> Option<Self> {
        let count = puzzle.pieces.len();
        let touches = PieceContact::all(puzzle)?;
        let mut touch_of = vec![None; count * count];
        for (number, touch) in touches.iter().enumerate() {
            let [one, other] = touch.places;
            touch_of[one * count + other] = Some(number);
        }
        Some(Self { count, touches, touch_of, weights: vec![0; count * count] })
    }

    /// Returns the index of a pair, in any order.
    fn index(&self, [one, other]: [usize; 2]) -> usize {
        one.min(other) * self.count + one.max(other)
    }

    /// Returns the touch of two pieces, if they have a common doorway.
    pub fn touch_of(&self, pair: [usize; 2]) -> Option<usize> {
        self.touch_of[self.index(pair)]
    }

    /// Returns how often two pieces could not be apart.
    pub fn weight(&self, pair: [usize; 2]) -> u64 {
        self.weights[self.index(pair)]
    }

    /// Counts that two pieces cannot be apart, and raises the weights of all touches of both.
    pub fn raise_weight(&mut self, pair: [usize; 2]) {
        let index = self.index(pair);
        self.weights[index] += 1;
        let is_near = |touch: &&mut PieceContact| touch.places.iter().any(|place| pair.contains(place));
        self.touches.iter_mut().filter(is_near).for_each(|touch| touch.weight += 1);
    }

    /// Reduces all weights, so that older failures matter less than newer ones.
    pub fn forget(&mut self) {
        let of_touches = self.touches.iter_mut().map(|touch| &mut touch.weight);
        of_touches.chain(&mut self.weights).for_each(|weight| *weight = *weight * REMEMBERED_PERCENT / 100);
    }

    /// Adds the weight of each touch to the failures of its pieces.
    pub fn add_failures(&self, failures: &mut FailureCounts) {
        for touch in &self.touches {
            touch.places.iter().for_each(|place| failures[*place] += touch.weight);
        }
    }
}

impl PieceContact {
    /// Returns all pairs with a common doorway, or `None` if one of them cannot touch.
    fn all(puzzle: &Puzzle<'_>) -> Option<Vec<Self>> {
        let mut reaches: BTreeMap<[usize; 2], Vec<OffsetRect>> = BTreeMap::new();
        for joint in puzzle.joints {
            let [one, other] = joint.places;
            let is_turned = one > other;
            let of_joint = joint.reaches().map(|reach| if is_turned { reach.turned() } else { reach });
            let of_joint: Vec<OffsetRect> = of_joint.collect();
            let places = [one.min(other), one.max(other)];
            // If several doorways join the same two pieces, the doors of all must meet.
            let both = match reaches.get(&places) {
                None => of_joint,
                Some(known) => {
                    let common =
                        |one: &OffsetRect| of_joint.iter().filter_map(|other| one.common(*other)).collect();
                    let mut both: Vec<OffsetRect> =
                        known.iter().flat_map(|one| -> Vec<OffsetRect> { common(one) }).collect();
                    both.dedup();
                    both
                }
            };
            reaches.insert(places, both);
        }
        let touch = |(places, reaches)| Self { places, reaches, weight: 0 };
        let touches: Vec<Self> = reaches.into_iter().map(touch).collect();
        touches.iter().all(|touch| !touch.reaches.is_empty()).then_some(touches)
    }

    /// Returns the reaches that the bounds still allow.
    pub fn possible<'a>(&'a self, distances: &'a DistanceMatrix) -> impl Iterator<Item = &'a OffsetRect> {
        let is_possible =
            |reach: &&OffsetRect| self.bounds(reach).iter().all(|bound| distances.allows(*bound));
        self.reaches.iter().filter(is_possible)
    }

    /// Returns `true` if the two touch in any positions that the bounds allow.
    pub fn is_settled(&self, distances: &DistanceMatrix) -> bool {
        self.reaches.iter().any(|reach| self.bounds(reach).iter().all(|bound| distances.implies(*bound)))
    }

    /// Returns the bounds that hold for every reach.
    pub fn bounds_of_all(&self) -> Vec<DistanceBound> {
        let all = self.reaches.iter().copied().reduce(|one, other| OffsetRect {
            least: Cell::new(one.least.x.min(other.least.x), one.least.y.min(other.least.y)),
            most: Cell::new(one.most.x.max(other.most.x), one.most.y.max(other.most.y)),
        });
        all.map(|all| self.bounds(&all).to_vec()).unwrap_or_default()
    }

    /// Returns the bounds of a reach.
    pub fn bounds(&self, reach: &OffsetRect) -> [DistanceBound; 4] {
        let [from, to] = self.places;
        let OffsetRect { least, most } = *reach;
        [
            DistanceBound { axis: Axis::Across, from, to, most: most.x },
            DistanceBound { axis: Axis::Across, from: to, to: from, most: -least.x },
            DistanceBound { axis: Axis::Down, from, to, most: most.y },
            DistanceBound { axis: Axis::Down, from: to, to: from, most: -least.y },
        ]
    }
}

/// Returns the first coordinate of a piece along an axis, and the one behind its last.
pub(super) fn extent(ground: Rect, axis: Axis) -> (i32, i32) {
    match axis {
        Axis::Across => (ground.min.x, ground.right()),
        Axis::Down => (ground.min.y, ground.bottom()),
    }
}

/// Returns the four ways in which two pieces can be apart.
pub(super) fn apart(puzzle: &Puzzle<'_>, [one, other]: [usize; 2]) -> [DistanceBound; 4] {
    let clearance = puzzle.clearance as i32;
    let before = |axis: Axis, first: usize, second: usize| {
        let (_, end) = extent(puzzle.pieces[first].ground, axis);
        let (begin, _) = extent(puzzle.pieces[second].ground, axis);
        DistanceBound { axis, from: second, to: first, most: begin - end - clearance }
    };
    [
        before(Axis::Across, one, other),
        before(Axis::Across, other, one),
        before(Axis::Down, one, other),
        before(Axis::Down, other, one),
    ]
}
