//! What a level looks like as a whole: how wide it is, what lies at its sides, how large it may become.

use serde::{Deserialize, Serialize};

use crate::base::{Direction, Size, parameters};

parameters! {
    /// What a level looks like as a whole. All but the bound is a preference.
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
        bound: Bound = Bound::default(), "bound";
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Shape {
    /// Is it what grammars mean that say nothing of it?
    pub fn is_default(&self) -> bool {
        is_default(self)
    }

    /// Does it say more than how large the level may become?
    pub fn prefers(&self) -> bool {
        !is_default(&Self { bound: Bound::None, ..*self })
    }
}

parameters! {
    /// How wide a level is beside its height.
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
    /// From the middle of the level to there, if it is one side.
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
    /// Whether branches that are alike mirror each other.
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
    /// How large a level may become.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum Bound {
        /// As large as it needs to be.
        None = "None",
        /// A level that is larger is an error; the layout searches for one that fits.
        Within = "Within" {
            /// How many cells the level is wide at most, its outer walls with it.
            width: u32 = 80, "width", Cells, 8..=Bound::MOST_CELLS;
            /// How many cells the level is high at most, its outer walls with it.
            height: u32 = 60, "height", Cells, 8..=Bound::MOST_CELLS;
        },
    }
}

impl Bound {
    /// No bound is wider or higher.
    pub const MOST_CELLS: u32 = 4_000;

    /// The most cells, if there is a bound.
    pub const fn size(self) -> Option<Size> {
        match self {
            Self::None => None,
            Self::Within { width, height } => Some(Size::new(width, height)),
        }
    }
}
