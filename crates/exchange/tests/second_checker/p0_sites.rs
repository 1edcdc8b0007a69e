//! P0: places are arranged as the sites of their nodes are.

use std::cmp::Ordering;

use super::Findings;
use super::ground::middle_of;
use super::level::{Cell, Level, Place};

/// Checks that each place has its own site and that the order of the places agrees with the order of the
/// sites.
///
/// If a site is further right or down than another, so is the middle of its place. Equal columns or rows of
/// sites give equal columns or rows of middles.
pub fn check(level: &Level, found: &mut Findings) {
    let mut placed: Vec<(Cell, &Place)> = Vec::new();
    for place in &level.places {
        let site = level.nodes.iter().find(|node| node.id == place.node).map(|node| node.site);
        match site {
            None => {}
            Some(None) => found.push(("P0", format!("place {} has no site", place.id))),
            Some(Some(site)) => placed.push((site, place)),
        }
    }
    for (index, (site, place)) in placed.iter().enumerate() {
        for (other_site, other) in &placed[..index] {
            let (middle, other_middle) = (point_of(place), point_of(other));
            let is_alike = order(*site, *other_site) == order(middle, other_middle);
            if site == other_site || !is_alike {
                found.push(("P0", format!("place {} lies unlike its site beside {}", place.id, other.id)));
            }
        }
    }
}

fn order(one: Cell, other: Cell) -> (Ordering, Ordering) {
    (one.0.cmp(&other.0), one.1.cmp(&other.1))
}

/// Returns the cell around which a place was laid out.
fn point_of(place: &Place) -> Cell {
    match place.technique.as_str() {
        "Cave" | "Walkers" => place.anchor,
        _ => middle_of(place.bounds),
    }
}
