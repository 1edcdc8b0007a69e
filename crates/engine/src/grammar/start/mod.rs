//! Start graphs as authored, and their missions.

mod element;
mod lattice_board;
mod scatter;
mod tree;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use self::lattice_board::LatticeBoard;
use super::ElementId;
use super::resolve::is_near;
use crate::base::{Described, Number, ParameterWalk, Parameters, Seed, Unit};
use crate::mission::{Alphabet, Edge, Mission, Node, NodeId, Site};
pub use element::StartElement;
pub use scatter::Scatter;
pub(crate) use tree::extra_count;

/// The start graph of every derivation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum Start {
    /// A drawn graph.
    Graph {
        /// The nodes, each under a number that you choose.
        nodes: IndexMap<ElementId, StartElement>,
        /// The edges, for example `(1, "path", 2)`: from, symbol, to.
        #[serde(default)]
        edges: Vec<(ElementId, StartElement, ElementId)>,
        /// The sites of nodes. Places are arranged like their sites. The layout positions all other places.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        at: IndexMap<ElementId, Site>,
        /// The positions of other nodes in the drawing. They do not affect levels.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
        drawn: IndexMap<ElementId, Site>,
    },
    /// A lattice of nodes of one symbol, all with sites.
    ///
    /// Each is joined to its right and its lower neighbour by edges of one symbol.
    Lattice {
        /// See [`Start::WIDTH`].
        #[described(facts = Start::WIDTH)]
        width: u32,
        /// See [`Start::HEIGHT`].
        #[described(facts = Start::HEIGHT)]
        height: u32,
        /// The symbol of every node.
        node: String,
        /// The symbol of every edge.
        edge: String,
    },
    /// A random spanning tree of nodes of one symbol, all with sites.
    ///
    /// A random walk moves to unvisited neighbours and backs up where there is none, until all are joined.
    /// Edges point in the direction of the walk. Those that close loops begin at the node reached first.
    Tree {
        /// See [`Start::WIDTH`].
        #[described(facts = Start::WIDTH)]
        width: u32,
        /// See [`Start::HEIGHT`].
        #[described(facts = Start::HEIGHT)]
        height: u32,
        /// The symbol of every node.
        node: String,
        /// The symbol of every edge.
        edge: String,
        /// See [`Start::LOOPS`].
        #[described(facts = Start::LOOPS)]
        #[serde(default, skip_serializing_if = "is_zero")]
        extra_percent: u32,
    },
    /// A start, an exit and random features on a map, joined until all are reachable.
    Scatter(Scatter),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(percent: &u32) -> bool {
    *percent == 0
}

impl Start {
    /// Returns `true` if any of its nodes has a site.
    pub fn gives_sites(&self) -> bool {
        match self {
            Self::Graph { at, .. } => !at.is_empty(),
            Self::Lattice { .. } | Self::Tree { .. } | Self::Scatter(_) => true,
        }
    }

    /// Returns `true` if each of its nodes has a site.
    pub fn gives_all_sites(&self) -> bool {
        match self {
            Self::Graph { nodes, at, .. } => !nodes.is_empty() && nodes.keys().all(|id| at.contains_key(id)),
            Self::Lattice { .. } | Self::Tree { .. } | Self::Scatter(_) => true,
        }
    }

    /// Number of columns of a lattice or a tree.
    pub const WIDTH: Number = Number::new("width", "width", "The number of columns.", Unit::None, 1..=256);
    /// Number of rows of a lattice or a tree.
    pub const HEIGHT: Number = Number::new("height", "height", "The number of rows.", Unit::None, 1..=256);
    /// Percentage of edges added to a tree.
    pub const LOOPS: Number = Number::new(
        "extra_percent",
        "share of loops",
        "The share of the remaining pairs of neighbours that are joined too, which makes loops. It is rounded to whole edges.",
        Unit::Percent,
        0..=100,
    );

    /// Returns the mission number of a node of the author; `None` if a graph does not have it.
    pub fn node_id(&self, author: u32) -> Option<NodeId> {
        match self {
            Self::Graph { nodes, .. } => {
                let is_there = nodes.contains_key(&ElementId(author));
                let before = nodes.keys().filter(|id| id.0 < author).count();
                is_there.then_some(NodeId(before as u32 + 1))
            }
            Self::Lattice { .. } | Self::Tree { .. } | Self::Scatter(_) => Some(NodeId(author)),
        }
    }

    /// Returns the first mission of every derivation; `None` if the start has a mistake.
    ///
    /// - The nodes of a graph get ids from 1 by ascending ids of their author, those of a lattice row by row.
    ///   Edges get theirs in order.
    /// - A tree has its nodes row by row, and its edges in the order of the walk. Edges that close loops
    ///   follow, from left to right and downwards.
    /// - For a scatter, see [`Scatter`].
    ///
    /// Only trees and scatters are random.
    pub fn build(&self, alphabet: &Alphabet, seed: Seed) -> Option<Mission> {
        match self {
            Self::Graph { nodes, edges, at, .. } => build_graph(alphabet, nodes, edges, at),
            Self::Lattice { width, height, node, edge } => {
                let board = board(*width, *height)?;
                let mut mission = board.nodes(&fresh_node(alphabet, node)?);
                board.join(&mut mission, &fresh_edge(alphabet, edge)?, board.neighbours());
                Some(mission)
            }
            Self::Tree { width, height, node, edge, extra_percent } => {
                let board = board(*width, *height)?;
                let mut mission = board.nodes(&fresh_node(alphabet, node)?);
                if !Self::LOOPS.range().contains(extra_percent) {
                    return None;
                }
                let pairs = tree::edges(&board, *extra_percent, seed);
                board.join(&mut mission, &fresh_edge(alphabet, edge)?, pairs);
                Some(mission)
            }
            Self::Scatter(scatter) => scatter.build(alphabet, seed),
        }
    }
}

impl Parameters for Start {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        if let Self::Lattice { width, height, .. } | Self::Tree { width, height, .. } = self {
            walk.number(&Self::WIDTH, width);
            walk.number(&Self::HEIGHT, height);
        }
        if let Self::Tree { extra_percent, .. } = self {
            walk.number(&Self::LOOPS, extra_percent);
        }
        if let Self::Scatter(scatter) = self {
            scatter.walk(walk);
        }
    }
}

fn build_graph(
    alphabet: &Alphabet,
    nodes: &IndexMap<ElementId, StartElement>,
    edges: &[(ElementId, StartElement, ElementId)],
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
    for (id, element) in nodes.iter().collect::<BTreeMap<_, _>>() {
        let mut node = Node { site: at.get(id).copied(), ..fresh_node(alphabet, &element.symbol)? };
        node.attributes.extend(element.attributes.clone());
        ids.insert(id, mission.add_node(node));
    }
    for (from, element, to) in edges {
        let (from, to) = (*ids.get(from)?, *ids.get(to)?);
        let mut edge = Edge { from, to, ..fresh_edge(alphabet, &element.symbol)? };
        edge.attributes.extend(element.attributes.clone());
        mission.add_edge(edge);
    }
    Some(mission)
}

/// Returns a node of the start with the attributes of its symbol, without a site.
fn fresh_node(alphabet: &Alphabet, name: &str) -> Option<Node> {
    let symbol = alphabet.node_id(name)?;
    Some(Node {
        symbol,
        site: None,
        made_by: 0,
        attributes: alphabet.node(symbol).1.attributes.clone().into(),
    })
}

/// Returns an edge of the start whose ends are not set yet.
fn fresh_edge(alphabet: &Alphabet, name: &str) -> Option<Edge> {
    let symbol = alphabet.edge_id(name)?;
    let attributes = alphabet.edge(symbol).1.attributes.clone().into();
    Some(Edge { symbol, from: NodeId(0), to: NodeId(0), made_by: 0, attributes })
}

/// Returns a board; `None` if a side is out of range.
fn board(width: u32, height: u32) -> Option<LatticeBoard> {
    let is_sound = Start::WIDTH.range().contains(&width) && Start::HEIGHT.range().contains(&height);
    is_sound.then_some(LatticeBoard { width, height })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::testing::{alphabet, print, start};
    use crate::mission::{Attributes, Value};

    fn built(start: &Start) -> Option<String> {
        start.build(&alphabet(), Seed(1)).map(|mission| print(&mission))
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
    fn start_graph_sets_attributes_over_those_of_the_symbols() {
        // C begins with x: 1, q with x: 2.
        let mut written = start("1:C 2:C 1-q>2 1-q>2");
        let Start::Graph { nodes, edges, .. } = &mut written else { panic!("a graph") };
        nodes[&ElementId(2)].attributes.insert("x".to_owned(), Value::Int(7));
        nodes[&ElementId(2)].attributes.insert("s".to_owned(), Value::Bool(true));
        edges[1].1.attributes.insert("x".to_owned(), Value::Int(9));
        let mission = written.build(&alphabet(), Seed(1)).expect("it has no mistake");
        let text = |attributes: &Attributes| {
            attributes.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join(", ")
        };
        let of_nodes: Vec<String> = mission.nodes().map(|(_, node)| text(&node.attributes)).collect();
        let of_edges: Vec<String> = mission.edges().map(|(_, edge)| text(&edge.attributes)).collect();
        assert_eq!(of_nodes, ["x: 1", "s: true, x: 7"]);
        assert_eq!(of_edges, ["x: 2", "x: 9"]);
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
