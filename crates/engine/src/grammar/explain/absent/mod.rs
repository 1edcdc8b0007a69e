//! Answers "Why was it not applied?" for a rule, and "Why is there none?" for a symbol.
//!
//! Input: a grammar and its derivation. Output: typed reasons, one for each step of the recipe that asks for
//! the rule.
//! Missions are replayed and nothing is random, so the answer is always the same.
//! If there are very many missions, a limited number of them is examined, evenly distributed.

use std::sync::Arc;

use super::search::{MatchProgress, farthest};
use super::{Explanation, IdleReason, find_hindrances};
use crate::grammar::derive::RuleNames;
use crate::grammar::find::{Effort, Index, find};
use crate::grammar::recipe_walk::{PlacedStep, walk};
use crate::grammar::resolve::{ReadyRule, resolve_rule};
use crate::grammar::{Derivation, Grammar, MissionChange, Playback, RecipeStep, SymbolReplacement};
use crate::mission::{Mission, NodeId};

/// Maximum number of missions of a step in which a rule is searched.
const MOST_LOOKED_AT: usize = 160;
/// Maximum number of nodes at which the farthest partial match is searched.
const MOST_NODES: usize = 240;

/// A reason why a rule was not applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The rule cannot run, for any mission.
    Hindered(IdleReason),
    /// The rule has a mistake.
    Unusable,
    /// A step of the recipe asks for the rule, with the outcome there.
    AtStep(AtStep),
    /// Tries were undone, including all rules applied in them.
    Undone {
        /// Number of tries.
        tries: u32,
    },
}

/// The outcome at a step of the recipe that asks for a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtStep {
    /// The number of the step for readers, for example `3.1`.
    pub label: String,
    /// The outcome.
    pub happened: MissedStepReason,
}

/// The reason why a rule was not applied at a step of the recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum MissedStepReason {
    /// The chance of the step, or of one around it, did not occur.
    NoChance { label: String, percent: u32 },
    /// The choice around the step took another of its blocks.
    OtherBlock { label: String },
    /// The step around it was repeated zero times.
    NoRepeat { label: String },
    /// The derivation ended before.
    EndedBefore,
    /// The step applied nothing this time, although the rule has that many matches.
    AppliedNothing { matches: usize },
    /// The rule matched, but another rule was drawn each time.
    ///
    /// It matched before `matching` of the `looked` applications examined. `weight` of `of` is its share if
    /// all rules match.
    Outdrawn { matching: usize, looked: usize, weight: u64, of: u64 },
    /// The rule matched nowhere in the `looked` missions.
    ///
    /// The farthest partial match was at node `at`, after that many steps of the derivation.
    NoMatch { looked: usize, after: usize, at: NodeId, farthest: Box<Explanation> },
    /// The rule matched nowhere, because the missions have no nodes.
    NothingThere,
    /// There are too many matches to tell.
    TooMany,
}

/// A reason why no node of a mission has a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum SymbolAbsence {
    /// Neither the start nor any rule makes it.
    NeverMade,
    /// A rule makes it, given by its position, but was not applied.
    NotApplied { rule: usize, name: String },
    /// It existed, but the rule at a step of the derivation, from 1, replaced its symbol or deleted it.
    Taken { node: NodeId, step: usize, rule: usize, name: String },
}

/// Returns the reasons why a rule was not applied in a derivation of its grammar; empty if it was.
pub fn why_never(grammar: &Grammar, rule: usize, derivation: &Arc<Derivation>) -> Vec<Absence> {
    let Some(authored) = grammar.rules.get(rule) else { return Vec::new() };
    if derivation.steps.iter().any(|step| step.rule == rule) {
        return Vec::new();
    }
    let hindrances = find_hindrances(grammar, rule, 0);
    if !hindrances.is_empty() {
        return hindrances.into_iter().map(Absence::Hindered).collect();
    }
    let Some(ready) = resolve_rule(&grammar.alphabet, authored) else { return vec![Absence::Unusable] };
    let (names, steps) = (RuleNames::new(grammar), walk(&grammar.recipe));
    let asks = |placed: &PlacedStep<'_>| {
        placed.step.rules().is_some_and(|choice| names.positions(choice).contains(&rule))
    };
    let mut playback = Playback::new(Arc::clone(derivation));
    let mut absences = Vec::new();
    for (number, placed) in steps.iter().enumerate().filter(|(_, placed)| asks(placed)) {
        let runs = derivation.recipe_counts.get(number).map_or(0, |count| count.runs);
        let happened = if runs == 0 {
            unreached(&steps, number, derivation)
        } else {
            let mut sought = AbsenceSearch { grammar, rule, ready: &ready, playback: &mut playback };
            sought.at_step(number, placed, &names)
        };
        absences.push(Absence::AtStep(AtStep { label: placed.label.clone(), happened }));
    }
    let tries = derivation.recipe_counts.iter().map(|count| count.thrown_away).sum();
    absences.extend((tries > 0).then_some(Absence::Undone { tries }));
    absences
}

/// Returns the reason why a derivation did not reach a step of the recipe.
fn unreached(steps: &[PlacedStep<'_>], number: usize, derivation: &Derivation) -> MissedStepReason {
    let runs = |number: usize| derivation.recipe_counts.get(number).map_or(0, |count| count.runs);
    let within = |(around, placed): &(usize, &PlacedStep<'_>)| {
        (*around..around + placed.step.size()).contains(&number)
    };
    // From the outermost step inwards: the first that did not run, and the step around it.
    let mut holder: Option<(usize, &PlacedStep<'_>)> = None;
    for (around, placed) in steps.iter().enumerate().filter(within) {
        if runs(around) > 0 {
            holder = Some((around, placed));
            continue;
        }
        let first_within = holder.map(|(holder, _)| holder + 1);
        return match (holder.map(|(_, held)| held), placed.step) {
            // An earlier step of the same list may have ended the derivation.
            (_, RecipeStep::Chance { percent, .. }) if came_to(steps, around, derivation) => {
                MissedStepReason::NoChance { label: placed.label.clone(), percent: *percent }
            }
            (Some(held), _) if matches!(held.step, RecipeStep::Choose(_)) => {
                MissedStepReason::OtherBlock { label: held.label.clone() }
            }
            (Some(held), _)
                if matches!(held.step, RecipeStep::Repeat { .. })
                    && first_within.is_some_and(|first| runs(first) == 0) =>
            {
                MissedStepReason::NoRepeat { label: held.label.clone() }
            }
            _ => MissedStepReason::EndedBefore,
        };
    }
    MissedStepReason::EndedBefore
}

/// Returns `true` if the derivation ran anything after a step, so that it must have reached the step.
fn came_to(steps: &[PlacedStep<'_>], number: usize, derivation: &Derivation) -> bool {
    let behind = steps.get(number).map_or(number, |placed| number + placed.step.size());
    let later = derivation.recipe_counts.iter().skip(behind).any(|count| count.runs > 0);
    // The last step of a finished recipe counts as reached.
    later || behind >= steps.len()
}

struct AbsenceSearch<'a> {
    grammar: &'a Grammar,
    rule: usize,
    ready: &'a ReadyRule,
    playback: &'a mut Playback,
}

impl AbsenceSearch<'_> {
    /// Returns the reason at a step that ran.
    fn at_step(&mut self, number: usize, placed: &PlacedStep<'_>, names: &RuleNames<'_>) -> MissedStepReason {
        let derivation = Arc::clone(self.playback.derivation());
        let steps = derivation.steps.iter().enumerate();
        let applied: Vec<usize> =
            steps.filter(|(_, step)| step.recipe_step == number).map(|(before, _)| before).collect();
        let has_applied = !applied.is_empty();
        // After the last application, the rule may have been searched once more, in vain.
        let moments = match applied.last() {
            Some(last) => [&applied[..], &[last + 1]].concat(),
            None => vec![derivation.steps_before(number).unwrap_or_default()],
        };
        let moments = spread(&moments, MOST_LOOKED_AT);
        let (mut matching, mut most) = (0, 0);
        for moment in &moments {
            let Some(matches) = self.matches_after(*moment) else { return MissedStepReason::TooMany };
            let was_drawn_there = !has_applied || applied.binary_search(moment).is_ok();
            if matches > 0 && was_drawn_there {
                matching += 1;
                most = most.max(matches);
            }
        }
        if matching > 0 && !has_applied {
            return MissedStepReason::AppliedNothing { matches: most };
        }
        if matching > 0 {
            let candidates = placed.step.rules().map_or_else(Vec::new, |choice| names.positions(choice));
            let weight = |rule: usize| {
                let rule = self.grammar.rules.get(rule).filter(|rule| rule.enabled);
                rule.map_or(0, |rule| u64::from(rule.weight))
            };
            let of = candidates.into_iter().map(weight).sum();
            let looked = moments.iter().filter(|moment| applied.binary_search(moment).is_ok()).count();
            return MissedStepReason::Outdrawn { matching, looked, weight: weight(self.rule), of };
        }
        self.nearest(&moments)
    }

    fn matches_after(&mut self, step: usize) -> Option<usize> {
        self.playback.go_to(step);
        let mission = self.playback.mission();
        let found = find(self.ready, mission, &Index::new(mission), &mut Effort::of_one_search());
        found.gave_up.is_none().then(|| found.count())
    }

    /// Finds the farthest partial match in these missions.
    fn nearest(&mut self, moments: &[usize]) -> MissedStepReason {
        let looked = moments.len();
        let Some(authored) = self.grammar.rules.get(self.rule) else { return MissedStepReason::TooMany };
        let mut best: Option<(MatchProgress, MissedStepReason)> = None;
        let mut nodes_left = MOST_NODES;
        // The last missions are the largest.
        for after in moments.iter().rev() {
            self.playback.go_to(*after);
            let mission = self.playback.mission();
            let index = Index::new(mission);
            for at in node_ids(mission, nodes_left) {
                nodes_left -= 1;
                let found = farthest(&self.grammar.alphabet, authored, self.ready, mission, &index, at);
                let Some((depth, explanation)) = found else { continue };
                if best.as_ref().is_none_or(|(best, _)| depth > *best) {
                    let farthest = Box::new(explanation);
                    best = Some((depth, MissedStepReason::NoMatch { looked, after: *after, at, farthest }));
                }
            }
        }
        best.map_or(MissedStepReason::NothingThere, |(_, happened)| happened)
    }
}

fn node_ids(mission: &Mission, most: usize) -> Vec<NodeId> {
    let all: Vec<NodeId> = mission.nodes().map(|(id, _)| id).collect();
    spread(&all, most)
}

/// Returns at most `most` items of a list, evenly distributed, including the first and the last.
fn spread<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    if all.len() <= most {
        return all.to_vec();
    }
    let last = all.len() - 1;
    let steps = most.saturating_sub(1).max(1);
    (0..most).filter_map(|number| all.get(number * last / steps)).copied().collect()
}

/// Returns the reasons why no node of the mission has a symbol; empty if one has.
pub fn why_no_symbol(grammar: &Grammar, symbol: &str, derivation: &Derivation) -> Vec<SymbolAbsence> {
    let Some(number) = derivation.alphabet.node_id(symbol) else { return Vec::new() };
    if derivation.mission.nodes().any(|(_, node)| node.symbol == number) {
        return Vec::new();
    }
    let mut absences = Vec::new();
    let name = |rule: usize| grammar.rules.get(rule).map_or_else(String::new, |rule| rule.name.clone());
    for (index, step) in derivation.steps.iter().enumerate() {
        let taken = step.delta.changes.iter().filter_map(|change| match change {
            MissionChange::NodeRemoved(id, node) => (node.symbol == number).then_some(*id),
            MissionChange::NodeChanged(change) => {
                (change.before.symbol == number && change.after.symbol != number).then_some(change.id)
            }
            MissionChange::NodeAdded(..)
            | MissionChange::EdgeAdded(..)
            | MissionChange::EdgeChanged(_)
            | MissionChange::EdgeRemoved(..) => None,
        });
        absences.extend(taken.map(|node| SymbolAbsence::Taken {
            node,
            step: index + 1,
            rule: step.rule,
            name: name(step.rule),
        }));
    }
    let counts = derivation.counts();
    let makers = grammar.rules.iter().enumerate().filter(|(_, rule)| {
        let nodes = rule.alternatives().flat_map(|side| side.nodes.values());
        nodes.into_iter().any(|node| node.symbol == SymbolReplacement::Is(symbol.to_owned()))
    });
    let unused = makers.filter(|(rule, _)| counts.get(*rule) == Some(&0));
    absences.extend(unused.map(|(rule, _)| SymbolAbsence::NotApplied { rule, name: name(rule) }));
    if absences.is_empty() {
        absences.push(SymbolAbsence::NeverMade);
    }
    absences
}

#[cfg(test)]
mod tests;
