//! What searches may still cost, counted so that the same mission gets the same answer on every machine.

use std::cell::Cell;

/// How many steps all searches for one layout may take; a step is a few nanoseconds.
pub(super) const SEARCH_STEPS: u64 = 120_000_000;

/// How many steps finding out why a passage has no way may take.
pub(super) const EXPLANATION_STEPS: u64 = 80_000_000;

/// Steps that are left.
#[derive(Debug)]
pub(super) struct Work {
    left: Cell<u64>,
}

impl Work {
    pub fn new(steps: u64) -> Self {
        Self { left: Cell::new(steps) }
    }

    pub fn spend(&self, steps: u64) {
        self.left.set(self.left.get().saturating_sub(steps));
    }

    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}
