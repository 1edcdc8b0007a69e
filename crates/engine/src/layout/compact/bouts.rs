//! Packs places again in bouts, as long as another bout is worth its steps.
//!
//! In: a compacted drawing. Out: a drawing that is at least as good.
//! In vast missions, each bout is followed by sliding that closes the gaps. Otherwise, hardly any step would
//! make the level smaller.

use super::compactor::Compactor;
use super::rating::badness;
use crate::base::{RandomStream, Seed};
use crate::layout::budget::compact::bouts::{
    HELD_EFFORT, LEAST_PACKED, LEAST_PACKED_OF_VAST, MOST_BOUTS, MOST_IDLE_BOUTS, MOST_IDLE_ROUNDS,
    PACKED_TOGETHER, PLACES_A_ROUND, VAST_STEPS_A_PLACE, WORTH_PERCENT, WORTH_VAST_PERCENT,
};
use crate::layout::budget::compact::compactor::MOST_ROUNDS;
use crate::layout::drawing::OrthogonalDrawing;

impl Compactor<'_> {
    /// Returns the drawing packed and compacted.
    pub(super) fn packed(&mut self, mut drawing: OrthogonalDrawing, seed: Seed) -> OrthogonalDrawing {
        self.repack_while_worthwhile(&mut drawing, HELD_EFFORT * self.rounds(), &mut seed.stream());
        self.compact(drawing, MOST_ROUNDS)
    }

    /// Packs places again in bouts, until a bout improves the drawing too little.
    pub(super) fn repack_while_worthwhile(
        &mut self,
        drawing: &mut OrthogonalDrawing,
        rounds: u64,
        random: &mut RandomStream,
    ) {
        if self.pack_by_outlines(drawing, random) {
            return;
        }
        if self.is_vast {
            return self.repack_vast(drawing, rounds, random);
        }
        for _ in 0..MOST_BOUTS {
            let before = badness(self.outline, drawing).1;
            self.repack(drawing, rounds, MOST_IDLE_ROUNDS, random);
            let after = badness(self.outline, drawing).1;
            if 100 * after > (100 - WORTH_PERCENT) * before {
                break;
            }
        }
    }

    /// Packs places of a vast mission again, and closes the gaps after each bout.
    fn repack_vast(&mut self, drawing: &mut OrthogonalDrawing, rounds: u64, random: &mut RandomStream) {
        let work = &self.problem.work;
        let most = VAST_STEPS_A_PLACE * self.problem.places.len() as u64;
        let until = work.left().saturating_sub(most);
        let mut idle = 0;
        while idle < MOST_IDLE_BOUTS && work.left() > until {
            let before = badness(self.outline, drawing).1;
            self.repack(drawing, rounds, rounds, random);
            *drawing = self.compact(drawing.clone(), 1);
            let after = badness(self.outline, drawing).1;
            let is_idle = 100 * after > (100 - WORTH_VAST_PERCENT) * before;
            idle = if is_idle { idle + 1 } else { 0 };
        }
    }

    /// Returns how often places are packed in one bout.
    pub(super) fn rounds(&self) -> u64 {
        let places = self.problem.places.len().max(1) as u64;
        let rounds = LEAST_PACKED + PACKED_TOGETHER / places;
        let least = if self.is_vast { LEAST_PACKED_OF_VAST.max(places / PLACES_A_ROUND) } else { 0 };
        self.effort * rounds.max(least)
    }
}
