//! Requirements of a recipe on the mission.

use super::deriver::{Deriver, LimitReached, recipe_limit};
use crate::base::PathRef;
use crate::grammar::find::{ExceededLimit, count};
use crate::grammar::recipe_walk::walk;
use crate::grammar::requirement::rule_that_finds;
use crate::grammar::resolve::{MeasuredWays, ReadyRule, resolve_rule};
use crate::grammar::{DistanceOrigin, Grammar, LocksOnWay, RecipeStep, Requirement};
use crate::mission::PassageDistances;

/// Returns for each step of the recipe the pattern that it requires or forbids, ready to search.
///
/// `None` if one has a mistake.
pub(super) fn ready_conditions(grammar: &Grammar) -> Option<Vec<Option<ReadyRule>>> {
    let ready = |step: &RecipeStep| match step {
        RecipeStep::Require { condition, .. } => match condition.pattern() {
            Some(pattern) => resolve_rule(&grammar.alphabet, &rule_that_finds(pattern)).map(Some),
            None => Some(None),
        },
        _ => Some(None),
    };
    walk(&grammar.recipe).into_iter().map(|placed| ready(placed.step)).collect()
}

impl Deriver<'_> {
    /// Returns `true` if the condition of the step of that number holds.
    pub fn holds(&mut self, number: usize, condition: &Requirement) -> Result<bool, LimitReached> {
        Ok(condition.bound().contains(self.measure(number, condition)?))
    }

    fn measure(&mut self, number: usize, condition: &Requirement) -> Result<u64, LimitReached> {
        let mission = &self.derivation.mission;
        Ok(match condition {
            Requirement::Present(_) | Requirement::Absent(_) | Requirement::Counted { .. } => {
                let Some(pattern) = self.conditions.get(number).and_then(Option::as_ref) else {
                    return Ok(0);
                };
                let enough = condition.bound().enough();
                let counted = count(pattern, (mission, &self.index), enough, &mut self.budget.effort);
                counted.map_err(|gave_up| self.too_many_ways(number, gave_up))?
            }
            Requirement::Nodes(_) => mission.node_count() as u64,
            Requirement::Edges(_) => mission.edge_count() as u64,
            Requirement::LongestWay(_) => {
                self.budget.work(PassageDistances::cost(mission)).map_err(recipe_limit)?;
                let alphabet = &self.derivation.alphabet;
                let ways = MeasuredWays::new(alphabet, DistanceOrigin::Start, LocksOnWay::Open);
                u64::from(ways.measure(mission).largest().unwrap_or(0))
            }
        })
    }

    fn too_many_ways(&self, number: usize, (what, limit): ExceededLimit) -> LimitReached {
        let hint = "Join the parts of the pattern with edges, because it fits in too many ways.";
        let step = self.path(number);
        let path = PathRef::from(&step).field("condition").into();
        LimitReached { what, limit, path, hint: hint.into() }
    }
}
