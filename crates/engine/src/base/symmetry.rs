//! The eight symmetries of the square.
//!
//! They turn and flip room templates, lattice rules and pictures.

use serde::{Deserialize, Serialize};

use super::{Cell, Direction, Size};

/// A flip (left and right are swapped) followed by quarter turns clockwise.
///
/// ```text
/// as drawn   turn 1   turn 2   turn 3   flip
///   ab         ca       dc       bd      ba
///   cd         db       ba       ac      dc
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Symmetry {
    turn: u8,
    flip: bool,
}

impl Symmetry {
    /// As drawn.
    pub const IDENTITY: Self = Self { turn: 0, flip: false };

    /// Returns an optional flip followed by `turn` quarter turns clockwise (modulo 4).
    pub const fn new(turn: u8, flip: bool) -> Self {
        Self { turn: turn % 4, flip }
    }

    /// Returns the allowed symmetries, `IDENTITY` first.
    pub fn allowed(turns: bool, flips: bool) -> impl Iterator<Item = Self> {
        let flips = if flips { [false, true].as_slice() } else { [false].as_slice() };
        let turns = if turns { 0..4 } else { 0..1 };
        flips.iter().flat_map(move |&flip| turns.clone().map(move |turn| Self::new(turn, flip)))
    }

    /// Returns the number of quarter turns clockwise after the flip, 0 to 3.
    pub const fn turn(self) -> u8 {
        self.turn
    }

    /// Returns `true` if left and right are swapped before the turn.
    pub const fn flip(self) -> bool {
        self.flip
    }

    /// Returns the size of a picture of `size` after the change.
    pub const fn size(self, size: Size) -> Size {
        if self.turn.is_multiple_of(2) { size } else { Size::new(size.height, size.width) }
    }

    /// Returns the new position of a cell in a picture of `size`.
    pub const fn cell(self, cell: Cell, size: Size) -> Cell {
        let (width, height) = (size.width as i32, size.height as i32);
        let x = if self.flip { width - 1 - cell.x } else { cell.x };
        match self.turn {
            0 => Cell::new(x, cell.y),
            1 => Cell::new(height - 1 - cell.y, x),
            2 => Cell::new(width - 1 - x, height - 1 - cell.y),
            _ => Cell::new(cell.y, width - 1 - x),
        }
    }

    /// Returns the new direction of a step: the change about the origin.
    pub const fn offset(self, offset: Cell) -> Cell {
        let x = if self.flip { -offset.x } else { offset.x };
        match self.turn {
            0 => Cell::new(x, offset.y),
            1 => Cell::new(-offset.y, x),
            2 => Cell::new(-x, -offset.y),
            _ => Cell::new(offset.y, -x),
        }
    }

    /// Returns the new direction of a side.
    pub fn direction(self, direction: Direction) -> Direction {
        let offset = self.offset(direction.offset());
        Direction::ALL
            .into_iter()
            .find(|turned| turned.offset() == offset)
            .expect("a turned unit step is a unit step")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(symmetry: Symmetry) -> String {
        let size = Size::new(2, 2);
        let mut turned = [['?'; 2]; 2];
        for (index, letter) in "abcd".chars().enumerate() {
            let cell = symmetry.cell(Cell::new(index as i32 % 2, index as i32 / 2), size);
            turned[cell.y as usize][cell.x as usize] = letter;
        }
        turned.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn symmetry_matches_its_drawing() {
        let drawn: Vec<_> = (0..4).map(|turn| picture(Symmetry::new(turn, false))).collect();
        assert_eq!(drawn, ["ab/cd", "ca/db", "dc/ba", "bd/ac"]);
        assert_eq!(picture(Symmetry::new(0, true)), "ba/dc");
    }

    #[test]
    fn symmetry_moves_cells_and_steps_alike() {
        let size = Size::new(5, 3);
        for symmetry in Symmetry::allowed(true, true) {
            let from = symmetry.cell(Cell::new(1, 1), size);
            for direction in Direction::ALL {
                let to = symmetry.cell(Cell::new(1, 1).step(direction), size);
                assert_eq!(to - from, symmetry.offset(direction.offset()));
                assert_eq!(to, from.step(symmetry.direction(direction)));
            }
        }
    }

    #[test]
    fn symmetry_lists_eight_different_ways() {
        let all: std::collections::BTreeSet<_> = Symmetry::allowed(true, true)
            .map(|s| (s.offset(Cell::new(1, 0)), s.offset(Cell::new(0, 1))))
            .collect();
        assert_eq!(all.len(), 8);
    }
}
