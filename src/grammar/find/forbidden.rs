//! What a rule forbids: is one of its negative conditions violated at a match?
//!
//! Only one extension has to be found. Its own nodes and edges differ from the matched ones and from each other.

use super::Index;
use super::conditions::{edge_conditions_hold, node_conditions_hold};
use crate::grammar::Direction;
use crate::grammar::resolve::{ForbiddenPattern, Look};
use crate::mission::{EdgeId, Mission, NodeId};

/// The elements that a forbidden pattern was found to be, in the order of its lists.
pub(crate) type Extension = (Vec<NodeId>, Vec<EdgeId>);

/// An extension of a match that a pattern forbids; counts the mission elements it looks at down, and finds nothing more at 0.
pub(crate) fn find_extension(
    pattern: &ForbiddenPattern,
    mission: &Mission,
    index: &Index,
    matched: (&[NodeId], &[EdgeId]),
    tries_left: &mut u64,
) -> Option<Extension> {
    let anchors = pattern.nodes.iter().map(|node| node.anchor.and_then(|at| matched.0.get(at)).copied());
    let mut look = Looking {
        pattern,
        mission,
        index,
        matched,
        nodes: anchors.collect(),
        edges: vec![None; pattern.edges.len()],
        tries_left,
    };
    let are_anchors_as_told = (0..pattern.nodes.len())
        .all(|position| look.nodes[position].is_none_or(|anchor| look.fits_node(position, anchor)));
    if !are_anchors_as_told || !look.go(0) {
        return None;
    }
    Some((look.nodes.into_iter().flatten().collect(), look.edges.into_iter().flatten().collect()))
}

struct Looking<'a> {
    pattern: &'a ForbiddenPattern,
    mission: &'a Mission,
    index: &'a Index,
    matched: (&'a [NodeId], &'a [EdgeId]),
    nodes: Vec<Option<NodeId>>,
    edges: Vec<Option<EdgeId>>,
    tries_left: &'a mut u64,
}

impl Looking<'_> {
    /// Carries out the looks from this one on; true, with everything known, if they all succeed.
    fn go(&mut self, depth: usize) -> bool {
        match self.pattern.looks.get(depth) {
            None => true,
            Some(Look::Edge(edge)) => self.look_for_edge(*edge, depth),
            Some(Look::Node(node)) => self.look_for_node(*node, depth),
        }
    }

    fn look_for_node(&mut self, node: usize, depth: usize) -> bool {
        let index = self.index;
        for candidate in index.nodes_that_fit(&self.pattern.nodes[node].fits) {
            if !self.may_try() {
                return false;
            }
            if self.is_free(node, candidate) {
                self.nodes[node] = Some(candidate);
                if self.go(depth + 1) {
                    return true;
                }
                self.nodes[node] = None;
            }
        }
        false
    }

    fn look_for_edge(&mut self, position: usize, depth: usize) -> bool {
        let wanted = &self.pattern.edges[position];
        let (index, mission) = (self.index, self.mission);
        let Some(known) = self.nodes[wanted.from].or(self.nodes[wanted.to]) else { return false };
        for &id in index.edges_at(known) {
            if !self.may_try() {
                return false;
            }
            let Some(edge) = mission.edge(id) else { continue };
            let is_other = !self.matched.1.contains(&id) && !self.edges.contains(&Some(id));
            if !is_other || !wanted.fits.contains(edge.symbol) || !edge_conditions_hold(&wanted.when, edge) {
                continue;
            }
            let turned = (wanted.direction == Direction::EitherWay).then_some((edge.to, edge.from));
            for ends in std::iter::once((edge.from, edge.to)).chain(turned) {
                if self.go_with_edge(position, id, ends, depth) {
                    return true;
                }
            }
        }
        false
    }

    fn go_with_edge(&mut self, edge: usize, id: EdgeId, ends: (NodeId, NodeId), depth: usize) -> bool {
        let (from, to) = (self.pattern.edges[edge].from, self.pattern.edges[edge].to);
        let before = (self.nodes[from], self.nodes[to]);
        if self.take(from, ends.0) && self.take(to, ends.1) {
            self.edges[edge] = Some(id);
            if self.go(depth + 1) {
                return true;
            }
            self.edges[edge] = None;
        }
        (self.nodes[from], self.nodes[to]) = before;
        false
    }

    /// Takes a mission node for a node of the pattern, if it is that already or can be.
    fn take(&mut self, node: usize, candidate: NodeId) -> bool {
        match self.nodes[node] {
            Some(known) => known == candidate,
            None => {
                let is_free = self.is_free(node, candidate);
                if is_free {
                    self.nodes[node] = Some(candidate);
                }
                is_free
            }
        }
    }

    fn is_free(&self, node: usize, candidate: NodeId) -> bool {
        let is_other = !self.matched.0.contains(&candidate) && !self.nodes.contains(&Some(candidate));
        is_other && self.fits_node(node, candidate)
    }

    fn fits_node(&self, node: usize, candidate: NodeId) -> bool {
        let wanted = &self.pattern.nodes[node];
        self.mission.node(candidate).is_some_and(|found| {
            wanted.fits.contains(found.symbol)
                && node_conditions_hold(&wanted.when, self.mission, self.index, candidate, found)
        })
    }

    fn may_try(&mut self) -> bool {
        let may_try = *self.tries_left > 0;
        *self.tries_left = self.tries_left.saturating_sub(1);
        may_try
    }
}
