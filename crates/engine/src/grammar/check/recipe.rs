//! Mistakes in the recipe.

use std::collections::BTreeSet;

use super::changes::known_attributes;
use super::rules::check_pattern;
use crate::base::{Diagnostic, PathPart, PathRef, hint_at};
use crate::grammar::check_values::suggestion;
use crate::grammar::check_values::{check_number, check_order, rule_title};
use crate::grammar::recipe_walk::{DEEPEST_LIST, PlacedStep, walk};
use crate::grammar::{
    CountBound, Grammar, RecipeStep, Requirement, RuleChoice, RuleNames, Times, UnmetAction, WeightedBlock,
};
use crate::mission::NodeRole;

pub(super) fn check_recipe(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let mistakes_before = found.len();
    let steps = walk(&grammar.recipe);
    let (names, known) = (RuleNames::new(grammar), known_attributes(grammar));
    for placed in &steps {
        StepCheck { grammar, names: &names, known: &known }.check_step(placed, found);
    }
    let is_of_choice = |mistake: &Diagnostic| mistake.path.parts().last() == Some(&PathPart::Field("rules"));
    let is_choice_unclear = found.iter().skip(mistakes_before).any(is_of_choice);
    if !is_choice_unclear {
        check_use(grammar, &names, &steps, found);
    }
}

/// A grammar with the names that its recipe may use.
struct StepCheck<'a> {
    grammar: &'a Grammar,
    names: &'a RuleNames<'a>,
    known: &'a BTreeSet<&'a str>,
}

impl StepCheck<'_> {
    fn check_step(&self, placed: &PlacedStep<'_>, found: &mut Vec<Diagnostic>) {
        let path = PathRef::from(&placed.path);
        let title = format!("Step {} of the recipe", placed.label);
        check_depth(placed, &title, found);
        match placed.step {
            RecipeStep::Apply { rules, times, .. } => {
                check_choice(self.names, rules, path.field("rules"), &title, found);
                check_times(*times, path.field("times"), &title, found);
            }
            RecipeStep::ApplyAll { rules, .. } => {
                check_choice(self.names, rules, path.field("rules"), &title, found);
            }
            RecipeStep::Repeat { times, steps, .. } => {
                check_times(*times, path.field("times"), &title, found);
                check_steps(steps, path, &title, found);
            }
            RecipeStep::Choose(blocks) => check_blocks(blocks, path, &title, found),
            RecipeStep::Chance { percent, steps, .. } => {
                check_percent(*percent, path.field("percent"), &title, found);
                check_steps(steps, path, &title, found);
            }
            RecipeStep::Block { steps, .. } => check_steps(steps, path, &title, found),
            RecipeStep::Require { condition, otherwise, .. } => {
                self.check_condition(condition, path.field("condition"), &title, found);
                check_otherwise(*otherwise, placed, &title, found);
            }
        }
    }
}

fn check_depth(placed: &PlacedStep<'_>, title: &str, found: &mut Vec<Diagnostic>) {
    // Reported once for each nested list.
    if placed.depth == DEEPEST_LIST + 1 && placed.position == 0 {
        let message =
            format!("{title} is nested in {} steps, but at most {DEEPEST_LIST} are possible.", placed.depth);
        let error = Diagnostic::error("too-nested", message).at(&placed.path);
        found.push(error.hint("Move some of them out of their lists."));
    }
}

fn check_steps(steps: &[RecipeStep], path: PathRef<'_>, title: &str, found: &mut Vec<Diagnostic>) {
    if steps.is_empty() {
        let warning = Diagnostic::warning("empty-steps", format!("{title} contains no steps."));
        found.push(warning.at(path.field("steps")).hint("Add a step."));
    }
}

fn check_blocks(blocks: &[WeightedBlock], path: PathRef<'_>, title: &str, found: &mut Vec<Diagnostic>) {
    if blocks.is_empty() {
        let error = Diagnostic::error("empty-choice", format!("{title} has no block to choose from."));
        found.push(error.at(path).hint("Add a block."));
    } else if blocks.iter().all(|block| block.weight == 0) {
        let message = format!("All blocks of {} have the weight 0, so it does nothing.", lower(title));
        let warning = Diagnostic::warning("zero-weights", message).at(path);
        found.push(warning.hint("Give at least one of them a weight of 1 or more."));
    }
}

fn check_percent(percent: u32, path: PathRef<'_>, title: &str, found: &mut Vec<Diagnostic>) {
    let range = RecipeStep::CHANCE.range();
    check_number(found, path, format_args!("The chance of {}", lower(title)), percent, range);
    if percent == 0 {
        let warning =
            Diagnostic::warning("zero-chance", format!("{title} has a chance of 0, so it never runs."));
        found.push(warning.at(path).hint("Choose a chance of 1 or more."));
    }
}

impl StepCheck<'_> {
    fn check_condition(
        &self,
        condition: &Requirement,
        path: PathRef<'_>,
        title: &str,
        found: &mut Vec<Diagnostic>,
    ) {
        let what = format!("The condition of {}", lower(title));
        let (bound_path, pattern_path) = match condition {
            Requirement::Counted { .. } => (path.field("times"), path.field("pattern")),
            _ => (path, path),
        };
        if let CountBound::Between(least, most) = condition.bound() {
            check_order(found, bound_path, &what, (least, most));
        }
        if let Some(pattern) = condition.pattern() {
            check_pattern(self.grammar, self.known, pattern, pattern_path, format_args!("{what}"), found);
        }
        let has_start =
            self.grammar.alphabet.nodes.values().any(|symbol| symbol.role == Some(NodeRole::Start));
        if matches!(condition, Requirement::LongestWay(_)) && !has_start {
            let message = format!("{what} asks for the longest way, but no node symbol has the role Start.");
            let warning = Diagnostic::warning("way-without-start", message).at(path);
            found.push(warning.hint("Give a node symbol the role Start."));
        }
    }
}

fn check_otherwise(
    otherwise: UnmetAction,
    placed: &PlacedStep<'_>,
    title: &str,
    found: &mut Vec<Diagnostic>,
) {
    let UnmetAction::Retry { times } = otherwise else { return };
    let placed_path = PathRef::from(&placed.path);
    let path = placed_path.field("otherwise");
    if times == 0 {
        let warning = Diagnostic::warning("zero-times", format!("{title} tries again 0 times."));
        found.push(warning.at(path).hint("Choose 1 or more tries."));
    } else if placed.position == 0 {
        let message = format!("{title} is the first of its list, so trying again changes nothing.");
        let warning = Diagnostic::warning("retry-without-effect", message).at(path);
        found.push(warning.hint("Move it behind the steps to try again."));
    }
}

fn lower(title: &str) -> String {
    title.replacen("Step", "step", 1)
}

fn check_choice(
    rules: &RuleNames<'_>,
    choice: &RuleChoice,
    path: PathRef<'_>,
    title: &str,
    found: &mut Vec<Diagnostic>,
) {
    match choice {
        RuleChoice::All => {}
        RuleChoice::Tag(tag) => check_tag(rules, tag, path, title, found),
        RuleChoice::Named(names) => {
            if names.is_empty() {
                let error = Diagnostic::error("empty-choice", format!("{title} names no rule."));
                found.push(error.at(path).hint("Choose at least one rule."));
            }
            names.iter().for_each(|name| check_rule_name(rules, name, path, title, found));
        }
    }
}

fn check_tag(rules: &RuleNames<'_>, tag: &str, path: PathRef<'_>, title: &str, found: &mut Vec<Diagnostic>) {
    if !rules.has_tag(tag) {
        let message = format!("{title} asks for rules with the tag \"{tag}\", but no rule has it.");
        let near = suggestion(found, tag, rules.tags());
        let hint = near.map(|near| hint_at(near, tag));
        let hint = hint.unwrap_or_else(|| "Give the tag to the rules that the step applies.".to_owned());
        let unknown = Diagnostic::error("unknown-tag", message).about(PathRef::ROOT.entry("tags", tag));
        found.push(unknown.at(path).hint(hint).meant(near));
    }
}

fn check_rule_name(
    rules: &RuleNames<'_>,
    name: &str,
    path: PathRef<'_>,
    title: &str,
    found: &mut Vec<Diagnostic>,
) {
    if rules.has_name(name) {
        return;
    }
    let message = format!("{title} names the rule \"{name}\", which does not exist.");
    let near = suggestion(found, name, rules.names());
    let hint = match near {
        _ if rules.has_tag(name) => format!("Choose the rules with this tag, because \"{name}\" is a tag."),
        Some(near) => hint_at(near, name),
        None => "Choose a rule of this grammar.".to_owned(),
    };
    let unknown = Diagnostic::error("unknown-rule", message).about(PathRef::ROOT.entry("rules", name));
    found.push(unknown.at(path).hint(hint).meant(near));
}

fn check_times(times: Times, path: PathRef<'_>, title: &str, found: &mut Vec<Diagnostic>) {
    if let Times::Between(least, most) = times {
        check_order(found, path, format_args!("The number of times of {}", lower(title)), (least, most));
    }
    if matches!(times, Times::Exactly(0) | Times::Between(0, 0)) {
        let warning = Diagnostic::warning("zero-times", format!("{title} runs 0 times."));
        found.push(warning.at(path).hint("Choose 1 or more."));
    }
}

/// Warns of rules that no step may ever draw.
fn check_use(
    grammar: &Grammar,
    names: &RuleNames<'_>,
    steps: &[PlacedStep<'_>],
    found: &mut Vec<Diagnostic>,
) {
    if grammar.recipe.is_empty() && !grammar.rules.is_empty() {
        let warning = Diagnostic::warning("empty-recipe", "The recipe has no step, so no rule ever runs.");
        found.push(warning.at("recipe").hint("Add a step that applies rules."));
        return;
    }
    let choices: BTreeSet<&RuleChoice> = steps.iter().filter_map(|placed| placed.step.rules()).collect();
    let used: BTreeSet<usize> = match choices.first() {
        Some(RuleChoice::All) => return,
        _ => choices.into_iter().flat_map(|choice| names.positions(choice)).collect(),
    };
    for (position, rule) in grammar.rules.iter().enumerate() {
        // A weight or limit of 0 has its own warning.
        if !used.contains(&position) && rule.weight > 0 && rule.limit != Some(0) {
            let message = format!(
                "No step of the recipe applies {}, so it never runs.",
                rule_title(position, &rule.name)
            );
            let warning =
                Diagnostic::warning("unused-rule", message).at(PathRef::ROOT.item("rules", position));
            found.push(warning.hint("Add it to a step."));
        }
    }
}
