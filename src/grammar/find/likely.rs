//! Which links of a node are worth looking at: at a hub only those of the kind that is wanted.

use crate::grammar::Direction;
use crate::grammar::resolve::Fits;
use crate::mission::{EdgeSymbolId, Heading, Link, Mission, NodeId, NodeSymbolId};

/// The links of a node among which are all that fit a pattern edge, told by symbol and direction, to a far node that fits.
///
/// `from_begin`: is the node where the pattern edge begins?
pub(super) fn likely_links<'a>(
    mission: &'a Mission,
    (symbol, direction): (&Fits<EdgeSymbolId>, Direction),
    far: &Fits<NodeSymbolId>,
    here: NodeId,
    from_begin: bool,
) -> [&'a [Link]; 3] {
    if mission.has_few_links(here) {
        return [mission.links(here), &[], &[]];
    }
    let of_kind = |heading| mission.links_of_kind(here, heading, symbol.only(), far.only());
    let loops = of_kind(Heading::Loop);
    match (direction, from_begin) {
        (Direction::EitherWay, _) => [of_kind(Heading::Out), of_kind(Heading::In), loops],
        (Direction::FromTo, true) => [of_kind(Heading::Out), loops, &[]],
        (Direction::FromTo, false) => [of_kind(Heading::In), loops, &[]],
    }
}
