//! Chooses the next piece, and the order of its spots.
//!
//! The next piece closes a cycle as soon as possible. Its spots are ordered by a rating that depends on the
//! style: closeness to the middle, contact with placed pieces, and alignment, with some chance. Spots too far
//! from placed pieces to close a cycle are left out.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::{FailureCounts, PlacementSearch, PlacementStyle};
use crate::base::{Cell, Rect};
use crate::layout::budget::doorways::placing::order::CROOKED;
use crate::layout::budget::doorways::placing::{LOOK_AHEAD, STEPS_A_SPOT};

impl PlacementSearch<'_, '_> {
    /// Returns the piece to be placed next.
    ///
    /// Preferred are pieces that close a cycle in few steps, then those that failed often, then those with many
    /// pieces beyond them.
    pub(super) fn next(&mut self, failures: &FailureCounts) -> Option<usize> {
        let ready = (0..self.at.len())
            .filter(|piece| self.at[*piece].is_none() && self.placed_neighbours(*piece).next().is_some());
        ready.min_by_key(|piece| {
            let (steps, beyond) = self.fallback(*piece);
            (steps, Reverse(failures[*piece]), Reverse(beyond))
        })
    }

    /// Returns the number of steps from a piece, over unplaced ones, to a second placed piece.
    ///
    /// Also returns the number of unplaced pieces there, if it finds no such way.
    fn fallback(&self, piece: usize) -> (usize, usize) {
        let joints = self.placed_neighbours(piece).count();
        if joints > 1 {
            return (0, 0);
        }
        let mut seen = vec![piece];
        let mut queue = VecDeque::from([(piece, 0)]);
        self.puzzle.problem.work.spend(STEPS_A_SPOT);
        while let Some((here, steps)) = queue.pop_front() {
            for joint in &self.puzzle.joints_of[here] {
                let other = self.puzzle.joints[*joint].other(here);
                if self.at[other].is_some() {
                    if here != piece {
                        return (steps, 0);
                    }
                } else if !seen.contains(&other) && seen.len() < LOOK_AHEAD {
                    seen.push(other);
                    queue.push_back((other, steps + 1));
                }
            }
        }
        (usize::MAX, seen.len())
    }

    /// Returns the spots of a piece, the best first.
    pub(super) fn spots(&mut self, piece: usize) -> Vec<Cell> {
        let bounds = self.reaches(piece);
        let mut rated: Vec<(i64, Cell)> = Vec::new();
        let Some(joint) = self.tightest(piece) else { return Vec::new() };
        let joint = &self.puzzle.joints[joint];
        let Some(at) = self.at[joint.other(piece)] else { return Vec::new() };
        for spot in joint.spots(piece, at) {
            let is_near = bounds
                .iter()
                .all(|(to, most)| (spot.x - to.x).abs() <= most.x && (spot.y - to.y).abs() <= most.y);
            if is_near && self.suits(piece, spot) && self.fit(piece, spot).is_some() {
                rated.push((self.rating(piece, spot), spot));
            }
        }
        rated.sort_unstable();
        rated.into_iter().map(|(_, spot)| spot).collect()
    }

    /// Returns the joint with a placed neighbour that leaves the fewest spots.
    pub(super) fn tightest(&self, piece: usize) -> Option<usize> {
        let joints = self.puzzle.joints_of[piece].iter().copied();
        let placed = joints.filter(|joint| self.at[self.puzzle.joints[*joint].other(piece)].is_some());
        placed.min_by_key(|joint| (self.puzzle.joints[*joint].freedom(), *joint))
    }

    /// Returns the placed pieces that can be reached over unplaced ones, each with the maximum distance from it.
    fn reaches(&self, piece: usize) -> Vec<(Cell, Cell)> {
        let half = |piece: usize| {
            let Rect { size, .. } = self.puzzle.pieces[piece].ground;
            Cell::new(size.width as i32 + 1, size.height as i32 + 1)
        };
        let mut found = Vec::new();
        let mut seen = vec![piece];
        let mut queue = VecDeque::from([(piece, half(piece))]);
        while let Some((here, most)) = queue.pop_front() {
            for joint in &self.puzzle.joints_of[here] {
                let other = self.puzzle.joints[*joint].other(here);
                let with_other = most + half(other);
                if let Some(at) = self.at[other] {
                    if here != piece {
                        found.push((at, with_other));
                    }
                } else if !seen.contains(&other) && seen.len() < LOOK_AHEAD {
                    seen.push(other);
                    queue.push_back((other, with_other));
                }
            }
        }
        found
    }

    /// Returns the rating of a spot; the lower, the better.
    fn rating(&mut self, piece: usize, spot: Cell) -> i64 {
        let ground = self.ground_of(piece, spot);
        let side = i64::from(ground.size.width.min(ground.size.height));
        let chance = self.random.below(side.unsigned_abs() + 1) as i64;
        if self.style == PlacementStyle::Any {
            return chance;
        }
        let count = self.count.max(1) as i64;
        let middle = (self.sum.0 / count, self.sum.1 / count);
        let away = |at: i32, middle: i64| (i64::from(at) - middle).abs();
        let distance = away(spot.x, middle.0) + away(spot.y, middle.1);
        let chance = chance + CROOKED * self.crookedness(piece, spot);
        if self.style == PlacementStyle::Round {
            return distance + chance;
        }
        let around = ground.grown(self.puzzle.clearance + 1);
        let mut beside: Vec<usize> = self.ground.near(around).collect();
        beside.sort_unstable();
        beside.dedup();
        let touching =
            |other: &usize| self.at[*other].is_some_and(|at| self.ground_of(*other, at).overlaps(around));
        let company = beside.into_iter().filter(touching).count() as i64;
        let to_come =
            self.puzzle.joints_of[piece].iter().map(|joint| self.puzzle.joints[*joint].other(piece));
        let needs_room = to_come.filter(|other| self.at[*other].is_none()).count() > 1;
        if self.style == PlacementStyle::Roomy && needs_room {
            return side * company + chance;
        }
        2 * distance - side * company + chance
    }
}
