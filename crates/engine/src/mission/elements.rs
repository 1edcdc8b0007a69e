//! The nodes and edges of a mission.

use super::{EdgeSymbolId, NodeId, NodeSymbolId, Site, Values};

/// What is known of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its symbol.
    pub symbol: NodeSymbolId,
    /// Where it lies on the lattice, once that is decided.
    pub site: Option<Site>,
    /// The number of the step that made it; 0 for the start graph.
    pub made_by: u32,
    /// Its values; those of its symbol to begin with.
    pub attributes: Values,
}

/// What is known of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its symbol.
    pub symbol: EdgeSymbolId,
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// The number of the step that made it; 0 for the start graph.
    pub made_by: u32,
    /// Its values; those of its symbol to begin with.
    pub attributes: Values,
}

impl Edge {
    /// What stands where an edge was taken out: no node has the id 0.
    pub(super) fn gone() -> Self {
        let nowhere = NodeId(0);
        Self { symbol: EdgeSymbolId(0), from: nowhere, to: nowhere, made_by: 0, attributes: Values::new() }
    }

    pub(super) fn is_there(&self) -> bool {
        self.from != NodeId(0)
    }
}
