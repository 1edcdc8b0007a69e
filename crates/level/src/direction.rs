//! The eight directions of a step.

use crate::grid::Cell;

/// One of the eight directions of a step. Up is towards smaller y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Right,
    Down,
    Left,
    UpRight,
    DownRight,
    DownLeft,
    UpLeft,
}

impl Direction {
    /// The four along rows and columns, then the diagonals.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::Right,
        Self::Down,
        Self::Left,
        Self::UpRight,
        Self::DownRight,
        Self::DownLeft,
        Self::UpLeft,
    ];

    /// The step of one cell: columns and rows.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::Up => (0, -1),
            Self::Right => (1, 0),
            Self::Down => (0, 1),
            Self::Left => (-1, 0),
            Self::UpRight => (1, -1),
            Self::DownRight => (1, 1),
            Self::DownLeft => (-1, 1),
            Self::UpLeft => (-1, -1),
        }
    }

    /// Returns `true` if it leads to a corner.
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::UpRight | Self::DownRight | Self::DownLeft | Self::UpLeft)
    }
}

impl From<Direction> for Cell {
    /// Returns the step of one cell in the direction.
    fn from(direction: Direction) -> Self {
        direction.offset().into()
    }
}

impl Cell {
    /// Returns the direction that leads to one of the eight cells around this one.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.step(*direction) == other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direction_leads_to_the_cell_beside() {
        let cell = Cell::new(3, 3);
        for direction in Direction::ALL {
            assert_eq!(cell.direction_to(cell.step(direction)), Some(direction));
        }
        assert_eq!(cell.direction_to(cell), None);
        assert_eq!(cell.direction_to(Cell::new(5, 3)), None);
    }
}
