//! The derivation: start graph, recipe, one step after the other.
//!
//! In go a grammar and a seed; out comes the start, every step with its delta, and the mission at the end.
//! Each time a rule is wanted, one is drawn by weight among those of the choice that match somewhere and whose limit is not used up, then one of its matches, each with equal chance. (A drawn rule that matches nowhere is put aside and another one drawn, which comes to the same.)
//! Every step of the recipe draws its own lots, so that a change in one leaves those before it as they were.
//! The mission never grows beyond the limits: the step that would do so is not taken, and the derivation ends there.

use std::sync::Arc;

use super::apply::plan_delta;
use super::find::{Index, find, fitting_sides};
use super::resolve::{ReadyRule, resolve_rule};
use super::{Delta, Grammar, Match, RecipeStep, RuleChoice, Times, check_grammar};
use crate::base::{Diagnostic, Lots, Outcome, Seed, Severity, Stop};
use crate::mission::{Alphabet, Mission};

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
    /// What came out.
    pub mission: Mission,
}

/// One rule applied at one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule's position in the grammar.
    pub rule: usize,
    /// The recipe's step that asked for it, by position.
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
/// At a limit (steps, nodes, edges; matches or attempts of one search) it ends with `Stop::Budget` and a warning `limit-reached` that has the counts per rule.
/// A step of the recipe that could not do what it should at least gives a note `fewer-times`.
pub fn derive(grammar: &Grammar, seed: Seed) -> Outcome<Derivation> {
    let start = grammar.start.build(&grammar.alphabet).unwrap_or_default();
    let mut errors = check_grammar(grammar);
    errors.retain(|diagnostic| diagnostic.severity == Severity::Error);
    let ready = grammar.rules.iter().map(|rule| resolve_rule(&grammar.alphabet, rule)).collect();
    match ready {
        Some(rules) if errors.is_empty() => Run::new(grammar, rules, start).run(seed.child("recipe")),
        _ => {
            let value = Derivation::new(grammar, start);
            Outcome { value, diagnostics: errors, stop: Stop::Failed }
        }
    }
}

impl Derivation {
    fn new(grammar: &Grammar, start: Mission) -> Self {
        Self {
            alphabet: Arc::new(grammar.alphabet.clone()),
            rule_count: grammar.rules.len(),
            mission: start.clone(),
            start,
            steps: Vec::new(),
        }
    }
}

impl Times {
    /// How often at least, and how often it is to be this time.
    fn draw(self, lots: &mut Lots) -> (u32, u32) {
        match self {
            Self::Exactly(times) => (times, times),
            Self::Between(least, most) => (least, lots.range(least, most)),
            Self::UntilNone => (0, u32::MAX),
        }
    }
}

impl RuleChoice {
    /// The positions of the rules that a choice names, each once, ascending.
    pub(crate) fn positions(&self, grammar: &Grammar) -> Vec<usize> {
        let is_chosen = |rule: &super::Rule| match self {
            Self::All => true,
            Self::Tag(tag) => rule.tags.contains(tag),
            Self::Named(names) => names.contains(&rule.name),
        };
        let rules = grammar.rules.iter().enumerate();
        rules.filter(|(_, rule)| is_chosen(rule)).map(|(position, _)| position).collect()
    }
}

/// A derivation under way.
struct Run<'a> {
    grammar: &'a Grammar,
    rules: Vec<ReadyRule>,
    index: Index,
    counts: Vec<u32>,
    derivation: Derivation,
    notes: Vec<Diagnostic>,
}

/// Why a derivation ends before its recipe does.
struct LimitReached {
    what: &'static str,
    limit: u64,
    path: String,
    hint: Option<String>,
}

impl<'a> Run<'a> {
    fn new(grammar: &'a Grammar, rules: Vec<ReadyRule>, start: Mission) -> Self {
        Self {
            grammar,
            index: Index::new(&start),
            counts: vec![0; rules.len()],
            rules,
            derivation: Derivation::new(grammar, start),
            notes: Vec::new(),
        }
    }

    fn run(mut self, seed: Seed) -> Outcome<Derivation> {
        let Err(reached) = self.run_recipe(seed) else {
            return Outcome { value: self.derivation, diagnostics: self.notes, stop: Stop::Done };
        };
        let warning = self.warn(&reached);
        self.notes.push(warning);
        let stop = Stop::Budget { what: reached.what, limit: reached.limit };
        Outcome { value: self.derivation, diagnostics: self.notes, stop }
    }

    fn run_recipe(&mut self, seed: Seed) -> Result<(), LimitReached> {
        let start = &self.derivation.start;
        self.check_size(start.node_count(), start.edge_count())?;
        for (position, step) in self.grammar.recipe.iter().enumerate() {
            let RecipeStep::Apply { rules, times } = step;
            self.apply_often(position, rules, *times, seed.numbered(position as u64))?;
        }
        Ok(())
    }

    fn apply_often(
        &mut self,
        recipe_step: usize,
        choice: &RuleChoice,
        times: Times,
        seed: Seed,
    ) -> Result<(), LimitReached> {
        let (least, wanted) = times.draw(&mut seed.child("times").lots());
        let mut lots = seed.child("choices").lots();
        let candidates = choice.positions(self.grammar);
        let mut done = 0;
        while done < wanted {
            let Some((rule, matched)) = self.choose(&candidates, &mut lots)? else { break };
            let alternative = self.draw_alternative(rule, &matched, &mut lots);
            self.apply(recipe_step, rule, matched, alternative)?;
            done += 1;
        }
        if done < least {
            self.notes.push(fewer_times(recipe_step, least, done));
        }
        Ok(())
    }

    /// A rule and where to apply it; `None` if no rule matches.
    fn choose(&self, candidates: &[usize], lots: &mut Lots) -> Result<Option<(usize, Match)>, LimitReached> {
        let mut left: Vec<usize> = candidates.iter().copied().filter(|&rule| self.may_run(rule)).collect();
        while let Some(drawn) = lots.weighted(left.iter().map(|&rule| self.grammar.rules[rule].weight)) {
            let rule = left.remove(drawn);
            let found = find(&self.rules[rule], &self.derivation.mission, &self.index);
            if let Some((what, limit)) = found.gave_up {
                return Err(self.too_many(rule, what, limit));
            }
            if found.count() > 0 {
                let position = lots.below(found.count() as u64) as usize;
                return Ok(found.nth(&self.rules[rule], position).map(|matched| (rule, matched)));
            }
        }
        Ok(None)
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
        self.grammar.rules[rule].enabled
            && self.grammar.rules[rule].limit.is_none_or(|limit| self.counts[rule] < limit)
    }

    fn apply(
        &mut self,
        recipe_step: usize,
        rule: usize,
        matched: Match,
        alternative: usize,
    ) -> Result<(), LimitReached> {
        let number = self.derivation.steps.len() as u32;
        if number >= self.grammar.limits.steps {
            return Err(limit_of("steps", self.grammar.limits.steps));
        }
        let mission = &self.derivation.mission;
        let delta = plan_delta(&self.rules[rule], mission, &matched, alternative, number + 1);
        self.check_size(
            mission.node_count() + delta.added_nodes.len() - delta.removed_nodes.len(),
            mission.edge_count() + delta.added_edges.len() - delta.removed_edges.len(),
        )?;
        delta.redo(&mut self.derivation.mission);
        self.index.redo(&delta);
        self.counts[rule] += 1;
        self.derivation.steps.push(Step { rule, recipe_step, matched, alternative, delta });
        Ok(())
    }

    fn check_size(&self, nodes: usize, edges: usize) -> Result<(), LimitReached> {
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

    fn warn(&self, reached: &LimitReached) -> Diagnostic {
        let LimitReached { what, limit, .. } = reached;
        let counts = self.grammar.rules.iter().zip(&self.counts).filter(|(_, count)| **count > 0);
        let list: Vec<String> =
            counts.map(|(rule, count)| format!("\"{}\" {}", rule.name, times(*count))).collect();
        let applied = if list.is_empty() { "none".to_owned() } else { list.join(", ") };
        let message = format!(
            "The derivation stopped at the limit of {limit} {what}, after {}. Rules applied: {applied}.",
            counted(self.derivation.steps.len(), "step"),
        );
        Diagnostic::warning("limit-reached", message)
            .at(reached.path.clone())
            .maybe_hint(reached.hint.clone())
    }
}

fn limit_of(what: &'static str, limit: u32) -> LimitReached {
    let hint = "let rules run less often, or set a higher limit".to_owned();
    LimitReached { what, limit: u64::from(limit), path: format!("limits.{what}"), hint: Some(hint) }
}

fn fewer_times(recipe_step: usize, least: u32, done: u32) -> Diagnostic {
    let message = format!(
        "Step {} of the recipe should run at least {}, but only {} of its rules found a match.",
        recipe_step + 1,
        times(least),
        times(done),
    );
    Diagnostic::new(Severity::Note, "fewer-times", message).at(format!("recipe[{recipe_step}]"))
}

fn times(count: u32) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// A number with its noun: "1 step", "2 steps".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests;
