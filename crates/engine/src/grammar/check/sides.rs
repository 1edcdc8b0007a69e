//! Mistakes in the sides of a rule: symbols, ends of edges, kept elements.

use std::collections::BTreeSet;
use std::fmt::{Arguments, Display};

use super::start::check_ends;
use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::{check_edge_symbol, check_node_symbol, lower};
use crate::grammar::resolve::{MOST_LEFT_EDGES, MOST_LEFT_NODES};
use crate::grammar::{Pattern, Replacement, Rule, SymbolPattern, SymbolReplacement, pair_edges};
use crate::mission::Alphabet;

/// Both sides of one rule.
pub(super) struct RuleSides<'a> {
    pub rule: &'a Rule,
    pub left: LeftSide<'a>,
    pub alphabet: &'a Alphabet,
    /// The attributes that anything in the grammar has or gets.
    pub known: &'a BTreeSet<&'a str>,
    pub path: PathRef<'a>,
    pub title: Arguments<'a>,
}

/// The path of the left side, and its name in messages.
///
/// A rule has it as one of its sides; for a condition of the recipe it is the whole.
#[derive(Clone, Copy)]
pub(super) struct LeftSide<'a> {
    pub path: PathRef<'a>,
    /// The beginning of a sentence about it.
    pub title: Arguments<'a>,
    /// The end of a sentence about the whole: " on its left side".
    pub on_it: &'static str,
    /// The plural noun.
    pub several: &'static str,
}

impl RuleSides<'_> {
    pub fn check(&self, found: &mut Vec<Diagnostic>) {
        self.check_left(found);
        self.check_preference(found);
        self.check_forbidden(found);
        for (position, right) in self.rule.alternatives().enumerate() {
            let path = right_path(&self.path, position);
            self.check_right_nodes(right, path, found);
            self.check_right_edges(right, path, found);
        }
        if self.is_without_effect() {
            self.warn_without_effect(found);
        }
    }

    pub fn check_size(
        &self,
        pattern: &Pattern,
        path: PathRef<'_>,
        place: impl Display,
        found: &mut Vec<Diagnostic>,
    ) {
        let (nodes, edges) = (pattern.nodes.len(), pattern.edges.len());
        for (field, count, most) in [("nodes", nodes, MOST_LEFT_NODES), ("edges", edges, MOST_LEFT_EDGES)] {
            if count > most {
                let message =
                    format!("{} has {count} {field}{place}, but at most {most} are possible.", self.title);
                let error = Diagnostic::error("left-side-too-large", message).at(path.field(field));
                found.push(error.hint(format!("Split it into several {}.", self.left.several)));
            }
        }
    }

    /// Checks the left side.
    pub fn check_left(&self, found: &mut Vec<Diagnostic>) {
        let LeftSide { path, title: place, on_it, .. } = self.left;
        let Pattern { nodes, edges } = &self.rule.lhs;
        if nodes.is_empty() {
            let message = format!("{} has nothing{on_it}, so there is nothing to match.", self.title);
            let error = Diagnostic::error("empty-left-side", message).at(path);
            found.push(error.hint("Draw at least one node there."));
        }
        self.check_size(&self.rule.lhs, path, on_it, found);
        self.check_elements(&self.rule.lhs, path, place, found);
        for (position, edge) in edges.iter().enumerate() {
            let path = path.item("edges", position);
            check_ends(found, path, place, (edge.from, edge.to), |id| nodes.contains_key(&id));
        }
        if nodes.len() <= MOST_LEFT_NODES && edges.len() <= MOST_LEFT_EDGES {
            self.check_shown_degrees(found);
        }
    }

    /// Checks symbols and conditions of all elements of a pattern.
    pub fn check_elements(
        &self,
        pattern: &Pattern,
        path: PathRef<'_>,
        place: Arguments<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        for (id, node) in &pattern.nodes {
            let path = path.item("nodes", id.0 as usize);
            for name in self.names(&node.symbol, path, found) {
                check_node_symbol(found, self.alphabet, path, place, name);
            }
            self.check_conditions(&node.when, path, format_args!("Node {} of {}", id.0, lower(place)), found);
        }
        for (position, edge) in pattern.edges.iter().enumerate() {
            let path = path.item("edges", position);
            for name in self.names(&edge.symbol, path, found) {
                check_edge_symbol(found, self.alphabet, path, place, name);
            }
            let title = format_args!("Edge {} of {}", position + 1, lower(place));
            // In files, the attributes are in the middle of the edge.
            let middle = path.index(1);
            self.check_degrees_of_edge(&edge.when, middle, title, found);
            self.check_conditions(&edge.when, middle, title, found);
        }
    }

    /// Returns the names in a symbol pattern, and reports an empty choice.
    pub fn names<'p>(
        &self,
        pattern: &'p SymbolPattern,
        path: PathRef<'_>,
        found: &mut Vec<Diagnostic>,
    ) -> &'p [String] {
        match pattern {
            SymbolPattern::Any => &[],
            SymbolPattern::Is(name) => std::slice::from_ref(name),
            SymbolPattern::AnyOf(names) => {
                if names.is_empty() {
                    let message = format!("{} asks for one of several symbols but lists none.", self.title);
                    let error = Diagnostic::error("empty-choice", message).at(path);
                    found.push(error.hint("Choose at least one symbol."));
                }
                names
            }
        }
    }

    fn check_right_nodes(&self, right: &Replacement, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
        let place = format_args!("The After side of {}", lower(self.title));
        for (id, replacement) in &right.nodes {
            let path = path.item("nodes", id.0 as usize);
            let left = self.rule.lhs.nodes.get(id);
            match &replacement.symbol {
                SymbolReplacement::Keep if left.is_some() => {}
                SymbolReplacement::Keep => {
                    let message =
                        format!("{place} keeps node {}, but the Before side has no such node.", id.0);
                    let error = Diagnostic::error("keep-without-left", message).at(path);
                    found.push(error.hint("Choose the symbol of the node to create."));
                }
                SymbolReplacement::Is(name) => {
                    check_node_symbol(found, self.alphabet, path, place, name);
                }
            }
            let begins = self.node_begins_with(left, &replacement.symbol);
            let title = format_args!("Node {} of {}", id.0, lower(place));
            self.check_changes(&replacement.change, begins, path, title, found);
        }
    }

    fn check_right_edges(&self, right: &Replacement, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
        let place = format_args!("The After side of {}", lower(self.title));
        let is_node = |id| right.nodes.contains_key(&id);
        let partners = self.partners(right);
        for (position, edge) in right.edges.iter().enumerate() {
            let path = path.item("edges", position);
            check_ends(found, path, place, (edge.from, edge.to), is_node);
            let partner = partners.get(position).copied().flatten();
            match &edge.symbol {
                SymbolReplacement::Is(name) => {
                    check_edge_symbol(found, self.alphabet, path, place, name);
                }
                SymbolReplacement::Keep if partner.is_some() || !is_node(edge.from) || !is_node(edge.to) => {}
                SymbolReplacement::Keep => {
                    let message = format!(
                        "{place} keeps an edge from {} to {}, but the Before side has no such edge left.",
                        edge.from.0, edge.to.0
                    );
                    let error = Diagnostic::error("keep-without-partner", message).at(path);
                    found.push(error.hint("Choose the symbol of the edge to create."));
                }
            }
            let begins = self.edge_begins_with(partner, &edge.symbol);
            let title = format_args!("Edge {} of {}", position + 1, lower(place));
            self.check_changes(&edge.change, begins, path.index(1), title, found);
        }
    }

    fn partners(&self, right: &Replacement) -> Vec<Option<usize>> {
        let is_too_large = self.rule.lhs.edges.len() > MOST_LEFT_EDGES;
        if is_too_large {
            // Already reported, and pairing would take long. All count as kept, to avoid further reports.
            return vec![Some(0); right.edges.len()];
        }
        pair_edges(&self.rule.lhs, right)
    }

    /// Returns `true` if all right sides keep everything and add nothing.
    fn is_without_effect(&self) -> bool {
        let lhs = &self.rule.lhs;
        let keeps_all = |rhs: &Replacement| {
            let are_nodes_kept = lhs.nodes.len() == rhs.nodes.len()
                && lhs.nodes.iter().all(|(id, pattern)| match rhs.nodes.get(id).map(|node| &node.symbol) {
                    None => false,
                    Some(SymbolReplacement::Keep) => true,
                    Some(SymbolReplacement::Is(name)) => pattern.symbol == SymbolPattern::Is(name.clone()),
                });
            let are_edges_kept =
                lhs.edges.len() == rhs.edges.len() && self.partners(rhs).iter().all(Option::is_some);
            let are_values_kept = rhs.nodes.values().all(|node| node.change.is_empty())
                && rhs.edges.iter().all(|edge| edge.change.is_empty());
            are_nodes_kept && are_edges_kept && are_values_kept
        };
        !lhs.nodes.is_empty() && self.rule.alternatives().all(keeps_all)
    }

    fn warn_without_effect(&self, found: &mut Vec<Diagnostic>) {
        let message = format!("{} changes nothing, because its two sides are the same.", self.title);
        let warning = Diagnostic::warning("rule-without-effect", message).at(self.path.field("rhs"));
        found.push(warning.hint("Draw what the rule changes."));
    }
}

/// Returns the path of a right side of the rule at `rule`; the first one has its own field.
pub(in crate::grammar) fn right_path<'a>(rule: &'a PathRef<'a>, position: usize) -> PathRef<'a> {
    match position.checked_sub(1) {
        None => rule.field("rhs"),
        Some(other) => rule.item("or", other),
    }
}
