//! P0: places lie beside each other as the sites of their nodes do.

use std::cmp::Ordering;

use super::Findings;
use super::ground::middle_of;
use super::level::{Cell, Level, Place};

/// Every place has a site of its own; of two places, the one whose site lies further right or down has its middle further right or down, and where columns or rows of sites are equal, those of the middles are.
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

/// The cell around which a place was laid out.
fn point_of(place: &Place) -> Cell {
    match place.technique.as_str() {
        "Cave" | "Walkers" => place.anchor,
        _ => middle_of(place.bounds),
    }
}
