//! The derivation: start graph, recipe, one step after the other.
//!
//! Input: a grammar and a seed. Output: the start, every step with its delta, and the final mission.
//!
//! A rule is drawn by weight among the chosen rules that match somewhere and are below their limit.
//! Then one of its matches is drawn, each with equal chance.
//! (A drawn rule without a match is put aside and another one drawn, which has the same effect.)
//!
//! Every step of the recipe has its own random stream, so a change in one leaves earlier ones unchanged.
//! So do every repetition, every chosen block and every try.
//!
//! The mission never grows beyond the limits: a step that would exceed one is not taken, and the derivation
//! ends.

mod budget;
mod diagnostics;
mod names;
mod matches;
mod playback;
mod require;
mod rules;
mod deriver;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::recipe_walk::walk;
use super::{Delta, Grammar, Match, MissionChange, check_grammar};
use crate::base::{Cancelled, Outcome, Seed, Severity, StageContext, StopReason};
use crate::mission::{Alphabet, EdgeId, Mission, NodeId};

use deriver::Deriver;
pub use names::RuleNames;
pub use playback::Playback;
use require::ready_conditions;

/// A start graph with all steps that were applied to it.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The alphabet of the missions' symbols.
    pub alphabet: Arc<Alphabet>,
    /// Number of rules of the grammar.
    pub rule_count: usize,
    /// The start graph.
    pub start: Mission,
    /// The steps, in order; step n of the missions' `made_by` is at index n − 1.
    pub steps: Vec<Step>,
    /// Counts for each step of the recipe, in the order in which they are written, including nested ones.
    pub recipe_counts: Vec<RecipeCount>,
    /// The final mission.
    pub mission: Mission,
}

/// Counts for one step of a recipe in a derivation.
///
/// Undone work counts only as tries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeCount {
    /// The path of the step: `recipe[2].steps[0]`, or `recipe[2][1].steps[0]` in a chosen block.
    pub path: String,
    /// Number of runs. A step with a chance is counted whenever it is reached.
    pub runs: u32,
    /// Number of rules applied in it.
    pub steps: u32,
    /// Number of matches skipped because they overlapped with others.
    pub skipped: u32,
    /// Number of tries undone because the mission did not meet the requirement.
    pub thrown_away: u32,
}

/// One rule applied at one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule's position in the grammar.
    pub rule: usize,
    /// The recipe's step that asked for it, by position in [`Derivation::recipe_counts`].
    pub recipe_step: usize,
    /// The match where it was applied.
    pub matched: Match,
    /// The right side that was drawn: 0 is the first, n is the nth after it.
    pub alternative: usize,
    /// The changes.
    pub delta: Delta,
}

impl Derivation {
    /// Returns the number of applications of each rule, in the order of the grammar.
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.rule_count];
        for step in &self.steps {
            if let Some(count) = counts.get_mut(step.rule) {
                *count += 1;
            }
        }
        counts
    }

    /// Returns the numbers of the steps that changed the symbol or attributes of a node, ascending.
    ///
    /// The step that made it, and steps that only added or removed its edges, are not included.
    pub fn changes_of_node(&self, id: NodeId) -> Vec<u32> {
        self.steps_with(|change| matches!(change, MissionChange::NodeChanged(change) if change.id == id))
    }

    /// Returns the numbers of the steps that changed the attributes of an edge, ascending.
    ///
    /// The step that made it is not included.
    pub fn changes_of_edge(&self, id: EdgeId) -> Vec<u32> {
        self.steps_with(|change| matches!(change, MissionChange::EdgeChanged(change) if change.id == id))
    }

    /// Returns the numbers of the steps with such a change, ascending.
    fn steps_with(&self, is_such: impl Fn(&MissionChange) -> bool) -> Vec<u32> {
        let numbered = self.steps.iter().zip(1..);
        numbered
            .filter(|(step, _)| step.delta.changes.iter().any(&is_such))
            .map(|(_, number)| number)
            .collect()
    }

    /// Returns the number of rules applied before the first run of a recipe step; `None` if it never ran.
    pub fn steps_before(&self, recipe_step: usize) -> Option<usize> {
        self.recipe_counts.get(recipe_step).filter(|count| count.runs > 0)?;
        let first =
            |is_it: &dyn Fn(usize) -> bool| self.steps.iter().position(|step| is_it(step.recipe_step));
        // A step that applied nothing ran before the later ones.
        let applied = first(&|step| step == recipe_step).or_else(|| first(&|step| step > recipe_step));
        Some(applied.unwrap_or(self.steps.len()))
    }

    /// Returns the number of rules applied after the last run of a recipe step; `None` if it never ran.
    ///
    /// The `size - 1` steps nested in it are included.
    pub fn steps_after(&self, recipe_step: usize, size: usize) -> Option<usize> {
        let before = self.steps_before(recipe_step)?;
        let within = recipe_step..recipe_step.saturating_add(size);
        let last = self.steps.iter().rposition(|step| within.contains(&step.recipe_step));
        Some(last.map_or(before, |last| last + 1))
    }

    /// Returns the mission after the first `count` steps: 0 is the start, and the maximum is the end.
    pub fn at_step(&self, count: usize) -> Mission {
        let mut mission = self.start.clone();
        self.steps.iter().take(count).for_each(|step| step.delta.redo(&mut mission));
        mission
    }
}

/// An event in a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipeMoment {
    /// The recipe step of that number begins. It may be nested in others, and may begin several times.
    Begins(usize),
    /// The recipe step ends.
    Ends(usize),
}

/// The surroundings of a derivation. Its ceilings cap the limits of the grammar.
pub type DeriveContext<'a> = StageContext<'a, dyn FnMut(RecipeMoment) + 'a>;

/// Runs the recipe of a grammar.
///
/// - A grammar with errors returns its start graph if that can be built, the errors, and `StopReason::Failed`.
/// - At a limit it ends with `StopReason::Budget` and a warning `limit-reached`, which has the counts for each
///   rule. Limits are steps, nodes and edges, matches or attempts of one search, and total work or memory.
/// - If the mission does not meet a requirement of the recipe, it ends with `StopReason::Failed` and an error
///   `requirement-failed`.
/// - A recipe step that could not reach its minimum gives one note `fewer-times`.
///
/// # Errors
/// Returns an error if the token is stopped before the derivation is done.
pub fn derive(
    grammar: &Grammar,
    seed: Seed,
    context: DeriveContext<'_>,
) -> Result<Outcome<Derivation>, Cancelled> {
    let mut errors = check_grammar(grammar);
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    if errors.is_empty() {
        return derive_checked(grammar, seed, context);
    }
    let value = Derivation::new(grammar, build_start(grammar, seed));
    Ok(Outcome { value, diagnostics: errors, stop: StopReason::Failed })
}

/// Runs the recipe of a grammar in which [`check_grammar`] found no errors.
///
/// A batch checks its grammar once, and a check of a large grammar takes longer than its derivation.
pub(crate) fn derive_checked(
    grammar: &Grammar,
    seed: Seed,
    context: DeriveContext<'_>,
) -> Result<Outcome<Derivation>, Cancelled> {
    let start = build_start(grammar, seed);
    let Some((rules, conditions)) = rules::ready_rules(grammar).zip(ready_conditions(grammar)) else {
        let value = Derivation::new(grammar, start);
        return Ok(Outcome { value, diagnostics: Vec::new(), stop: StopReason::Failed });
    };
    let StageContext { stop, ceilings, watcher, .. } = context;
    let deriver = Deriver::new(grammar, rules, conditions, start, ceilings, &stop);
    let mut nobody = |_| {};
    let watch: &mut dyn FnMut(RecipeMoment) = match watcher {
        Some(watch) => watch,
        None => &mut nobody,
    };
    stop.unless_stopped(deriver.watched(watch).run(seed.child("recipe")))
}

fn build_start(grammar: &Grammar, seed: Seed) -> Mission {
    grammar.start.build(&grammar.alphabet, seed.child("start")).unwrap_or_default()
}

impl Derivation {
    fn new(grammar: &Grammar, start: Mission) -> Self {
        Self {
            alphabet: Arc::new(grammar.alphabet.clone()),
            rule_count: grammar.rules.len(),
            mission: start.clone(),
            start,
            steps: Vec::new(),
            recipe_counts: walk(&grammar.recipe)
                .into_iter()
                .map(|placed| RecipeCount { path: placed.path.to_string(), ..RecipeCount::default() })
                .collect(),
        }
    }
}

#[cfg(test)]
mod budget_tests;
#[cfg(test)]
mod recipe_tests;
#[cfg(test)]
mod tests;
