//! Selects the links of a node that may fit a pattern edge, and tests them.

use super::dirty::FoundEdge;
use crate::grammar::EdgeDirection;
use crate::grammar::resolve::{Fits, ReadyRule, SymbolId};
use crate::mission::{EdgeSymbolId, Link, LinkDirection, Mission, NodeId, NodeSymbolId};

/// Returns links of a node that include all those that fit a pattern edge.
///
/// The edge is given by symbol and direction, and leads to a far node that fits.
/// At a node with many links, only those of the wanted kind are returned.
/// `from_begin` is `true` if the node is at the beginning of the pattern edge.
pub(super) fn likely_links<'a>(
    mission: &'a Mission,
    (symbol, direction): (&Fits<EdgeSymbolId>, EdgeDirection),
    far: &Fits<NodeSymbolId>,
    here: NodeId,
    from_begin: bool,
) -> [&'a [Link]; 3] {
    let links = mission.links(here);
    if are_few(links) {
        return [links, &[], &[]];
    }
    let of_kind = |heading| mission.links_of_kind(here, heading, symbol.only(), far.only());
    let loops = of_kind(LinkDirection::Loop);
    match (direction, from_begin) {
        (EdgeDirection::EitherWay, _) => [of_kind(LinkDirection::Out), of_kind(LinkDirection::In), loops],
        (EdgeDirection::FromTo, true) => [of_kind(LinkDirection::Out), loops, &[]],
        (EdgeDirection::FromTo, false) => [of_kind(LinkDirection::In), loops, &[]],
    }
}

/// Returns `true` if all links should be examined, which is faster for few links than selecting a kind.
pub(super) fn are_few(links: &[Link]) -> bool {
    links.len() <= 8
}

/// The properties of a link that fits a pattern edge and the node at its far end.
#[derive(Clone, Copy)]
pub(super) struct WantedLink<'a> {
    symbol: &'a Fits<EdgeSymbolId>,
    far: &'a Fits<NodeSymbolId>,
    /// One bit for each heading that fits; a self-loop fits both directions.
    headings: u8,
}

impl<'a> WantedLink<'a> {
    /// Returns the properties. `from_begin` is `true` if the link is seen from the beginning of the pattern
    /// edge.
    pub fn new(
        (symbol, direction): (&'a Fits<EdgeSymbolId>, EdgeDirection),
        far: &'a Fits<NodeSymbolId>,
        from_begin: bool,
    ) -> Self {
        let bit = |heading| 1 << heading as u8;
        let along = match direction {
            EdgeDirection::EitherWay => bit(LinkDirection::Out) | bit(LinkDirection::In),
            EdgeDirection::FromTo if from_begin => bit(LinkDirection::Out),
            EdgeDirection::FromTo => bit(LinkDirection::In),
        };
        Self { symbol, far, headings: along | bit(LinkDirection::Loop) }
    }

    /// Returns `true` if a link fits. Tests everything at once, because branches would be unpredictable.
    #[inline(always)]
    pub fn fits(&self, link: &Link) -> bool {
        let (symbol, far, heading) = (link.symbol.position(), link.far_symbol.position(), link.heading as u8);
        if (symbol | far) < 64 {
            self.symbol.first() >> symbol & self.far.first() >> far & u64::from(self.headings >> heading) & 1
                != 0
        } else {
            self.headings >> heading & 1 != 0
                && self.symbol.contains(link.symbol)
                && self.far.contains(link.far_symbol)
        }
    }
}

/// The properties of an edge that fits a pattern edge with both its ends, from which a search begins.
#[derive(Clone, Copy)]
pub(super) struct WantedEdge<'a> {
    pub edge: usize,
    pub from: usize,
    pub to: usize,
    symbol: &'a Fits<EdgeSymbolId>,
    from_symbol: &'a Fits<NodeSymbolId>,
    to_symbol: &'a Fits<NodeSymbolId>,
    is_either_way: bool,
}

impl<'a> WantedEdge<'a> {
    pub fn new(rule: &'a ReadyRule, edge: usize) -> Self {
        let left = &rule.edges[edge];
        Self {
            edge,
            from: left.from,
            to: left.to,
            symbol: &left.fits,
            from_symbol: &rule.nodes[left.from].fits,
            to_symbol: &rule.nodes[left.to].fits,
            is_either_way: left.direction == EdgeDirection::EitherWay,
        }
    }

    /// Returns whether an edge with its ends fits as it points, and whether it fits reversed.
    ///
    /// Tests everything at once, because branches would be unpredictable.
    #[inline(always)]
    pub fn fits(&self, found: &FoundEdge) -> [bool; 2] {
        let fits = self.symbol.contains(found.symbol);
        let ends = |from, to| self.from_symbol.contains(from) & self.to_symbol.contains(to);
        let turned = self.is_either_way && ends(found.to_symbol, found.from_symbol);
        [fits & ends(found.from_symbol, found.to_symbol), fits & turned]
    }
}
