//! Counted work: the question is hard in general, so a search has an end even in a level made to have none.

/// How much work is left; one unit is one look at a move.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) left: u64,
}

/// The work was used up before the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UsedUp;

impl Work {
    pub(super) fn new(units: u64) -> Self {
        Self { left: units }
    }

    pub(super) fn spend(&mut self, units: usize) -> Result<(), UsedUp> {
        self.left = self.left.checked_sub(units as u64).ok_or(UsedUp)?;
        Ok(())
    }
}
