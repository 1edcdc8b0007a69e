//! Applying rules in a derivation under way: one match after the other, or all at once.

use std::borrow::Cow;

use super::run::{LimitReached, Run};
use super::{Derivation, Step};
use crate::base::{Lots, Seed};
use crate::grammar::apply::plan_delta;
use crate::grammar::find::{find, fitting_sides, is_match};
use crate::grammar::resolve::{ReadyRule, resolve_rule};
use crate::grammar::{Grammar, Limits, Match, Rule, RuleChoice, Times};

/// All rules of a grammar made ready; `None` if one has a mistake.
pub(super) fn ready_rules(grammar: &Grammar) -> Option<Vec<ReadyRule>> {
    grammar.rules.iter().map(|rule| resolve_rule(&grammar.alphabet, rule)).collect()
}

impl RuleChoice {
    /// The positions of the rules that a choice names, each once, ascending.
    pub(crate) fn positions(&self, grammar: &Grammar) -> Vec<usize> {
        let is_chosen = |rule: &Rule| match self {
            Self::All => true,
            Self::Tag(tag) => rule.tags.contains(tag),
            Self::Named(names) => names.contains(&rule.name),
        };
        let rules = grammar.rules.iter().enumerate();
        rules.filter(|(_, rule)| is_chosen(rule)).map(|(position, _)| position).collect()
    }
}

impl Run<'_> {
    pub fn apply_often(
        &mut self,
        number: usize,
        choice: &RuleChoice,
        times: Times,
        seed: Seed,
    ) -> Result<(), LimitReached> {
        let (least, wanted) = times.draw(&mut seed.child("times").lots());
        let mut lots = seed.child("choices").lots();
        let candidates = choice.positions(self.grammar);
        if times != Times::UntilNone {
            self.make_room(&candidates, wanted as usize);
        }
        let mut may_run = self.those_that_may_run(&candidates);
        let mut done = 0;
        while done < wanted {
            let Some((rule, matched)) = self.choose(&may_run, &mut lots)? else { break };
            let alternative = self.draw_alternative(rule, &matched, &mut lots);
            self.apply(number, rule, matched, alternative)?;
            if self.grammar.rules[rule].limit.is_some() {
                may_run = self.those_that_may_run(&candidates);
            }
            done += 1;
        }
        if done < least {
            self.note_fewer_times(number, least, done);
        }
        Ok(())
    }

    /// Makes room for what so many steps with some of these rules add at most, within the limits.
    fn make_room(&mut self, rules: &[usize], steps: usize) {
        let Limits { steps: most_steps, nodes: most_nodes, edges: most_edges } = self.grammar.limits;
        let Derivation { mission, steps: taken, .. } = &mut self.derivation;
        let steps = steps.min((most_steps as usize).saturating_sub(taken.len()));
        taken.reserve(steps);
        let sides = || rules.iter().flat_map(|rule| &self.rules[*rule].sides);
        let nodes = sides().map(|side| side.new_nodes.len()).max().unwrap_or(0) * steps;
        let edges = sides().map(|side| side.new_edges.len()).max().unwrap_or(0) * steps;
        mission.reserve(
            nodes.min((most_nodes as usize).saturating_sub(mission.node_count())),
            edges.min((most_edges as usize).saturating_sub(mission.edge_count())),
        );
    }

    /// Those of some rules that may run, each with its weight.
    fn those_that_may_run(&self, rules: &[usize]) -> Vec<(usize, u32)> {
        let may_run = rules.iter().copied().filter(|&rule| self.may_run(rule));
        may_run.map(|rule| (rule, self.grammar.rules[rule].weight)).collect()
    }

    /// One of these rules, by weight among those that match, and where to apply it; `None` if none matches.
    fn choose(
        &mut self,
        rules: &[(usize, u32)],
        lots: &mut Lots,
    ) -> Result<Option<(usize, Match)>, LimitReached> {
        let mut left = Cow::Borrowed(rules);
        while let Some(drawn) = lots.weighted(left.iter().map(|(_, weight)| *weight)) {
            let (rule, _) = left[drawn];
            let mission = &self.derivation.mission;
            let matches = &mut self.matches[self.same_matches[rule]];
            let chosen = matches.choose(&self.rules[rule], mission, &self.index, lots);
            match chosen {
                Err((what, limit)) => return Err(self.too_many(rule, what, limit)),
                Ok(Some(matched)) => return Ok(Some((rule, matched))),
                Ok(None) => left.to_mut().remove(drawn),
            };
        }
        Ok(None)
    }

    /// Applies rules at all their matches in the mission as it is now; those that are no match any more when their turn comes are skipped.
    pub fn apply_all(&mut self, number: usize, choice: &RuleChoice, seed: Seed) -> Result<(), LimitReached> {
        let mut lots = seed.child("choices").lots();
        let mut candidates = choice.positions(self.grammar);
        candidates.retain(|&rule| self.grammar.rules[rule].weight > 0);
        let mut matches = Vec::new();
        for rule in candidates {
            let found = find(&self.rules[rule], &self.derivation.mission, &self.index);
            if let Some((what, limit)) = found.gave_up {
                return Err(self.too_many(rule, what, limit));
            }
            matches.push((rule, found.into_matches(&self.rules[rule])));
        }
        for (rule, matches) in matches {
            for matched in matches {
                if !self.may_run(rule) {
                    break;
                }
                if is_match(&self.rules[rule], &self.derivation.mission, &self.index, &matched) {
                    let alternative = self.draw_alternative(rule, &matched, &mut lots);
                    self.apply(number, rule, matched, alternative)?;
                } else {
                    self.derivation.recipe_counts[number].skipped += 1;
                }
            }
        }
        Ok(())
    }

    /// Which right side of a rule, by weight among those that fit at the match; no lot is drawn where the rule has one only.
    fn draw_alternative(&self, rule: usize, matched: &Match, lots: &mut Lots) -> usize {
        let ready = &self.rules[rule];
        if ready.sides.len() == 1 {
            return 0;
        }
        let fitting = fitting_sides(ready, &self.derivation.mission, &self.index, matched);
        let drawn = lots.weighted(fitting.iter().map(|&side| ready.sides[side].weight));
        drawn.and_then(|drawn| fitting.get(drawn).copied()).unwrap_or(0)
    }

    fn may_run(&self, rule: usize) -> bool {
        let authored = &self.grammar.rules[rule];
        authored.enabled && authored.limit.is_none_or(|limit| self.counts[rule] < limit)
    }

    fn apply(
        &mut self,
        number: usize,
        rule: usize,
        matched: Match,
        alternative: usize,
    ) -> Result<(), LimitReached> {
        let step = self.derivation.steps.len() as u32;
        if step >= self.grammar.limits.steps {
            return Err(limit_of("steps", self.grammar.limits.steps));
        }
        let mission = &self.derivation.mission;
        let delta = plan_delta(&self.rules[rule], mission, &matched, alternative, step + 1);
        let (nodes, edges) = delta.growth();
        self.check_size(
            mission.node_count().saturating_add_signed(nodes),
            mission.edge_count().saturating_add_signed(edges),
        )?;
        self.index.redo(&delta, &mut self.derivation.mission);
        self.counts[rule] += 1;
        self.derivation.steps.push(Step { rule, recipe_step: number, matched, alternative, delta });
        Ok(())
    }

    pub fn check_size(&self, nodes: usize, edges: usize) -> Result<(), LimitReached> {
        let limits = self.grammar.limits;
        if nodes as u64 > u64::from(limits.nodes) {
            return Err(limit_of("nodes", limits.nodes));
        }
        if edges as u64 > u64::from(limits.edges) {
            return Err(limit_of("edges", limits.edges));
        }
        Ok(())
    }

    fn too_many(&self, rule: usize, what: &'static str, limit: u64) -> LimitReached {
        let name = &self.grammar.rules[rule].name;
        let hint = format!(
            "the left side of \"{name}\" fits in too many ways; join its parts with edges, or name more symbols"
        );
        LimitReached { what, limit, path: format!("rules[{rule}].lhs"), hint: Some(hint) }
    }
}

fn limit_of(what: &'static str, limit: u32) -> LimitReached {
    let hint = "let rules run less often, or set a higher limit".to_owned();
    LimitReached { what, limit: u64::from(limit), path: format!("limits.{what}"), hint: Some(hint) }
}
