//! Positions the nodes of a rule.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Vec2, pos2};

use super::{STEP, point_of};
use crate::grammar::{ElementId, Rule};
use crate::mission::Site;

/// Returns the points of sites.
pub(super) fn at_sites(sites: &BTreeMap<ElementId, Site>) -> BTreeMap<ElementId, Pos2> {
    sites.iter().map(|(id, site)| (*id, point_of(*site))).collect()
}

/// Returns the author's positions; other nodes are on a zigzag, so that no three are in line.
pub(super) fn positions(rule: &Rule) -> BTreeMap<ElementId, Pos2> {
    let ids: BTreeSet<ElementId> = rule
        .lhs
        .nodes
        .keys()
        .chain(rule.alternatives().flat_map(|side| side.nodes.keys()))
        .copied()
        .collect();
    let drawn = ids.iter().filter_map(|id| rule.at.get(id).map(|site| (*id, point_of(*site))));
    let mut at: BTreeMap<ElementId, Pos2> = drawn.collect();
    let below = at.values().map(|position| position.y + STEP).fold(0.0, f32::max);
    let open: Vec<ElementId> = ids.iter().copied().filter(|id| !at.contains_key(id)).collect();
    let left = open.iter().filter(|id| rule.lhs.nodes.contains_key(*id)).count();
    let offsets = if left == 2 { spots_below_two(open.len()) } else { spots(open.len()) };
    let open = in_order_of_sides(rule, open);
    at.extend(open.iter().zip(offsets).map(|(id, offset)| (*id, pos2(0.0, below) + offset)));
    at
}

/// Sorts nodes of the left side first.
fn in_order_of_sides(rule: &Rule, mut ids: Vec<ElementId>) -> Vec<ElementId> {
    ids.sort_by_key(|id| (!rule.lhs.nodes.contains_key(id), *id));
    ids
}

/// Returns two positions side by side, and the others in a row below and between them.
fn spots_below_two(count: usize) -> Vec<Vec2> {
    let others = count - 2;
    let first = 0.5 - 0.5 * others.saturating_sub(1) as f32;
    let below = (0..others).map(|index| Vec2::new(first + index as f32, 0.85));
    [Vec2::ZERO, Vec2::new(1.0, 0.0)].into_iter().chain(below).map(|offset| offset * STEP).collect()
}

/// Returns two positions side by side, three in a triangle, or more on an ellipse.
pub(super) fn spots(count: usize) -> Vec<Vec2> {
    match count {
        0..=2 => (0..count).map(|index| Vec2::new(index as f32 * STEP, 0.0)).collect(),
        _ => (0..count)
            .map(|index| {
                let turn =
                    std::f32::consts::TAU * (index as f32 / count as f32) + std::f32::consts::PI * 1.15;
                let radius = STEP * 0.32 * (count as f32).max(2.6);
                Vec2::angled(turn) * Vec2::new(radius, radius * 0.72)
            })
            .collect(),
    }
}
