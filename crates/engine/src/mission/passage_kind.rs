//! Kinds of passages and of doors.

use serde::{Deserialize, Serialize};

use super::{Door, PassageLength};
use crate::base::parameters;

parameters! {
    /// The look of a passage in space.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum PassageKind {
        /// A way of its own, with walls on both flanks.
        Corridor = "Corridor" {
            /// How many cells wide; narrower where there is no room.
            #[serde(default = "one")]
            width: u32 = one(), "width", Cells, 1..=5;
            /// How many of 100 cells along its borders change before an automaton smooths them as in a cave; 0: straight borders. Where others lie near they stay straight.
            #[serde(default, skip_serializing_if = "is_zero")]
            roughness: u32 = 0, "roughness", Percent, 0..=100;
            /// How many cells it has between its two places.
            #[serde(default, skip_serializing_if = "PassageLength::is_any")]
            length: PassageLength = PassageLength::default(), "length";
            /// How often it should turn, where there is room for that within the level; 0: no more often than it must.
            #[serde(default, skip_serializing_if = "is_zero")]
            bends: u32 = 0, "bends", None, 0..=8;
            /// How far it swings to the sides, where there is room for that within the level; its turns are then as chance has them. 0: straight on.
            #[serde(default, skip_serializing_if = "is_zero")]
            wander: u32 = 0, "wander", Percent, 0..=100;
        },
        /// Two caves may grow together; between other places it becomes a corridor.
        Open = "Open",
        /// The two places share a wall and have a door in it, without a corridor. The places of doorways lie wall to wall; spacing has to be compact.
        Doorway = "Doorway" {
            /// What there is where the two places cannot share a wall.
            #[serde(default, skip_serializing_if = "DoorwayFallback::is_default")]
            otherwise: DoorwayFallback = DoorwayFallback::default(), "otherwise";
        },
    }
}

parameters! {
    /// The substitute for a doorway whose two places cannot share a wall.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum DoorwayFallback {
        /// There is no level, and a message names what is in conflict.
        Nothing = "No level",
        /// A corridor of one cell's width stands in, as short as the layout allows.
        Corridor = "A corridor",
    }
}

impl DoorwayFallback {
    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

parameters! {
    for enum Door {
        /// A door into a room, and nothing between other places.
        Plain = "Plain door",
        /// Such as one that a key opens.
        Gate = "Gate",
        /// An edge from which one drops down and does not get back up; the passage is one way.
        Drop = "Drop, no way back",
        /// A door that has to be found.
        Secret = "Secret door",
    }
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl PassageKind {
    /// Returns a plain corridor of that width.
    pub const fn corridor(width: u32) -> Self {
        Self::Corridor { width, roughness: 0, length: PassageLength::Any, bends: 0, wander: 0 }
    }

    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the substitute for a doorway whose two places cannot share a wall; `None` if this is no
    /// doorway.
    pub const fn stand_in(self) -> Option<DoorwayFallback> {
        match self {
            Self::Doorway { otherwise } => Some(otherwise),
            Self::Corridor { .. } | Self::Open => None,
        }
    }
}
