//! Decides which right sides fit at a match: their new nodes have vacant sites, and no edge dangles.

use super::{Index, Match};
use crate::grammar::DanglingPolicy;
use crate::grammar::resolve::{LatticeOrientation, NodeChangeKind, Placements, ReadyRule, site_from};
use crate::mission::{Mission, NodeId};

/// Returns the positions of the right sides that can be drawn at a match, ascending.
///
/// A match that was found has at least one.
pub(crate) fn fitting_sides(
    rule: &ReadyRule,
    mission: &Mission,
    index: &Index,
    matched: &Match,
) -> Vec<usize> {
    let nodes: Vec<NodeId> = matched.nodes.iter().map(|(_, id)| *id).collect();
    let orientation = match &rule.placements {
        Placements::Anywhere => None,
        Placements::AsDrawn(orientations) => {
            orientations.iter().find(|orientation| orientation.symmetry == matched.symmetry)
        }
    };
    (0..rule.sides.len()).filter(|&side| side_fits(rule, side, mission, index, &nodes, orientation)).collect()
}

/// Returns `true` if this right side can be drawn at these left-side nodes.
pub(super) fn side_fits(
    rule: &ReadyRule,
    side: usize,
    mission: &Mission,
    index: &Index,
    nodes: &[NodeId],
    orientation: Option<&LatticeOrientation>,
) -> bool {
    rule.sides[side].weight > 0
        && nothing_dangles(rule, side, mission, nodes)
        && is_room_vacant(side, mission, index, nodes, orientation)
}

/// Returns `true` if all edges at the erased nodes are shown or may be dropped.
pub(crate) fn nothing_dangles(rule: &ReadyRule, side: usize, mission: &Mission, nodes: &[NodeId]) -> bool {
    let mut erased = rule.nodes.iter().zip(&rule.sides[side].fates).zip(nodes);
    rule.dangling == DanglingPolicy::Drop
        || erased.all(|((left, fate), id)| {
            *fate != NodeChangeKind::Erase || mission.links(*id).len() == left.degree
        })
}

/// Returns `true` if the sites of the new nodes are vacant.
pub(crate) fn is_room_vacant(
    side: usize,
    mission: &Mission,
    index: &Index,
    nodes: &[NodeId],
    orientation: Option<&LatticeOrientation>,
) -> bool {
    let Some(orientation) = orientation else { return true };
    let (Some(origin), Some(first)) = (orientation.left.first(), nodes.first()) else { return true };
    let Some(known) = mission.node(*first).and_then(|node| node.site) else { return false };
    orientation.new[side]
        .iter()
        .all(|offset| site_from(known, *origin, *offset).is_some_and(|site| index.node_on(site).is_none()))
}
