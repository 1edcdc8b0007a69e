//! P3: all walkable cells are in one piece.

use std::collections::BTreeSet;

use super::Findings;
use super::ground::{Ground, Spot, Way};

pub fn check(ground: &Ground, found: &mut Findings) {
    let Some(first) = ground.spots.iter().find(|(_, way)| *way == Way::Free) else { return };
    let reached: BTreeSet<Spot> = ground.flood(&[*first], |_, _| true).into_iter().collect();
    for (cell, way) in &ground.spots {
        // A bridge is a cell that can be crossed in either direction.
        let spots: &[Spot] = match way {
            Way::Free => &[(*cell, Way::Free)],
            _ => &[(*cell, Way::Across), (*cell, Way::Along)],
        };
        if !spots.iter().any(|spot| reached.contains(spot)) {
            found.push(("P3", format!("{cell:?} is detached")));
        }
    }
}
