//! Start graphs, as their author wrote them, and how they become missions.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::ElementId;
use super::resolve::is_near;
use crate::mission::{Alphabet, Edge, Mission, Node, NodeId, Site};

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

/// How many columns or rows a lattice may have.
pub(crate) const LONGEST_SIDE: u32 = 256;

impl Start {
    /// The mission that every derivation begins with; `None` if the start has a mistake.
    ///
    /// The nodes of a graph get ids from 1 by ascending ids of their author, those of a lattice row by row; edges get theirs in order.
    pub fn build(&self, alphabet: &Alphabet) -> Option<Mission> {
        match self {
            Self::Graph { nodes, edges, at } => build_graph(alphabet, nodes, edges, at),
            Self::Lattice { width, height, node, edge } => {
                let range = 1..=LONGEST_SIDE;
                if !range.contains(width) || !range.contains(height) {
                    return None;
                }
                let (symbol, edge) = (alphabet.node_id(node)?, alphabet.edge_id(edge)?);
                let attributes = alphabet.node(symbol).1.attributes.clone();
                let node = Node { symbol, site: None, made_by: 0, attributes };
                let attributes = alphabet.edge(edge).1.attributes.clone();
                let (from, to) = (NodeId(1), NodeId(1));
                let edge = Edge { symbol: edge, from, to, made_by: 0, attributes };
                Some(build_lattice(*width, *height, &node, &edge))
            }
        }
    }
}

fn build_graph(
    alphabet: &Alphabet,
    nodes: &IndexMap<ElementId, String>,
    edges: &[(ElementId, String, ElementId)],
    at: &IndexMap<ElementId, Site>,
) -> Option<Mission> {
    let sites: BTreeSet<Site> = at.values().copied().collect();
    let are_sites_sound = sites.len() == at.len()
        && sites.iter().all(|site| is_near(*site))
        && at.keys().all(|id| nodes.contains_key(id));
    if !are_sites_sound {
        return None;
    }
    let mut mission = Mission::new();
    let mut ids = BTreeMap::new();
    for (element, symbol) in nodes.iter().collect::<BTreeMap<_, _>>() {
        let symbol = alphabet.node_id(symbol)?;
        let attributes = alphabet.node(symbol).1.attributes.clone();
        let site = at.get(element).copied();
        ids.insert(element, mission.add_node(Node { symbol, site, made_by: 0, attributes }));
    }
    for (from, symbol, to) in edges {
        let symbol = alphabet.edge_id(symbol)?;
        let attributes = alphabet.edge(symbol).1.attributes.clone();
        mission.add_edge(Edge { symbol, from: *ids.get(from)?, to: *ids.get(to)?, made_by: 0, attributes });
    }
    Some(mission)
}

fn build_lattice(width: u32, height: u32, node: &Node, edge: &Edge) -> Mission {
    let mut mission = Mission::new();
    let sites = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| Site { x, y }));
    for site in sites.clone() {
        mission.add_node(Node { site: Some(site), ..node.clone() });
    }
    for (Site { x, y }, id) in sites.zip(1..) {
        let right = (x + 1 < width as i32).then_some(id + 1);
        let lower = (y + 1 < height as i32).then_some(id + width);
        for to in [right, lower].into_iter().flatten() {
            mission.add_edge(Edge { from: NodeId(id), to: NodeId(to), ..edge.clone() });
        }
    }
    mission
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::notation::{alphabet, print, start};

    fn built(start: &Start) -> Option<String> {
        start.build(&alphabet()).map(|mission| print(&mission))
    }

    fn lattice(width: u32, height: u32) -> Start {
        Start::Lattice { width, height, node: "A".to_owned(), edge: "p".to_owned() }
    }

    #[test]
    fn start_graph_numbers_its_nodes_by_ascending_id() {
        let expected = "1:A@0,1 2:C 3:B 3-p>1 2-q>2";
        assert_eq!(built(&start("9:B 4:A@0,1 7:C 9-p>4 7-q>7")).as_deref(), Some(expected));
    }

    #[test]
    fn start_lattice_joins_each_node_to_the_right_and_downwards() {
        let expected = "1:A@0,0 2:A@1,0 3:A@2,0 4:A@0,1 5:A@1,1 6:A@2,1 \
            1-p>2 1-p>4 2-p>3 2-p>5 3-p>6 4-p>5 5-p>6";
        assert_eq!(built(&lattice(3, 2)).as_deref(), Some(expected));
    }

    #[test]
    fn start_with_a_mistake_is_not_built() {
        for text in ["1:Z", "1:A 1-z>1", "1:A 1-p>2", "1:A@0,0 2:B@0,0", "1:A@99999,0"] {
            assert_eq!(built(&start(text)), None, "{text}");
        }
        assert_eq!(built(&lattice(0, 3)), None);
        assert_eq!(built(&lattice(3, 257)), None);
    }
}
