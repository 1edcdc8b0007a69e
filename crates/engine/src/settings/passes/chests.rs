//! Settings of chests.
//!
//! They are placed at dead ends or at the spots of walkers, and the farthest are kept, as in *Wasteland
//! Kings*.

use super::{ChestSpots, Chests, ENTITY};
use crate::base::parameters;
use crate::mission::SpotKind;

parameters! {
    for struct Chests {
        /// What is placed.
        entity, "entity", ENTITY;
        /// Where it can be placed.
        at, "spots";
        /// How many of the farthest are kept.
        number, "number", None, 0..=1000;
        /// Where so many are kept: in each place, counted from its middle, or in the level, counted from the start.
        per, "counted";
        /// Up to so many cells are added to each distance at random before the farthest are chosen. 0: always the farthest.
        slack, "slack", Cells, 0..=1000;
    }
}

parameters! {
    for enum ChestSpots {
        /// Cells that one can leave in one of the four directions only.
        DeadEnds = "Dead ends",
        /// Where walkers left spots for weapons.
        WeaponSpots = "Weapon spots",
        /// Where walkers left spots for ammunition.
        AmmunitionSpots = "Ammunition spots",
        /// Where walkers left spots for experience.
        ExperienceSpots = "Experience spots",
        /// Any cell of floor.
        Anywhere = "Anywhere",
    }
}

impl SpotKind {
    /// Returns the kind of spots that walkers leave for chests, if the chests lie at such spots.
    pub const fn of_chests(spots: ChestSpots) -> Option<Self> {
        match spots {
            ChestSpots::WeaponSpots => Some(Self::Weapon),
            ChestSpots::AmmunitionSpots => Some(Self::Ammunition),
            ChestSpots::ExperienceSpots => Some(Self::Experience),
            ChestSpots::DeadEnds | ChestSpots::Anywhere => None,
        }
    }
}
