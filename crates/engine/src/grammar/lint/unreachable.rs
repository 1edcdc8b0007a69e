//! Proved: rules that never match, because no mission has a part of their left side when their turn comes.

use super::flow::MissingElement;
use super::{Lint, LintKind, names};
use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::lower;
use crate::grammar::resolve::NodeChangeKind;
use crate::mission::NodeSymbolId;

pub(super) fn lint_unreachable(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    for rule in 0..lint.rules.len() {
        if let Some(missing) = lint.flow.missing[rule].filter(|_| !lint.flow.can_match[rule]) {
            found.push(match missing {
                MissingElement::Node(position) => missing_node(lint, rule, position),
                MissingElement::Edge(position) => missing_edge(lint, rule, position),
            });
        }
    }
}

fn missing_node(lint: &Lint<'_>, rule: usize, position: usize) -> Diagnostic {
    let node = &lint.rules[rule].nodes[position];
    let wanted = node.fits.named().unwrap_or_default();
    let asked = names(wanted.iter().map(|symbol| lint.node_name(*symbol)), "or");
    let is_there_later = wanted.iter().any(|symbol| lint.flow.end.nodes.contains(symbol));
    let maker = (0..lint.rules.len())
        .find(|other| *other != rule && wanted.iter().any(|symbol| makes(lint, *other, *symbol)));
    let (why, hint) = match maker {
        _ if is_there_later => (
            "the mission has no such node until the last step that uses the rule has ended".to_owned(),
            "Move the step behind the one that makes such a node.".to_owned(),
        ),
        Some(maker) => (
            "only rules that never match make such a node".to_owned(),
            format!("Make sure that {} runs first.", lower(&lint.title(maker))),
        ),
        None => (
            "neither the start nor any other rule makes such a node".to_owned(),
            "Check the spelling of the symbol.".to_owned(),
        ),
    };
    let message = format!(
        "{} never matches: node {} of its Before side must be {asked}, but {why}.",
        lint.title(rule),
        node.id.0
    );
    let path = PathRef::ROOT.item("rules", rule);
    let path = path.field("lhs");
    LintKind::UnreachableRule.warning(message).at(path.item("nodes", node.id.0 as usize)).hint(hint)
}

fn missing_edge(lint: &Lint<'_>, rule: usize, position: usize) -> Diagnostic {
    let ready = &lint.rules[rule];
    let edge = &ready.edges[position];
    let name = edge.fits.named().map_or_else(String::new, |symbols| {
        let all = symbols.iter().map(|symbol| lint.grammar.alphabet.edge(*symbol).0);
        format!("{} ", names(all, "or"))
    });
    let message = format!(
        "{} never matches: the {name}edge from {} to {} of its Before side never joins such nodes.",
        lint.title(rule),
        ready.nodes[edge.from].id.0,
        ready.nodes[edge.to].id.0
    );
    let hint = "Check the symbol and the direction of the edge.";
    let path = PathRef::ROOT.item("rules", rule);
    let path = path.field("lhs");
    LintKind::UnreachableRule.warning(message).at(path.item("edges", position)).hint(hint)
}

/// Returns `true` if the rule would make such a node.
fn makes(lint: &Lint<'_>, rule: usize, symbol: NodeSymbolId) -> bool {
    lint.sides(rule).any(|(_, side)| {
        side.new_nodes.iter().any(|node| node.symbol == symbol)
            || side.fates.contains(&NodeChangeKind::Become(symbol))
    })
}
