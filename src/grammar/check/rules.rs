//! Mistakes in rules.

use std::collections::BTreeMap;

use super::start::{check_ends, check_places};
use super::{check_edge_symbol, check_name, check_node_symbol, rule_title};
use crate::base::Diagnostic;
use crate::grammar::condition::rule_that_finds;
use crate::grammar::resolve::{MOST_LEFT_EDGES, MOST_LEFT_NODES};
use crate::grammar::{Geometry, Grammar, NodeReplacement, Pattern, Rule, Start, SymbolPattern, pair_edges};
use crate::mission::Alphabet;

pub(super) fn check_rules(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (position, rule) in grammar.rules.iter().enumerate() {
        let path = format!("rules[{position}]");
        let title = rule_title(position, rule);
        check_name(found, format!("{path}.name"), format_args!("Rule {}", position + 1), &rule.name);
        match names.get(rule.name.as_str()) {
            Some(first) => found.push(duplicate_name(*first, position, rule).at(format!("{path}.name"))),
            None => {
                names.insert(&rule.name, position);
            }
        }
        for (tag_position, tag) in rule.tags.iter().enumerate() {
            let path = format!("{path}.tags[{tag_position}]");
            check_name(found, path, format_args!("A tag of {}", lower(&title)), tag);
        }
        check_use(rule, &path, &title, found);
        Sides { rule, alphabet: &grammar.alphabet, path: &path, title: &title }.check(found);
        check_geometry(grammar, rule, &path, &title, found);
    }
}

/// Mistakes in a pattern that the recipe looks for: those of a left side. `title` begins a sentence.
pub(super) fn check_pattern(
    alphabet: &Alphabet,
    pattern: &Pattern,
    path: &str,
    title: &str,
    found: &mut Vec<Diagnostic>,
) {
    let (rule, mut mistakes) = (rule_that_finds(pattern), Vec::new());
    let sides = Sides { rule: &rule, alphabet, path, title };
    sides.check_left_size(&mut mistakes);
    sides.check_left(&mut mistakes);
    // Those of a left side that is all there is.
    for mut mistake in mistakes {
        mistake.path = mistake.path.replacen(&format!("{path}.lhs"), path, 1);
        mistake.message =
            mistake.message.replacen("The left side of ", "", 1).replacen(" on its left side", "", 1);
        mistake.hint = mistake.hint.map(|hint| hint.replacen("several rules", "several conditions", 1));
        found.push(mistake);
    }
}

fn lower(title: &str) -> String {
    title.replacen("Rule", "rule", 1)
}

fn duplicate_name(first: usize, second: usize, rule: &Rule) -> Diagnostic {
    let message = format!("Rules {} and {} are both named \"{}\".", first + 1, second + 1, rule.name);
    Diagnostic::error("duplicate-rule-name", message).hint("a recipe could not tell them apart; rename one")
}

fn check_use(rule: &Rule, path: &str, title: &str, found: &mut Vec<Diagnostic>) {
    let zeros = [("weight", rule.weight == 0), ("limit", rule.limit == Some(0))];
    for (field, _) in zeros.into_iter().filter(|(_, is_zero)| *is_zero) {
        let message = format!("{title} has a {field} of 0, so it never runs.");
        let warning = Diagnostic::warning("rule-never-runs", message).at(format!("{path}.{field}"));
        found.push(warning.hint(format!("give it a {field} of 1 or more")));
    }
}

fn check_geometry(grammar: &Grammar, rule: &Rule, path: &str, title: &str, found: &mut Vec<Diagnostic>) {
    if rule.geometry == Geometry::Free {
        return;
    }
    let is_left = |id| rule.lhs.nodes.contains_key(&id);
    let created = rule.rhs.nodes.keys().filter(|id| !is_left(**id)).map(|id| ("rhs", *id));
    let left = rule.lhs.nodes.keys().map(|id| ("lhs", *id));
    for (side, id) in left.chain(created).filter(|(_, id)| !rule.at.contains_key(id)) {
        let message = format!("{title} lies on the lattice, but its node {} has no place there.", id.0);
        let error = Diagnostic::error("missing-place", message).at(format!("{path}.{side}.nodes[{}]", id.0));
        found.push(error.hint(format!("add {} to the rule's places, or make the rule free", id.0)));
    }
    check_places(found, path, title, &rule.at, |id| is_left(id) || rule.rhs.nodes.contains_key(&id));
    if let Start::Graph { at, .. } = &grammar.start
        && at.is_empty()
    {
        let message =
            format!("{title} lies on the lattice, but no node of the start does, so it can never match.");
        let warning = Diagnostic::warning("lattice-without-sites", message).at(format!("{path}.geometry"));
        found.push(warning.hint("give the nodes of the start their places, or make the rule free"));
    }
}

/// Both sides of one rule.
struct Sides<'a> {
    rule: &'a Rule,
    alphabet: &'a Alphabet,
    path: &'a str,
    title: &'a str,
}

impl Sides<'_> {
    fn check(&self, found: &mut Vec<Diagnostic>) {
        self.check_left_size(found);
        self.check_left(found);
        self.check_right_nodes(found);
        self.check_right_edges(found);
        if self.is_without_effect() {
            self.warn_without_effect(found);
        }
    }

    fn check_left_size(&self, found: &mut Vec<Diagnostic>) {
        let Pattern { nodes, edges } = &self.rule.lhs;
        if nodes.is_empty() {
            let message =
                format!("{} has nothing on its left side, so there is nothing to match.", self.title);
            let error = Diagnostic::error("empty-left-side", message).at(format!("{}.lhs", self.path));
            found.push(error.hint("draw at least one node there"));
        }
        for (field, count, most) in
            [("nodes", nodes.len(), MOST_LEFT_NODES), ("edges", edges.len(), MOST_LEFT_EDGES)]
        {
            if count > most {
                let message = format!(
                    "{} has {count} {field} on its left side; it can have {most} at most.",
                    self.title
                );
                let error = Diagnostic::error("left-side-too-large", message);
                found
                    .push(error.at(format!("{}.lhs.{field}", self.path)).hint("split it into several rules"));
            }
        }
    }

    fn check_left(&self, found: &mut Vec<Diagnostic>) {
        let Pattern { nodes, edges } = &self.rule.lhs;
        let place = format!("The left side of {}", lower(self.title));
        for (id, pattern) in nodes {
            let path = format!("{}.lhs.nodes[{}]", self.path, id.0);
            for name in self.names(pattern, &path, found) {
                check_node_symbol(found, self.alphabet, path.clone(), &place, name);
            }
        }
        for (position, edge) in edges.iter().enumerate() {
            let path = format!("{}.lhs.edges[{position}]", self.path);
            check_ends(found, &path, &place, (edge.from, edge.to), |id| nodes.contains_key(&id));
            for name in self.names(&edge.symbol, &path, found) {
                check_edge_symbol(found, self.alphabet, path.clone(), &place, name);
            }
        }
    }

    /// The names in a symbol pattern; an error if it is a choice of none.
    fn names<'p>(&self, pattern: &'p SymbolPattern, path: &str, found: &mut Vec<Diagnostic>) -> &'p [String] {
        match pattern {
            SymbolPattern::Any => &[],
            SymbolPattern::Is(name) => std::slice::from_ref(name),
            SymbolPattern::AnyOf(names) => {
                if names.is_empty() {
                    let message = format!("{} asks for one of several symbols but lists none.", self.title);
                    let error = Diagnostic::error("empty-choice", message).at(path);
                    found.push(error.hint("list at least one symbol, or write Any"));
                }
                names
            }
        }
    }

    fn check_right_nodes(&self, found: &mut Vec<Diagnostic>) {
        let place = format!("The right side of {}", lower(self.title));
        for (id, replacement) in &self.rule.rhs.nodes {
            let path = format!("{}.rhs.nodes[{}]", self.path, id.0);
            match replacement {
                NodeReplacement::Keep if self.rule.lhs.nodes.contains_key(id) => {}
                NodeReplacement::Keep => {
                    let message = format!("{place} keeps node {}, but the left side has no such node.", id.0);
                    let error = Diagnostic::error("keep-without-left", message).at(path);
                    found.push(error.hint("write the symbol of the node to create, or add it on the left"));
                }
                NodeReplacement::Is(name) => {
                    check_node_symbol(found, self.alphabet, path, &place, name);
                }
            }
        }
    }

    fn check_right_edges(&self, found: &mut Vec<Diagnostic>) {
        let place = format!("The right side of {}", lower(self.title));
        let is_node = |id| self.rule.rhs.nodes.contains_key(&id);
        let partners = self.partners();
        for (position, edge) in self.rule.rhs.edges.iter().enumerate() {
            let path = format!("{}.rhs.edges[{position}]", self.path);
            check_ends(found, &path, &place, (edge.from, edge.to), is_node);
            let has_partner = partners.get(position).is_some_and(Option::is_some);
            match &edge.symbol {
                NodeReplacement::Is(name) => check_edge_symbol(found, self.alphabet, path, &place, name),
                NodeReplacement::Keep if has_partner || !is_node(edge.from) || !is_node(edge.to) => {}
                NodeReplacement::Keep => {
                    let message = format!(
                        "{place} keeps an edge from {} to {}, but the left side has none left to be it.",
                        edge.from.0, edge.to.0
                    );
                    let error = Diagnostic::error("keep-without-partner", message).at(path);
                    found.push(error.hint("write the symbol of the edge to create, or add it on the left"));
                }
            }
        }
    }

    fn partners(&self) -> Vec<Option<usize>> {
        let is_too_large = self.rule.lhs.edges.len() > MOST_LEFT_EDGES;
        if is_too_large {
            // Said already; pairing would take long. Taken for kept, so that nothing more is said.
            return vec![Some(0); self.rule.rhs.edges.len()];
        }
        pair_edges(&self.rule.lhs, &self.rule.rhs)
    }

    /// Does the right side keep everything and add nothing?
    fn is_without_effect(&self) -> bool {
        let Rule { lhs, rhs, .. } = self.rule;
        let are_nodes_kept = lhs.nodes.len() == rhs.nodes.len()
            && lhs.nodes.iter().all(|(id, pattern)| match rhs.nodes.get(id) {
                None => false,
                Some(NodeReplacement::Keep) => true,
                Some(NodeReplacement::Is(name)) => *pattern == SymbolPattern::Is(name.clone()),
            });
        let are_edges_kept =
            lhs.edges.len() == rhs.edges.len() && self.partners().iter().all(Option::is_some);
        !lhs.nodes.is_empty() && are_nodes_kept && are_edges_kept
    }

    fn warn_without_effect(&self, found: &mut Vec<Diagnostic>) {
        let message = format!("{} changes nothing: its right side is its left side.", self.title);
        let warning = Diagnostic::warning("rule-without-effect", message).at(format!("{}.rhs", self.path));
        found.push(warning.hint("draw what the rule is to change"));
    }
}
