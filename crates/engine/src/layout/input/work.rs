//! Counts the steps that the searches of one layout may take.
//!
//! Steps are counted instead of time, so that a mission gets the same layout on every machine.
//! A search ends when its own steps are spent, or those of any share around it. All searches of a stage together
//! therefore stay within its share.
//!
//! ```text
//! budget of the layout
//! ├── share of a stage
//! │   ├── steps of a search
//! │   └── steps of another search
//! └── share of the next stage
//! ```

use std::cell::Cell;
use std::rc::Rc;

use crate::base::StopToken;

/// The remaining steps of a search. None are left once the token is stopped.
#[derive(Debug)]
pub(in crate::layout) struct StepBudget {
    left: Cell<u64>,
    share: Rc<SharedBudget>,
    stop: StopToken,
}

/// The remaining steps of all searches of a stage together.
#[derive(Debug)]
struct SharedBudget {
    left: Cell<u64>,
    /// The share around this one; `None` for the budget of the layout.
    of: Option<Rc<SharedBudget>>,
}

impl SharedBudget {
    fn left(&self) -> u64 {
        let around = self.of.as_ref().map_or(u64::MAX, |of| of.left());
        self.left.get().min(around)
    }

    fn spend(&self, steps: u64) {
        self.left.set(self.left.get().saturating_sub(steps));
        if let Some(of) = &self.of {
            of.spend(steps);
        }
    }
}

impl StepBudget {
    /// Returns the first search of a layout, with its own steps and the budget of the whole layout.
    pub fn new(steps: u64, budget: u64, stop: StopToken) -> Self {
        let share = Rc::new(SharedBudget { left: Cell::new(budget), of: None });
        Self { left: Cell::new(steps), share, stop }
    }

    /// Returns another search in the same share, with at most this many steps of its own.
    pub fn another(&self, steps: u64) -> Self {
        Self { left: Cell::new(steps), share: Rc::clone(&self.share), stop: self.stop.clone() }
    }

    /// Returns a search in a new share, which takes at most this many steps from the share around it.
    pub fn share(&self, steps: u64) -> Self {
        let share = SharedBudget { left: Cell::new(steps), of: Some(Rc::clone(&self.share)) };
        Self { left: Cell::new(steps), share: Rc::new(share), stop: self.stop.clone() }
    }

    pub fn spend(&self, steps: u64) {
        self.share.spend(steps);
        let before = self.left.get();
        let left = before.saturating_sub(steps);
        self.left.set(if self.stop.is_stopped_between(before, left) { 0 } else { left });
    }

    /// Takes steps from the share, but not from this search.
    pub fn spend_of_share(&self, steps: u64) {
        self.share.spend(steps);
    }

    pub fn left(&self) -> u64 {
        self.left.get().min(self.share.left())
    }

    /// Returns the number of steps left to all searches in the same share together.
    pub fn left_in_share(&self) -> u64 {
        self.share.left()
    }

    /// Returns `true` if no search in the same share may take any more steps.
    pub fn is_share_spent(&self) -> bool {
        self.left_in_share() == 0
    }

    /// Returns the token that ends the whole stage.
    pub fn stop(&self) -> &StopToken {
        &self.stop
    }

    /// Returns `true` if the token is stopped, so that nobody waits for the result.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    pub fn is_spent(&self) -> bool {
        self.left() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_together_take_no_more_than_their_share() {
        let layout = StepBudget::new(50, 100, StopToken::never());
        let stage = layout.share(60);
        let (one, other) = (stage.another(40), stage.another(40));
        one.spend(40);
        assert!(one.is_spent());
        assert_eq!((other.left(), stage.left_in_share(), layout.left_in_share()), (20, 20, 60));
        other.spend(20);
        assert!(other.is_spent() && stage.is_share_spent());
        // The other stages keep what this stage did not spend.
        assert_eq!(layout.left(), 40);
    }

    #[test]
    fn share_holds_no_more_than_what_is_left_around_it() {
        let layout = StepBudget::new(50, 100, StopToken::never());
        layout.spend(70);
        assert_eq!((layout.left(), layout.share(60).left()), (0, 30));
    }
}
