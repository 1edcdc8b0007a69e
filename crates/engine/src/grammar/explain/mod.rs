//! Answers "Why not here?": whether a rule has a match through a node, and otherwise which condition fails.
//!
//! Input: a rule, a mission and a node.
//! Output: a match, or the condition that stops the farthest partial match.
//!
//! The node is tried as each node of the left side.
//! From there the search follows the edges of the left side, then tries all other nodes.
//! Of partial matches that get equally far, the first one is used, in the order of ids.
//!
//! Weights, limits and disabled rules are ignored here; [`find_hindrances`] lists them.

mod absent;
mod idle_reason;
mod search;
mod text;

use super::find::{Effort, Index, MOST_MATCHES, find};
use super::resolve::resolve_rule;
use super::{Condition, ElementId, Grammar, Match};
use crate::mission::{EdgeId, Mission, NodeId, Site};

pub use absent::{Absence, AtStep, MissedStepReason, SymbolAbsence, why_never, why_no_symbol};
pub use idle_reason::{IdleReason, find_hindrances};

/// The answer whether a rule can be applied at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// It can: this is the first match that contains the node.
    Matches(Match),
    /// There is no such rule, or it has a mistake that `check_grammar` reports as an error.
    UnusableRule,
    /// The mission has no such node.
    UnknownNode(NodeId),
    /// It has too many matches, or the answer would take too long.
    TooMany,
    /// It cannot.
    Fails {
        /// The elements matched until then: nodes of the rule with those of the mission.
        matched: Vec<(ElementId, NamedElement<NodeId>)>,
        /// The reason.
        reason: MismatchReason,
    },
}

/// An element of the mission with the name of its symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedElement<Id> {
    /// The element.
    pub id: Id,
    /// The name of its symbol.
    pub symbol: String,
}

/// The position that the drawing of a rule requires for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredPlace {
    /// Any site of the lattice.
    Somewhere,
    /// A position relative to a matched node of the rule, in sites.
    Beside {
        /// The matched node.
        seen_from: ElementId,
        /// Number of sites to the right; negative to the left.
        right: i32,
        /// Number of sites down; negative upwards.
        down: i32,
    },
}

/// The reason that stops a partial match.
///
/// `element` is a node of the rule, and `number` the position of an edge or forbidden pattern in its list,
/// from 1.
/// Everything else belongs to the mission.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum MismatchReason {
    /// A node has a symbol that does not fit.
    NodeSymbol { element: ElementId, node: NamedElement<NodeId> },
    /// An attribute or the degree of a node violates a condition.
    NodeCondition { element: ElementId, node: NamedElement<NodeId>, condition: Condition },
    /// A node has no site, or another one than the drawing requires.
    NodePlace { element: ElementId, node: NamedElement<NodeId>, required: RequiredPlace },
    /// No other node is left for this node of the rule.
    MissingNode { element: ElementId },
    /// Every node that fits this node of the rule is already another node of the rule.
    NodesTaken { element: ElementId, takers: Vec<(ElementId, NamedElement<NodeId>)> },
    /// There is no edge for this edge of the rule.
    MissingEdge { number: usize, at: NamedElement<NodeId> },
    /// An edge has a symbol that does not fit.
    EdgeSymbol { number: usize, edge: NamedElement<EdgeId> },
    /// An edge points the wrong way.
    EdgeDirection { number: usize, edge: NamedElement<EdgeId> },
    /// An attribute of an edge violates a condition.
    EdgeCondition { number: usize, edge: NamedElement<EdgeId>, condition: Condition },
    /// A forbidden pattern, by its number, is there: these nodes and edges.
    Forbidden { number: usize, nodes: Vec<NamedElement<NodeId>>, edges: Vec<NamedElement<EdgeId>> },
    /// The rule erases a node that has edges outside the match.
    Dangling { element: ElementId, node: NamedElement<NodeId> },
    /// The site for a new node is taken; `None` if it is out of range.
    SiteTaken { element: ElementId, site: Option<Site> },
    /// No right side has a weight above 0.
    NoWeight,
}

/// Explains whether a rule has a match through a node, or which condition fails first and where.
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
