//! Lines of sight between the centres of cells, by integers alone.
//!
//! The line is straight, so it is the same in both directions. Each cell that it goes through is asked once.
//! A line exactly between two cells that touch at a corner is blocked only by both together.
//!
//! ```text
//! a . .      The line from a to b goes through the inside of the cells 1 and 2,
//! . 1 2 .    and from a to 1 only through a corner.
//!       b
//! ```

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::Ground;
use crate::grid::Cell;

/// Returns `true` if nothing between two cells blocks the straight line from centre to centre.
///
/// The two cells themselves never block it. The answer does not depend on which of them comes first.
pub fn line_of_sight(from: Cell, to: Cell, mut blocks: impl FnMut(Cell) -> bool) -> bool {
    // In the same order both ways, so that `blocks` is asked about the same cells.
    let (from, to) = (from.min(to), from.max(to));
    let [across, down] = [(from.x, to.x), (from.y, to.y)].map(|(one, other)| i64::from(one.abs_diff(other)));
    let [right, below] =
        [(from.x, to.x), (from.y, to.y)].map(|(one, other)| if other < one { -1 } else { 1 });
    let (mut column, mut row, mut at) = (0, 0, from);
    while column < across || row < down {
        // Compares where the line leaves the cell: through its side, through its end, or through the corner.
        match ((2 * column + 1) * down).cmp(&((2 * row + 1) * across)) {
            Ordering::Less => (column, at.x) = (column + 1, at.x + right),
            Ordering::Greater => (row, at.y) = (row + 1, at.y + below),
            Ordering::Equal => {
                if blocks(Cell::new(at.x + right, at.y)) && blocks(Cell::new(at.x, at.y + below)) {
                    return false;
                }
                (column, row) = (column + 1, row + 1);
                at = Cell::new(at.x + right, at.y + below);
            }
        }
        if at != to && blocks(at) {
            return false;
        }
    }
    true
}

impl Ground {
    /// Returns `true` if no wall is between two cells. It is the same in both directions.
    ///
    /// Doors, furniture and water do not block the view. If some do in your game, use [`line_of_sight`].
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        line_of_sight(from, to, |cell| self.is_wall(cell))
    }

    /// Returns the cells of the level that are seen from a cell, row by row: those in sight whose centres are at
    /// most `radius` cells away, and the walls around them.
    pub fn visible_from(&self, from: Cell, radius: u32) -> Vec<Cell> {
        let most = u64::from(radius) * u64::from(radius);
        let is_near = |cell: &Cell| from.distance_squared(*cell) <= most;
        let near: Vec<Cell> = self.cells.iter().map(|(cell, _)| cell).filter(is_near).collect();
        let in_sight = |cell: &&Cell| !self.is_wall(**cell) && self.sees(from, **cell);
        let seen: BTreeSet<Cell> = near.iter().filter(in_sight).copied().collect();
        let is_visible = |cell: &Cell| {
            seen.contains(cell) || (self.is_wall(*cell) && cell.around().any(|beside| seen.contains(&beside)))
        };
        near.into_iter().filter(is_visible).collect()
    }

    fn is_wall(&self, cell: Cell) -> bool {
        self.cell(cell).is_none_or(|cell| cell.is_wall)
    }
}
