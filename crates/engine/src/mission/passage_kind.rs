//! Kinds of passages and of doors.

use serde::{Deserialize, Serialize};

use super::{Door, PassageLength};
use crate::base::parameters;

parameters! {
    /// The shape of a passage in the level.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum PassageKind {
        /// A corridor with walls on both sides.
        Corridor = "Corridor" {
            /// The width. The corridor is narrower where there is too little room.
            #[serde(default = "one")]
            width: u32 = one(), "width", Cells, 1..=5;
            /// The share of cells along its borders that change before an automaton smooths them. With 0 borders are straight.
            #[serde(default, skip_serializing_if = "is_zero")]
            roughness: u32 = 0, "roughness", Percent, 0..=100;
            /// The minimum and maximum number of cells between its two places, from 1 to 64.
            #[serde(default, skip_serializing_if = "PassageLength::is_any")]
            length: PassageLength = PassageLength::default(), "length";
            /// The preferred number of turns, where there is room. With 0 it turns only as often as it must.
            #[serde(default, skip_serializing_if = "is_zero")]
            bends: u32 = 0, "bends", None, 0..=8;
            /// The strength of random swings to the sides, where there is room. With 0 it goes straight.
            #[serde(default, skip_serializing_if = "is_zero")]
            wander: u32 = 0, "wander", Percent, 0..=100;
        },
        /// Two caves merge. Between other places it becomes a corridor.
        Open = "Open",
        /// The two places share a wall with a door in it, without a corridor. Spacing must be compact.
        Doorway = "Doorway" {
            /// The replacement if the two places cannot share a wall.
            #[serde(default, skip_serializing_if = "DoorwayFallback::is_default")]
            otherwise: DoorwayFallback = DoorwayFallback::default(), "otherwise";
        },
    }
}

parameters! {
    /// The replacement for a doorway whose two places cannot share a wall.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum DoorwayFallback {
        /// Generation fails, and an error names the doorways in conflict.
        Nothing = "No level",
        /// A corridor replaces the doorway, one cell wide and as short as possible.
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
    /// The kind of the doors of a passage.
    for enum Door {
        /// A passage has doors where it enters rooms, and none elsewhere.
        Plain = "Plain door",
        /// A gate, for example one that a key opens.
        Gate = "Gate",
        /// A ledge: a player drops down and cannot climb back. The passage must be one way.
        Drop = "Drop, no way back",
        /// A door that has to be found.
        Secret = "Secret door",
        /// No door, not even where a passage enters a room.
        Gap = "Open gap",
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
