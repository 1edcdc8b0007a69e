//! Mistakes in the attribute changes of a rule.

use std::collections::BTreeSet;
use std::fmt::{Arguments, Display};

use super::sides::RuleSides;
use super::themes::check_theme_value;
use crate::base::{Diagnostic, PathRef, hint_at};
use crate::grammar::check_values::suggestion;
use crate::grammar::check_values::{check_name, lower};
use crate::grammar::{
    AttributeSource, Change, Grammar, NodePattern, Replacement, Start, SymbolPattern, SymbolReplacement,
};
use crate::mission::{Attributes, THEME_ATTRIBUTE, Value};

/// Returns all attributes of symbols and of start elements, and those that a rule sets.
pub(super) fn known_attributes(grammar: &Grammar) -> BTreeSet<&str> {
    let alphabet = &grammar.alphabet;
    let nodes = alphabet.nodes.values().flat_map(|symbol| symbol.attributes.keys());
    let edges = alphabet.edges.values().flat_map(|symbol| symbol.attributes.keys());
    let set = grammar.rules.iter().flat_map(|rule| rule.alternatives()).flat_map(set_by);
    let of_start: Vec<_> = match &grammar.start {
        Start::Graph { nodes, edges, .. } => {
            nodes.values().chain(edges.iter().map(|(_, edge, _)| edge)).map(|one| &one.attributes).collect()
        }
        Start::Lattice { .. } | Start::Tree { .. } | Start::Scatter(_) => Vec::new(),
    };
    let of_start = of_start.into_iter().flat_map(|attributes| attributes.keys());
    nodes.chain(edges).chain(of_start).map(String::as_str).chain(set).collect()
}

fn set_by(right: &Replacement) -> impl Iterator<Item = &str> {
    let nodes = right.nodes.values().flat_map(|node| &node.change);
    let edges = right.edges.iter().flat_map(|edge| &edge.change);
    nodes.chain(edges).filter(|change| change.taken().is_none()).map(Change::name)
}

impl RuleSides<'_> {
    /// Returns the attributes of a right-side node before its changes, as far as its symbol is known.
    pub fn node_begins_with(&self, left: Option<&NodePattern>, symbol: &SymbolReplacement) -> Attributes {
        let name = known_symbol(left.map(|pattern| &pattern.symbol), symbol);
        name.and_then(|name| self.alphabet.nodes.get(name))
            .map_or_else(Attributes::new, |symbol| symbol.attributes.clone())
    }

    /// Returns the attributes of a right-side edge before its changes; `partner` is the position of its left
    /// edge.
    pub fn edge_begins_with(&self, partner: Option<usize>, symbol: &SymbolReplacement) -> Attributes {
        let left = partner.and_then(|partner| self.rule.lhs.edges.get(partner));
        let name = known_symbol(left.map(|edge| &edge.symbol), symbol);
        name.and_then(|name| self.alphabet.edges.get(name))
            .map_or_else(Attributes::new, |symbol| symbol.attributes.clone())
    }

    pub fn check_changes(
        &self,
        changes: &[Change],
        begins: Attributes,
        path: PathRef<'_>,
        title: Arguments<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let mut values = begins;
        for (position, change) in changes.iter().enumerate() {
            let path = path.item("change", position);
            check_name(found, path, format_args!("An attribute of {}", lower(title)), change.name());
            match change {
                Change::Set(name, value) => {
                    if name == THEME_ATTRIBUTE {
                        check_theme_value(self.alphabet, value, path, found);
                    }
                    values.insert(name.clone(), value.clone());
                }
                Change::Add(name, _) => {
                    if let Some(value @ (Value::Text(_) | Value::Bool(_))) = values.get(name) {
                        found.push(add_to_text(title, name, value).at(path));
                    }
                }
                Change::Take(taken, source) | Change::TakeAs(taken, source, _) => {
                    self.check_take(taken, *source, path, title, found);
                    values.remove(change.name());
                }
                Change::Distance { name, node, from, .. } => {
                    if !self.rule.lhs.nodes.contains_key(node) {
                        let message = format!(
                            "{title} stores the distance of node {}, which the Before side does not have.",
                            node.0
                        );
                        let error = Diagnostic::error("take-from-unknown", message).at(path);
                        found.push(error.hint("Choose a node of the Before side."));
                    }
                    self.check_origin(*from, path, format_args!("{title} stores"), found);
                    values.remove(name);
                }
            }
        }
    }

    fn check_take(
        &self,
        name: &str,
        source: AttributeSource,
        path: PathRef<'_>,
        title: Arguments<'_>,
        found: &mut Vec<Diagnostic>,
    ) {
        let lhs = &self.rule.lhs;
        let missing = match source {
            AttributeSource::Node(id) if lhs.nodes.contains_key(&id) => None,
            AttributeSource::Node(id) => Some(format!("node {}", id.0)),
            AttributeSource::Edge(number) if (1..=lhs.edges.len()).contains(&(number as usize)) => None,
            AttributeSource::Edge(number) => Some(format!("edge {number}")),
        };
        if let Some(missing) = missing {
            let message =
                format!("{title} copies \"{name}\" from {missing}, but the Before side has no such element.");
            let hint = "Choose a node or an edge of the Before side.";
            found.push(Diagnostic::error("take-from-unknown", message).at(path).hint(hint));
        }
        if !self.known.contains(name) {
            let unknown = self.unknown_attribute(name, format_args!("{title} copies"), found);
            found.push(unknown.at(path));
        }
    }

    /// Returns a warning; `who` is the subject with its verb.
    pub fn unknown_attribute(&self, name: &str, who: impl Display, found: &[Diagnostic]) -> Diagnostic {
        let message = format!("{who} the attribute \"{name}\", which no symbol has and no rule sets.");
        let near = suggestion(found, name, self.known.iter().copied());
        let hint =
            near.map(|near| hint_at(near, name)).unwrap_or_else(|| format!("Add \"{name}\" to a symbol."));
        let warning = Diagnostic::warning("unknown-attribute", message).hint(hint);
        warning.about(PathRef::ROOT.entry("attributes", name))
    }
}

/// Returns the symbol of a right-side element before its changes, if the rule fixes it.
fn known_symbol<'a>(left: Option<&'a SymbolPattern>, symbol: &'a SymbolReplacement) -> Option<&'a str> {
    match (left, symbol) {
        (None, SymbolReplacement::Is(name)) | (Some(SymbolPattern::Is(name)), _) => Some(name),
        (Some(SymbolPattern::Any | SymbolPattern::AnyOf(_)) | None, _) => None,
    }
}

fn add_to_text(title: Arguments<'_>, name: &str, value: &Value) -> Diagnostic {
    let kind = if matches!(value, Value::Text(_)) { "a text" } else { "a yes or no" };
    let message = format!("{title} adds to \"{name}\", but that is {kind}, so nothing changes.");
    Diagnostic::warning("add-to-text", message).hint("Set the attribute instead.")
}
