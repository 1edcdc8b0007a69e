//! The nodes and edges of a mission, and their ids.

use serde::{Deserialize, Serialize};

use super::{EdgeSymbolId, NodeSymbolId, Values};

/// A node's identity. Ids are given from 1 upwards and never used twice in a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// An edge's identity. Ids are given from 1 upwards and never used twice in a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EdgeId(pub u32);

/// A node's position on the lattice; written `(x, y)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(i32, i32)", into = "(i32, i32)")]
pub struct Site {
    /// Column; grows to the east.
    pub x: i32,
    /// Row; grows to the south.
    pub y: i32,
}

impl From<(i32, i32)> for Site {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}

impl From<Site> for (i32, i32) {
    fn from(site: Site) -> Self {
        (site.x, site.y)
    }
}

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
    pub attributes: Values,
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
    pub attributes: Values,
}

impl Edge {
    /// Returns the placeholder of a removed edge: no node has the id 0.
    pub(super) fn gone() -> Self {
        let nowhere = NodeId(0);
        Self { symbol: EdgeSymbolId(0), from: nowhere, to: nowhere, made_by: 0, attributes: Values::new() }
    }

    pub(super) fn is_there(&self) -> bool {
        self.from != NodeId(0)
    }
}
