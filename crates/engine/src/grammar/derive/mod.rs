//! The derivation: start graph, recipe, one step after the other.
//!
//! In go a grammar and a seed; out comes the start, every step with its delta, and the mission at the end.
//! Each time a rule is wanted, one is drawn by weight among those of the choice that match somewhere and whose limit is not used up, then one of its matches, each with equal chance. (A drawn rule that matches nowhere is put aside and another one drawn, which comes to the same.)
//! Every step of the recipe has a random stream of its own, so that a change in one leaves those before it as they were; so does every repetition, every chosen block and every try.
//! The mission never grows beyond the limits: the step that would do so is not taken, and the derivation ends there.

mod budget;
mod complaints;
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
use crate::base::{Cancelled, Ceilings, Outcome, Seed, Severity, Stop, StopToken};
use crate::mission::{Alphabet, EdgeId, Mission, NodeId};

use deriver::Deriver;
pub use names::RuleNames;
pub use playback::Playback;
use require::ready_conditions;

/// A start graph with all the steps that were applied to it.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The alphabet that the missions' symbols belong to.
    pub alphabet: Arc<Alphabet>,
    /// How many rules the grammar has.
    pub rule_count: usize,
    /// What it began with.
    pub start: Mission,
    /// What was done, in order; step n of the missions' `made_by` is at index n − 1.
    pub steps: Vec<Step>,
    /// What each step of the recipe did: all steps in the order in which they are written, however deep they lie.
    pub recipe_counts: Vec<RecipeCount>,
    /// What came out.
    pub mission: Mission,
}

/// What one step of a recipe did in a derivation.
///
/// Of what was undone only the tries are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeCount {
    /// Which step: `recipe[2].steps[0]`; of a block that was chosen, `recipe[2][1].steps[0]`.
    pub path: String,
    /// How often it was carried out; a step with a chance, how often it came to it.
    pub runs: u32,
    /// How many rules were applied in it.
    pub steps: u32,
    /// How many matches were skipped because they overlapped with others.
    pub skipped: u32,
    /// How many tries were undone because the mission was not as it requires.
    pub thrown_away: u32,
}

/// One rule applied at one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule's position in the grammar.
    pub rule: usize,
    /// The recipe's step that asked for it, by position in [`Derivation::recipe_counts`].
    pub recipe_step: usize,
    /// Where it was applied.
    pub matched: Match,
    /// Which of the rule's right sides was drawn: 0 is the first, n is the nth after it.
    pub alternative: usize,
    /// What it changed.
    pub delta: Delta,
}

impl Derivation {
    /// How often each rule was applied, in the order of the grammar.
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.rule_count];
        for step in &self.steps {
            if let Some(count) = counts.get_mut(step.rule) {
                *count += 1;
            }
        }
        counts
    }

    /// The numbers of the steps that made a node something else, ascending: the one that made it and those that took or gave it edges are not among them.
    pub fn changes_of_node(&self, id: NodeId) -> Vec<u32> {
        self.steps_with(|change| matches!(change, MissionChange::NodeChanged(change) if change.id == id))
    }

    /// The numbers of the steps that changed the attributes of an edge, ascending; the one that made it is not among them.
    pub fn changes_of_edge(&self, id: EdgeId) -> Vec<u32> {
        self.steps_with(|change| matches!(change, MissionChange::EdgeChanged(change) if change.id == id))
    }

    /// The numbers of the steps that made such a change, ascending.
    fn steps_with(&self, is_such: impl Fn(&MissionChange) -> bool) -> Vec<u32> {
        let numbered = self.steps.iter().zip(1..);
        numbered
            .filter(|(step, _)| step.delta.changes.iter().any(&is_such))
            .map(|(_, number)| number)
            .collect()
    }

    /// How many rules had been applied when a step of the recipe was carried out for the first time; none if it never was.
    pub fn steps_before(&self, recipe_step: usize) -> Option<usize> {
        self.recipe_counts.get(recipe_step).filter(|count| count.runs > 0)?;
        let first =
            |is_it: &dyn Fn(usize) -> bool| self.steps.iter().position(|step| is_it(step.recipe_step));
        // A step that applied nothing was carried out before those behind it.
        let applied = first(&|step| step == recipe_step).or_else(|| first(&|step| step > recipe_step));
        Some(applied.unwrap_or(self.steps.len()))
    }

    /// How many rules had been applied when a step of the recipe had been carried out for the last time, with the `size - 1` steps within it; none if it never was.
    pub fn steps_after(&self, recipe_step: usize, size: usize) -> Option<usize> {
        let before = self.steps_before(recipe_step)?;
        let within = recipe_step..recipe_step.saturating_add(size);
        let last = self.steps.iter().rposition(|step| within.contains(&step.recipe_step));
        Some(last.map_or(before, |last| last + 1))
    }

    /// The mission after the first `count` steps: 0 is the start, as many as there are or more is the end.
    pub fn at_step(&self, count: usize) -> Mission {
        let mut mission = self.start.clone();
        self.steps.iter().take(count).for_each(|step| step.delta.redo(&mut mission));
        mission
    }
}

/// Runs the recipe of a grammar.
///
/// A grammar with errors gives its start graph if that can be built, the errors, and `Stop::Failed`.
/// At a limit (steps, nodes, edges; matches or attempts of one search; work or memory of all) it ends with `Stop::Budget` and a warning `limit-reached` that has the counts per rule.
/// Where the mission is not as the recipe requires, it ends with `Stop::Failed` and an error `requirement-failed`.
/// A step of the recipe that could not do what it should at least gives a note `fewer-times`, once.
pub fn derive(grammar: &Grammar, seed: Seed) -> Outcome<Derivation> {
    derive_within(grammar, seed, Ceilings::default())
}

/// The same with other ceilings: limits of the grammar that are higher count as if they were these.
pub fn derive_within(grammar: &Grammar, seed: Seed, ceilings: Ceilings) -> Outcome<Derivation> {
    let mut errors = check_grammar(grammar);
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    if errors.is_empty() {
        run_recipe(grammar, seed, ceilings, &StopToken::never(), &mut |_| {})
    } else {
        let value = Derivation::new(grammar, build_start(grammar, seed));
        Outcome { value, diagnostics: errors, stop: Stop::Failed }
    }
}

/// The same of a grammar in which [`check_grammar`] finds no errors: they are not looked for again.
///
/// # Errors
/// If the token is stopped before the derivation is done.
pub fn derive_checked(
    grammar: &Grammar,
    seed: Seed,
    ceilings: Ceilings,
    stop: &StopToken,
) -> Result<Outcome<Derivation>, Cancelled> {
    derive_watched(grammar, seed, ceilings, stop, &mut |_| {})
}

/// What goes on in a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The step of the recipe of that number begins; within others or again, too.
    Begins(usize),
    /// It ends.
    Ends(usize),
}

/// The same for someone who listens as it goes on; that changes nothing.
///
/// # Errors
/// If the token is stopped before the derivation is done.
pub fn derive_watched(
    grammar: &Grammar,
    seed: Seed,
    ceilings: Ceilings,
    stop: &StopToken,
    watch: &mut dyn FnMut(Moment),
) -> Result<Outcome<Derivation>, Cancelled> {
    stop.unless_stopped(run_recipe(grammar, seed, ceilings, stop, watch))
}

fn run_recipe(
    grammar: &Grammar,
    seed: Seed,
    ceilings: Ceilings,
    stop: &StopToken,
    watch: &mut dyn FnMut(Moment),
) -> Outcome<Derivation> {
    let start = build_start(grammar, seed);
    match (rules::ready_rules(grammar), ready_conditions(grammar)) {
        (Some(rules), Some(conditions)) => Deriver::new(grammar, rules, conditions, start, ceilings, stop)
            .watched(watch)
            .run(seed.child("recipe")),
        _ => Outcome { value: Derivation::new(grammar, start), diagnostics: Vec::new(), stop: Stop::Failed },
    }
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
