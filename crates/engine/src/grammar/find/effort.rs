//! The work of searches, limited for each one and for all of a derivation together.
//!
//! A unit is one mission element examined, or an equal amount of work.

use super::MOST_TRIES;
use super::search::SearchEnd;
use crate::base::StopToken;

/// The limit that ended a search: its name and number.
pub(crate) type ExceededLimit = (&'static str, u64);

/// The work left.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    limit: u64,
    left: u64,
    /// Maximum work of one search.
    most_tries: u64,
    /// The work granted to the present search.
    given: u64,
    /// Takes all remaining work when it is stopped.
    stop: StopToken,
}

impl Effort {
    /// Returns an effort with this much total work.
    pub fn new(limit: u64) -> Self {
        Self { limit, left: limit, most_tries: MOST_TRIES, given: 0, stop: StopToken::never() }
    }

    /// Multiplies the maximum for each search.
    pub fn with_tries(self, factor: u64) -> Self {
        Self { most_tries: MOST_TRIES.saturating_mul(factor), ..self }
    }

    /// Sets a token that ends all work when it is stopped.
    pub fn until(self, stop: StopToken) -> Self {
        Self { stop, ..self }
    }

    /// Returns the effort of one search.
    pub fn of_one_search() -> Self {
        Self::new(MOST_TRIES)
    }

    /// Counts work.
    pub fn spend(&mut self, units: u64) {
        let left = self.left.saturating_sub(units);
        self.left = if self.stop.is_stopped_between(self.left, left) { 0 } else { left };
    }

    /// Returns `true` if no work is left.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Returns the limit as an error, if no work is left.
    pub fn check(&self) -> Result<(), ExceededLimit> {
        if self.is_spent() { Err(("units of work", self.limit)) } else { Ok(()) }
    }

    /// Returns the number of tries that one search may use.
    pub(super) fn for_one_search(&mut self) -> u64 {
        self.given = self.left.min(self.most_tries);
        self.given
    }

    /// Returns the tries that the search did not need.
    pub(super) fn leave(&mut self, tries_left: u64) {
        self.spend(self.given.saturating_sub(tries_left));
    }

    /// Returns the limit that ended the last search as an error, if one did.
    pub(super) fn how_it_ended(&self, end: SearchEnd, most_matches: u64) -> Result<(), ExceededLimit> {
        match end {
            SearchEnd::Done => Ok(()),
            SearchEnd::Enough => Err(("matches", most_matches)),
            SearchEnd::GaveUp => self.check().and(Err(("attempts", self.most_tries))),
        }
    }
}
