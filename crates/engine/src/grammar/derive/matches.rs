//! The matches of a rule during a derivation: stored if possible, otherwise searched each time.

use super::budget::DerivationBudget;
use crate::base::RandomStream;
use crate::grammar::Match;
use crate::grammar::find::{ExceededLimit, IncrementalMatches, Index, LogPosition, find};
use crate::grammar::resolve::ReadyRule;
use crate::mission::Mission;

/// The matches of one rule, updated on demand.
pub(super) struct RuleMatches {
    kept: Option<IncrementalMatches>,
    /// The log position up to which the stored matches are current; `None` if they have to begin again.
    followed: Option<LogPosition>,
}

impl RuleMatches {
    pub fn new(rule: &ReadyRule) -> Self {
        Self { kept: IncrementalMatches::new(rule), followed: None }
    }

    /// Returns one of the matches, each with equal chance.
    pub fn choose(
        &mut self,
        rule: &ReadyRule,
        mission: &Mission,
        index: &Index,
        random: &mut RandomStream,
        budget: &mut DerivationBudget,
    ) -> Result<Option<Match>, ExceededLimit> {
        let Some(kept) = &mut self.kept else {
            let found = find(rule, mission, index, &mut budget.effort);
            return match (found.gave_up, found.count()) {
                (Some(limit), _) => Err(limit),
                (None, 0) => Ok(None),
                (None, count) => Ok(found.nth(rule, random.below(count as u64) as usize)),
            };
        };
        let followed = self.followed.replace(index.log().now());
        let (bytes_before, effort) = (kept.bytes(), &mut budget.effort);
        let done = match followed {
            Some(followed) => kept.follow(rule, mission, index, followed, effort),
            None => kept.begin(rule, mission, index, effort),
        };
        budget.give_back(bytes_before);
        let done = budget.take(kept.bytes()).and(done);
        if let Err(limit) = done {
            self.followed = None;
            return Err(limit);
        }
        if kept.count() == 0 {
            return Ok(None);
        }
        Ok(kept.nth(rule, mission, random.below(kept.count() as u64) as usize))
    }
}
