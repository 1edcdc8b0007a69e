//! Mistakes in rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Arguments;

use super::changes::known_attributes;
use super::sides::{Sides, right_paths};
use super::start::check_places;
use super::{check_name, lower, rule_title};
use crate::base::Diagnostic;
use crate::grammar::requirement::rule_that_finds;
use crate::grammar::{Geometry, Grammar, Pattern, Rule, Start};

pub(super) fn check_rules(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let known = known_attributes(grammar);
    for (position, rule) in grammar.rules.iter().enumerate() {
        let path = format_args!("rules[{position}]");
        let title = rule_title(position, rule);
        let title = format_args!("{title}");
        check_name(found, format_args!("{path}.name"), format_args!("Rule {}", position + 1), &rule.name);
        match names.get(rule.name.as_str()) {
            Some(first) => found.push(duplicate_name(*first, position, rule).at(format!("{path}.name"))),
            None => {
                names.insert(&rule.name, position);
            }
        }
        for (tag_position, tag) in rule.tags.iter().enumerate() {
            let path = format_args!("{path}.tags[{tag_position}]");
            check_name(found, path, format_args!("A tag of {}", lower(title)), tag);
        }
        check_use(rule, path, title, found);
        Sides { rule, alphabet: &grammar.alphabet, known: &known, path, title }.check(found);
        check_geometry(grammar, rule, path, title, found);
    }
}

/// Mistakes in a pattern that the recipe looks for: those of a left side. `title` begins a sentence with "The".
pub(super) fn check_pattern(
    grammar: &Grammar,
    known: &BTreeSet<&str>,
    pattern: &Pattern,
    path: &str,
    title: &str,
    found: &mut Vec<Diagnostic>,
) {
    let (rule, mut mistakes) = (rule_that_finds(pattern), Vec::new());
    let sides = Sides {
        rule: &rule,
        alphabet: &grammar.alphabet,
        known,
        path: format_args!("{path}"),
        title: format_args!("{title}"),
    };
    sides.check_left(&mut mistakes);
    // Those of a left side that is all there is.
    for mut mistake in mistakes {
        mistake.path = mistake.path.replacen(&format!("{path}.lhs"), path, 1);
        mistake.message = mistake
            .message
            .replacen("The left side of the", "The", 1)
            .replacen("the left side of ", "", 1)
            .replacen(" on its left side", "", 1);
        mistake.hint = mistake.hint.map(|hint| hint.replacen("several rules", "several conditions", 1));
        found.push(mistake);
    }
}

fn duplicate_name(first: usize, second: usize, rule: &Rule) -> Diagnostic {
    let message = format!("Rules {} and {} are both named \"{}\".", first + 1, second + 1, rule.name);
    Diagnostic::error("duplicate-rule-name", message).hint("a recipe could not tell them apart; rename one")
}

fn check_use(rule: &Rule, path: Arguments<'_>, title: Arguments<'_>, found: &mut Vec<Diagnostic>) {
    let is_no_right_side_drawn = rule.alternatives().all(|right| right.weight == 0);
    let zeros = [
        ("weight", rule.weight == 0),
        ("limit", rule.limit == Some(0)),
        ("rhs.weight", is_no_right_side_drawn),
    ];
    for (field, _) in zeros.into_iter().filter(|(_, is_zero)| rule.enabled && *is_zero) {
        let has = match field {
            "rhs.weight" => "has right sides of weight 0 only",
            "limit" => "has a limit of 0",
            _ => "has a weight of 0",
        };
        let message = format!("{title} {has}, so it never runs.");
        let warning = Diagnostic::warning("rule-never-runs", message).at(format_args!("{path}.{field}"));
        let field = field.rsplit('.').next().unwrap_or(field);
        found.push(warning.hint(format!("give it a {field} of 1 or more")));
    }
}

fn check_geometry(
    grammar: &Grammar,
    rule: &Rule,
    path: Arguments<'_>,
    title: Arguments<'_>,
    found: &mut Vec<Diagnostic>,
) {
    if rule.geometry == Geometry::Free {
        return;
    }
    let is_left = |id| rule.lhs.nodes.contains_key(&id);
    let created = rule.alternatives().zip(right_paths()).flat_map(|(right, side)| {
        let ids = right.nodes.keys().filter(|id| !is_left(**id));
        ids.map(move |id| (side.clone(), *id))
    });
    let left = rule.lhs.nodes.keys().map(|id| ("lhs".to_owned(), *id));
    for (side, id) in left.chain(created).filter(|(_, id)| !rule.at.contains_key(id)) {
        let message = format!("{title} lies on the lattice, but its node {} has no place there.", id.0);
        let error = Diagnostic::error("missing-place", message).at(format!("{path}.{side}.nodes[{}]", id.0));
        found.push(error.hint(format!("add {} to the rule's places, or make the rule free", id.0)));
    }
    let is_right = |id| rule.alternatives().any(|right| right.nodes.contains_key(&id));
    check_places(found, path, title, &rule.at, |id| is_left(id) || is_right(id));
    if let Start::Graph { at, .. } = &grammar.start
        && at.is_empty()
    {
        let message =
            format!("{title} lies on the lattice, but no node of the start does, so it can never match.");
        let warning = Diagnostic::warning("lattice-without-sites", message).at(format!("{path}.geometry"));
        found.push(warning.hint("give the nodes of the start their places, or make the rule free"));
    }
}
