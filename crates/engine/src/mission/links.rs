//! The edges at a node, in the order in which a search asks for them.

use smallvec::SmallVec;

use super::{EdgeId, EdgeSymbolId, NodeId, NodeSymbolId};

/// The symbols of the nodes where an edge begins and ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndSymbols {
    pub from: NodeSymbolId,
    pub to: NodeSymbolId,
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
    /// The order of a node's links, in which those of a kind follow each other: heading, symbol, symbol of the far node, id. One number, because it is compared at every change.
    fn key(&self) -> u128 {
        u128::from(self.kind()) << 32 | u128::from(self.edge.0)
    }

    /// Heading, symbol, symbol of the far node as one number.
    fn kind(&self) -> u64 {
        kind(self.heading, self.symbol, self.far_symbol)
    }
}

fn kind(heading: Heading, symbol: EdgeSymbolId, far_symbol: NodeSymbolId) -> u64 {
    (heading as u64) << 32 | u64::from(symbol.0) << 16 | u64::from(far_symbol.0)
}

/// How an edge points, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// It begins at this end.
    Out,
    /// It ends at this end.
    In,
    /// It begins and ends here.
    Loop,
}

impl Heading {
    /// The same edge seen from its other end.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
            Self::Loop => Self::Loop,
        }
    }
}

/// What a search asks of a node: its symbol, `None` where it is gone, and the edges at it: a link for each, in the order of their keys; a self-loop has one.
///
/// As large as a cache line of the processor and aligned to it: in a large mission, loading a line takes a step longer than what it does there.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(super) struct NodeLinks {
    pub symbol: Option<NodeSymbolId>,
    pub links: SmallVec<[Link; 3]>,
}

impl NodeLinks {
    /// The links with that heading, with that symbol if there is one, and then with that far symbol if there is one.
    pub fn of_kind(
        &self,
        heading: Heading,
        symbol: Option<EdgeSymbolId>,
        far_symbol: Option<NodeSymbolId>,
    ) -> &[Link] {
        let links = &self.links;
        if links.last().is_none_or(|last| last.heading < heading) {
            return &[]; // mostly there is no loop
        }
        let far_symbol = symbol.and(far_symbol);
        let bound = |bound| {
            let symbol = symbol.unwrap_or(EdgeSymbolId(bound));
            kind(heading, symbol, far_symbol.unwrap_or(NodeSymbolId(bound)))
        };
        let (least, most) = (bound(0), bound(u16::MAX));
        let links = links.get(links.partition_point(|link| link.kind() < least)..).unwrap_or_default();
        links.get(..links.partition_point(|link| link.kind() <= most)).unwrap_or_default()
    }

    pub fn add(&mut self, link: Link) {
        let key = link.key();
        let position = self.links.partition_point(|known| known.key() < key);
        self.links.insert(position, link);
    }

    pub fn remove(&mut self, link: Link) {
        let key = link.key();
        if let Ok(position) = self.links.binary_search_by(|known| known.key().cmp(&key)) {
            self.links.remove(position);
        }
    }
}
