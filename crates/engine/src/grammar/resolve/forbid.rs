//! Prepares the forbidden patterns of a rule.
//!
//! All nodes of a pattern are in one list; anchors are positions in the left side.
//! The remaining elements are ordered for the search.

use std::collections::BTreeMap;

use super::{Fits, LeftNode, ReadyCondition, edge_conditions, edge_fits, node_conditions, node_fits};
use crate::grammar::{EdgeDirection, EdgePattern, ElementId, Pattern, Rule};
use crate::mission::{Alphabet, EdgeSymbolId, NodeSymbolId};

/// A forbidden extension of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ForbiddenPattern {
    pub nodes: Vec<ForbiddenNode>,
    pub edges: Vec<ForbiddenEdge>,
    /// The order in which its own elements are searched.
    pub probes: Vec<Probe>,
    /// `true` if it can be searched as soon as its anchors are known.
    ///
    /// That requires that none of its own elements could be one of the match.
    pub can_be_early: bool,
    /// The link, if the pattern is one link from a node of the match to a node of its own.
    ///
    /// The link is identified by symbols and direction, so finding such a link is enough.
    pub one_link: Option<SingleLink>,
}

/// The only edge of a forbidden pattern, seen from the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SingleLink {
    /// The node of the left side.
    pub anchor: usize,
    /// The node of the pattern.
    pub far: usize,
    /// `true` if the edge begins at the anchor.
    pub from_begin: bool,
}

/// A node of a forbidden pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ForbiddenNode {
    pub id: ElementId,
    /// The node of the left side that it is, if it is one.
    pub anchor: Option<usize>,
    pub fits: Fits<NodeSymbolId>,
    pub when: Vec<ReadyCondition>,
}

/// An edge of a forbidden pattern; `from` and `to` are positions in [`ForbiddenPattern::nodes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ForbiddenEdge {
    pub from: usize,
    pub to: usize,
    pub fits: Fits<EdgeSymbolId>,
    pub when: Vec<ReadyCondition>,
    pub direction: EdgeDirection,
}

/// One probe of the search for an extension; numbers are positions in its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    /// Searches an edge with at least one known end.
    Edge(usize),
    /// Searches a node to which no edge leads.
    Node(usize),
}

pub(super) fn forbidden_patterns(
    alphabet: &Alphabet,
    rule: &Rule,
    ids: &[ElementId],
    left: &[LeftNode],
) -> Option<Vec<ForbiddenPattern>> {
    rule.forbid.iter().map(|pattern| forbidden_pattern(alphabet, rule, ids, left, pattern)).collect()
}

fn forbidden_pattern(
    alphabet: &Alphabet,
    rule: &Rule,
    ids: &[ElementId],
    left: &[LeftNode],
    pattern: &Pattern,
) -> Option<ForbiddenPattern> {
    let is_created = |id: &ElementId| {
        !rule.lhs.nodes.contains_key(id) && rule.alternatives().any(|right| right.nodes.contains_key(id))
    };
    if pattern.nodes.keys().any(is_created) {
        return None;
    }
    let mut nodes: BTreeMap<ElementId, ForbiddenNode> = BTreeMap::new();
    for (id, wanted) in &pattern.nodes {
        let (fits, when) = (node_fits(alphabet, &wanted.symbol)?, node_conditions(alphabet, wanted)?);
        nodes.insert(*id, ForbiddenNode { id: *id, anchor: ids.binary_search(id).ok(), fits, when });
    }
    for id in pattern.edges.iter().flat_map(|edge| [edge.from, edge.to]) {
        let anchor = ids.binary_search(&id).ok();
        if anchor.is_none() && !nodes.contains_key(&id) {
            return None;
        }
        let unlisted = || ForbiddenNode { id, anchor, fits: Fits::ANY, when: Vec::new() };
        nodes.entry(id).or_insert_with(unlisted);
    }
    let nodes: Vec<ForbiddenNode> = nodes.into_values().collect();
    let position = |id: ElementId| nodes.binary_search_by_key(&id, |node| node.id).ok();
    let ready = |edge: &EdgePattern| {
        Some(ForbiddenEdge {
            from: position(edge.from)?,
            to: position(edge.to)?,
            fits: edge_fits(alphabet, &edge.symbol)?,
            when: edge_conditions(&edge.when)?,
            direction: edge.direction,
        })
    };
    let edges: Vec<ForbiddenEdge> = pattern.edges.iter().map(ready).collect::<Option<_>>()?;
    let probes = plan_probes(&nodes, &edges);
    let can_be_early = is_apart_from_match(&nodes, &edges, left);
    let one_link = if can_be_early { one_link(&nodes, &edges) } else { None };
    Some(ForbiddenPattern { nodes, edges, probes, can_be_early, one_link })
}

/// Returns `true` if no own node could be on the left side, and each edge is attached to an own node.
fn is_apart_from_match(nodes: &[ForbiddenNode], edges: &[ForbiddenEdge], left: &[LeftNode]) -> bool {
    let is_own = |position: usize| nodes[position].anchor.is_none();
    let mut own = nodes.iter().filter(|node| node.anchor.is_none());
    own.all(|node| left.iter().all(|left| left.fits.is_apart_from(&node.fits)))
        && edges.iter().all(|edge| is_own(edge.from) || is_own(edge.to))
}

fn one_link(nodes: &[ForbiddenNode], edges: &[ForbiddenEdge]) -> Option<SingleLink> {
    let ([_, _], [edge]) = (nodes, edges) else { return None };
    let asks_nothing =
        |node: &ForbiddenNode| node.when.is_empty() && (node.anchor.is_none() || node.fits.named().is_none());
    if !edge.when.is_empty() || !nodes.iter().all(asks_nothing) {
        return None;
    }
    match (nodes.get(edge.from)?.anchor, nodes.get(edge.to)?.anchor) {
        (Some(anchor), None) => Some(SingleLink { anchor, far: edge.to, from_begin: true }),
        (None, Some(anchor)) => Some(SingleLink { anchor, far: edge.from, from_begin: false }),
        _ => None,
    }
}

/// Orders the probes: edges between known nodes, then edges to unknown nodes, then nodes without such edges.
fn plan_probes(nodes: &[ForbiddenNode], edges: &[ForbiddenEdge]) -> Vec<Probe> {
    let mut is_known: Vec<bool> = nodes.iter().map(|node| node.anchor.is_some()).collect();
    let mut left: Vec<usize> = (0..edges.len()).collect();
    let mut probes = Vec::new();
    loop {
        let known_ends = |edge: &usize| {
            [edges[*edge].from, edges[*edge].to].into_iter().filter(|end| is_known[*end]).count()
        };
        let best = (0..left.len()).max_by_key(|&slot| (known_ends(&left[slot]), std::cmp::Reverse(slot)));
        match best.filter(|&slot| known_ends(&left[slot]) > 0) {
            Some(slot) => {
                let edge = left.remove(slot);
                (is_known[edges[edge].from], is_known[edges[edge].to]) = (true, true);
                probes.push(Probe::Edge(edge));
            }
            None => {
                let Some(node) = is_known.iter().position(|known| !known) else { return probes };
                is_known[node] = true;
                probes.push(Probe::Node(node));
            }
        }
    }
}
