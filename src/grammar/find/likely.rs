//! Which links of a node are worth looking at, and which of them fit.

use crate::grammar::Direction;
use crate::grammar::resolve::Fits;
use crate::mission::{EdgeSymbolId, Heading, Link, Mission, NodeId, NodeSymbolId};

/// The links of a node among which are all that fit a pattern edge, told by symbol and direction, to a far node that fits: at a hub only those of the kind that is wanted.
///
/// `from_begin`: is the node where the pattern edge begins?
pub(super) fn likely_links<'a>(
    mission: &'a Mission,
    (symbol, direction): (&Fits<EdgeSymbolId>, Direction),
    far: &Fits<NodeSymbolId>,
    here: NodeId,
    from_begin: bool,
) -> [&'a [Link]; 3] {
    let links = mission.links(here);
    if are_few(links) {
        return [links, &[], &[]];
    }
    let of_kind = |heading| mission.links_of_kind(here, heading, symbol.only(), far.only());
    let loops = of_kind(Heading::Loop);
    match (direction, from_begin) {
        (Direction::EitherWay, _) => [of_kind(Heading::Out), of_kind(Heading::In), loops],
        (Direction::FromTo, true) => [of_kind(Heading::Out), loops, &[]],
        (Direction::FromTo, false) => [of_kind(Heading::In), loops, &[]],
    }
}

/// Of few links all are looked at: that is faster than to look for those of a kind.
pub(super) fn are_few(links: &[Link]) -> bool {
    links.len() <= 8
}

/// What a link must be to fit a pattern edge and the node at its far end.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    symbol: &'a Fits<EdgeSymbolId>,
    far: &'a Fits<NodeSymbolId>,
    /// The heading that does not fit, if there is one; a self-loop fits either way.
    unfit: Option<Heading>,
}

impl<'a> Wanted<'a> {
    /// `from_begin`: is the link seen from where the pattern edge begins?
    pub fn new(
        (symbol, direction): (&'a Fits<EdgeSymbolId>, Direction),
        far: &'a Fits<NodeSymbolId>,
        from_begin: bool,
    ) -> Self {
        let unfit = match direction {
            Direction::EitherWay => None,
            Direction::FromTo if from_begin => Some(Heading::In),
            Direction::FromTo => Some(Heading::Out),
        };
        Self { symbol, far, unfit }
    }

    #[inline]
    pub fn fits(&self, link: &Link) -> bool {
        self.unfit != Some(link.heading)
            && self.symbol.contains(link.symbol)
            && self.far.contains(link.far_symbol)
    }
}
