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
    if links.len() <= MOST_LOOKED_AT {
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

/// Of so many links all are looked at: that is faster than to look for those of a kind.
const MOST_LOOKED_AT: usize = 8;

/// What a link must be to fit a pattern edge and the node at its far end.
///
/// A symbol that alone fits is compared as a number, because that is asked of every link that a search comes by.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    headings: [bool; 3],
    symbol: Symbol<'a, EdgeSymbolId>,
    far: Symbol<'a, NodeSymbolId>,
}

#[derive(Clone, Copy)]
enum Symbol<'a, Id> {
    Any,
    Only(Id),
    OneOf(&'a [Id]),
}

impl<'a> Wanted<'a> {
    /// `from_begin`: is the link seen from where the pattern edge begins?
    pub fn new(
        (symbol, direction): (&'a Fits<EdgeSymbolId>, Direction),
        far: &'a Fits<NodeSymbolId>,
        from_begin: bool,
    ) -> Self {
        let either = direction == Direction::EitherWay;
        Self {
            headings: [either || from_begin, either || !from_begin, true],
            symbol: Symbol::new(symbol),
            far: Symbol::new(far),
        }
    }

    #[inline]
    pub fn fits(&self, link: &Link) -> bool {
        self.headings[link.heading as usize] && self.symbol.is(link.symbol) && self.far.is(link.far_symbol)
    }
}

impl<'a, Id: Copy + Ord> Symbol<'a, Id> {
    fn new(fits: &'a Fits<Id>) -> Self {
        match fits {
            Fits::Any => Self::Any,
            Fits::OneOf(symbols) => match symbols.as_slice() {
                [only] => Self::Only(*only),
                several => Self::OneOf(several),
            },
        }
    }

    #[inline]
    fn is(self, symbol: Id) -> bool {
        match self {
            Self::Any => true,
            Self::Only(only) => only == symbol,
            Self::OneOf(several) => several.binary_search(&symbol).is_ok(),
        }
    }
}
