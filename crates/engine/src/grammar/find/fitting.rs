//! Which right sides of a rule fit at a match: their new nodes find room, and they leave no edge dangling.

use super::{Index, Match};
use crate::grammar::Dangling;
use crate::grammar::resolve::{Fate, Orientation, Placements, ReadyRule, site_from};
use crate::mission::{Mission, NodeId};

/// The right sides that can be drawn at a match, by position, ascending; at a match that was found there is at least one.
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

/// Can this right side be drawn where the nodes of the left side are these?
pub(super) fn side_fits(
    rule: &ReadyRule,
    side: usize,
    mission: &Mission,
    index: &Index,
    nodes: &[NodeId],
    orientation: Option<&Orientation>,
) -> bool {
    rule.sides[side].weight > 0
        && nothing_dangles(rule, side, mission, nodes)
        && is_room_vacant(side, mission, index, nodes, orientation)
}

/// Are all edges at the nodes that it erases shown, or dropped?
pub(crate) fn nothing_dangles(rule: &ReadyRule, side: usize, mission: &Mission, nodes: &[NodeId]) -> bool {
    let mut erased = rule.nodes.iter().zip(&rule.sides[side].fates).zip(nodes);
    rule.dangling == Dangling::Drop
        || erased.all(|((left, fate), id)| *fate != Fate::Erase || mission.links(*id).len() == left.degree)
}

/// Are the sites vacant on which it puts nodes?
pub(crate) fn is_room_vacant(
    side: usize,
    mission: &Mission,
    index: &Index,
    nodes: &[NodeId],
    orientation: Option<&Orientation>,
) -> bool {
    let Some(orientation) = orientation else { return true };
    let (Some(origin), Some(first)) = (orientation.left.first(), nodes.first()) else { return true };
    let Some(known) = mission.node(*first).and_then(|node| node.site) else { return false };
    orientation.new[side]
        .iter()
        .all(|offset| site_from(known, *origin, *offset).is_some_and(|site| index.node_on(site).is_none()))
}
