//! The mission graph: a directed multigraph with ids that outlive every rewriting.
//!
//! Ids are positions, and every node has its edges beside it: a step of a derivation touches few places in memory, which decides how fast large missions are rewritten.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{EdgeSymbolId, NodeSymbolId, Values};

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
    pub attributes: Values,
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
    pub attributes: Values,
}

impl Edge {
    /// What stands where an edge was taken out: no node has the id 0.
    fn gone() -> Self {
        let nowhere = NodeId(0);
        Self { symbol: EdgeSymbolId(0), from: nowhere, to: nowhere, made_by: 0, attributes: Values::new() }
    }

    fn is_there(&self) -> bool {
        self.from != NodeId(0)
    }
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

impl Link {
    /// By what the links of a node are ordered, so that those of a kind lie side by side: heading, symbol, symbol of the far node, id. One number, because it is compared at every change.
    fn key(&self) -> u128 {
        let kind =
            (self.heading as u128) << 32 | u128::from(self.symbol.0) << 16 | u128::from(self.far_symbol.0);
        kind << 32 | u128::from(self.edge.0)
    }
}

/// How an edge points, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// Away.
    Out,
    /// Hither.
    In,
    /// Back to where it begins.
    Loop,
}

impl Heading {
    /// The same edge seen from its other end.
    fn turned(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
            Self::Loop => Self::Loop,
        }
    }
}

/// A directed multigraph: self-loops and parallel edges are allowed.
///
/// Two missions are equal if they have the same nodes and edges under the same ids, however they came about.
#[derive(Clone, Debug, Default)]
pub struct Mission {
    // Position n belongs to id n + 1; `None` where the node is gone, and an edge from nowhere where the edge is.
    nodes: Vec<Option<NodeSlot>>,
    edges: Vec<Edge>,
    node_count: usize,
    edge_count: usize,
}

#[derive(Clone, Debug)]
struct NodeSlot {
    node: Node,
    // One for each edge at it, in the order of their keys; a self-loop is one.
    links: SmallVec<[Link; 4]>,
}

impl NodeSlot {
    fn add_link(&mut self, link: Link) {
        let key = link.key();
        let position = self.links.partition_point(|known| known.key() < key);
        self.links.insert(position, link);
    }

    fn remove_link(&mut self, link: Link) {
        let key = link.key();
        if let Ok(position) = self.links.binary_search_by(|known| known.key().cmp(&key)) {
            self.links.remove(position);
        }
    }
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
        self.edges.get(position(id.0)?).filter(|edge| edge.is_there())
    }

    /// All nodes in the order of their ids.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let slots = self.nodes.iter().zip(1..);
        slots.filter_map(|(slot, id)| Some((NodeId(id), &slot.as_ref()?.node)))
    }

    /// All edges in the order of their ids.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, &Edge)> {
        let edges = self.edges.iter().zip(1..).filter(|(edge, _)| edge.is_there());
        edges.map(|(edge, id)| (EdgeId(id), edge))
    }

    /// The edges at a node, seen from there, by heading, symbol, symbol of the far node, and id; a self-loop is one. None if there is no such node.
    pub fn links(&self, id: NodeId) -> &[Link] {
        self.slot(id).map_or(&[], |slot| &slot.links)
    }

    /// The links of a node that head so, have that symbol if one is told, and then that far symbol if one is told.
    pub(crate) fn links_of_kind(
        &self,
        id: NodeId,
        heading: Heading,
        symbol: Option<EdgeSymbolId>,
        far_symbol: Option<NodeSymbolId>,
    ) -> &[Link] {
        let links = those_equal(self.links(id), |link| link.heading.cmp(&heading));
        let Some(symbol) = symbol else { return links };
        let links = those_equal(links, |link| link.symbol.cmp(&symbol));
        let Some(far_symbol) = far_symbol else { return links };
        those_equal(links, |link| link.far_symbol.cmp(&far_symbol))
    }

    /// The edges that leave a node, in the order of their ids.
    pub fn edges_out(&self, id: NodeId) -> Vec<EdgeId> {
        self.edges_but(id, Heading::In)
    }

    /// The edges that arrive at a node, in the order of their ids.
    pub fn edges_in(&self, id: NodeId) -> Vec<EdgeId> {
        self.edges_but(id, Heading::Out)
    }

    fn edges_but(&self, id: NodeId, heading: Heading) -> Vec<EdgeId> {
        let others = self.links(id).iter().filter(|link| link.heading != heading);
        let mut edges: Vec<EdgeId> = others.map(|link| link.edge).collect();
        edges.sort_unstable();
        edges
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
        put(&mut self.nodes, id.0, Some(NodeSlot { node, links: SmallVec::new() }), || None);
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
        for link in SmallVec::<[Link; 4]>::from_slice(&slot.links) {
            // Seen from the other side; of a loop that is the same.
            let back = Link { far: id, far_symbol: before.symbol, heading: link.heading.turned(), ..link };
            if let Some(far) = self.slot_mut(link.far) {
                far.remove_link(back);
                far.add_link(Link { far_symbol: symbol, ..back });
            }
        }
    }

    /// Sets the attributes of an edge. Nothing happens if there is no such edge.
    pub fn set_edge_attributes(&mut self, id: EdgeId, attributes: Values) {
        if let Some(edge) = position(id.0).and_then(|position| self.edges.get_mut(position)) {
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
        let ends = self.links_of_edge(id, &edge).expect("the edge joins nodes of this mission");
        self.at_ends(&edge, ends, NodeSlot::add_link);
        put(&mut self.edges, id.0, edge, Edge::gone);
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
        let slot = self.edges.get_mut(position(id.0)?).filter(|edge| edge.is_there())?;
        let edge = std::mem::replace(slot, Edge::gone());
        self.edge_count -= 1;
        let ends = self.links_of_edge(id, &edge)?;
        self.at_ends(&edge, ends, NodeSlot::remove_link);
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
                && !self.edges.iter().skip(edges).any(Edge::is_there),
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

    /// An edge as seen from where it begins and from where it ends; `None` if one of these does not exist.
    fn links_of_edge(&self, id: EdgeId, edge: &Edge) -> Option<(Link, Link)> {
        let &Edge { symbol, from, to, .. } = edge;
        let (from_symbol, to_symbol) = (self.node(from)?.symbol, self.node(to)?.symbol);
        let heading = if from == to { Heading::Loop } else { Heading::Out };
        let there = Link { edge: id, far: to, symbol, far_symbol: to_symbol, heading };
        Some((there, Link { far: from, far_symbol: from_symbol, heading: heading.turned(), ..there }))
    }

    /// Does something with the links of an edge at its ends; a self-loop has one.
    fn at_ends(&mut self, edge: &Edge, (there, back): (Link, Link), change: impl Fn(&mut NodeSlot, Link)) {
        if let Some(slot) = self.slot_mut(edge.from) {
            change(slot, there);
        }
        if edge.from != edge.to
            && let Some(slot) = self.slot_mut(edge.to)
        {
            change(slot, back);
        }
    }
}

impl PartialEq for Mission {
    fn eq(&self, other: &Self) -> bool {
        self.nodes().eq(other.nodes()) && self.edges().eq(other.edges())
    }
}

impl Eq for Mission {}

/// Of links in order, those that are neither before nor after what is looked for.
fn those_equal(links: &[Link], order: impl Fn(&Link) -> Ordering) -> &[Link] {
    let begin = links.partition_point(|link| order(link) == Ordering::Less);
    let end = links.partition_point(|link| order(link) != Ordering::Greater);
    links.get(begin..end).unwrap_or_default()
}

fn position(id: u32) -> Option<usize> {
    (id as usize).checked_sub(1)
}

/// Puts an element under its id, from 1; what is left out before it is gone.
fn put<Element>(elements: &mut Vec<Element>, id: u32, element: Element, gone: impl FnMut() -> Element) {
    let position = id as usize - 1;
    if let Some(place) = elements.get_mut(position) {
        *place = element;
        return;
    }
    if elements.len() < position {
        elements.resize_with(position, gone);
    }
    elements.push(element);
}
