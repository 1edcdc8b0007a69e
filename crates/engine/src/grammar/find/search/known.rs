//! What a search knows at a moment.

use crate::grammar::resolve::{MOST_LEFT_EDGES, MOST_LEFT_NODES, ReadyRule};
use crate::mission::{EdgeId, NodeId};

/// Not known yet; ids begin at 1.
pub(super) const NO_NODE: NodeId = NodeId(0);
pub(super) const NO_EDGE: EdgeId = EdgeId(0);

/// What each element of a left side is, by position, as far as it is known; kept from search to search, because it is large.
///
/// As long as a left side can be, so that no access has to ask whether it is within.
#[derive(Clone, Debug)]
pub(in crate::grammar::find) struct Known {
    nodes: [NodeId; MOST_LEFT_NODES],
    edges: [EdgeId; MOST_LEFT_EDGES],
    node_count: usize,
    edge_count: usize,
}

impl Known {
    /// Nothing is known yet of a rule's left side.
    pub fn new(rule: &ReadyRule) -> Self {
        Self {
            nodes: [NO_NODE; MOST_LEFT_NODES],
            edges: [NO_EDGE; MOST_LEFT_EDGES],
            node_count: rule.nodes.len().min(MOST_LEFT_NODES),
            edge_count: rule.edges.len().min(MOST_LEFT_EDGES),
        }
    }

    #[inline(always)]
    pub fn node(&self, position: usize) -> NodeId {
        self.nodes[position % MOST_LEFT_NODES]
    }

    #[inline(always)]
    pub fn set_node(&mut self, position: usize, id: NodeId) {
        self.nodes[position % MOST_LEFT_NODES] = id;
    }

    #[inline(always)]
    pub fn set_edge(&mut self, position: usize, id: EdgeId) {
        self.edges[position % MOST_LEFT_EDGES] = id;
    }

    /// All nodes of the left side.
    #[inline(always)]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes[..self.node_count]
    }

    /// All edges of the left side.
    #[inline(always)]
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges[..self.edge_count]
    }

    /// Is it known to be one of the left side's nodes?
    #[inline(always)]
    pub fn has_node(&self, id: NodeId) -> bool {
        self.nodes().contains(&id)
    }

    /// Is it known to be one of the left side's edges?
    #[inline(always)]
    pub fn has_edge(&self, id: EdgeId) -> bool {
        self.edges().contains(&id)
    }
}
