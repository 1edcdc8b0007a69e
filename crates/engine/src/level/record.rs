//! The mission as a level records it: its nodes and edges, what their symbols mean, and how they are linked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::mission::{
    Alphabet, Attributes, Door, Edge, EdgeId, EdgeRole, Form, FormChoice, Mission, Node, NodeId, NodeRole,
    Site, Technique,
};

/// The final mission, each element with the step that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissionRecord {
    /// In the order of their ids.
    pub nodes: Vec<NodeRecord>,
    /// In the order of their ids.
    pub edges: Vec<EdgeRecord>,
    /// What each symbol of the nodes means. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub node_symbols: BTreeMap<String, NodeMeaning>,
    /// What each symbol of the edges means. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub edge_symbols: BTreeMap<String, EdgeMeaning>,
    /// The edges of each node that has some, in the order of the nodes' ids. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<NodeLinks>,
}

/// What a symbol of nodes means, and how many nodes of the mission have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeMeaning {
    /// The number of nodes.
    pub count: u32,
    /// What it means for finishing the level, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// How its places are formed; none: its nodes are items. A room may have become a cave, if its form says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<Technique>,
    /// How the places of nodes with certain values are formed instead; the first that fits counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_value: Vec<TechniqueChoice>,
}

/// How places are formed whose nodes have a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TechniqueChoice {
    /// The attribute that decides.
    pub attribute: String,
    /// The value that it must have, as a text.
    pub value: String,
    /// How the place is formed then.
    pub technique: Technique,
}

/// What a symbol of edges means, and how many edges of the mission have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeMeaning {
    /// The number of edges.
    pub count: u32,
    /// What it means; a passage between places is one of the level.
    pub role: EdgeRole,
    /// Can its passages be walked only from `from` to `to`?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// What the doors of its passages are.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// The kind of sockets that its passages use, if it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
}

/// The edges of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeLinks {
    /// The node.
    pub node: NodeId,
    /// The edges that leave it, ascending.
    pub outgoing: Vec<EdgeId>,
    /// The edges that arrive at it, ascending.
    pub incoming: Vec<EdgeId>,
}

impl MissionRecord {
    /// The record of a mission of that alphabet; sites are those that the nodes have.
    ///
    /// # Panics
    /// If the mission is of another alphabet.
    pub fn new(alphabet: &Alphabet, mission: &Mission) -> Self {
        let Self { nodes, edges, .. } = Self::of_elements(alphabet, mission);
        Self {
            node_symbols: node_symbols(alphabet, &nodes),
            edge_symbols: edge_symbols(&edges),
            links: links(&edges),
            nodes,
            edges,
        }
    }

    /// The record of its nodes and edges alone.
    ///
    /// # Panics
    /// If the mission is of another alphabet.
    pub fn of_elements(alphabet: &Alphabet, mission: &Mission) -> Self {
        let node = |(id, node): (NodeId, &Node)| NodeRecord::new(alphabet, id, node);
        let edge = |(id, edge): (EdgeId, &Edge)| EdgeRecord::new(alphabet, id, edge);
        Self {
            nodes: mission.nodes().map(node).collect(),
            edges: mission.edges().map(edge).collect(),
            ..Self::default()
        }
    }
}

/// What the symbols of some nodes mean.
fn node_symbols(alphabet: &Alphabet, nodes: &[NodeRecord]) -> BTreeMap<String, NodeMeaning> {
    let mut symbols: BTreeMap<String, NodeMeaning> = BTreeMap::new();
    for node in nodes {
        let meaning = symbols.entry(node.symbol.clone()).or_insert_with(|| {
            let symbol = alphabet.nodes.get(&node.symbol).filter(|symbol| symbol.form.is_some());
            let choice = |FormChoice { attribute, value, form }: &FormChoice| TechniqueChoice {
                attribute: attribute.clone(),
                value: value.clone(),
                technique: form.technique(),
            };
            NodeMeaning {
                count: 0,
                role: node.role,
                technique: symbol.and_then(|symbol| symbol.form.as_ref()).map(Form::technique),
                by_value: symbol.iter().flat_map(|symbol| &symbol.forms).map(choice).collect(),
            }
        });
        meaning.count += 1;
    }
    symbols
}

/// What the symbols of some edges mean.
fn edge_symbols(edges: &[EdgeRecord]) -> BTreeMap<String, EdgeMeaning> {
    let mut symbols: BTreeMap<String, EdgeMeaning> = BTreeMap::new();
    for edge in edges {
        let EdgeRecord { role, one_way, door, .. } = *edge;
        let meaning = EdgeMeaning { count: 0, role, one_way, door, socket: edge.socket.clone() };
        symbols.entry(edge.symbol.clone()).or_insert(meaning).count += 1;
    }
    symbols
}

/// Which edges hang on each node, from edges in the order of their ids.
fn links(edges: &[EdgeRecord]) -> Vec<NodeLinks> {
    let mut links: BTreeMap<NodeId, NodeLinks> = BTreeMap::new();
    let none = |node| NodeLinks { node, outgoing: Vec::new(), incoming: Vec::new() };
    for edge in edges {
        links.entry(edge.from).or_insert_with(|| none(edge.from)).outgoing.push(edge.id);
        links.entry(edge.to).or_insert_with(|| none(edge.to)).incoming.push(edge.id);
    }
    links.into_values().collect()
}

/// A node of the final mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeRecord {
    /// Its id.
    pub id: NodeId,
    /// Its symbol's name.
    pub symbol: String,
    /// What its symbol means for finishing the level, if anything. Not recorded by format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// Has its symbol a form, so that it is a place of the level?
    pub is_place: bool,
    /// Where it lies on the lattice, if it has a site.
    pub site: Option<Site>,
    /// The step that made it; 0 for the start graph.
    pub step: u32,
    /// Its values, as the rules left them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
}

impl NodeRecord {
    /// The record of a node of that alphabet.
    ///
    /// # Panics
    /// If the node is of another alphabet.
    pub fn new(alphabet: &Alphabet, id: NodeId, node: &Node) -> Self {
        let (name, symbol) = alphabet.node(node.symbol);
        Self {
            id,
            symbol: name.to_owned(),
            role: symbol.role,
            is_place: symbol.form.is_some(),
            site: node.site,
            step: node.made_by,
            attributes: Attributes::clone(&node.attributes),
        }
    }
}

/// An edge of the final mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeRecord {
    /// Its id.
    pub id: EdgeId,
    /// The node that it leaves.
    pub from: NodeId,
    /// The node at which it arrives.
    pub to: NodeId,
    /// Its symbol's name.
    pub symbol: String,
    /// What it means; a passage between places is one of the level.
    pub role: EdgeRole,
    /// Can it be walked only from `from` to `to`? Not recorded by format 1, and only of passages.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// What its doors are. Not recorded by format 1, and only of passages.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// The kind of sockets that it uses, if it names one. Not recorded by format 1, and only of passages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// The step that made it; 0 for the start graph.
    pub step: u32,
    /// Its values, as the rules left them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: Attributes,
}

impl EdgeRecord {
    /// The record of an edge of that alphabet.
    ///
    /// # Panics
    /// If the edge is of another alphabet.
    pub fn new(alphabet: &Alphabet, id: EdgeId, edge: &Edge) -> Self {
        let (name, symbol) = alphabet.edge(edge.symbol);
        let is_passage = symbol.role == EdgeRole::Passage;
        Self {
            id,
            from: edge.from,
            to: edge.to,
            symbol: name.to_owned(),
            role: symbol.role,
            one_way: is_passage && symbol.one_way,
            door: if is_passage { symbol.door } else { Door::Plain },
            socket: symbol.socket.clone().filter(|_| is_passage),
            step: edge.made_by,
            attributes: Attributes::clone(&edge.attributes),
        }
    }
}
