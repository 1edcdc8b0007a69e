//! The shape of a whole level: its proportions, the places at its sides, and its maximum size.

use serde::{Deserialize, Serialize};

use crate::base::{Direction, Size, parameters};

parameters! {
    /// The shape of a whole level. Everything except the bound is a preference.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Shape {
        /// The preferred proportions of the level.
        #[serde(skip_serializing_if = "is_default")]
        aspect: Aspect = Aspect::default(), "aspect";
        /// The side of the level where the start should be. The mission continues from there to the other side.
        #[serde(skip_serializing_if = "is_default")]
        start: LevelSide = LevelSide::default(), "start at";
        /// The side of the level where the goal should be.
        #[serde(skip_serializing_if = "is_default")]
        goal: LevelSide = LevelSide::default(), "goal at";
        /// Makes similar branches of the mission mirror each other.
        #[serde(skip_serializing_if = "is_default")]
        symmetry: Mirror = Mirror::default(), "symmetry";
        /// The maximum size of the level.
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
        /// There is no preference. With compact spacing levels are neither very wide nor very high.
        Any = "Any",
        /// The level is about twice as wide as high.
        Wide = "Wide",
        /// The level is about twice as high as wide.
        Tall = "Tall",
        /// The level is about as wide as high.
        Square = "Square",
    }
}

parameters! {
    /// A side of a level.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum LevelSide {
        /// There is no preference.
        Any = "Any side",
        /// It is above everything else.
        North = "North",
        /// It is to the right of everything else.
        East = "East",
        /// It is below everything else.
        South = "South",
        /// It is to the left of everything else.
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
        /// There is no preference.
        None = "None",
        /// Left and right mirror each other, across a vertical line.
        LeftRight = "Left and right",
        /// Top and bottom mirror each other, across a horizontal line.
        TopBottom = "Top and bottom",
    }
}

parameters! {
    /// The maximum size of a level.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum SizeLimit {
        /// The level becomes as large as it needs to be.
        None = "None",
        /// The layout searches for a level that fits. A larger one is an error.
        Within = "Within" {
            /// The maximum width of the level, including its outer walls.
            width: u32 = 80, "width", Cells, 8..=SizeLimit::MOST_CELLS;
            /// The maximum height of the level, including its outer walls.
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
