//! The mission graph: a directed multigraph with ids that outlive every rewriting.
//!
//! Ids are positions, and every node has its edges beside it: a step of a derivation touches few places in memory, which decides how fast large missions are rewritten.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

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

/// An edge seen from one of its ends: all that a search asks before it goes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The edge.
    pub edge: EdgeId,
    /// The node on the other side.
    pub far: NodeId,
    /// The symbol of the edge.
    pub symbol: EdgeSymbolId,
    /// The symbol of the node on the other side.
    pub far_symbol: NodeSymbolId,
    /// How it points.
    pub heading: Heading,
}

/// How an edge points, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// Away.
    Out,
    /// Hither.
    In,
    /// Back to where it begins.
    Loop,
}

/// A directed multigraph: self-loops and parallel edges are allowed.
///
/// Two missions are equal if they have the same nodes and edges under the same ids, however they came about.
#[derive(Clone, Debug, Default)]
pub struct Mission {
    // Position n belongs to id n + 1; `None` where the element is gone.
    nodes: Vec<Option<NodeSlot>>,
    edges: Vec<Option<Edge>>,
    node_count: usize,
    edge_count: usize,
}

#[derive(Clone, Debug)]
struct NodeSlot {
    node: Node,
    // One for each edge at it, in the order of their ids; a self-loop is one.
    links: SmallVec<[Link; 4]>,
}

impl Mission {
    /// The mission without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edge_count
    }

    /// The id that the next new node gets.
    pub fn next_node_id(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 + 1)
    }

    /// The id that the next new edge gets.
    pub fn next_edge_id(&self) -> EdgeId {
        EdgeId(self.edges.len() as u32 + 1)
    }

    /// The node of that id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.slot(id).map(|slot| &slot.node)
    }

    /// The edge of that id.
    pub fn edge(&self, id: EdgeId) -> Option<&Edge> {
        self.edges.get(position(id.0)?)?.as_ref()
    }

    /// All nodes in the order of their ids.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let slots = self.nodes.iter().zip(1..);
        slots.filter_map(|(slot, id)| Some((NodeId(id), &slot.as_ref()?.node)))
    }

    /// All edges in the order of their ids.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.edges.iter().zip(1..).filter_map(|(edge, id)| Some((EdgeId(id), edge.as_ref()?)))
    }

    /// The edges at a node, seen from there, in the order of their ids; a self-loop is one. None if there is no such node.
    pub fn links(&self, id: NodeId) -> &[Link] {
        self.slot(id).map_or(&[], |slot| &slot.links)
    }

    /// The edges that leave a node, in the order of their ids.
    pub fn edges_out(&self, id: NodeId) -> Vec<EdgeId> {
        self.links(id).iter().filter(|link| link.heading != Heading::In).map(|link| link.edge).collect()
    }

    /// The edges that arrive at a node, in the order of their ids.
    pub fn edges_in(&self, id: NodeId) -> Vec<EdgeId> {
        self.links(id).iter().filter(|link| link.heading != Heading::Out).map(|link| link.edge).collect()
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
        put(&mut self.nodes, id.0, NodeSlot { node, links: SmallVec::new() });
        self.node_count += 1;
    }

    /// Makes a node something else; its edges stay. Nothing happens if there is no such node.
    pub fn set_node(&mut self, id: NodeId, node: Node) {
        let Some(slot) = self.slot_mut(id) else { return };
        let symbol = node.symbol;
        let before = std::mem::replace(&mut slot.node, node);
        if before.symbol == symbol {
            return;
        }
        for link in slot.links.clone() {
            let far = self.slot_mut(link.far);
            let back = far.and_then(|far| {
                let at = far.links.binary_search_by_key(&link.edge, |back| back.edge).ok()?;
                far.links.get_mut(at)
            });
            if let Some(back) = back {
                back.far_symbol = symbol;
            }
        }
    }

    /// Sets the attributes of an edge. Nothing happens if there is no such edge.
    pub fn set_edge_attributes(&mut self, id: EdgeId, attributes: Attributes) {
        let slot = position(id.0).and_then(|position| self.edges.get_mut(position)?.as_mut());
        if let Some(edge) = slot {
            edge.attributes = attributes;
        }
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
        let from = self.node(edge.from).expect("the edge begins at a node of this mission").symbol;
        let to = self.node(edge.to).expect("the edge ends at a node of this mission").symbol;
        let link =
            |far, far_symbol, heading| Link { edge: id, far, symbol: edge.symbol, far_symbol, heading };
        if edge.from == edge.to {
            self.add_link(edge.from, link(edge.to, to, Heading::Loop));
        } else {
            self.add_link(edge.from, link(edge.to, to, Heading::Out));
            self.add_link(edge.to, link(edge.from, from, Heading::In));
        }
        put(&mut self.edges, id.0, edge);
        self.edge_count += 1;
    }

    /// Takes a node out. Its id stays used.
    ///
    /// # Panics
    /// If edges still hang on it: no edge may ever dangle.
    pub fn remove_node(&mut self, id: NodeId) -> Option<Node> {
        assert!(self.links(id).is_empty(), "no edge hangs on node {}", id.0);
        let slot = self.nodes.get_mut(position(id.0)?)?.take()?;
        self.node_count -= 1;
        Some(slot.node)
    }

    /// Takes an edge out. Its id stays used.
    pub fn remove_edge(&mut self, id: EdgeId) -> Option<Edge> {
        let edge = self.edges.get_mut(position(id.0)?)?.take()?;
        self.edge_count -= 1;
        self.remove_link(edge.from, id);
        self.remove_link(edge.to, id);
        Some(edge)
    }

    /// Forgets the ids from these on, so that they are given again: for undoing.
    ///
    /// # Panics
    /// If one of them is in use.
    pub fn rewind_ids(&mut self, next_node: NodeId, next_edge: EdgeId) {
        let (nodes, edges) = (next_node.0 as usize - 1, next_edge.0 as usize - 1);
        assert!(
            self.nodes.iter().skip(nodes).all(Option::is_none)
                && self.edges.iter().skip(edges).all(Option::is_none),
            "forgotten ids are not in use"
        );
        self.nodes.truncate(nodes);
        self.edges.truncate(edges);
    }

    fn slot(&self, id: NodeId) -> Option<&NodeSlot> {
        self.nodes.get(position(id.0)?)?.as_ref()
    }

    fn slot_mut(&mut self, id: NodeId) -> Option<&mut NodeSlot> {
        self.nodes.get_mut(position(id.0)?)?.as_mut()
    }

    fn add_link(&mut self, at: NodeId, link: Link) {
        let Some(slot) = self.slot_mut(at) else { return };
        match slot.links.last() {
            Some(last) if last.edge > link.edge => {
                let position = slot.links.partition_point(|known| known.edge < link.edge);
                slot.links.insert(position, link);
            }
            // New edges have the highest ids.
            _ => slot.links.push(link),
        }
    }

    fn remove_link(&mut self, at: NodeId, edge: EdgeId) {
        if let Some(slot) = self.slot_mut(at)
            && let Ok(position) = slot.links.binary_search_by_key(&edge, |link| link.edge)
        {
            slot.links.remove(position);
        }
    }
}

impl PartialEq for Mission {
    fn eq(&self, other: &Self) -> bool {
        self.nodes().eq(other.nodes()) && self.edges().eq(other.edges())
    }
}

impl Eq for Mission {}

fn position(id: u32) -> Option<usize> {
    (id as usize).checked_sub(1)
}

/// Puts an element under its id, from 1.
fn put<Element>(elements: &mut Vec<Option<Element>>, id: u32, element: Element) {
    let position = id as usize - 1;
    if elements.len() <= position {
        elements.resize_with(position, || None);
        elements.push(Some(element));
    } else {
        elements[position] = Some(element);
    }
}
