//! Fixes for steps of the recipe.

use super::{Fix, meant_by, name_of};
use crate::base::Diagnostic;
use crate::document::{Content, Edit, Location, RecipeEdit, StepPath, location_in_grammar, step_at};
use crate::grammar::{CountBound, Grammar, RecipeStep, Requirement, RuleChoice, Times, UnmetAction};

pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(Location::Step(path)) = location_in_grammar(diagnostic) else { return Vec::new() };
    let grammar = &content.grammar;
    if diagnostic.code == "empty-recipe" && grammar.recipe.is_empty() {
        return vec![first_step()];
    }
    let Some(step) = step_at(&grammar.recipe, &path) else { return Vec::new() };
    let here = DiagnosedStep { path, step };
    match diagnostic.code {
        "unknown-rule" => here.unknown_rule(diagnostic, grammar),
        "unknown-tag" => here.unknown_tag(diagnostic, grammar),
        "empty-choice" => here
            .with_rules(|_| Some(RuleChoice::All))
            .map(|step| here.set("Apply all rules", "rules", step))
            .into_iter()
            .collect(),
        "zero-times" => here.once().into_iter().chain([here.removal()]).collect(),
        "zero-chance" | "empty-steps" => vec![here.removal()],
        "retry-without-effect" => here.stopping().into_iter().collect(),
        "range-backwards" => here.forwards().into_iter().collect(),
        _ => Vec::new(),
    }
}

fn first_step() -> Fix {
    let step = RecipeStep::apply(RuleChoice::All, Times::Between(5, 8));
    let edit = RecipeEdit::Insert { at: vec![0], step: Box::new(step) };
    Fix::new("Apply all rules, 5 to 8 times", Edit::Recipe(edit))
}

/// The step that a diagnostic is about.
struct DiagnosedStep<'a> {
    path: StepPath,
    step: &'a RecipeStep,
}

impl DiagnosedStep<'_> {
    fn set(&self, words: impl Into<String>, what: &'static str, step: RecipeStep) -> Fix {
        let edit = RecipeEdit::Set { at: self.path.clone(), what, step: Box::new(step) };
        Fix::new(words, Edit::Recipe(edit))
    }

    fn removal(&self) -> Fix {
        Fix::new("Delete the step", Edit::Recipe(RecipeEdit::Remove(self.path.clone())))
    }

    /// Returns the step with another choice of rules, if it has one.
    fn with_rules(&self, change: impl FnOnce(&RuleChoice) -> Option<RuleChoice>) -> Option<RecipeStep> {
        let mut step = self.step.clone();
        let rules = step.rules_mut()?;
        *rules = change(rules)?;
        Some(step)
    }

    fn unknown_rule(&self, diagnostic: &Diagnostic, grammar: &Grammar) -> Vec<Fix> {
        let Some(RuleChoice::Named(chosen)) = self.step.rules() else {
            return Vec::new();
        };
        let is_known = |name: &str| grammar.rules.iter().any(|rule| rule.name == name);
        let is_it = |name: &&String| name_of(diagnostic) == Some(name.as_str()) && !is_known(name);
        let Some(unknown) = chosen.iter().find(is_it) else { return Vec::new() };
        let is_tag = grammar.rules.iter().any(|rule| rule.tags.contains(unknown));
        let by_tag =
            is_tag.then(|| RuleChoice::Tag(unknown.clone())).and_then(|tag| self.with_rules(|_| Some(tag)));
        let renamed = meant_by(diagnostic).filter(|meant| is_known(meant)).and_then(|meant| {
            let changed =
                chosen.iter().map(|name| if name == unknown { meant.to_owned() } else { name.clone() });
            Some((meant, self.with_rules(|_| Some(RuleChoice::Named(changed.collect())))?))
        });
        let rest: Vec<String> = chosen.iter().filter(|name| *name != unknown).cloned().collect();
        let without = if rest.is_empty() {
            Some(self.removal())
        } else {
            let step = self.with_rules(|_| Some(RuleChoice::Named(rest)));
            step.map(|step| self.set(format!("Delete \"{unknown}\""), "rules", step))
        };
        let by_tag =
            by_tag.map(|step| self.set(format!("Apply rules with the tag \"{unknown}\""), "rules", step));
        let renamed =
            renamed.map(|(meant, step)| self.set(format!("Use \"{meant}\" instead"), "rules", step));
        by_tag.into_iter().chain(renamed).chain(without).collect()
    }

    fn unknown_tag(&self, diagnostic: &Diagnostic, grammar: &Grammar) -> Vec<Fix> {
        let (RecipeStep::Apply { rules: RuleChoice::Tag(tag), .. }
        | RecipeStep::ApplyAll { rules: RuleChoice::Tag(tag), .. }) = self.step
        else {
            return Vec::new();
        };
        if name_of(diagnostic) != Some(tag) {
            return Vec::new();
        }
        let is_known = |name: &&str| grammar.rules.iter().flat_map(|rule| &rule.tags).any(|tag| tag == name);
        let meant = meant_by(diagnostic).filter(is_known).and_then(|meant| {
            let step = self.with_rules(|_| Some(RuleChoice::Tag(meant.to_owned())))?;
            Some(self.set(format!("Use \"{meant}\" instead"), "rules", step))
        });
        let is_rule = grammar.rules.iter().any(|rule| rule.name == *tag);
        let by_name = is_rule
            .then(|| self.with_rules(|_| Some(RuleChoice::Named(vec![tag.clone()]))))
            .flatten()
            .map(|step| self.set(format!("Apply the rule \"{tag}\""), "rules", step));
        by_name.into_iter().chain(meant).collect()
    }

    fn once(&self) -> Option<Fix> {
        let mut step = self.step.clone();
        match &mut step {
            RecipeStep::Apply { times, .. } | RecipeStep::Repeat { times, .. } => *times = Times::Exactly(1),
            RecipeStep::Require { otherwise, .. } => *otherwise = UnmetAction::Retry { times: 10 },
            _ => return None,
        }
        let words =
            if matches!(step, RecipeStep::Require { .. }) { "Try again 10 times" } else { "Do it once" };
        Some(self.set(words, "times", step))
    }

    fn stopping(&self) -> Option<Fix> {
        let mut step = self.step.clone();
        let RecipeStep::Require { otherwise, .. } = &mut step else { return None };
        *otherwise = UnmetAction::Stop;
        Some(self.set("Stop at once instead", "what happens otherwise", step))
    }

    fn forwards(&self) -> Option<Fix> {
        let mut step = self.step.clone();
        match &mut step {
            RecipeStep::Apply { times: Times::Between(least, most), .. }
            | RecipeStep::Repeat { times: Times::Between(least, most), .. } => turn(least, most),
            RecipeStep::Require {
                condition:
                    Requirement::Counted { times: CountBound::Between(least, most), .. }
                    | Requirement::Nodes(CountBound::Between(least, most))
                    | Requirement::Edges(CountBound::Between(least, most))
                    | Requirement::LongestWay(CountBound::Between(least, most)),
                ..
            } => turn(least, most),
            _ => return None,
        }
        (step != *self.step).then(|| self.set("Swap minimum and maximum", "range", step))
    }
}

fn turn(least: &mut u32, most: &mut u32) {
    if least > most {
        std::mem::swap(least, most);
    }
}
