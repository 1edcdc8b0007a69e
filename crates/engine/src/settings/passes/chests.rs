//! Settings of chests.
//!
//! They are placed at dead ends or at the spots of walkers, and the farthest are kept, as in *Wasteland
//! Kings*.

use super::{ChestSpots, Chests, ENTITY};
use crate::base::parameters;
use crate::mission::SpotKind;

parameters! {
    /// Chests at the farthest of the possible cells.
    for struct Chests {
        /// The entity that is placed.
        entity, "entity", ENTITY;
        /// The cells that can get one.
        at, "spots";
        /// The minimum and maximum number that are kept, the farthest first.
        number, "number", None, 0..=1000;
        /// The number applies to each place, with distances from its middle, or to the level, with those from the start.
        per, "counted";
        /// The maximum that is added at random to each distance before the farthest are chosen.
        slack, "slack", Cells, 0..=1000;
    }
}

parameters! {
    /// The cells that can get chests.
    for enum ChestSpots {
        /// Cells with only one walkable neighbour.
        DeadEnds = "Dead ends",
        /// The spots that walkers left for weapons.
        WeaponSpots = "Weapon spots",
        /// The spots that walkers left for ammunition.
        AmmunitionSpots = "Ammunition spots",
        /// The spots that walkers left for experience.
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
