//! What searches may still cost, counted so that the same mission gets the same answer on every machine.

use std::cell::Cell;
use std::rc::Rc;

use crate::base::StopToken;

/// How many steps all searches for one layout may take; a step is a few nanoseconds.
pub(super) const SEARCH_STEPS: u64 = 120_000_000;

/// How many steps finding out why a passage has no way may take.
pub(super) const EXPLANATION_STEPS: u64 = 80_000_000;

/// Steps that are left; none as soon as the token is stopped.
#[derive(Debug)]
pub(super) struct Work {
    left: Cell<u64>,
    /// The steps that all searches for the same layout took.
    together: Rc<Cell<u64>>,
    stop: StopToken,
}

impl Work {
    pub fn new(steps: u64, stop: StopToken) -> Self {
        Self { left: Cell::new(steps), together: Rc::default(), stop }
    }

    /// For another search for the same layout, that the same token stops.
    pub fn another(&self, steps: u64) -> Self {
        Self { left: Cell::new(steps), together: Rc::clone(&self.together), stop: self.stop.clone() }
    }

    pub fn spend(&self, steps: u64) {
        let before = self.left.get();
        let left = before.saturating_sub(steps);
        self.together.set(self.together.get() + (before - left));
        self.left.set(if self.stop.is_stopped_between(before, left) { 0 } else { left });
    }

    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// How many steps all searches for the same layout took.
    pub fn spent_together(&self) -> u64 {
        self.together.get()
    }

    /// Is nobody waiting for the answer any more?
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    pub fn is_spent(&self) -> bool {
        self.left() == 0
    }
}
