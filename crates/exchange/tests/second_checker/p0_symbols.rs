//! P0, third part: the symbols and links in the record of the mission agree with its nodes and edges.

use serde_json::Value;

use super::Findings;
use super::level::{Edge, EdgeSymbol, Level, Links, Node};

pub fn check(level: &Level, found: &mut Findings) {
    level.nodes.iter().for_each(|node| check_node(level, node, found));
    level.edges.iter().for_each(|edge| check_edge(level, edge, found));
    check_counts(level, found);
    check_links(level, found);
}

fn check_node(level: &Level, node: &Node, found: &mut Findings) {
    let Some(symbol) = level.node_symbols.get(&node.symbol) else {
        found.push(("P0", format!("the symbol {} of node {} is not explained", node.symbol, node.id)));
        return;
    };
    let chooses_nothing = node.is_place || symbol.by_value.is_empty();
    if node.role != symbol.role || node.is_place != symbol.technique.is_some() || !chooses_nothing {
        found.push(("P0", format!("node {} is not as its symbol says", node.id)));
    }
    for place in level.places.iter().filter(|place| place.node == node.id) {
        let own = symbol.by_value.iter().find(|(attribute, value, _)| match node.attributes.get(attribute) {
            Some(Value::String(text)) => text == value,
            Some(other) => {
                let written = other.to_string();
                written == *value
            }
            None => false,
        });
        let meant = own.map(|(_, _, technique)| technique).or(symbol.technique.as_ref());
        if !can_become(meant.map(String::as_str), &place.technique, place.stand_in) {
            found.push(("P0", format!("place {} is not formed as its symbol says", place.id)));
        }
    }
}

/// Returns `true` if a place meant for one technique may use the other; a room may become a cave.
fn can_become(meant: Option<&str>, technique: &str, stand_in: bool) -> bool {
    match meant {
        Some("Room" | "Cards") if stand_in => technique == "Hall",
        _ if stand_in => false,
        Some("Room") => technique == "Room" || technique == "Cave",
        other => other == Some(technique),
    }
}

fn check_edge(level: &Level, edge: &Edge, found: &mut Findings) {
    let Some(symbol) = level.edge_symbols.get(&edge.symbol) else {
        found.push(("P0", format!("the symbol {} of edge {} is not explained", edge.symbol, edge.id)));
        return;
    };
    let EdgeSymbol { role, one_way, door, socket, .. } = symbol;
    if (&edge.role, &edge.one_way, &edge.door, &edge.socket) != (role, one_way, door, socket) {
        found.push(("P0", format!("edge {} is not as its symbol says", edge.id)));
    }
}

/// Checks that each symbol has the stated number of nodes or edges, and at least one.
fn check_counts(level: &Level, found: &mut Findings) {
    for (name, symbol) in &level.node_symbols {
        let count = level.nodes.iter().filter(|node| node.symbol == *name).count() as i64;
        if count == 0 || count != symbol.count {
            found.push(("P0", format!("{count} nodes are a {name}")));
        }
    }
    for (name, symbol) in &level.edge_symbols {
        let count = level.edges.iter().filter(|edge| edge.symbol == *name).count() as i64;
        if count == 0 || count != symbol.count {
            found.push(("P0", format!("{count} edges are a {name}")));
        }
    }
}

/// Checks that the links list exactly the nodes with edges, in the order of their ids, with these edges.
fn check_links(level: &Level, found: &mut Findings) {
    let mut wanted = Vec::new();
    for node in &level.nodes {
        let outgoing = level.edges.iter().filter(|edge| edge.from == node.id).map(|edge| edge.id);
        let incoming = level.edges.iter().filter(|edge| edge.to == node.id).map(|edge| edge.id);
        let links = Links { node: node.id, outgoing: outgoing.collect(), incoming: incoming.collect() };
        if !links.outgoing.is_empty() || !links.incoming.is_empty() {
            wanted.push(links);
        }
    }
    if wanted != level.links {
        found.push(("P0", "the links of the mission are not those of its edges".to_owned()));
    }
}
