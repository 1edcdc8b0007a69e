//! Elements of the mission that may be part of matches that have come or gone since the matches of a rule were found.

use crate::mission::{Edge, EdgeId, EdgeSymbolId, Mission, NodeId, NodeSymbolId};

/// The elements that a search among fresh ones begins at.
#[derive(Clone, Debug, Default)]
pub(super) struct Fresh {
    /// The nodes, as changes name them: in any order, some twice, some gone.
    pub touched: Vec<Touched>,
    nodes: Vec<FreshNode>,
    /// The edges, as changes name them until [`Fresh::look_up`] puts them in order.
    pub edges: Vec<FoundEdge>,
    /// The bits of their ids.
    node_bits: u64,
    edge_bits: u64,
}

/// A node that may be part of other matches now, if it is one of these nodes of the left side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touched {
    pub id: NodeId,
    pub positions: Positions,
}

/// Positions of nodes in a left side, a bit each: it has [64 at most](crate::grammar::resolve::MOST_LEFT_NODES).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Positions(u64);

impl Positions {
    /// Every one.
    pub const ALL: Self = Self(u64::MAX);

    /// Those of a rule's nodes of which that is so.
    pub fn of<Node>(nodes: &[Node], is_so: impl Fn(usize, &Node) -> bool) -> Self {
        let positions = nodes.iter().enumerate().filter(|(position, node)| is_so(*position, node));
        Self(positions.fold(0, |bits, (position, _)| bits | 1 << position))
    }

    #[inline]
    pub fn contains(self, position: usize) -> bool {
        self.0 >> position & 1 != 0
    }
}

/// A touched node that is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreshNode {
    pub id: NodeId,
    pub symbol: NodeSymbolId,
    pub positions: Positions,
}

/// A node that is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundNode {
    pub id: NodeId,
    pub symbol: NodeSymbolId,
}

/// An edge that is there, with its ends.
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

    /// An edge between nodes that are there.
    pub fn between(mission: &Mission, id: EdgeId, edge: &Edge) -> Option<Self> {
        let &Edge { symbol, from, to, .. } = edge;
        let (from_symbol, to_symbol) = (mission.node(from)?.symbol, mission.node(to)?.symbol);
        Some(Self { id, from, to, symbol, from_symbol, to_symbol })
    }

    /// Its two ends.
    pub fn ends(&self) -> [FoundNode; 2] {
        [(self.from, self.from_symbol), (self.to, self.to_symbol)]
            .map(|(id, symbol)| FoundNode { id, symbol })
    }
}

impl Fresh {
    pub fn clear(&mut self) {
        self.touched.clear();
        self.edges.clear();
    }

    /// Finds out which of the elements are there, and what the nodes are.
    pub fn look_up(&mut self, mission: &Mission) {
        let Self { touched, nodes, edges, node_bits, edge_bits } = self;
        let found = |&Touched { id, positions }: &Touched| {
            Some(FreshNode { id, symbol: mission.node(id)?.symbol, positions })
        };
        nodes.clear();
        nodes.extend(touched.iter().filter_map(found));
        *node_bits = put_in_order(
            nodes,
            |node| node.id.0,
            |one, same| {
                one.positions = Positions(one.positions.0 | same.positions.0);
            },
        );
        // After steps that were taken back an id can be given again: to another edge, or to one between the same nodes, of which the last is the one that is there.
        let is_there = |edge: &FoundEdge| {
            let same =
                |found: &Edge| (found.symbol, found.from, found.to) == (edge.symbol, edge.from, edge.to);
            mission.edge(edge.id).is_some_and(same)
        };
        edges.retain(is_there);
        *edge_bits = put_in_order(edges, |edge| edge.id.0, |one, same| *one = *same);
    }

    /// The nodes that are there, ascending.
    pub fn nodes(&self) -> &[FreshNode] {
        &self.nodes
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.edges.is_empty()
    }

    /// Is it fresh as this node of the left side?
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

/// The bit that stands for an id in a word: most ids that are not in a short list are told by it.
fn bit(id: u32) -> u64 {
    1 << (id % 64)
}

/// Each once, ascending; of those with the same id the first takes over from the others. Often they are in order already. Returns the bits of the ids.
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
