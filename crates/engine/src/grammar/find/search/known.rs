//! The state of a search: the elements known so far.

use crate::grammar::resolve::{MOST_LEFT_EDGES, MOST_LEFT_NODES, ReadyRule};
use crate::mission::{EdgeId, NodeId};

/// Not known yet; ids begin at 1.
pub(super) const NO_NODE: NodeId = NodeId(0);
pub(super) const NO_EDGE: EdgeId = EdgeId(0);

/// The mission element of each element of a left side, by position. It is reused between searches, because it
/// is large.
///
/// The arrays have the maximum length of a left side, so that no access needs a bounds check.
#[derive(Clone, Debug)]
pub(in crate::grammar::find) struct PartialMatch {
    nodes: [NodeId; MOST_LEFT_NODES],
    edges: [EdgeId; MOST_LEFT_EDGES],
    node_count: usize,
    edge_count: usize,
}

impl PartialMatch {
    /// Returns a state in which no element of a rule's left side is known.
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

    /// Returns all nodes of the left side.
    #[inline(always)]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes[..self.node_count]
    }

    /// Returns all edges of the left side.
    #[inline(always)]
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges[..self.edge_count]
    }

    /// Returns `true` if a node of the left side is known to be this one.
    #[inline(always)]
    pub fn has_node(&self, id: NodeId) -> bool {
        self.nodes().contains(&id)
    }

    /// Returns `true` if an edge of the left side is known to be this one.
    #[inline(always)]
    pub fn has_edge(&self, id: EdgeId) -> bool {
        self.edges().contains(&id)
    }
}
