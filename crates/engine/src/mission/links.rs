//! Links: the edges at a node, sorted in the order in which a search reads them.

use smallvec::SmallVec;

use super::{EdgeId, EdgeSymbolId, NodeId, NodeSymbolId};

/// The symbols of the nodes at both ends of an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndSymbols {
    pub from: NodeSymbolId,
    pub to: NodeSymbolId,
}

/// An edge seen from one of its ends: everything that a search reads before it follows the edge.
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
    /// The direction, seen from this end.
    pub heading: LinkDirection,
}

impl Link {
    /// Returns the sort key of a link: heading, symbol, symbol of the far node, id.
    ///
    /// Links of one kind are therefore adjacent. The key is one number because it is compared at every
    /// change.
    fn key(&self) -> u128 {
        u128::from(self.kind()) << 32 | u128::from(self.edge.0)
    }

    /// Returns heading, symbol and symbol of the far node as one number.
    fn kind(&self) -> u64 {
        kind(self.heading, self.symbol, self.far_symbol)
    }
}

fn kind(heading: LinkDirection, symbol: EdgeSymbolId, far_symbol: NodeSymbolId) -> u64 {
    (heading as u64) << 32 | u64::from(symbol.0) << 16 | u64::from(far_symbol.0)
}

/// The direction of an edge, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkDirection {
    /// The edge begins at this end.
    Out,
    /// The edge ends at this end.
    In,
    /// The edge begins and ends here.
    Loop,
}

impl LinkDirection {
    /// Returns the heading of the edge at its other end.
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
            Self::Loop => Self::Loop,
        }
    }
}

/// The node data that a search reads: its symbol, `None` if it is gone, and its links in the order of their
/// keys.
///
/// A self-loop has one link.
/// The size is one cache line of the processor, and so is the alignment:
/// in large missions, loading a cache line takes longer than the work on it.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(super) struct NodeAdjacency {
    pub symbol: Option<NodeSymbolId>,
    pub links: SmallVec<[Link; 3]>,
}

impl NodeAdjacency {
    /// Returns the links with that heading.
    ///
    /// `symbol` restricts them further, and `far_symbol` only together with `symbol`.
    pub fn of_kind(
        &self,
        heading: LinkDirection,
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
