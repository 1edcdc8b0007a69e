//! Forbidden patterns: decides whether a match violates one of a rule's negative conditions.
//!
//! Finding one extension is enough. Its own nodes and edges differ from the matched ones and from each other.

use smallvec::SmallVec;

use super::Index;
use super::conditions::{cost_at_edge, cost_at_node, edge_conditions_hold, node_conditions_hold};
use super::likely::{WantedLink, are_few, likely_links};
use crate::grammar::EdgeDirection;
use crate::grammar::resolve::{ForbiddenEdge, ForbiddenNode, ForbiddenPattern, Probe, SingleLink};
use crate::mission::{EdgeId, Link, LinkDirection, Mission, NodeId};

/// The mission elements of a forbidden pattern, in the order of its lists.
pub(crate) type Extension = (Vec<NodeId>, Vec<EdgeId>);

/// Finds an extension of a match that a pattern forbids.
///
/// `tries_left` counts down the examined elements; at 0 nothing more is found.
/// Matched elements are in the order of the rule's lists; unknown elements have id 0.
pub(crate) fn find_extension(
    pattern: &ForbiddenPattern,
    mission: &Mission,
    index: &Index,
    matched: (&[NodeId], &[EdgeId]),
    tries_left: &mut u64,
) -> Option<Extension> {
    let mut look = ForbiddenSearch::new(pattern, mission, index, matched, tries_left);
    look.succeeds().then(|| (look.nodes.to_vec(), look.edges.to_vec()))
}

/// Returns `true` if there is such an extension.
#[inline]
pub(crate) fn is_found(
    pattern: &ForbiddenPattern,
    mission: &Mission,
    index: &Index,
    matched: (&[NodeId], &[EdgeId]),
    tries_left: &mut u64,
) -> bool {
    match &pattern.one_link {
        Some(one_link) => has_link(pattern, *one_link, mission, matched.0, tries_left),
        None => {
            first_probe_succeeds(pattern, mission, matched.0, tries_left)
                && ForbiddenSearch::new(pattern, mission, index, matched, tries_left).succeeds()
        }
    }
}

/// Returns `true` if an anchor has a link that the first probe needs.
///
/// Mostly there is none, and this needs no preparation.
fn first_probe_succeeds(
    pattern: &ForbiddenPattern,
    mission: &Mission,
    matched: &[NodeId],
    tries_left: &mut u64,
) -> bool {
    let Some(Probe::Edge(first)) = pattern.probes.first() else { return true };
    let edge = &pattern.edges[*first];
    let anchor = |position: usize| pattern.nodes[position].anchor;
    let link = match (anchor(edge.from), anchor(edge.to)) {
        (Some(anchor), _) => SingleLink { anchor, far: edge.to, from_begin: true },
        (None, Some(anchor)) => SingleLink { anchor, far: edge.from, from_begin: false },
        (None, None) => return true,
    };
    any_link_fits(edge, &pattern.nodes[link.far], link, mission, matched, tries_left)
}

/// Returns `true` if there is a link that a pattern of one link needs.
fn has_link(
    pattern: &ForbiddenPattern,
    link: SingleLink,
    mission: &Mission,
    matched: &[NodeId],
    tries_left: &mut u64,
) -> bool {
    let (Some(edge), Some(far)) = (pattern.edges.first(), pattern.nodes.get(link.far)) else { return false };
    any_link_fits(edge, far, link, mission, matched, tries_left)
}

#[inline(always)]
fn any_link_fits(
    edge: &ForbiddenEdge,
    far: &ForbiddenNode,
    SingleLink { anchor, from_begin, .. }: SingleLink,
    mission: &Mission,
    matched: &[NodeId],
    tries_left: &mut u64,
) -> bool {
    let Some(&anchor) = matched.get(anchor) else { return false };
    let kind = (&edge.fits, edge.direction);
    let wanted = WantedLink::new(kind, &far.fits, from_begin);
    let mut any_fits = |links: &[Link]| {
        *tries_left = tries_left.saturating_sub(links.len() as u64);
        links.iter().any(|link| wanted.fits(link))
    };
    match mission.links(anchor) {
        links if are_few(links) => any_fits(links),
        _ => likely_links(mission, kind, &far.fits, anchor, from_begin).into_iter().any(any_fits),
    }
}

const NO_NODE: NodeId = NodeId(0);
const NO_EDGE: EdgeId = EdgeId(0);

struct ForbiddenSearch<'a> {
    pattern: &'a ForbiddenPattern,
    mission: &'a Mission,
    index: &'a Index,
    matched: (&'a [NodeId], &'a [EdgeId]),
    nodes: SmallVec<[NodeId; 8]>,
    edges: SmallVec<[EdgeId; 8]>,
    tries_left: &'a mut u64,
}

impl<'a> ForbiddenSearch<'a> {
    fn new(
        pattern: &'a ForbiddenPattern,
        mission: &'a Mission,
        index: &'a Index,
        matched: (&'a [NodeId], &'a [EdgeId]),
        tries_left: &'a mut u64,
    ) -> Self {
        let anchor = |position: Option<usize>| position.and_then(|at| matched.0.get(at)).copied();
        let nodes = pattern.nodes.iter().map(|node| anchor(node.anchor).unwrap_or(NO_NODE)).collect();
        let edges = SmallVec::from_elem(NO_EDGE, pattern.edges.len());
        Self { pattern, mission, index, matched, nodes, edges, tries_left }
    }

    fn succeeds(&mut self) -> bool {
        let pattern = self.pattern;
        let is_as_reported = |(position, node): (usize, &ForbiddenNode)| {
            node.anchor.is_none() || self.fits_node(position, self.nodes[position])
        };
        pattern.nodes.iter().enumerate().all(is_as_reported) && self.go(0)
    }

    /// Runs the probes from this one on. Returns `true`, with all elements known, if they all succeed.
    fn go(&mut self, depth: usize) -> bool {
        match self.pattern.probes.get(depth) {
            None => true,
            Some(Probe::Edge(edge)) => self.look_for_edge(*edge, depth),
            Some(Probe::Node(node)) => self.look_for_node(*node, depth),
        }
    }

    fn look_for_node(&mut self, node: usize, depth: usize) -> bool {
        let (pattern, index) = (self.pattern, self.index);
        for candidate in index.nodes_that_fit(&pattern.nodes[node].fits) {
            if !self.may_try() {
                return false;
            }
            if self.is_free(node, candidate) {
                self.nodes[node] = candidate;
                if self.go(depth + 1) {
                    return true;
                }
                self.nodes[node] = NO_NODE;
            }
        }
        false
    }

    fn look_for_edge(&mut self, position: usize, depth: usize) -> bool {
        let (pattern, mission) = (self.pattern, self.mission);
        let wanted = &pattern.edges[position];
        let (from, to) = (self.nodes[wanted.from], self.nodes[wanted.to]);
        let (known, far, leaves) =
            if from == NO_NODE { (to, wanted.from, false) } else { (from, wanted.to, true) };
        let far_fits = &pattern.nodes[far].fits;
        for links in likely_links(mission, (&wanted.fits, wanted.direction), far_fits, known, leaves) {
            for link in links {
                if !self.may_try() {
                    return false;
                }
                if self.goes_with_link(position, known, link, depth) {
                    return true;
                }
            }
        }
        false
    }

    fn goes_with_link(&mut self, position: usize, known: NodeId, link: &Link, depth: usize) -> bool {
        let wanted = &self.pattern.edges[position];
        if !wanted.fits.contains(link.symbol) || !self.is_edge_free(wanted, link.edge) {
            return false;
        }
        let (out, against) = ((known, link.far), (link.far, known));
        let (along, turned) = match link.heading {
            LinkDirection::Out | LinkDirection::Loop => (out, against),
            LinkDirection::In => (against, out),
        };
        let turned = (wanted.direction == EdgeDirection::EitherWay).then_some(turned);
        let mut ends = std::iter::once(along).chain(turned);
        ends.any(|ends| self.go_with_edge(position, link.edge, ends, depth))
    }

    fn is_edge_free(&mut self, wanted: &ForbiddenEdge, id: EdgeId) -> bool {
        if self.matched.1.contains(&id) || self.edges.contains(&id) {
            return false;
        }
        *self.tries_left = self.tries_left.saturating_sub(cost_at_edge(&wanted.when));
        let hold = |id| self.mission.edge(id).is_some_and(|found| edge_conditions_hold(&wanted.when, found));
        wanted.when.is_empty() || hold(id)
    }

    fn go_with_edge(&mut self, edge: usize, id: EdgeId, ends: (NodeId, NodeId), depth: usize) -> bool {
        let (from, to) = (self.pattern.edges[edge].from, self.pattern.edges[edge].to);
        let before = (self.nodes[from], self.nodes[to]);
        if self.take(from, ends.0) && self.take(to, ends.1) {
            self.edges[edge] = id;
            if self.go(depth + 1) {
                return true;
            }
            self.edges[edge] = NO_EDGE;
        }
        (self.nodes[from], self.nodes[to]) = before;
        false
    }

    /// Assigns a mission node to a node of the pattern. Returns `true` if it is assigned already or can be.
    fn take(&mut self, node: usize, candidate: NodeId) -> bool {
        let known = self.nodes[node];
        if known != NO_NODE {
            return known == candidate;
        }
        let is_free = self.is_free(node, candidate);
        if is_free {
            self.nodes[node] = candidate;
        }
        is_free
    }

    fn is_free(&mut self, node: usize, candidate: NodeId) -> bool {
        let is_other = !self.matched.0.contains(&candidate) && !self.nodes.contains(&candidate);
        is_other && self.fits_node(node, candidate)
    }

    fn fits_node(&mut self, node: usize, candidate: NodeId) -> bool {
        let wanted = &self.pattern.nodes[node];
        let place = (self.mission, self.index);
        *self.tries_left = self.tries_left.saturating_sub(cost_at_node(&wanted.when, place, candidate));
        let hold = |id| {
            let found = self.mission.node(id);
            found.is_some_and(|found| node_conditions_hold(&wanted.when, place, id, found))
        };
        self.mission.node(candidate).is_some_and(|found| wanted.fits.contains(found.symbol))
            && (wanted.when.is_empty() || hold(candidate))
    }

    fn may_try(&mut self) -> bool {
        let may_try = *self.tries_left > 0;
        *self.tries_left = self.tries_left.saturating_sub(1);
        may_try
    }
}
