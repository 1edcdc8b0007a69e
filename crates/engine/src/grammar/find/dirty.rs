//! Dirty elements: mission elements that may be part of matches that have come or gone since the last search.

use crate::grammar::resolve::Fits;
use crate::mission::{Edge, EdgeId, EdgeSymbolId, EndSymbols, Mission, NodeId, NodeSymbolId};

/// The elements from which an incremental search begins.
#[derive(Clone, Debug, Default)]
pub(super) struct DirtySet {
    /// The nodes that changes name: unsorted, with duplicates and removed ones.
    pub touched: Vec<TouchedNode>,
    /// Number of elements examined to find them.
    pub looked_at: usize,
    nodes: Vec<DirtyNode>,
    edges: Vec<FoundEdge>,
    /// The bits of their ids.
    node_bits: u64,
    edge_bits: u64,
}

/// A node that may be part of other matches now, at these positions of the left side.
#[derive(Clone, Copy, Debug)]
pub(super) struct TouchedNode {
    pub id: NodeId,
    pub positions: NodePositions,
}

/// Positions of nodes in a left side, one bit each; a left side has [64 at
/// most](crate::grammar::resolve::MOST_LEFT_NODES).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NodePositions(u64);

impl NodePositions {
    /// All positions.
    pub const ALL: Self = Self(u64::MAX);

    /// Returns the positions of the rule's nodes that pass the test.
    pub fn of<Node>(nodes: &[Node], is_so: impl Fn(usize, &Node) -> bool) -> Self {
        let positions = nodes.iter().enumerate().filter(|(position, node)| is_so(*position, node));
        Self(positions.fold(0, |bits, (position, _)| bits | 1 << position))
    }

    #[inline]
    pub fn contains(self, position: usize) -> bool {
        self.0 >> position & 1 != 0
    }
}

/// A touched node that exists.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirtyNode {
    pub id: NodeId,
    pub symbol: NodeSymbolId,
    pub positions: NodePositions,
}

/// A node that exists.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundNode {
    pub id: NodeId,
    pub symbol: NodeSymbolId,
}

/// An edge that exists, with its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundEdge {
    pub id: EdgeId,
    pub from: NodeId,
    pub to: NodeId,
    pub symbol: EdgeSymbolId,
    pub from_symbol: NodeSymbolId,
    pub to_symbol: NodeSymbolId,
}

impl FoundEdge {
    pub fn look_up(mission: &Mission, id: EdgeId) -> Option<Self> {
        Self::between(mission, id, mission.edge(id)?)
    }

    /// Returns an edge between nodes that exist.
    pub fn between(mission: &Mission, id: EdgeId, edge: &Edge) -> Option<Self> {
        Some(Self::new(id, edge, mission.end_symbols(edge)?))
    }

    /// Returns an edge whose ends have these symbols.
    pub fn new(id: EdgeId, edge: &Edge, ends: EndSymbols) -> Self {
        let &Edge { symbol, from, to, .. } = edge;
        Self { id, from, to, symbol, from_symbol: ends.from, to_symbol: ends.to }
    }

    /// Returns the two ends.
    pub fn ends(&self) -> [FoundNode; 2] {
        [(self.from, self.from_symbol), (self.to, self.to_symbol)]
            .map(|(id, symbol)| FoundNode { id, symbol })
    }
}

impl DirtySet {
    pub fn clear(&mut self) {
        self.touched.clear();
        self.looked_at = 0;
        self.nodes.clear();
        self.edges.clear();
    }

    /// Adds the new edges that exist and whose symbol fits.
    pub fn find_edges(&mut self, mission: &Mission, came: &[FoundEdge], fits: &Fits<EdgeSymbolId>) {
        // After an undo an id can be given again, to another edge or to an equal one. The last one is the
        // existing edge.
        let is_there = |edge: &&FoundEdge| {
            let same =
                |found: &Edge| (found.symbol, found.from, found.to) == (edge.symbol, edge.from, edge.to);
            fits.contains(edge.symbol) && mission.edge(edge.id).is_some_and(same)
        };
        self.edges.extend(came.iter().filter(is_there));
        self.edge_bits = put_in_order(&mut self.edges, |edge| edge.id.0, |one, same| *one = *same);
    }

    /// Looks up the touched nodes that exist.
    pub fn find_nodes(&mut self, mission: &Mission) {
        let found = |&TouchedNode { id, positions }: &TouchedNode| {
            Some(DirtyNode { id, symbol: mission.symbol(id)?, positions })
        };
        self.nodes.extend(self.touched.iter().filter_map(found));
        self.node_bits = put_in_order(
            &mut self.nodes,
            |node| node.id.0,
            |one, same| {
                one.positions = NodePositions(one.positions.0 | same.positions.0);
            },
        );
    }

    /// Returns the existing nodes, ascending.
    pub fn nodes(&self) -> &[DirtyNode] {
        &self.nodes
    }

    /// Returns the existing edges, ascending.
    pub fn edges(&self) -> &[FoundEdge] {
        &self.edges
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.edges.is_empty()
    }

    /// Returns `true` if the node is dirty at this position of the left side.
    #[inline]
    pub fn has_node(&self, id: NodeId, position: usize) -> bool {
        let found = || self.nodes.binary_search_by_key(&id, |node| node.id).ok();
        let node = || self.nodes.get(found()?);
        self.node_bits & bit(id.0) != 0 && node().is_some_and(|node| node.positions.contains(position))
    }

    #[inline]
    pub fn has_edge(&self, id: EdgeId) -> bool {
        self.edge_bits & bit(id.0) != 0 && self.edges.binary_search_by_key(&id, |edge| edge.id).is_ok()
    }
}

/// Returns the bit of an id in a word. It rules out most ids that are not in a short list.
fn bit(id: u32) -> u64 {
    1 << (id % 64)
}

/// Sorts by id and merges duplicates into the first one. Returns the bits of the ids.
///
/// Mostly the elements are sorted already.
fn put_in_order<Element>(
    elements: &mut Vec<Element>,
    id: impl Fn(&Element) -> u32,
    take_over: impl Fn(&mut Element, &Element),
) -> u64 {
    let (mut bits, mut before, mut is_in_order) = (0, 0, true);
    for element in elements.iter() {
        let id = id(element);
        is_in_order &= id > before;
        before = id;
        bits |= bit(id);
    }
    if !is_in_order {
        elements.sort_by_key(&id);
        elements.dedup_by(|same, one| {
            let is_same = id(same) == id(one);
            if is_same {
                take_over(one, same);
            }
            is_same
        });
    }
    bits
}
