//! How much work searches may do: each one alone, and all of a derivation together.
//!
//! A unit is a mission element that is looked at, or as much work as that is.

use super::MOST_TRIES;
use super::search::End;
use crate::base::StopToken;

/// The limit that ended a search: its name and number.
pub(crate) type GaveUp = (&'static str, u64);

/// The work that may still be done.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    limit: u64,
    left: u64,
    /// What one search may do.
    most_tries: u64,
    /// What the search under way was given.
    given: u64,
    /// Takes all work that is left when it is stopped.
    stop: StopToken,
}

impl Effort {
    /// So much work in all.
    pub fn new(limit: u64) -> Self {
        Self { limit, left: limit, most_tries: MOST_TRIES, given: 0, stop: StopToken::never() }
    }

    /// The same, with so many times as much for each search.
    pub fn with_tries(self, factor: u64) -> Self {
        Self { most_tries: MOST_TRIES.saturating_mul(factor), ..self }
    }

    /// The same, with none left as soon as the token is stopped.
    pub fn until(self, stop: StopToken) -> Self {
        Self { stop, ..self }
    }

    /// As much as one search may do.
    pub fn of_one_search() -> Self {
        Self::new(MOST_TRIES)
    }

    /// Work was done.
    pub fn spend(&mut self, units: u64) {
        let left = self.left.saturating_sub(units);
        self.left = if self.stop.is_stopped_between(self.left, left) { 0 } else { left };
    }

    /// Is none left?
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The limit that was reached, if none is left.
    pub fn check(&self) -> Result<(), GaveUp> {
        if self.is_spent() { Err(("units of work", self.limit)) } else { Ok(()) }
    }

    /// What one search may try.
    pub(super) fn for_one_search(&mut self) -> u64 {
        self.given = self.left.min(self.most_tries);
        self.given
    }

    /// Takes back what the search did not need.
    pub(super) fn leave(&mut self, tries_left: u64) {
        self.spend(self.given.saturating_sub(tries_left));
    }

    /// The limit that ended the last search, if one did.
    pub(super) fn how_it_ended(&self, end: End, most_matches: u64) -> Result<(), GaveUp> {
        match end {
            End::Done => Ok(()),
            End::Enough => Err(("matches", most_matches)),
            End::GaveUp => self.check().and(Err(("attempts", self.most_tries))),
        }
    }
}
