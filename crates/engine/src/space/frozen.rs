//! Ground kept from an earlier space.
//!
//! Input: a plan that keeps places and passages of an earlier one, and the space made from that.
//! Output: their cells at their present positions.
//! Kept caves and places of walkers are floor there and do not grow. Kept passages get exactly those cells.

use std::collections::{BTreeMap, BTreeSet};

use super::{PassSpot, Space};
use crate::base::Cell;
use crate::layout::Plan;
use crate::level::{OwnedBy, Owner};

/// The cells of kept ground, by owner.
#[derive(Default)]
pub(super) struct KeptGround {
    cells: BTreeMap<Owner, BTreeSet<Cell>>,
    spots: Vec<PassSpot>,
}

impl KeptGround {
    /// Returns the ground that a plan keeps of an earlier space; empty without one.
    pub fn new(plan: &Plan, earlier: Option<&Space>) -> Self {
        let kept = &plan.kept;
        let Some(earlier) = earlier.filter(|_| !kept.places.is_empty()) else { return Self::default() };
        let places = kept.places.iter().map(|(here, was)| (Owner::from(*was), Owner::from(*here)));
        let passages = kept.passages.iter().map(|(here, was)| (Owner::from(*was), Owner::from(*here)));
        let here: BTreeMap<Owner, Owner> = places.chain(passages).collect();
        let mut ground = Self::default();
        for (cell, owner) in earlier.owners.iter() {
            if let Some(here) = here.get(owner) {
                ground.cells.entry(*here).or_default().insert(cell + kept.moved);
            }
        }
        let spots = earlier.spots.iter().filter_map(|spot| match here.get(&spot.place.into())?.who() {
            OwnedBy::Place(place) => Some(PassSpot { at: spot.at + kept.moved, place, ..*spot }),
            OwnedBy::Passage(_) | OwnedBy::Nobody => None,
        });
        ground.spots = spots.collect();
        ground
    }

    /// Returns the cells of a kept owner.
    pub fn cells(&self, owner: Owner) -> Option<&BTreeSet<Cell>> {
        self.cells.get(&owner)
    }

    /// Returns `true` if the owner is kept.
    pub fn holds(&self, owner: Owner) -> bool {
        self.cells.contains_key(&owner)
    }

    /// Returns the spots that were marked in kept places.
    pub fn spots(&self) -> &[PassSpot] {
        &self.spots
    }
}
