//! How a grammar wants its missions laid out and walked: settings that stages below the grammar read.

use serde::{Deserialize, Serialize};

/// Which steps a walker can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Movement {
    /// North, east, south and west.
    #[default]
    Cardinal,
    /// The diagonals too, even between two walls that touch at a corner.
    EightWay,
}

/// How a mission becomes a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutSettings {
    /// How far places lie apart.
    pub spacing: Spacing,
    /// May a passage cross another where it finds no other way?
    #[serde(skip_serializing_if = "Bridges::is_default")]
    pub bridges: Bridges,
}

/// What becomes of a passage that finds no way between the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bridges {
    /// It goes straight over another one; the level names each cell where that is so.
    #[default]
    Allow,
    /// There is no level.
    Forbid,
}

impl Bridges {
    /// Is it what grammars mean that say nothing of it?
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How far places lie apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Spacing {
    /// A constant distance between the middles of neighbouring sites.
    Fixed {
        /// The distance, in cells, 4 to 128.
        scale: u32,
    },
    /// Each column is as wide and each row as high as its largest place needs.
    Elastic {
        /// How many cells there are at least between two columns or rows, 1 to 32. More where corridors need them.
        gap: u32,
    },
}

impl Default for Spacing {
    fn default() -> Self {
        Self::Elastic { gap: 3 }
    }
}
