//! Draws missions without pins, with sites ordered like the pins, and moves the drawings to the pins.
//!
//! Moving a drawing never changes the sides on which things lie, so pinned places must be ordered like their
//! pins. Several distances of sites are tried: larger ones leave fewer other places between pinned ones.

use super::PinnedContext;
use crate::base::Seed;
use crate::layout::budget::pinned::drawn::{DRAWN_STEPS, MOST_PLAIN, PERCENTS};
use crate::layout::budget::tries;
use crate::layout::compact;
use crate::layout::drawing::Routes;
use crate::layout::strategies::lattice::solve;
use crate::settings::LayoutSettings;

impl PinnedContext<'_> {
    /// Returns the drawing with the fewest crossings among several that could be moved. Returns `None` if none could.
    pub(super) fn drawn(&self, settings: &LayoutSettings, seed: Seed) -> Option<Routes> {
        if self.pin_spacing.scale.is_some() || self.has_kept() || !self.is_bounded {
            return None;
        }
        let gap = self.pin_spacing.gap.unsigned_abs();
        let free = self.problem.with_pins(&[]);
        let attempts = tries::PINNED_DRAWINGS.of(free.places.len());
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
                compact::arrange_to_pins(self.problem, self.sizes, gap, &arranged, &self.pinned, seed);
            let Some(moved) = moved else { continue };
            plain += usize::from(crossings == 0);
            if best.as_ref().is_none_or(|best| self.rank(&moved) < self.rank(best)) {
                best = Some(moved);
            }
        }
        best
    }
}
