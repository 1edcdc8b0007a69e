//! How a grammar wants its missions laid out and walked: settings that stages below the grammar read.

use serde::{Deserialize, Serialize};

use crate::base::{Parameter, parameters};

parameters! {
    /// Which steps a walker can take.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Movement {
        /// North, east, south and west.
        Cardinal = "Four ways",
        /// The diagonals too, even between two walls that touch at a corner.
        EightWay = "Eight ways",
    }
}

impl Movement {
    /// What is known about it as a parameter of a grammar.
    pub const PARAMETER: Parameter =
        Parameter { field: "movement", name: "movement", tooltip: "Which steps a walker can take." };
}

parameters! {
    /// How a mission becomes a plan.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct LayoutSettings {
        /// How far places lie apart.
        spacing: Spacing = Spacing::default(), "spacing";
        /// What becomes of a passage that finds no way between the others.
        #[serde(skip_serializing_if = "Bridges::is_default")]
        bridges: Bridges = Bridges::default(), "bridges";
    }
}

parameters! {
    /// What becomes of a passage that finds no way between the others.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Bridges {
        /// It goes straight over another one; the level names each cell where that is so.
        Allow = "Allow",
        /// There is no level.
        Forbid = "Forbid",
    }
}

impl Bridges {
    /// Is it what grammars mean that say nothing of it?
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

parameters! {
    /// How far places lie apart.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum Spacing {
        /// Each column is as wide and each row as high as its largest place needs.
        Elastic = "Elastic" {
            /// How many cells there are at least between two columns or rows; more where corridors need them.
            gap: u32 = 3, "gap", Cells, 1..=32;
        },
        /// A constant distance between the middles of neighbours.
        Fixed = "Fixed" {
            /// The distance between the middles of neighbouring places.
            scale: u32 = 24, "scale", Cells, 4..=128;
        },
    }
}
