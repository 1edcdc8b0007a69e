//! Symbols: named but never present (proved); unused, or left over without becoming a place (likely).

use std::collections::BTreeSet;

use super::flow::LiveStep;
use super::{Lint, LintKind};
use crate::base::{Diagnostic, PathRef};
use crate::grammar::resolve::{Fits, NodeChangeKind};
use crate::grammar::{
    Condition, Grammar, Pattern, RecipeStep, Replacement, Start, SymbolPattern, SymbolReplacement, Times,
};
use crate::mission::{EdgeRole, NodeSymbolId};

pub(super) fn lint_symbols(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    // Nothing can be said about an alphabet whose rules are not written yet.
    if lint.rules.is_empty() {
        return;
    }
    let alphabet = &lint.grammar.alphabet;
    let named = named(lint.grammar);
    let path = PathRef::ROOT.field("alphabet");
    for (name, symbol) in &alphabet.nodes {
        let path = path.entry("nodes", name);
        let Some(id) = alphabet.node_id(name) else { continue };
        if !named.nodes.contains(name.as_str()) {
            found.push(unused("node", name).at(path));
        } else if !lint.flow.end.nodes.contains(&id) {
            lint_never_there(lint, id, found);
        } else if symbol.form.is_none() && may_be_left_over(lint, id) {
            let message = format!(
                "Some \"{name}\" nodes with passages may be left at the end. But \"{name}\" has no form, so they become no places."
            );
            let warning = LintKind::SymbolLeftOver.warning(message).at(path);
            found.push(warning.hint("Give it a form."));
        }
    }
    for name in alphabet.edges.keys().filter(|name| !named.edges.contains(name.as_str())) {
        found.push(unused("edge", name).at(path.entry("edges", name)));
    }
}

fn unused(kind: &str, name: &str) -> Diagnostic {
    let message = format!("Neither the start nor any rule names the {kind} symbol \"{name}\".");
    LintKind::UnusedSymbol.warning(message).hint("Delete it from the alphabet.")
}

/// Warns of a symbol that no mission has, in rules that name it among others.
///
/// Only rules that can match are reported; the others have a warning of their own.
fn lint_never_there(lint: &Lint<'_>, symbol: NodeSymbolId, found: &mut Vec<Diagnostic>) {
    let asks = |fits: &Fits<NodeSymbolId>| fits.named().is_some_and(|named| named.contains(&symbol));
    for rule in lint.matching() {
        if let Some(node) = lint.rules[rule].nodes.iter().find(|node| asks(&node.fits)) {
            let message = format!(
                "{} allows \"{}\" as one of several symbols, but no mission ever has such a node.",
                lint.title(rule),
                lint.node_name(symbol)
            );
            let path = PathRef::ROOT.item("rules", rule);
            let path = path.field("lhs");
            let warning = LintKind::SymbolNeverThere.warning(message);
            let warning = warning.at(path.item("nodes", node.id.0 as usize));
            found.push(warning.hint("Delete the symbol from the list."));
        }
    }
}

/// Returns `true` if passages may lead to such nodes, and some may be left at the end.
fn may_be_left_over(lint: &Lint<'_>, symbol: NodeSymbolId) -> bool {
    let is_walked = lint.flow.end.edges.iter().any(|(edge, ends)| {
        lint.edge_role(*edge) == EdgeRole::Passage
            && (ends.from.contains(&symbol) || ends.to.contains(&symbol))
    });
    is_walked && !is_used_up(lint, symbol)
}

/// Returns `true` if a step of the recipe rewrites all nodes of a symbol, and no later step makes any.
fn is_used_up(lint: &Lint<'_>, symbol: NodeSymbolId) -> bool {
    let rewrites_all = |step: &LiveStep| {
        let placed = &lint.flow.placed[step.number];
        let is_sure =
            placed.depth == 1 && matches!(placed.step, RecipeStep::Apply { times: Times::UntilNone, .. });
        is_sure && step.rules.iter().any(|rule| rewrites_any(lint, *rule, symbol))
    };
    let last = lint.flow.live.values().filter(|step| rewrites_all(step)).map(|step| step.number).max();
    last.is_some_and(|last| {
        let mut later = lint.flow.live.range(last + 1..).flat_map(|(_, step)| &step.rules);
        !later.any(|rule| makes(lint, *rule, symbol))
    })
}

/// Returns `true` if the rule matches at each node of the symbol and changes its symbol.
fn rewrites_any(lint: &Lint<'_>, rule: usize, symbol: NodeSymbolId) -> bool {
    let [node] = lint.rules[rule].nodes.as_slice() else { return false };
    lint.is_free_of_conditions(rule)
        && lint.is_never_refused(rule)
        && lint.rules[rule].edges.is_empty()
        && node.fits.contains(symbol)
        && lint.sides(rule).all(|(_, side)| match side.fates.first() {
            Some(NodeChangeKind::Become(other)) => *other != symbol,
            Some(NodeChangeKind::Erase) => true,
            Some(NodeChangeKind::Keep) | None => false,
        })
}

fn makes(lint: &Lint<'_>, rule: usize, symbol: NodeSymbolId) -> bool {
    lint.flow.can_match[rule]
        && lint.sides(rule).any(|(_, side)| {
            side.new_nodes.iter().any(|node| node.symbol == symbol)
                || side.fates.contains(&NodeChangeKind::Become(symbol))
        })
}

/// All symbols that the start, the rules and the recipe name.
#[derive(Default)]
struct UsedSymbols<'a> {
    nodes: BTreeSet<&'a str>,
    edges: BTreeSet<&'a str>,
}

/// Returns all node symbols that the start, the rules and the recipe name.
pub fn named_nodes(grammar: &Grammar) -> BTreeSet<&str> {
    named(grammar).nodes
}

fn named(grammar: &Grammar) -> UsedSymbols<'_> {
    let mut names = UsedSymbols::default();
    match &grammar.start {
        Start::Graph { nodes, edges, .. } => {
            names.nodes.extend(nodes.values().map(|node| node.symbol.as_str()));
            names.edges.extend(edges.iter().map(|(_, edge, _)| edge.symbol.as_str()));
        }
        Start::Lattice { node, edge, .. } | Start::Tree { node, edge, .. } => {
            names.nodes.insert(node);
            names.edges.insert(edge);
        }
        Start::Scatter(scatter) => {
            names.nodes.extend([&*scatter.start, &*scatter.exit, &*scatter.crossing]);
            names.nodes.extend(scatter.features.iter().map(|(symbol, _)| symbol.as_str()));
            names.edges.insert(&scatter.edge);
        }
    }
    for rule in &grammar.rules {
        names.add_pattern(&rule.lhs);
        rule.forbid.iter().for_each(|pattern| names.add_pattern(pattern));
        rule.alternatives().for_each(|right| names.add_right(right));
    }
    // Nested steps are included: they are all in one list.
    for placed in crate::grammar::recipe_walk::walk(&grammar.recipe) {
        if let RecipeStep::Require { condition, .. } = placed.step
            && let Some(pattern) = condition.pattern()
        {
            names.add_pattern(pattern);
        }
    }
    names
}

impl<'a> UsedSymbols<'a> {
    fn add_pattern(&mut self, pattern: &'a Pattern) {
        for node in pattern.nodes.values() {
            add(&mut self.nodes, &node.symbol);
            for condition in &node.when {
                if let Condition::DegreeOf(symbol, ..) = condition {
                    add(&mut self.edges, symbol);
                }
            }
        }
        pattern.edges.iter().for_each(|edge| add(&mut self.edges, &edge.symbol));
    }

    fn add_right(&mut self, right: &'a Replacement) {
        for node in right.nodes.values() {
            if let SymbolReplacement::Is(name) = &node.symbol {
                self.nodes.insert(name);
            }
        }
        for edge in &right.edges {
            if let SymbolReplacement::Is(name) = &edge.symbol {
                self.edges.insert(name);
            }
        }
    }
}

fn add<'a>(names: &mut BTreeSet<&'a str>, symbol: &'a SymbolPattern) {
    match symbol {
        SymbolPattern::Any => {}
        SymbolPattern::Is(name) => drop(names.insert(name)),
        SymbolPattern::AnyOf(all) => names.extend(all.iter().map(String::as_str)),
    }
}
