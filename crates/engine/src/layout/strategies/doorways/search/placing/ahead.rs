//! Looks ahead: checks that pieces that could come next still have spots.
//!
//! Checks each piece on its own, two neighbours together, and all pieces around one.

use super::{PlacementSearch, PlacementStyle};
use crate::base::{Cell, Rect};
use crate::layout::budget::doorways::placing::STEPS_A_SPOT;

impl PlacementSearch<'_, '_> {
    /// Finds a spot for each piece that could come next, after `placed` was placed.
    ///
    /// Returns a piece without a spot as the error.
    pub(super) fn look_ahead(&mut self, placed: usize) -> Result<(), usize> {
        for piece in 0..self.at.len() {
            if self.at[piece].is_some() || self.placed_neighbours(piece).next().is_none() {
                continue;
            }
            let is_beside = self.are_joined(piece, placed);
            let spare = self.spares[piece].filter(|_| !is_beside);
            if spare.is_some_and(|spot| self.fit(piece, spot).is_some()) {
                continue;
            }
            let found = self.free_spots(piece).next();
            self.spares[piece] = found;
            if found.is_none() {
                return Err(piece);
            }
        }
        self.look_at_closings(placed)?;
        match self.style {
            PlacementStyle::Regular
            | PlacementStyle::Tight
            | PlacementStyle::Roomy
            | PlacementStyle::Round => self.look_around(placed),
            PlacementStyle::Any => Ok(()),
        }
    }

    /// Returns the spots of a piece that has a placed neighbour.
    fn free_spots(&self, piece: usize) -> impl Iterator<Item = Cell> {
        let joint = self.tightest(piece).map(|joint| &self.puzzle.joints[joint]);
        let beside = joint.and_then(|joint| Some((joint, self.at[joint.other(piece)]?)));
        let spots = beside.into_iter().flat_map(move |(joint, at)| joint.spots(piece, at));
        spots.filter(move |spot| self.suits(piece, *spot) && self.fit(piece, *spot).is_some())
    }

    /// Checks that two neighbours that could both come next have spots side by side.
    ///
    /// Returns one of the two as the error if they have not.
    fn look_at_closings(&mut self, placed: usize) -> Result<(), usize> {
        for (number, joint) in self.puzzle.joints.iter().enumerate() {
            let is_next = |piece: usize| self.at[piece].is_none() && self.spares[piece].is_some();
            let [one, other] = joint.places;
            if !is_next(one)
                || !is_next(other)
                || [one, other].iter().any(|piece| !self.has_neighbour(*piece))
            {
                continue;
            }
            let is_beside = joint.places.iter().any(|piece| self.are_joined(*piece, placed));
            let known = self.closings[number].filter(|_| !is_beside);
            let fits = |[at, next]: [Cell; 2]| self.fit(one, at).is_some() && self.fit(other, next).is_some();
            if known.is_some_and(fits) {
                continue;
            }
            let next_to: Vec<Cell> = self.free_spots(other).collect();
            self.puzzle.problem.work.spend(STEPS_A_SPOT * next_to.len() as u64);
            let closing = self.free_spots(one).find_map(|at| {
                let meets =
                    |next: &&Cell| joint.touch([at, **next]) && self.suits_beside(one, at, (other, **next));
                next_to.iter().find(meets).map(|next| [at, *next])
            });
            self.closings[number] = closing;
            if closing.is_none() {
                return Err(one);
            }
        }
        Ok(())
    }

    fn has_neighbour(&self, piece: usize) -> bool {
        self.placed_neighbours(piece).next().is_some()
    }

    /// Checks that the unplaced neighbours of a piece all have room around it, by packing them greedily.
    ///
    /// Returns a neighbour without room as the error.
    fn look_around(&self, placed: usize) -> Result<(), usize> {
        let around = self.placed_neighbours(placed).map(|(other, _)| other);
        for hub in std::iter::once(placed).chain(around.collect::<Vec<_>>()) {
            let mut packed: Vec<Rect> = Vec::new();
            for joint in &self.puzzle.joints_of[hub] {
                let piece = self.puzzle.joints[*joint].other(hub);
                if self.at[piece].is_some() || self.placed_neighbours(piece).count() > 1 {
                    continue;
                }
                let is_apart = |spot: &Cell| {
                    let wide = self.ground_of(piece, *spot).grown(self.puzzle.clearance);
                    packed.iter().all(|other| !wide.overlaps(*other))
                };
                let Some(spot) = self.free_spots(piece).find(is_apart) else { return Err(piece) };
                packed.push(self.ground_of(piece, spot));
            }
        }
        Ok(())
    }
}
