//! Records of a mission for the level that realises it.

use std::collections::BTreeMap;

use super::{EdgeMeaning, EdgeRecord, MissionRecord, NodeLinks, NodeMeaning, NodeRecord, TechniqueChoice};
use crate::mission::{
    Alphabet, Attributes, Door, Edge, EdgeId, EdgeRole, Form, FormChoice, Mission, Node, NodeId,
};

/// Returns the record of a mission of that alphabet, with the sites that its nodes have.
///
/// # Panics
/// If the mission is of another alphabet.
pub fn mission_record(alphabet: &Alphabet, mission: &Mission) -> MissionRecord {
    let MissionRecord { nodes, edges, .. } = elements_record(alphabet, mission);
    MissionRecord {
        node_symbols: node_symbols(alphabet, &nodes),
        edge_symbols: edge_symbols(&edges),
        links: links(&edges),
        nodes,
        edges,
    }
}

/// Returns the record of the nodes and edges of a mission alone.
///
/// # Panics
/// If the mission is of another alphabet.
pub fn elements_record(alphabet: &Alphabet, mission: &Mission) -> MissionRecord {
    MissionRecord {
        nodes: mission.nodes().map(|(id, node)| node_record(alphabet, id, node)).collect(),
        edges: mission.edges().map(|(id, edge)| edge_record(alphabet, id, edge)).collect(),
        ..MissionRecord::default()
    }
}

/// Returns the record of a node of that alphabet.
///
/// # Panics
/// If the node is of another alphabet.
pub fn node_record(alphabet: &Alphabet, id: NodeId, node: &Node) -> NodeRecord {
    let (name, symbol) = alphabet.node(node.symbol);
    NodeRecord {
        id,
        symbol: name.to_owned(),
        role: symbol.role,
        is_place: symbol.form.is_some(),
        site: node.site,
        step: node.made_by,
        attributes: Attributes::clone(&node.attributes),
    }
}

/// Returns the record of an edge of that alphabet.
///
/// # Panics
/// If the edge is of another alphabet.
pub fn edge_record(alphabet: &Alphabet, id: EdgeId, edge: &Edge) -> EdgeRecord {
    let (name, symbol) = alphabet.edge(edge.symbol);
    let is_passage = symbol.role == EdgeRole::Passage;
    EdgeRecord {
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

/// Returns the meaning of the symbols of some nodes.
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

/// Returns the meaning of the symbols of some edges.
fn edge_symbols(edges: &[EdgeRecord]) -> BTreeMap<String, EdgeMeaning> {
    let mut symbols: BTreeMap<String, EdgeMeaning> = BTreeMap::new();
    for edge in edges {
        let EdgeRecord { role, one_way, door, .. } = *edge;
        let meaning = EdgeMeaning { count: 0, role, one_way, door, socket: edge.socket.clone() };
        symbols.entry(edge.symbol.clone()).or_insert(meaning).count += 1;
    }
    symbols
}

/// Returns the edges of each node, from edges in the order of their ids.
fn links(edges: &[EdgeRecord]) -> Vec<NodeLinks> {
    let mut links: BTreeMap<NodeId, NodeLinks> = BTreeMap::new();
    let none = |node| NodeLinks { node, outgoing: Vec::new(), incoming: Vec::new() };
    for edge in edges {
        links.entry(edge.from).or_insert_with(|| none(edge.from)).outgoing.push(edge.id);
        links.entry(edge.to).or_insert_with(|| none(edge.to)).incoming.push(edge.id);
    }
    links.into_values().collect()
}
