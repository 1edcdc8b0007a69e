//! Settings of chests.
//!
//! They are placed at dead ends or at the spots of walkers, and the farthest are kept, as in *Wasteland
//! Kings*.

use serde::{Deserialize, Serialize};

use super::{ENTITY, Scope};
use crate::base::parameters;
use crate::mission::SpotKind;

parameters! {
    /// Chests at dead ends or spots of walkers; the farthest are kept.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Chests {
        /// What is placed.
        entity: String = String::new(), "entity", ENTITY;
        /// Where it can be placed.
        at: ChestSpots = ChestSpots::default(), "spots";
        /// How many of the farthest are kept.
        number: (u32, u32) = (1, 1), "number", None, 0..=1000;
        /// Where so many are kept: in each place, counted from its middle, or in the level, counted from the start.
        #[serde(skip_serializing_if = "Scope::is_default")]
        per: Scope = Scope::default(), "counted";
        /// Up to so many cells are added to each distance at random before the farthest are chosen. 0: always the farthest.
        slack: u32 = 4, "slack", Cells, 0..=1000;
    }
}

parameters! {
    /// Possible positions of chests.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum ChestSpots {
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

impl ChestSpots {
    /// Returns the kind of walker spots, if these are walker spots.
    pub const fn left_by_walkers(self) -> Option<SpotKind> {
        match self {
            Self::WeaponSpots => Some(SpotKind::Weapon),
            Self::AmmunitionSpots => Some(SpotKind::Ammunition),
            Self::ExperienceSpots => Some(SpotKind::Experience),
            Self::DeadEnds | Self::Anywhere => None,
        }
    }
}
