//! Start graphs, as their author wrote them.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::ElementId;
use crate::mission::Site;

/// What every derivation begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Start {
    /// A graph, drawn.
    Graph {
        /// The symbol of each node.
        nodes: IndexMap<ElementId, String>,
        /// The edges: from, symbol, to.
        #[serde(default)]
        edges: Vec<(ElementId, String, ElementId)>,
        /// The sites of nodes that have one; the others get theirs by layout.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        at: IndexMap<ElementId, Site>,
    },
    /// `width` × `height` nodes of one symbol, each joined to its right and its lower neighbour.
    Lattice {
        /// How many columns, 1 to 256.
        width: u32,
        /// How many rows, 1 to 256.
        height: u32,
        /// The symbol of every node.
        node: String,
        /// The symbol of every edge.
        edge: String,
    },
}
