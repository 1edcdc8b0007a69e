//! The matches of a rule during a derivation: stored if possible, otherwise searched each time.

use super::budget::DerivationBudget;
use crate::base::RandomStream;
use crate::grammar::Match;
use crate::grammar::find::{ExceededLimit, IncrementalMatches, Index, LogPosition, find};
use crate::grammar::resolve::{ReadyPreference, ReadyRule};
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

    /// Returns one of the matches, each with equal chance, or one of those that the rule prefers.
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
            return match (found.gave_up, &rule.preference, found.count()) {
                (Some(limit), ..) => Err(limit),
                (None, _, 0) => Ok(None),
                (None, None, count) => Ok(found.nth(rule, random.below(count as u64) as usize)),
                (None, Some(preference), _) => {
                    let matches = found.into_matches(rule);
                    Ok(draw_preferred(preference, matches, (mission, index), random, budget))
                }
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
        if let Some(preference) = &rule.preference {
            let all = (0..kept.count()).filter_map(|position| kept.nth(rule, mission, position));
            return Ok(draw_preferred(preference, all.collect(), (mission, index), random, budget));
        }
        Ok(kept.nth(rule, mission, random.below(kept.count() as u64) as usize))
    }
}

/// Returns one of the preferred matches, each with equal chance.
fn draw_preferred(
    preference: &ReadyPreference,
    mut matches: Vec<Match>,
    (mission, index): (&Mission, &Index),
    random: &mut RandomStream,
    budget: &mut DerivationBudget,
) -> Option<Match> {
    let cost = index.cost_of_distances(&preference.ways, mission);
    budget.effort.spend(cost + matches.len() as u64);
    let distances = index.distances(&preference.ways, mission);
    // The worst is a node without a distance.
    let rank = |matched: &Match| {
        let distance = matched.nodes.get(preference.node).and_then(|(_, id)| distances.of(*id));
        distance.map(|distance| if preference.is_farthest { distance } else { u32::MAX - distance })
    };
    let best = matches.iter().map(rank).max().flatten();
    matches.retain(|matched| rank(matched) == best);
    matches.sort_unstable();
    let drawn = random.below(matches.len() as u64) as usize;
    (drawn < matches.len()).then(|| matches.swap_remove(drawn))
}
