//! The mission graph: a directed multigraph with ids that outlive every rewriting.

use petgraph::Direction;
use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableDiGraph};
use serde::{Deserialize, Serialize};

use super::{Attributes, EdgeSymbolId, NodeSymbolId};

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
    pub attributes: Attributes,
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
    pub attributes: Attributes,
}

/// A directed multigraph: self-loops and parallel edges are allowed.
///
/// Two missions are equal if they have the same nodes and edges under the same ids, however they came about.
#[derive(Clone, Debug, Default)]
pub struct Mission {
    graph: StableDiGraph<(NodeId, Node), (EdgeId, Edge)>,
    // Position n belongs to id n + 1; `None` where the element is gone.
    node_index: Vec<Option<NodeIndex>>,
    edge_index: Vec<Option<EdgeIndex>>,
}

impl Mission {
    /// The mission without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// The id that the next new node gets.
    pub fn next_node_id(&self) -> NodeId {
        NodeId(self.node_index.len() as u32 + 1)
    }

    /// The id that the next new edge gets.
    pub fn next_edge_id(&self) -> EdgeId {
        EdgeId(self.edge_index.len() as u32 + 1)
    }

    /// The node of that id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.node_at(id).and_then(|index| self.graph.node_weight(index)).map(|(_, node)| node)
    }

    /// The node of that id, to change. Its ends in edges are not touched.
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        let index = self.node_at(id)?;
        self.graph.node_weight_mut(index).map(|(_, node)| node)
    }

    /// The edge of that id, to change.
    ///
    /// Its ends are not to be changed: where it lies in the graph would not follow.
    pub(crate) fn edge_mut(&mut self, id: EdgeId) -> Option<&mut Edge> {
        let index = self.edge_at(id)?;
        self.graph.edge_weight_mut(index).map(|(_, edge)| edge)
    }

    /// The edge of that id.
    pub fn edge(&self, id: EdgeId) -> Option<&Edge> {
        self.edge_at(id).and_then(|index| self.graph.edge_weight(index)).map(|(_, edge)| edge)
    }

    /// All nodes in the order of their ids.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.node_index
            .iter()
            .flatten()
            .filter_map(|&index| self.graph.node_weight(index))
            .map(|(id, node)| (*id, node))
    }

    /// All edges in the order of their ids.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.edge_index
            .iter()
            .flatten()
            .filter_map(|&index| self.graph.edge_weight(index))
            .map(|(id, edge)| (*id, edge))
    }

    /// The edges that leave a node, in the order of their ids.
    pub fn edges_out(&self, id: NodeId) -> Vec<EdgeId> {
        self.edges_at(id, Direction::Outgoing)
    }

    /// The edges that arrive at a node, in the order of their ids.
    pub fn edges_in(&self, id: NodeId) -> Vec<EdgeId> {
        self.edges_at(id, Direction::Incoming)
    }

    /// Adds a node under a new id.
    pub fn add_node(&mut self, node: Node) -> NodeId {
        let id = self.next_node_id();
        self.put_node(id, node);
        id
    }

    /// Adds a node under an id that is free, such as one that was removed.
    ///
    /// # Panics
    /// If the id is taken or 0.
    pub fn put_node(&mut self, id: NodeId, node: Node) {
        assert!(id.0 > 0 && self.node(id).is_none(), "node id {} is free", id.0);
        let slot = id.0 as usize - 1;
        if self.node_index.len() <= slot {
            self.node_index.resize(slot + 1, None);
        }
        self.node_index[slot] = Some(self.graph.add_node((id, node)));
    }

    /// Adds an edge under a new id.
    ///
    /// # Panics
    /// If one of its ends does not exist.
    pub fn add_edge(&mut self, edge: Edge) -> EdgeId {
        let id = self.next_edge_id();
        self.put_edge(id, edge);
        id
    }

    /// Adds an edge under an id that is free, such as one that was removed.
    ///
    /// # Panics
    /// If the id is taken or 0, or one of its ends does not exist.
    pub fn put_edge(&mut self, id: EdgeId, edge: Edge) {
        assert!(id.0 > 0 && self.edge(id).is_none(), "edge id {} is free", id.0);
        let from = self.node_at(edge.from).expect("the edge begins at a node of this mission");
        let to = self.node_at(edge.to).expect("the edge ends at a node of this mission");
        let slot = id.0 as usize - 1;
        if self.edge_index.len() <= slot {
            self.edge_index.resize(slot + 1, None);
        }
        self.edge_index[slot] = Some(self.graph.add_edge(from, to, (id, edge)));
    }

    /// Takes a node out. Its id stays used.
    ///
    /// # Panics
    /// If edges still hang on it: no edge may ever dangle.
    pub fn remove_node(&mut self, id: NodeId) -> Option<Node> {
        let index = self.node_at(id)?;
        assert!(
            self.graph.edges(index).next().is_none()
                && self.graph.edges_directed(index, Direction::Incoming).next().is_none(),
            "no edge hangs on node {}",
            id.0
        );
        self.node_index[id.0 as usize - 1] = None;
        self.graph.remove_node(index).map(|(_, node)| node)
    }

    /// Takes an edge out. Its id stays used.
    pub fn remove_edge(&mut self, id: EdgeId) -> Option<Edge> {
        let index = self.edge_at(id)?;
        self.edge_index[id.0 as usize - 1] = None;
        self.graph.remove_edge(index).map(|(_, edge)| edge)
    }

    /// Forgets the ids from these on, so that they are given again: for undoing.
    ///
    /// # Panics
    /// If one of them is in use.
    pub fn rewind_ids(&mut self, next_node: NodeId, next_edge: EdgeId) {
        let (nodes, edges) = (next_node.0 as usize - 1, next_edge.0 as usize - 1);
        assert!(
            self.node_index.iter().skip(nodes).all(Option::is_none)
                && self.edge_index.iter().skip(edges).all(Option::is_none),
            "forgotten ids are not in use"
        );
        self.node_index.truncate(nodes);
        self.edge_index.truncate(edges);
    }

    fn node_at(&self, id: NodeId) -> Option<NodeIndex> {
        (id.0 as usize).checked_sub(1).and_then(|slot| self.node_index.get(slot).copied().flatten())
    }

    fn edge_at(&self, id: EdgeId) -> Option<EdgeIndex> {
        (id.0 as usize).checked_sub(1).and_then(|slot| self.edge_index.get(slot).copied().flatten())
    }

    fn edges_at(&self, id: NodeId, direction: Direction) -> Vec<EdgeId> {
        let Some(index) = self.node_at(id) else { return Vec::new() };
        let mut edges: Vec<_> =
            self.graph.edges_directed(index, direction).map(|edge| edge.weight().0).collect();
        edges.sort_unstable();
        edges
    }
}

impl PartialEq for Mission {
    fn eq(&self, other: &Self) -> bool {
        self.nodes().eq(other.nodes()) && self.edges().eq(other.edges())
    }
}

impl Eq for Mission {}
