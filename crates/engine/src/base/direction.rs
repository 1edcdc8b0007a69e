//! The four cardinal directions: the sides of cells, places and drawings.

use super::Cell;

/// One of the four cardinal directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Up, towards smaller y.
    North,
    /// Right, towards greater x.
    East,
    /// Down, towards greater y.
    South,
    /// Left, towards smaller x.
    West,
}

impl Direction {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The step of one cell in this direction.
    pub const fn offset(self) -> Cell {
        match self {
            Self::North => Cell::new(0, -1),
            Self::East => Cell::new(1, 0),
            Self::South => Cell::new(0, 1),
            Self::West => Cell::new(-1, 0),
        }
    }

    /// In words, with a small letter: "north".
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }

    /// The direction where columns become rows.
    pub const fn transposed(self) -> Self {
        match self {
            Self::North => Self::West,
            Self::East => Self::South,
            Self::South => Self::East,
            Self::West => Self::North,
        }
    }

    /// Returns `true` if it leads along a row.
    pub const fn is_level(self) -> bool {
        matches!(self, Self::East | Self::West)
    }

    /// The two directions at right angles to this one.
    pub const fn sides(self) -> [Self; 2] {
        if self.is_level() { [Self::North, Self::South] } else { [Self::East, Self::West] }
    }

    /// The direction that leads back.
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }
}

impl From<Direction> for Cell {
    /// The step of one cell in the direction.
    fn from(direction: Direction) -> Self {
        direction.offset()
    }
}
