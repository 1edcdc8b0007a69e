//! Mistakes in the recipe.

use std::collections::BTreeSet;

use super::{check_order, rule_title};
use crate::base::{Diagnostic, did_you_mean};
use crate::grammar::{Grammar, RecipeStep, RuleChoice, Times};

pub(super) fn check_recipe(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let mistakes_before = found.len();
    for (position, step) in grammar.recipe.iter().enumerate() {
        let RecipeStep::Apply { rules, times } = step;
        let title = format!("Step {} of the recipe", position + 1);
        check_choice(grammar, rules, &format!("recipe[{position}].rules"), &title, found);
        check_times(*times, &format!("recipe[{position}].times"), &title, found);
    }
    let is_choice_unclear =
        found.iter().skip(mistakes_before).any(|diagnostic| diagnostic.path.ends_with(".rules"));
    if !is_choice_unclear {
        check_use(grammar, found);
    }
}

fn check_choice(
    grammar: &Grammar,
    choice: &RuleChoice,
    path: &str,
    title: &str,
    found: &mut Vec<Diagnostic>,
) {
    match choice {
        RuleChoice::All => {}
        RuleChoice::Tag(tag) => check_tag(grammar, tag, path, title, found),
        RuleChoice::Named(names) => {
            if names.is_empty() {
                let error = Diagnostic::error("empty-choice", format!("{title} names no rule."));
                found.push(error.at(path).hint("name at least one rule, or choose All"));
            }
            names.iter().for_each(|name| check_rule_name(grammar, name, path, title, found));
        }
    }
}

fn check_tag(grammar: &Grammar, tag: &str, path: &str, title: &str, found: &mut Vec<Diagnostic>) {
    let tags: BTreeSet<&str> = grammar.rules.iter().flat_map(|rule| &rule.tags).map(String::as_str).collect();
    if !tags.contains(tag) {
        let message = format!("{title} asks for rules with the tag \"{tag}\", but no rule has it.");
        let near = did_you_mean(tag, tags);
        let hint = near.unwrap_or_else(|| "add the tag to the rules that it is to run".to_owned());
        found.push(Diagnostic::error("unknown-tag", message).at(path).hint(hint));
    }
}

fn check_rule_name(grammar: &Grammar, name: &str, path: &str, title: &str, found: &mut Vec<Diagnostic>) {
    let names = || grammar.rules.iter().map(|rule| rule.name.as_str());
    if names().any(|known| known == name) {
        return;
    }
    let message = format!("{title} names the rule \"{name}\", which does not exist.");
    let is_tag = grammar.rules.iter().any(|rule| rule.tags.iter().any(|tag| tag == name));
    let hint = if is_tag {
        format!("\"{name}\" is a tag; write Tag(\"{name}\")")
    } else {
        did_you_mean(name, names()).unwrap_or_else(|| "name a rule of this grammar".to_owned())
    };
    found.push(Diagnostic::error("unknown-rule", message).at(path).hint(hint));
}

fn check_times(times: Times, path: &str, title: &str, found: &mut Vec<Diagnostic>) {
    if let Times::Between(least, most) = times {
        check_order(
            found,
            path,
            format_args!("The number of times of {}", title.replacen('S', "s", 1)),
            (least, most),
        );
    }
    if matches!(times, Times::Exactly(0) | Times::Between(0, 0)) {
        let warning = Diagnostic::warning("zero-times", format!("{title} runs 0 times."));
        found.push(warning.at(path).hint("write a number of 1 or more, or take out the step"));
    }
}

/// Warnings for rules that no step may ever draw.
fn check_use(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    if grammar.recipe.is_empty() && !grammar.rules.is_empty() {
        let warning = Diagnostic::warning("empty-recipe", "The recipe has no step, so no rule ever runs.");
        found.push(warning.at("recipe").hint("add a step that applies rules"));
        return;
    }
    let used: BTreeSet<usize> =
        grammar.recipe.iter().flat_map(|RecipeStep::Apply { rules, .. }| rules.positions(grammar)).collect();
    for (position, rule) in grammar.rules.iter().enumerate() {
        // A weight or limit of 0 has its own warning.
        if !used.contains(&position) && rule.weight > 0 && rule.limit != Some(0) {
            let message =
                format!("{} is in no step of the recipe, so it never runs.", rule_title(position, rule));
            let warning = Diagnostic::warning("unused-rule", message).at(format!("rules[{position}]"));
            found.push(warning.hint("name it in a step, or give it a tag that a step asks for"));
        }
    }
}
