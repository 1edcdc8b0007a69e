//! The mission as a level records it: nodes and edges, the meaning of their symbols, and the links between them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{EdgeId, NodeId};
use crate::kinds::{Door, EdgeRole, NodeRole, Technique};
use crate::value::Attributes;

/// The final mission, each element with the step that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MissionRecord {
    /// In the order of their ids.
    pub nodes: Vec<NodeRecord>,
    /// In the order of their ids.
    pub edges: Vec<EdgeRecord>,
    /// The meaning of each symbol of nodes. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub node_symbols: BTreeMap<String, NodeMeaning>,
    /// The meaning of each symbol of edges. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub edge_symbols: BTreeMap<String, EdgeMeaning>,
    /// The edges of each node that has some, in the order of the nodes' ids. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<NodeLinks>,
}

/// The meaning of a symbol of nodes, with the number of its nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NodeMeaning {
    /// The number of nodes.
    pub count: u32,
    /// The role in finishing the level, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// The technique that forms its places; none: its nodes are items. A room may have become a cave, if its
    /// form allows that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<Technique>,
    /// The techniques that form places of nodes with certain values instead; the first that fits is used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_value: Vec<TechniqueChoice>,
}

/// The technique that forms places whose nodes have a certain value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TechniqueChoice {
    /// The attribute that decides.
    pub attribute: String,
    /// The value that it must have, as a text.
    pub value: String,
    /// The technique that forms the place then.
    pub technique: Technique,
}

/// The meaning of a symbol of edges, with the number of its edges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct EdgeMeaning {
    /// The number of edges.
    pub count: u32,
    /// The meaning; a passage between places is one of the level.
    pub role: EdgeRole,
    /// `true` if its passages can be walked only from `from` to `to`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// The doors of its passages.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// The kind of sockets that its passages use, if it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
}

/// The edges of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NodeLinks {
    /// The node.
    pub node: NodeId,
    /// The edges that leave it, ascending.
    pub outgoing: Vec<EdgeId>,
    /// The edges that arrive at it, ascending.
    pub incoming: Vec<EdgeId>,
}

/// A node of the final mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NodeRecord {
    /// The number of the node.
    pub id: NodeId,
    /// The name of its symbol.
    pub symbol: String,
    /// The role of its symbol in finishing the level, if it has one. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// `true` if its symbol has a form, so that it is a place of the level.
    pub is_place: bool,
    /// The position on the lattice, if it has one.
    pub site: Option<Site>,
    /// The step that made it; 0 for the start graph.
    pub step: u32,
    /// The values, as the rules left them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
}

/// An edge of the final mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct EdgeRecord {
    /// The number of the edge.
    pub id: EdgeId,
    /// The node that it leaves.
    pub from: NodeId,
    /// The node at which it arrives.
    pub to: NodeId,
    /// The name of its symbol.
    pub symbol: String,
    /// The meaning; a passage between places is one of the level.
    pub role: EdgeRole,
    /// `true` if it can be walked only from `from` to `to`. Not recorded by format 1, and only of passages.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// The kind of doors. Not recorded by format 1, and only of passages.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// The kind of sockets that it uses, if it names one. Not recorded by format 1, and only of passages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// The step that made it; 0 for the start graph.
    pub step: u32,
    /// The values, as the rules left them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
}

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
