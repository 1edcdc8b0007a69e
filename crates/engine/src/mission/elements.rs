//! The nodes and edges of a mission, and their ids.

use serde::{Deserialize, Serialize};

use super::{EdgeSymbolId, NodeSymbolId, Values};

/// A node's name for life. Ids are given from 1 upwards and never used twice in a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

/// An edge's name for life. Ids are given from 1 upwards and never used twice in a derivation.
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
