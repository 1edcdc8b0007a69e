//! The matches of a rule while a derivation is under way: kept where that can be done, searched anew where not.

use super::Step;
use crate::base::Lots;
use crate::grammar::Match;
use crate::grammar::find::{GaveUp, Index, Kept, find};
use crate::grammar::resolve::ReadyRule;
use crate::mission::Mission;

/// The matches of one rule, brought up to date when they are asked for.
pub(super) struct RuleMatches {
    kept: Option<Kept>,
    /// The number of steps that the kept matches have followed; none if they have to begin anew.
    followed: Option<usize>,
}

impl RuleMatches {
    pub fn new(rule: &ReadyRule) -> Self {
        Self { kept: Kept::new(rule), followed: None }
    }

    /// Goes back with the mission, from which the last steps were taken: `count` are left.
    pub fn undo(&mut self, rule: &ReadyRule, mission: &Mission, index: &Index, count: usize, taken: &[Step]) {
        let (Some(kept), Some(followed)) = (&mut self.kept, self.followed) else { return };
        let Some(back) = followed.checked_sub(count).and_then(|back| taken.get(..back)) else { return };
        let done = kept.follow(rule, mission, index, back.iter().map(|step| &step.delta));
        self.followed = done.is_ok().then_some(count);
    }

    /// One of the matches of the mission that these steps led to, each with equal chance.
    pub fn choose(
        &mut self,
        rule: &ReadyRule,
        mission: &Mission,
        index: &Index,
        steps: &[Step],
        lots: &mut Lots,
    ) -> Result<Option<Match>, GaveUp> {
        let Some(kept) = &mut self.kept else {
            let found = find(rule, mission, index);
            return match (found.gave_up, found.count()) {
                (Some(limit), _) => Err(limit),
                (None, 0) => Ok(None),
                (None, count) => Ok(found.nth(rule, lots.below(count as u64) as usize)),
            };
        };
        let followed = self.followed.replace(steps.len());
        let done = match followed.and_then(|followed| steps.get(followed..)) {
            Some([]) => Ok(()),
            Some(new) => kept.follow(rule, mission, index, new.iter().map(|step| &step.delta)),
            None => kept.begin(rule, mission, index),
        };
        if let Err(limit) = done {
            self.followed = None;
            return Err(limit);
        }
        if kept.count() == 0 {
            return Ok(None);
        }
        Ok(kept.nth(rule, lots.below(kept.count() as u64) as usize))
    }
}
