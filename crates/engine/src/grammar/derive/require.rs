//! Requirements of a recipe on the mission.

use std::collections::VecDeque;

use super::deriver::{Deriver, LimitReached, recipe_limit};
use crate::base::PathRef;
use crate::grammar::find::{ExceededLimit, count};
use crate::grammar::recipe_walk::walk;
use crate::grammar::requirement::rule_that_finds;
use crate::grammar::resolve::{ReadyRule, resolve_rule};
use crate::grammar::{Grammar, RecipeStep, Requirement};
use crate::mission::{Alphabet, EdgeRole, Mission, NodeId, NodeRole};

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

/// Work to walk through a mission, for each of its nodes and edges.
const WORK_PER_ELEMENT: usize = 8;

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
                let size = mission.node_count() + mission.edge_count();
                self.budget.work(size * WORK_PER_ELEMENT).map_err(recipe_limit)?;
                longest_way(&self.derivation.alphabet, mission)
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

/// Returns the number of passages from the start to the place that is farthest from it.
fn longest_way(alphabet: &Alphabet, mission: &Mission) -> u64 {
    let is_start = |id: &NodeId| {
        mission.node(*id).is_some_and(|node| alphabet.node(node.symbol).1.role == Some(NodeRole::Start))
    };
    let starts = mission.nodes().map(|(id, _)| id).filter(is_start);
    let mut waiting: VecDeque<(NodeId, u64)> = starts.map(|id| (id, 0)).collect();
    let mut is_reached = vec![false; mission.next_node_id().0 as usize];
    waiting.iter().for_each(|(id, _)| is_reached[id.0 as usize] = true);
    let mut longest = 0;
    while let Some((here, length)) = waiting.pop_front() {
        longest = length;
        for next in passages_from(alphabet, mission, here) {
            if !std::mem::replace(&mut is_reached[next.0 as usize], true) {
                waiting.push_back((next, length + 1));
            }
        }
    }
    longest
}

/// Returns the destinations of passages from a node.
fn passages_from(alphabet: &Alphabet, mission: &Mission, node: NodeId) -> Vec<NodeId> {
    let passage = |id| {
        let edge = mission.edge(id)?;
        let symbol = alphabet.edge(edge.symbol).1;
        (symbol.role == EdgeRole::Passage).then_some((edge, symbol.one_way))
    };
    let onwards = mission.edges_out(node).into_iter().filter_map(passage).map(|(edge, _)| edge.to);
    let back = mission.edges_in(node).into_iter().filter_map(passage);
    onwards.chain(back.filter(|(_, one_way)| !one_way).map(|(edge, _)| edge.from)).collect()
}
