//! Mistakes in rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Arguments;

use super::changes::known_attributes;
use super::sides::{LeftSide, RuleSides, right_path};
use super::start::check_places;
use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::{check_name, lower, rule_title};
use crate::grammar::requirement::rule_that_finds;
use crate::grammar::{Geometry, Grammar, Pattern, Rule, Start};

pub(super) fn check_rules(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let known = known_attributes(grammar);
    for (position, rule) in grammar.rules.iter().enumerate() {
        let path = PathRef::ROOT.item("rules", position);
        let title = rule_title(position, &rule.name);
        let title = format_args!("{title}");
        check_name(found, path.field("name"), format_args!("Rule {}", position + 1), &rule.name);
        match names.get(rule.name.as_str()) {
            Some(first) => found.push(duplicate_name(*first, position, rule).at(path.field("name"))),
            None => {
                names.insert(&rule.name, position);
            }
        }
        for (tag_position, tag) in rule.tags.iter().enumerate() {
            let path = path.item("tags", tag_position);
            check_name(found, path, format_args!("A tag of {}", lower(title)), tag);
        }
        check_use(rule, path, title, found);
        let left = LeftSide {
            path: path.field("lhs"),
            title: format_args!("The Before side of {}", lower(title)),
            on_it: " on its Before side",
            several: "rules",
        };
        RuleSides { rule, left, alphabet: &grammar.alphabet, known: &known, path, title }.check(found);
        check_geometry(grammar, rule, path, title, found);
    }
}

/// Checks a pattern that the recipe looks for, like a left side. `title` begins a sentence with "The".
pub(super) fn check_pattern(
    grammar: &Grammar,
    known: &BTreeSet<&str>,
    pattern: &Pattern,
    path: PathRef<'_>,
    title: Arguments<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let rule = rule_that_finds(pattern);
    let left = LeftSide { path, title, on_it: "", several: "conditions" };
    RuleSides { rule: &rule, left, alphabet: &grammar.alphabet, known, path, title }.check_left(found);
}

fn duplicate_name(first: usize, second: usize, rule: &Rule) -> Diagnostic {
    let message = format!("Rules {} and {} are both named \"{}\".", first + 1, second + 1, rule.name);
    Diagnostic::error("duplicate-rule-name", message)
        .hint("Rename one, because the recipe cannot tell them apart.")
}

fn check_use(rule: &Rule, path: PathRef<'_>, title: Arguments<'_>, found: &mut Vec<Diagnostic>) {
    let is_no_right_side_drawn = rule.alternatives().all(|right| right.weight == 0);
    let zeros = [
        (path, "weight", "has the weight 0", rule.weight == 0),
        (path, "limit", "has the limit 0", rule.limit == Some(0)),
        (path.field("rhs"), "weight", "has only After sides of weight 0", is_no_right_side_drawn),
    ];
    for (path, field, has, _) in zeros.into_iter().filter(|(.., is_zero)| rule.enabled && *is_zero) {
        let message = format!("{title} {has}, so it never runs.");
        let warning = Diagnostic::warning("rule-never-runs", message).at(path.field(field));
        found.push(warning.hint(format!("Give it a {field} of 1 or more.")));
    }
}

fn check_geometry(
    grammar: &Grammar,
    rule: &Rule,
    path: PathRef<'_>,
    title: Arguments<'_>,
    found: &mut Vec<Diagnostic>,
) {
    if rule.geometry == Geometry::Free {
        return;
    }
    let is_left = |id| rule.lhs.nodes.contains_key(&id);
    let rule_path = &path;
    let created = rule.alternatives().enumerate().flat_map(|(position, right)| {
        let ids = right.nodes.keys().filter(|id| !is_left(**id));
        ids.map(move |id| (right_path(rule_path, position), *id))
    });
    let left = rule.lhs.nodes.keys().map(|id| (path.field("lhs"), *id));
    for (side, id) in left.chain(created).filter(|(_, id)| !rule.at.contains_key(id)) {
        let message = format!("{title} lies on the lattice, but its node {} has no position.", id.0);
        let error = Diagnostic::error("missing-place", message).at(side.item("nodes", id.0 as usize));
        found.push(error.hint(format!("Add a position for node {}.", id.0)));
    }
    let is_right = |id| rule.alternatives().any(|right| right.nodes.contains_key(&id));
    check_places(found, path, title, &rule.at, |id| is_left(id) || is_right(id));
    if let Start::Graph { at, .. } = &grammar.start
        && at.is_empty()
    {
        let message =
            format!("{title} lies on the lattice, but no node of the start does, so the rule never matches.");
        let warning = Diagnostic::warning("lattice-without-sites", message).at(path.field("geometry"));
        found.push(warning.hint("Give the nodes of the start sites."));
    }
}
