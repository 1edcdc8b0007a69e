//! Counted work: the question is hard in general, so a search must end even in a level designed to have none.

use crate::base::StopToken;

/// Moves whose locks take up to this many words cost one unit each.
const LIGHT_WORDS: usize = 64;

/// The work left; one unit is one look at a move.
#[derive(Clone, Debug)]
pub(crate) struct WalkBudget {
    pub(super) left: u64,
    /// The cost of a look: more if a passage has thousands of locks and keys.
    weight: u64,
    /// Takes all remaining work when it is stopped.
    stop: StopToken,
}

/// The work was used up before the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BudgetExceeded;

impl WalkBudget {
    pub(crate) fn new(units: u64, stop: StopToken) -> Self {
        Self { left: units, weight: 1, stop }
    }

    /// Sets the cost of a look to the words that the locks of the heaviest move take.
    pub(super) fn weigh(&mut self, words: usize) {
        self.weight = if words > LIGHT_WORDS { words as u64 } else { 1 };
    }

    pub(super) fn spend(&mut self, units: usize) -> Result<(), BudgetExceeded> {
        let cost = self.weight.saturating_mul(units as u64);
        let left = self.left.checked_sub(cost).ok_or(BudgetExceeded)?;
        let is_stopped = self.stop.is_stopped_between(self.left, left);
        self.left = left;
        if is_stopped { Err(BudgetExceeded) } else { Ok(()) }
    }
}
