//! The mission that a level realises, as the level records it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{EdgeId, NodeId};
use crate::level::Door;
use crate::values::{Attributes, Cell, Seed};

/// The graph that rules grew: what the level is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mission {
    /// In the order of their ids.
    pub nodes: Vec<Node>,
    /// In the order of their ids.
    pub edges: Vec<Edge>,
    /// What each symbol of nodes means.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub node_symbols: BTreeMap<String, NodeSymbol>,
    /// What each symbol of edges means.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub edge_symbols: BTreeMap<String, EdgeSymbol>,
    /// The edges of each node that has some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Links>,
}

/// A node of the mission: a place or an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Its number for life.
    pub id: NodeId,
    /// The name of its symbol.
    pub symbol: String,
    /// What it means for finishing the level, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// Is it a place of the level? Else it is an item.
    pub is_place: bool,
    /// Its column and row on the lattice, if it has some.
    #[serde(default)]
    pub site: Option<Cell>,
    /// The step of the derivation that made it; 0: the start.
    pub step: u32,
    /// Its values, as the rules left them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
}

/// An edge of the mission: a passage or a relation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// Its number for life.
    pub id: EdgeId,
    /// The node that it leaves.
    pub from: NodeId,
    /// The node at which it arrives.
    pub to: NodeId,
    /// The name of its symbol.
    pub symbol: String,
    /// What it means.
    pub role: EdgeRole,
    /// Of passages: can it be walked only from `from` to `to`?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// Of passages: what its doors are.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// Of passages: the kind of sockets that it uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// The step of the derivation that made it; 0: the start.
    pub step: u32,
    /// Its values, as the rules left them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
}

/// What a symbol of nodes means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeSymbol {
    /// How many nodes have it.
    pub count: u32,
    /// What they mean for finishing the level, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// How their places are formed; none: they are items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<Technique>,
    /// How those with certain values are formed instead; the first that fits counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_value: Vec<TechniqueByValue>,
}

/// How places are formed whose nodes have a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TechniqueByValue {
    /// The attribute that decides.
    pub attribute: String,
    /// The value that it must have, as a text.
    pub value: String,
    /// How the place is formed then.
    pub technique: Technique,
}

/// What a symbol of edges means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeSymbol {
    /// How many edges have it.
    pub count: u32,
    /// What they mean.
    pub role: EdgeRole,
    /// Of passages: can they be walked one way only?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// Of passages: what their doors are.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// Of passages: the kind of sockets that they use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
}

/// The edges of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// The node.
    pub node: NodeId,
    /// The edges that leave it, ascending.
    pub outgoing: Vec<EdgeId>,
    /// The edges that arrive at it, ascending.
    pub incoming: Vec<EdgeId>,
}

/// What a node means for finishing the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NodeRole {
    /// The player begins here.
    Start,
    /// The level is finished here.
    Goal,
    /// An item that opens locks.
    Key,
    /// Entered only with a key.
    Lock,
}

/// What an edge means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EdgeRole {
    /// One can walk through it.
    Passage,
    /// From a key to what it opens.
    Opens,
    /// From a place or item to what lies in it.
    Contains,
    /// Whatever the author means by it.
    Other,
}

/// How a place is formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Technique {
    /// A cave, grown by an automaton.
    Cave,
    /// A room, as somebody drew it.
    Room,
    /// A plain rectangle.
    Hall,
    /// Floors that walkers laid.
    Walkers,
    /// A board of cards.
    Cards,
}

/// Some places were kept, and the rest was made anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// The nodes whose places it keeps.
    pub keep: Vec<NodeId>,
    /// Of the rest.
    pub seed: Seed,
    /// What was pinned, if that was something else than in the grammar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pins: Option<Vec<Pin>>,
}

/// Where the middle of a place is pinned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// Which place.
    pub place: PinnedPlace,
    /// Column and row.
    pub at: (u32, u32),
}

/// Which place is pinned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PinnedPlace {
    /// Of the places with that symbol, the one with the least node.
    Symbol(String),
    /// That of a node of the start graph.
    Node(u32),
    /// That of a node of the mission.
    MissionNode(u32),
}
