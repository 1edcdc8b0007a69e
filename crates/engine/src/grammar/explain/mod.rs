//! "Why not here?": whether a rule has a match through a node, and if not, which condition fails first.
//!
//! In go a rule, a mission and a node; out comes a match, or the condition that stops the partial match that gets farthest. The node is taken for each node of the left side in turn; from there the rest is looked for along the edges of the left side, then among all nodes.
//! Weights, limits and whether the rule is enabled play no part; [`find_hindrances`] lists them. Of partial matches that get equally far the first counts, in the order of ids.

mod absent;
mod hindrance;
mod search;
mod text;

use super::find::{Effort, Index, MOST_MATCHES, find};
use super::resolve::resolve_rule;
use super::{Condition, ElementId, Grammar, Match};
use crate::mission::{EdgeId, Mission, NodeId, Site};

pub use absent::{Absence, AtStep, Happened, SymbolAbsence, why_never, why_no_symbol};
pub use hindrance::{Hindrance, find_hindrances};

/// Why a rule can or cannot be applied at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// It can: this is the first match that has the node in it.
    Matches(Match),
    /// There is no such rule, or it has a mistake that `check_grammar` reports as an error.
    UnusableRule,
    /// The mission has no such node.
    UnknownNode(NodeId),
    /// It matches in too many ways, or would take too long to tell.
    TooMany,
    /// It cannot.
    Fails {
        /// What was matched until then: nodes of the rule with those of the mission.
        matched: Vec<(ElementId, Named<NodeId>)>,
        /// What stood in the way.
        reason: Reason,
    },
}

/// An element of the mission with the name of its symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<Id> {
    /// The element.
    pub id: Id,
    /// The name of its symbol.
    pub symbol: String,
}

/// Where the drawing of a rule requires a node to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredPlace {
    /// Anywhere on the lattice.
    Somewhere,
    /// So many sites to the right of a matched node of the rule and below it; less than 0: to the left and above.
    Beside {
        /// That node.
        seen_from: ElementId,
        /// To the right of it.
        right: i32,
        /// Below it.
        down: i32,
    },
}

/// What keeps a partial match from going on: `element` is a node of the rule, `number` the place of an edge or a forbidden pattern in its list, 1 for the first; all else is of the mission.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Reason {
    /// A node has a symbol that does not fit.
    NodeSymbol { element: ElementId, node: Named<NodeId> },
    /// An attribute or the number of edges of a node is not as asked for.
    NodeCondition { element: ElementId, node: Named<NodeId>, condition: Condition },
    /// A node has no place on the lattice, or another one than the drawing asks for.
    NodePlace { element: ElementId, node: Named<NodeId>, required: RequiredPlace },
    /// No other node is left that could be this one of the rule.
    MissingNode { element: ElementId },
    /// There is no edge that could be this one of the rule.
    MissingEdge { number: usize, at: Named<NodeId> },
    /// An edge has a symbol that does not fit.
    EdgeSymbol { number: usize, edge: Named<EdgeId> },
    /// An edge points the wrong way.
    EdgeDirection { number: usize, edge: Named<EdgeId> },
    /// An attribute of an edge is not as asked for.
    EdgeCondition { number: usize, edge: Named<EdgeId>, condition: Condition },
    /// A forbidden pattern, by its place in the list, is there: these nodes and edges.
    Forbidden { number: usize, nodes: Vec<Named<NodeId>>, edges: Vec<Named<EdgeId>> },
    /// The rule erases a node that has edges outside the match.
    Dangling { element: ElementId, node: Named<NodeId> },
    /// The site for a new node is taken; there is no site if it lies beyond the numbers.
    SiteTaken { element: ElementId, site: Option<Site> },
    /// No right side has a weight above 0.
    NoWeight,
}

/// Says whether a rule has a match through a node, or which condition fails first and where.
pub fn explain(grammar: &Grammar, rule: usize, mission: &Mission, at: NodeId) -> Explanation {
    let authored = grammar.rules.get(rule);
    let Some((authored, ready)) =
        authored.and_then(|rule| Some((rule, resolve_rule(&grammar.alphabet, rule)?)))
    else {
        return Explanation::UnusableRule;
    };
    if mission.node(at).is_none() {
        return Explanation::UnknownNode(at);
    }
    let index = Index::new(mission);
    let found = find(&ready, mission, &index, &mut Effort::of_one_search());
    let (gave_up, is_full) = (found.gave_up.is_some(), found.count() as u64 >= MOST_MATCHES);
    let matches = found.into_matches(&ready);
    match matches.into_iter().find(|found| found.nodes.iter().any(|(_, node)| *node == at)) {
        Some(found) => Explanation::Matches(found),
        None if gave_up || is_full => Explanation::TooMany,
        None => search::why_not(&grammar.alphabet, authored, &ready, mission, &index, at),
    }
}

#[cfg(test)]
mod mending_tests;
#[cfg(test)]
mod tests;
