//! The shape of a whole level: its proportions, the places at its sides, and its maximum size.

use serde::{Deserialize, Serialize};

use crate::base::{Direction, Size, parameters};

parameters! {
    /// The shape of a whole level. Everything except the bound is a preference.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Shape {
        /// How wide the level is beside its height.
        #[serde(skip_serializing_if = "is_default")]
        aspect: Aspect = Aspect::default(), "aspect";
        /// At which side of the level the start lies; from there the mission flows to the other side.
        #[serde(skip_serializing_if = "is_default")]
        start: LevelSide = LevelSide::default(), "start at";
        /// At which side of the level the goal lies.
        #[serde(skip_serializing_if = "is_default")]
        goal: LevelSide = LevelSide::default(), "goal at";
        /// Whether branches of the mission that are alike mirror each other.
        #[serde(skip_serializing_if = "is_default")]
        symmetry: Mirror = Mirror::default(), "symmetry";
        /// How large the level may become.
        #[serde(skip_serializing_if = "is_default")]
        bound: SizeLimit = SizeLimit::default(), "bound";
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Shape {
    /// Returns `true` if this is the default, which files omit.
    pub fn is_default(&self) -> bool {
        is_default(self)
    }

    /// Returns `true` if it has preferences, that is more than a bound.
    pub fn prefers(&self) -> bool {
        !is_default(&Self { bound: SizeLimit::None, ..*self })
    }
}

parameters! {
    /// The ratio of a level's width to its height.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Aspect {
        /// As it comes out; with compact spacing neither very wide nor very high.
        Any = "Any",
        /// About twice as wide as high.
        Wide = "Wide",
        /// About twice as high as wide.
        Tall = "Tall",
        /// About as wide as high.
        Square = "Square",
    }
}

parameters! {
    /// A side of a level.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum LevelSide {
        /// Wherever it comes to lie.
        Any = "Any side",
        /// Above all else.
        North = "North",
        /// To the right of all else.
        East = "East",
        /// Below all else.
        South = "South",
        /// To the left of all else.
        West = "West",
    }
}

impl LevelSide {
    /// Returns the direction from the middle of the level to this side, if it is one side.
    pub const fn direction(self) -> Option<Direction> {
        match self {
            Self::Any => None,
            Self::North => Some(Direction::North),
            Self::East => Some(Direction::East),
            Self::South => Some(Direction::South),
            Self::West => Some(Direction::West),
        }
    }
}

parameters! {
    /// The mirroring of similar branches.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Mirror {
        /// They lie as they come out.
        None = "None",
        /// Across an upright line, from the left to the right.
        LeftRight = "Left and right",
        /// Across a level line, from the top to the bottom.
        TopBottom = "Top and bottom",
    }
}

parameters! {
    /// The maximum size of a level.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum SizeLimit {
        /// As large as it needs to be.
        None = "None",
        /// A level that is larger is an error; the layout searches for one that fits.
        Within = "Within" {
            /// How many cells the level is wide at most, its outer walls with it.
            width: u32 = 80, "width", Cells, 8..=SizeLimit::MOST_CELLS;
            /// How many cells the level is high at most, its outer walls with it.
            height: u32 = 60, "height", Cells, 8..=SizeLimit::MOST_CELLS;
        },
    }
}

impl SizeLimit {
    /// Maximum width and height of a bound, in cells.
    pub const MOST_CELLS: u32 = 4_000;

    /// Returns the maximum size, if there is a bound.
    pub const fn size(self) -> Option<Size> {
        match self {
            Self::None => None,
            Self::Within { width, height } => Some(Size::new(width, height)),
        }
    }
}
