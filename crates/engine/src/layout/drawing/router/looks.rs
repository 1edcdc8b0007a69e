//! The number of states that a search may still visit.

use crate::layout::budget::router::COUNTED_AT_ONCE;
use crate::layout::input::work::StepBudget;

/// The remaining looks of a search, limited by a maximum and by the remaining work.
///
/// Work is counted in batches, because every count passes through all shares of the layout. The rest is counted
/// when the search ends.
pub(super) struct SearchLooks<'w> {
    work: &'w StepBudget,
    steps_a_look: u64,
    left: u64,
    uncounted: u64,
}

impl<'w> SearchLooks<'w> {
    pub fn new(work: &'w StepBudget, steps_a_look: u64, most: u32) -> Self {
        // The look that uses up the last work is already one too many.
        let with_work = work.left().div_ceil(steps_a_look).saturating_sub(1);
        Self { work, steps_a_look, left: with_work.min(u64::from(most)), uncounted: 0 }
    }

    /// Uses up one look. Returns `false` if none was left.
    pub fn take(&mut self) -> bool {
        self.uncounted += 1;
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        if self.uncounted < COUNTED_AT_ONCE {
            return is_left;
        }
        self.count();
        is_left && !self.work.is_spent()
    }

    fn count(&mut self) {
        self.work.spend(self.steps_a_look * std::mem::take(&mut self.uncounted));
    }
}

impl Drop for SearchLooks<'_> {
    fn drop(&mut self) {
        self.count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::StopToken;

    #[test]
    fn looks_end_with_the_work_for_them() {
        for (steps, most, expected) in [(100, 9, 9), (100, 50, 24), (101, 50, 25), (25, 5, 5), (0, 5, 0)] {
            let work = StepBudget::new(steps, 1_000, StopToken::never());
            let mut looks = SearchLooks::new(&work, 4, most);
            let taken = (0..).take_while(|_| looks.take()).count();
            drop(looks);
            assert_eq!(taken, expected, "{steps} steps, at most {most} looks");
            assert_eq!(work.left(), u64::saturating_sub(steps, 4 * (taken as u64 + 1)));
        }
    }
}
