//! P0: places are arranged in the level as their nodes' sites on the lattice.
//!
//! Every place has its own site.
//! The middles of the places of one lattice column are in one column of cells, those of the next one further
//! right.
//! Rows follow the same rule.
//! The middle of a room or hall is that of its bounds; of a cave it is its anchor.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use super::names;
use super::techniques::middle;
use crate::base::{Cell, Rect};
use crate::level::{Level, Place};
use crate::mission::{NodeId, Site};

/// Reports places that disagree with their sites.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) {
    let sites: BTreeMap<NodeId, Option<Site>> =
        level.mission.nodes.iter().map(|node| (node.id, node.site)).collect();
    let mut taken = BTreeSet::new();
    let mut placed = Vec::new();
    for place in &level.places {
        match sites.get(&place.node).copied() {
            Some(Some(site)) if taken.insert((site.x, site.y)) => placed.push((site, place)),
            Some(Some(_)) => wrong(level, place, "has the site of another place", findings),
            Some(None) => wrong(level, place, "has no site", findings),
            None => {}
        }
    }
    along(level, &mut placed, |site| site.x, |cell| cell.x, findings);
    along(level, &mut placed, |site| site.y, |cell| cell.y, findings);
}

/// Checks that middles are ordered along one direction as the sites are, with equal positions for equal
/// sites.
fn along(
    level: &Level,
    placed: &mut [(Site, &Place)],
    of_site: fn(Site) -> i32,
    of_cell: fn(Cell) -> i32,
    findings: &mut PromiseBreaks,
) {
    placed.sort_by_key(|(site, place)| (of_site(*site), place.id));
    for ((site, place), (next_site, next)) in placed.iter().zip(placed.iter().skip(1)) {
        let sites = of_site(*site).cmp(&of_site(*next_site));
        if sites != of_cell(middle(place)).cmp(&of_cell(middle(next))) {
            wrong(level, next, "does not lie as its site does", findings);
        }
    }
}

fn wrong(level: &Level, place: &Place, what: &'static str, findings: &mut PromiseBreaks) {
    findings.add_one_of_many((what, 0, 0), Some(place.anchor), || {
        format!("{} {what}.", names::place(level, place.id))
    });
}

/// Returns the middle cell of a rectangle; of two the left or upper one.
pub(super) fn center(rect: Rect) -> Cell {
    let middle = |from: i32, length: u32| {
        let half = i32::try_from(length.saturating_sub(1) / 2).unwrap_or(i32::MAX);
        from.saturating_add(half)
    };
    Cell::new(middle(rect.min.x, rect.size.width), middle(rect.min.y, rect.size.height))
}
