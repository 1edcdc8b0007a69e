//! The mission graph: a directed multigraph whose ids survive every rewriting.
//!
//! Ids are positions, and every node is stored with its links.
//! A derivation step therefore touches few places in memory, which decides the speed on large missions.

use smallvec::SmallVec;

use super::links::NodeAdjacency;
use super::{
    AttributeValues, Edge, EdgeId, EdgeSymbolId, EndSymbols, Link, LinkDirection, Node, NodeId, NodeSymbolId,
};

/// A directed multigraph: self-loops and parallel edges are allowed.
///
/// Two missions are equal if they have the same nodes and edges under the same ids.
/// Their history does not matter.
///
/// The algorithms of petgraph work on a mission directly.
/// It also converts to a graph of petgraph and back, with the same ids:
///
/// ```
/// use delvewright_engine::mission::{Edge, EdgeSymbolId, Mission, Node, NodeSymbolId, AttributeValues};
/// use petgraph::algo::{dijkstra, dominators::simple_fast};
/// use petgraph::stable_graph::StableDiGraph;
///
/// let mut mission = Mission::new();
/// let room = Node { symbol: NodeSymbolId(0), site: None, made_by: 0, attributes: AttributeValues::new() };
/// let [door, hall, cellar, hoard] = [(); 4].map(|()| mission.add_node(room.clone()));
/// for (from, to) in [(door, hall), (hall, cellar), (cellar, hall), (hall, hoard)] {
///     mission.add_edge(Edge { symbol: EdgeSymbolId(0), from, to, made_by: 0, attributes: AttributeValues::new() });
/// }
///
/// // Every way from the door to the hoard leads through the hall; the shortest has two passages.
/// assert_eq!(simple_fast(&mission, door).immediate_dominator(hoard), Some(hall));
/// assert_eq!(dijkstra(&mission, door, Some(hoard), |_| 1)[&hoard], 2);
///
/// let graph = StableDiGraph::from(&mission);
/// assert_eq!(Mission::from(&graph), mission);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mission {
    // Position n belongs to id n + 1. A removed node is `None`, a removed edge is `Edge::gone`.
    nodes: Vec<Option<Node>>,
    // The node data that a search reads, stored apart from the nodes because a search reads nothing else.
    adjacency: Vec<NodeAdjacency>,
    edges: Vec<Edge>,
    node_count: usize,
    edge_count: usize,
}

impl Mission {
    /// Returns a mission without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.node_count
    }

    /// Returns the number of edges.
    pub fn edge_count(&self) -> usize {
        self.edge_count
    }

    /// Reserves memory for that many more nodes and edges.
    pub(crate) fn reserve(&mut self, nodes: usize, edges: usize) {
        self.nodes.reserve(nodes);
        self.adjacency.reserve(nodes);
        self.edges.reserve(edges);
    }

    /// Returns the id that the next new node gets.
    pub fn next_node_id(&self) -> NodeId {
        NodeId(self.nodes.len() as u32 + 1)
    }

    /// Returns the id that the next new edge gets.
    pub fn next_edge_id(&self) -> EdgeId {
        EdgeId(self.edges.len() as u32 + 1)
    }

    /// Returns the node of that id.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(position(id.0)?)?.as_ref()
    }

    /// Returns the edge of that id.
    pub fn edge(&self, id: EdgeId) -> Option<&Edge> {
        self.edges.get(position(id.0)?).filter(|edge| edge.is_there())
    }

    /// Returns all nodes in the order of their ids.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let nodes = self.nodes.iter().zip(1..);
        nodes.filter_map(|(node, id)| Some((NodeId(id), node.as_ref()?)))
    }

    /// Returns all edges in the order of their ids.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, &Edge)> {
        let edges = self.edges.iter().zip(1..).filter(|(edge, _)| edge.is_there());
        edges.map(|(edge, id)| (EdgeId(id), edge))
    }

    /// Returns the links of a node, sorted by heading, symbol, symbol of the far node, and id.
    ///
    /// A self-loop is one link. The result is empty if there is no such node.
    pub fn links(&self, id: NodeId) -> &[Link] {
        self.adjacency(id).map_or(&[], |adjacency| &adjacency.links)
    }

    /// Returns the links of a node with that heading.
    ///
    /// `symbol` restricts them further, and `far_symbol` only together with `symbol`.
    pub(crate) fn links_of_kind(
        &self,
        id: NodeId,
        heading: LinkDirection,
        symbol: Option<EdgeSymbolId>,
        far_symbol: Option<NodeSymbolId>,
    ) -> &[Link] {
        self.adjacency(id).map_or(&[], |adjacency| adjacency.of_kind(heading, symbol, far_symbol))
    }

    /// Returns the edges that leave a node, in the order of their ids.
    pub fn edges_out(&self, id: NodeId) -> Vec<EdgeId> {
        self.edges_but(id, LinkDirection::In)
    }

    /// Returns the edges that arrive at a node, in the order of their ids.
    pub fn edges_in(&self, id: NodeId) -> Vec<EdgeId> {
        self.edges_but(id, LinkDirection::Out)
    }

    fn edges_but(&self, id: NodeId, heading: LinkDirection) -> Vec<EdgeId> {
        let others = self.links(id).iter().filter(|link| link.heading != heading);
        let mut edges: Vec<EdgeId> = others.map(|link| link.edge).collect();
        edges.sort_unstable();
        edges
    }

    /// Adds a node under a new id and returns the id.
    pub fn add_node(&mut self, node: Node) -> NodeId {
        let id = self.next_node_id();
        self.put_node(id, node);
        id
    }

    /// Adds a node under a free id, for example one that was removed.
    ///
    /// # Panics
    /// Panics if the id is taken or 0.
    pub fn put_node(&mut self, id: NodeId, node: Node) {
        assert!(id.0 > 0 && self.node(id).is_none(), "node id {} is free", id.0);
        let adjacency = NodeAdjacency { symbol: Some(node.symbol), ..NodeAdjacency::default() };
        put(&mut self.nodes, id.0, Some(node), || None);
        put(&mut self.adjacency, id.0, adjacency, NodeAdjacency::default);
        self.node_count += 1;
    }

    /// Replaces a node and keeps its edges. Does nothing if there is no such node.
    pub fn set_node(&mut self, id: NodeId, node: Node) {
        let place = position(id.0).and_then(|position| self.nodes.get_mut(position)?.as_mut());
        let Some(place) = place else { return };
        let symbol = node.symbol;
        let before = std::mem::replace(place, node);
        if before.symbol == symbol {
            return;
        }
        if let Some(adjacency) = self.adjacency_mut(id) {
            adjacency.symbol = Some(symbol);
        }
        for link in SmallVec::<[Link; 4]>::from_slice(self.links(id)) {
            // The link at the other end; for a loop it is the same link.
            let back = Link { far: id, far_symbol: before.symbol, heading: link.heading.turned(), ..link };
            if let Some(far) = self.adjacency_mut(link.far) {
                far.remove(back);
                far.add(Link { far_symbol: symbol, ..back });
            }
        }
    }

    /// Sets the attributes of an edge. Does nothing if there is no such edge.
    pub fn set_edge_attributes(&mut self, id: EdgeId, attributes: AttributeValues) {
        if let Some(edge) = position(id.0).and_then(|position| self.edges.get_mut(position)) {
            edge.attributes = attributes;
        }
    }

    /// Adds an edge under a new id and returns the id.
    ///
    /// # Panics
    /// Panics if one of its ends does not exist.
    pub fn add_edge(&mut self, edge: Edge) -> EdgeId {
        let id = self.next_edge_id();
        self.put_edge(id, edge);
        id
    }

    /// Adds an edge under a free id, for example one that was removed.
    ///
    /// # Panics
    /// Panics if the id is taken or 0, or if one of its ends does not exist.
    pub fn put_edge(&mut self, id: EdgeId, edge: Edge) {
        self.join(id, edge);
    }

    /// Adds an edge like [`Self::put_edge`] and returns the symbols of its ends.
    pub(crate) fn join(&mut self, id: EdgeId, edge: Edge) -> EndSymbols {
        assert!(id.0 > 0 && self.edge(id).is_none(), "edge id {} is free", id.0);
        let [there, back] = self.links_of_edge(id, &edge).expect("the edge joins nodes of this mission");
        self.at_ends(&edge, [there, back], NodeAdjacency::add);
        put(&mut self.edges, id.0, edge, Edge::gone);
        self.edge_count += 1;
        EndSymbols { from: back.far_symbol, to: there.far_symbol }
    }

    /// Removes a node. Its id stays used.
    ///
    /// # Panics
    /// Panics if edges are still attached to it: no edge may ever dangle.
    pub fn remove_node(&mut self, id: NodeId) -> Option<Node> {
        assert!(self.links(id).is_empty(), "no edge hangs on node {}", id.0);
        let node = self.nodes.get_mut(position(id.0)?)?.take()?;
        if let Some(adjacency) = self.adjacency_mut(id) {
            adjacency.symbol = None;
        }
        self.node_count -= 1;
        Some(node)
    }

    /// Removes an edge. Its id stays used.
    pub fn remove_edge(&mut self, id: EdgeId) -> Option<Edge> {
        self.part(id).map(|(edge, _)| edge)
    }

    /// Removes an edge like [`Self::remove_edge`], and also returns the symbols of its ends.
    pub(crate) fn part(&mut self, id: EdgeId) -> Option<(Edge, EndSymbols)> {
        let slot = self.edges.get_mut(position(id.0)?).filter(|edge| edge.is_there())?;
        let edge = std::mem::replace(slot, Edge::gone());
        self.edge_count -= 1;
        let [there, back] = self.links_of_edge(id, &edge)?;
        self.at_ends(&edge, [there, back], NodeAdjacency::remove);
        Some((edge, EndSymbols { from: back.far_symbol, to: there.far_symbol }))
    }

    /// Forgets the ids from these on, so that they are given again when a step is undone.
    ///
    /// # Panics
    /// Panics if one of them is in use.
    pub fn rewind_ids(&mut self, next_node: NodeId, next_edge: EdgeId) {
        let (nodes, edges) = (next_node.0 as usize - 1, next_edge.0 as usize - 1);
        assert!(
            self.nodes.iter().skip(nodes).all(Option::is_none)
                && !self.edges.iter().skip(edges).any(Edge::is_there),
            "forgotten ids are not in use"
        );
        self.nodes.truncate(nodes);
        self.adjacency.truncate(nodes);
        self.edges.truncate(edges);
    }

    fn adjacency(&self, id: NodeId) -> Option<&NodeAdjacency> {
        self.adjacency.get(position(id.0)?)
    }

    fn adjacency_mut(&mut self, id: NodeId) -> Option<&mut NodeAdjacency> {
        self.adjacency.get_mut(position(id.0)?)
    }

    /// Returns the symbol of a node, read from memory next to its links.
    pub(crate) fn symbol(&self, id: NodeId) -> Option<NodeSymbolId> {
        self.adjacency(id)?.symbol
    }

    /// Returns the symbols of the ends of an edge; `None` if one of them does not exist.
    pub(crate) fn end_symbols(&self, edge: &Edge) -> Option<EndSymbols> {
        Some(EndSymbols { from: self.symbol(edge.from)?, to: self.symbol(edge.to)? })
    }

    /// Returns the links of an edge at its beginning and at its end; `None` if one end does not exist.
    fn links_of_edge(&self, id: EdgeId, edge: &Edge) -> Option<[Link; 2]> {
        let &Edge { symbol, from, to, .. } = edge;
        let ends = self.end_symbols(edge)?;
        let heading = if from == to { LinkDirection::Loop } else { LinkDirection::Out };
        let there = Link { edge: id, far: to, symbol, far_symbol: ends.to, heading };
        Some([there, Link { far: from, far_symbol: ends.from, heading: heading.turned(), ..there }])
    }

    /// Applies a change to the links of an edge at its ends; a self-loop has one.
    fn at_ends(&mut self, edge: &Edge, [there, back]: [Link; 2], change: impl Fn(&mut NodeAdjacency, Link)) {
        if let Some(adjacency) = self.adjacency_mut(edge.from) {
            change(adjacency, there);
        }
        if edge.from != edge.to
            && let Some(adjacency) = self.adjacency_mut(edge.to)
        {
            change(adjacency, back);
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

/// Puts an element under its id, which counts from 1. Elements skipped before it are marked as gone.
#[inline]
fn put<Element>(elements: &mut Vec<Element>, id: u32, element: Element, gone: impl FnMut() -> Element) {
    let position = id as usize - 1;
    if elements.len() < position {
        elements.resize_with(position, gone);
    }
    match elements.get_mut(position) {
        Some(place) => *place = element,
        None => elements.push(element),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{RandomStream, Seed};

    fn node(symbol: u64) -> Node {
        let symbol = NodeSymbolId(symbol as u16);
        Node { symbol, site: None, made_by: 0, attributes: AttributeValues::new() }
    }

    #[test]
    fn symbols_and_links_are_those_of_nodes_and_edges_whatever_changes() {
        assert_eq!(size_of::<NodeAdjacency>(), 64);
        let random = &mut Seed(6).stream();
        let mut mission = Mission::new();
        for _ in 0..400 {
            let id = |random: &mut RandomStream, next: u32| 1 + random.below(u64::from(next)) as u32;
            let known = NodeId(id(random, mission.next_node_id().0));
            match (random.below(6), mission.node(known).is_some()) {
                (0, _) => drop(mission.add_node(node(random.below(3)))),
                (1, true) => mission.set_node(known, node(random.below(3))),
                (2, true) if mission.links(known).is_empty() => drop(mission.remove_node(known)),
                (3, _) => drop(mission.remove_edge(EdgeId(id(random, mission.next_edge_id().0)))),
                (_, true) => {
                    let to = NodeId(id(random, mission.next_node_id().0));
                    let (symbol, attributes) = (EdgeSymbolId(random.below(3) as u16), AttributeValues::new());
                    if mission.node(to).is_some() {
                        mission.add_edge(Edge { symbol, from: known, to, made_by: 0, attributes });
                    }
                }
                _ => {}
            }
            for number in 1..mission.next_node_id().0 {
                let id = NodeId(number);
                assert_eq!(mission.symbol(id), mission.node(id).map(|node| node.symbol));
                let symbol = |id| mission.node(id).expect("no edge dangles").symbol;
                let seen = |(edge, found): (EdgeId, &Edge)| {
                    let heading = match (found.from == id, found.to == id) {
                        (true, true) => LinkDirection::Loop,
                        (true, false) => LinkDirection::Out,
                        (false, true) => LinkDirection::In,
                        (false, false) => return None,
                    };
                    let far = if found.from == id { found.to } else { found.from };
                    Some(Link { edge, far, symbol: found.symbol, far_symbol: symbol(far), heading })
                };
                let mut expected: Vec<Link> = mission.edges().filter_map(seen).collect();
                expected.sort_by_key(|link| (link.heading, link.symbol, link.far_symbol, link.edge));
                assert_eq!(mission.links(id), expected);
            }
        }
        assert!(mission.node_count() > 20 && mission.edge_count() > 20, "the mission is no trifle");
    }

    #[test]
    fn links_of_a_kind_are_those_that_one_finds_by_looking_at_all() {
        let random = &mut Seed(5).stream();
        let mut mission = Mission::new();
        let hub = mission.add_node(node(1));
        for _ in 0..60 {
            let far = if random.chance(10) { hub } else { mission.add_node(node(random.below(3))) };
            let (from, to) = if random.chance(50) { (hub, far) } else { (far, hub) };
            let symbol = EdgeSymbolId(random.below(3) as u16);
            mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: AttributeValues::new() });
        }
        let symbols = || std::iter::once(None).chain((0..4).map(Some));
        for heading in [LinkDirection::Out, LinkDirection::In, LinkDirection::Loop] {
            for symbol in symbols().map(|symbol| symbol.map(EdgeSymbolId)) {
                for far in symbols().map(|far| far.map(NodeSymbolId)) {
                    let is_such = |link: &&Link| {
                        link.heading == heading
                            && symbol.is_none_or(|symbol| {
                                link.symbol == symbol && far.is_none_or(|far| link.far_symbol == far)
                            })
                    };
                    let expected: Vec<Link> = mission.links(hub).iter().filter(is_such).copied().collect();
                    assert_eq!(mission.links_of_kind(hub, heading, symbol, far), expected);
                }
            }
        }
        assert_eq!(mission.links_of_kind(NodeId(99), LinkDirection::Out, None, None), []);
    }
}
