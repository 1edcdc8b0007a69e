//! The nodes and edges of a mission.

use super::{AttributeValues, EdgeSymbolId, NodeId, NodeSymbolId, Site};

/// A node of the mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The symbol.
    pub symbol: NodeSymbolId,
    /// The position on the lattice, once it is decided.
    pub site: Option<Site>,
    /// The number of the step that made the node; 0 for the start graph.
    pub made_by: u32,
    /// The values, initially those of the symbol.
    pub attributes: AttributeValues,
}

/// An edge of the mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The symbol.
    pub symbol: EdgeSymbolId,
    /// The node where the edge begins.
    pub from: NodeId,
    /// The node where the edge ends.
    pub to: NodeId,
    /// The number of the step that made the edge; 0 for the start graph.
    pub made_by: u32,
    /// The values, initially those of the symbol.
    pub attributes: AttributeValues,
}

impl Edge {
    /// Returns the placeholder of a removed edge: no node has the id 0.
    pub(super) fn gone() -> Self {
        let nowhere = NodeId(0);
        Self {
            symbol: EdgeSymbolId(0),
            from: nowhere,
            to: nowhere,
            made_by: 0,
            attributes: AttributeValues::new(),
        }
    }

    pub(super) fn is_there(&self) -> bool {
        self.from != NodeId(0)
    }
}
