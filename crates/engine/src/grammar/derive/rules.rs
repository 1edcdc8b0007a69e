//! Application of rules in a derivation: one match after the other, or all at once.

use std::borrow::Cow;
use std::mem::size_of;

use super::deriver::{Deriver, LimitReached};
use super::{Derivation, Step};
use crate::base::{Hint, PathRef, RandomStream, Seed};
use crate::grammar::apply::plan_delta;
use crate::grammar::find::{ExceededLimit, find, fitting_sides, is_match};
use crate::grammar::resolve::{ReadyRule, resolve_rule};
use crate::grammar::{Grammar, Limits, Match, RuleChoice, Times};
use crate::mission::PassageDistances;

/// Prepares all rules of a grammar; `None` if one has a mistake.
pub(super) fn ready_rules(grammar: &Grammar) -> Option<Vec<ReadyRule>> {
    grammar.rules.iter().map(|rule| resolve_rule(&grammar.alphabet, rule)).collect()
}

/// Maximum number of new nodes, and of new edges, of each step for which memory is reserved.
const MOST_AHEAD: usize = 8;
/// Maximum number of steps for which memory is reserved.
const MOST_STEPS_AHEAD: usize = 100_000;
/// Number of rules that can be weighed in a unit of work.
const RULES_PER_WORK: usize = 4;

impl Deriver<'_> {
    pub fn apply_often(
        &mut self,
        number: usize,
        choice: &RuleChoice,
        times: Times,
        seed: Seed,
    ) -> Result<(), LimitReached> {
        let (least, wanted) = times.draw(&mut seed.child("times").stream());
        let mut random = seed.child("choices").stream();
        let candidates = self.candidates(choice)?;
        if times != Times::UntilNone {
            self.make_room(&candidates, wanted as usize);
        }
        let mut may_run = self.those_that_may_run(&candidates);
        let mut done = 0;
        while done < wanted {
            let Some((rule, matched)) = self.choose(&may_run, &mut random)? else { break };
            let alternative = self.draw_alternative(rule, &matched, &mut random);
            self.apply(number, rule, matched, alternative)?;
            if self.grammar.rules[rule].limit.is_some() {
                self.count_work(candidates.len() / RULES_PER_WORK)?;
                may_run = self.those_that_may_run(&candidates);
            }
            done += 1;
        }
        if done < least {
            self.note_fewer_times(number, least, done);
        }
        Ok(())
    }

    /// Returns the rules that a step of the recipe may draw.
    fn candidates(&mut self, choice: &RuleChoice) -> Result<Vec<usize>, LimitReached> {
        let candidates = self.names.positions(choice);
        let names = if let RuleChoice::Named(names) = choice { names.len() } else { 0 };
        self.count_work(names + candidates.len() / RULES_PER_WORK)?;
        Ok(candidates)
    }

    /// Reserves memory for the maximum additions of that many steps with these rules, within the limits.
    fn make_room(&mut self, rules: &[usize], steps: usize) {
        let Limits { steps: most_steps, nodes: most_nodes, edges: most_edges } = self.limits;
        let Derivation { mission, steps: taken, .. } = &mut self.derivation;
        let steps = steps.min((most_steps as usize).saturating_sub(taken.len())).min(MOST_STEPS_AHEAD);
        taken.reserve(steps);
        let sides = || rules.iter().flat_map(|rule| &self.rules[*rule].sides);
        let nodes = sides().map(|side| side.new_nodes.len()).max().unwrap_or(0).min(MOST_AHEAD) * steps;
        let edges = sides().map(|side| side.new_edges.len()).max().unwrap_or(0).min(MOST_AHEAD) * steps;
        mission.reserve(
            nodes.min((most_nodes as usize).saturating_sub(mission.node_count())),
            edges.min((most_edges as usize).saturating_sub(mission.edge_count())),
        );
    }

    /// Returns the rules that may run, with their weights.
    fn those_that_may_run(&self, rules: &[usize]) -> Vec<(usize, u32)> {
        let may_run = rules.iter().copied().filter(|&rule| self.may_run(rule));
        may_run.map(|rule| (rule, self.grammar.rules[rule].weight)).collect()
    }

    /// Returns one of these rules, drawn by weight among those that match, with its match; `None` if none
    /// matches.
    fn choose(
        &mut self,
        rules: &[(usize, u32)],
        random: &mut RandomStream,
    ) -> Result<Option<(usize, Match)>, LimitReached> {
        let mut left = Cow::Borrowed(rules);
        while let Some(drawn) = random.weighted(left.iter().map(|(_, weight)| *weight)) {
            let (rule, _) = left[drawn];
            self.count_work(left.len() / RULES_PER_WORK)?;
            let mission = &self.derivation.mission;
            let matches = &mut self.matches[self.same_matches[rule]];
            let chosen = matches.choose(&self.rules[rule], mission, &self.index, random, &mut self.budget);
            match chosen {
                Err(gave_up) => return Err(self.too_many(rule, gave_up)),
                Ok(Some(matched)) => return Ok(Some((rule, matched))),
                Ok(None) => left.to_mut().remove(drawn),
            };
        }
        Ok(None)
    }

    /// Applies rules at all their matches in the present mission.
    ///
    /// Matches that have become invalid when their turn comes are skipped.
    pub fn apply_all(&mut self, number: usize, choice: &RuleChoice, seed: Seed) -> Result<(), LimitReached> {
        let mut random = seed.child("choices").stream();
        let mut candidates = self.candidates(choice)?;
        candidates.retain(|&rule| self.grammar.rules[rule].weight > 0);
        let (mut matches, mut bytes) = (Vec::new(), 0);
        for rule in candidates {
            let found = self.matches_at_once(rule)?;
            bytes += bytes_of(&found);
            matches.push((rule, found));
        }
        self.budget.give_back(bytes);
        for (rule, matches) in matches {
            for matched in matches {
                if !self.may_run(rule) {
                    break;
                }
                if self.is_still_match(rule, &matched)? {
                    let alternative = self.draw_alternative(rule, &matched, &mut random);
                    self.apply(number, rule, matched, alternative)?;
                } else {
                    self.derivation.recipe_counts[number].skipped += 1;
                }
            }
        }
        Ok(())
    }

    /// Returns all matches of a rule, and counts their memory.
    fn matches_at_once(&mut self, rule: usize) -> Result<Vec<Match>, LimitReached> {
        let ready = &self.rules[rule];
        let found = find(ready, &self.derivation.mission, &self.index, &mut self.budget.effort);
        if let Some(gave_up) = found.gave_up {
            return Err(self.too_many(rule, gave_up));
        }
        let matches = found.into_matches(ready);
        self.budget.take(bytes_of(&matches)).map_err(|gave_up| self.too_many(rule, gave_up))?;
        Ok(matches)
    }

    fn is_still_match(&mut self, rule: usize, matched: &Match) -> Result<bool, LimitReached> {
        let mission = &self.derivation.mission;
        let is_match = is_match(&self.rules[rule], mission, &self.index, matched, &mut self.budget.effort);
        self.count_work(matched.nodes.len() + matched.edges.len())?;
        Ok(is_match)
    }

    /// Draws a right side of a rule, by weight among those that fit at the match.
    ///
    /// A rule with only one right side uses no random number.
    fn draw_alternative(&mut self, rule: usize, matched: &Match, random: &mut RandomStream) -> usize {
        let ready = &self.rules[rule];
        if ready.sides.len() == 1 {
            return 0;
        }
        self.budget.effort.spend(ready.cost_of_sides);
        let fitting = fitting_sides(ready, &self.derivation.mission, &self.index, matched);
        let drawn = random.weighted(fitting.iter().map(|&side| ready.sides[side].weight));
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
        if step >= self.limits.steps {
            return Err(self.limit_of("steps", self.limits.steps, self.grammar.limits.steps));
        }
        let mission = &self.derivation.mission;
        let distances = self.rules[rule].sides.get(alternative).map_or(0, |side| side.distances);
        if distances > 0 {
            let work = distances * PassageDistances::cost(mission);
            self.budget.work(work).map_err(|gave_up| costly(rule, gave_up))?;
        }
        let delta = plan_delta(&self.rules[rule], mission, &matched, alternative, step + 1);
        let (nodes, edges) = delta.growth();
        self.check_size(
            mission.node_count().saturating_add_signed(nodes),
            mission.edge_count().saturating_add_signed(edges),
        )?;
        self.index.redo(&delta, &mut self.derivation.mission);
        self.counts[rule] += 1;
        let step = Step { rule, recipe_step: number, matched, alternative, delta };
        let counted = self.budget.count_step(&step);
        self.derivation.steps.push(step);
        counted.map_err(|gave_up| costly(rule, gave_up))
    }

    pub fn check_size(&self, nodes: usize, edges: usize) -> Result<(), LimitReached> {
        let (limits, written) = (self.limits, self.grammar.limits);
        if nodes as u64 > u64::from(limits.nodes) {
            return Err(self.limit_of("nodes", limits.nodes, written.nodes));
        }
        if edges as u64 > u64::from(limits.edges) {
            return Err(self.limit_of("edges", limits.edges, written.edges));
        }
        Ok(())
    }

    /// Returns a limit of the grammar that was reached, or the ceiling above it.
    fn limit_of(&self, what: &'static str, limit: u32, written: u32) -> LimitReached {
        let hint = Hint::new("Limit how often rules run.");
        let hint = if limit < written { hint.with_ceiling(10) } else { hint };
        LimitReached { what, limit: u64::from(limit), path: ["limits", what].into(), hint }
    }

    fn too_many(&self, rule: usize, (what, limit): ExceededLimit) -> LimitReached {
        let name = &self.grammar.rules[rule].name;
        let hint = format!(
            "Join the parts of the Before side of \"{name}\" with edges, because it fits in too many ways."
        );
        let path = PathRef::ROOT.item("rules", rule);
        LimitReached { what, limit, path: path.field("lhs").into(), hint: hint.into() }
    }
}

/// Returns the limit that applying rules used up all work and memory, most recently this rule.
fn costly(rule: usize, (what, limit): ExceededLimit) -> LimitReached {
    let hint = Hint::new("Limit how often rules run.").with_ceiling(10);
    LimitReached { what, limit, path: PathRef::ROOT.item("rules", rule).into(), hint }
}

/// Returns the approximate memory of matches.
fn bytes_of(matches: &[Match]) -> u64 {
    let elements = matches.first().map_or(0, |first| first.nodes.len() * 8 + first.edges.len() * 4);
    (matches.len() * (size_of::<Match>() + elements)) as u64
}
