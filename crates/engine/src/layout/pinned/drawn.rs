//! Missions drawn as if nothing were pinned, and moved so that what is pinned lies where it should.
//!
//! What lies beside or above something else stays so when a drawing is moved. So its pinned places lie to each other as their pins do, and how far apart their sites are is tried: the farther, the less lies between them.

use super::Around;
use crate::base::Seed;
use crate::layout::compact;
use crate::layout::routes::Routes;
use crate::layout::solve;
use crate::settings::LayoutSettings;

/// How many drawings are tried, and of how many places together at most.
const MOST_DRAWN: u64 = 16;
const LEAST_DRAWN: u64 = 4;
const DRAWN_TOGETHER: u64 = 600;

/// Drawings in which nothing crosses are compared until so many of them could be moved.
const MOST_PLAIN: usize = 2;

/// How far apart sites lie, in hundredths of what places need.
const PERCENTS: [i32; 6] = [200, 400, 100, 800, 140, 1600];

/// How many steps it may take to find ways without crossings, in all drawings together.
const DRAWN_STEPS: u64 = 120_000_000;

impl Around<'_> {
    /// Of several drawings that could be moved the one with the fewest crossings. `None` if there is none.
    pub(super) fn drawn(&self, settings: &LayoutSettings, seed: Seed) -> Option<Routes> {
        if self.manner.scale.is_some() || self.has_kept() || !self.is_bounded {
            return None;
        }
        let gap = self.manner.gap.unsigned_abs();
        let free = self.problem.with_pins(&[]);
        let affordable = DRAWN_TOGETHER / (free.places.len() as u64).max(1);
        let attempts = affordable.clamp(LEAST_DRAWN, MOST_DRAWN);
        let mut best: Option<Routes> = None;
        let mut plain = 0;
        for (number, percent) in (0..attempts).zip(PERCENTS.into_iter().cycle()) {
            if plain >= MOST_PLAIN || self.problem.work.is_share_spent() {
                break;
            }
            let seed = seed.numbered(number);
            let sites = self.sites(&self.lattice(0).widened(percent), seed);
            let problem = free.with_work(DRAWN_STEPS / attempts).with_sites(&sites);
            let Ok(arranged) = solve(&problem, self.sizes, settings, seed) else { continue };
            let crossings = arranged.routes.crossings.len();
            let is_better = best.as_ref().is_none_or(|best| crossings <= best.crossings.len());
            if !arranged.missing.is_empty() || !is_better {
                continue;
            }
            let moved =
                compact::arranged_to_pins(self.problem, self.sizes, gap, &arranged, &self.pinned, seed);
            let Some(moved) = moved else { continue };
            plain += usize::from(crossings == 0);
            if best.as_ref().is_none_or(|best| self.rank(&moved) < self.rank(best)) {
                best = Some(moved);
            }
        }
        best
    }
}
