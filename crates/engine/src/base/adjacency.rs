//! Steps between neighbouring cells: one bit for each joined pair.
//!
//! Input: the cells of a grid and a rule that joins neighbours.
//! Output: an [`Adjacency`], which [`Components`](crate::base::Components) reads 64 cells at a time.
//!
//! ```text
//! nw n ne      each cell stores the joins with the neighbours before it in grid order;
//! w  c         the other four neighbours store theirs with it
//! ```

use std::ops::Range;

use super::bits::{WORD_CELLS, ones, word_where};
use super::{BitGrid, Grid};

/// Some cells of a grid, with the joins between neighbours among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjacency {
    /// The cells that can be joined.
    pub(super) cells: BitGrid,
    /// The cells that are joined with the cell to their west.
    pub(super) west: BitGrid,
    pub(super) north: BitGrid,
    /// The cells joined to their north-west and to their north-east; `None` if there are no diagonal steps.
    pub(super) diagonals: Option<[BitGrid; 2]>,
}

impl Adjacency {
    /// Joins all neighbours, including diagonal ones if `diagonal`.
    pub fn all(cells: BitGrid, diagonal: bool) -> Self {
        Self::where_rows(cells, diagonal, |_, _, both| both)
    }

    /// Joins the neighbours that have the same value.
    ///
    /// # Panics
    /// Panics unless there is a value for each cell.
    pub fn among_equal<T: PartialEq + Copy>(cells: BitGrid, values: &Grid<T>, diagonal: bool) -> Self {
        assert_eq!(cells.size(), values.size(), "there is a value for each cell");
        let width = values.size().width as usize;
        let values = values.values();
        Self::where_rows(cells, diagonal, |at, other, both| {
            let (index, near) = (at.0 * width + at.1, other.0 * width);
            same(values, index, near.checked_add_signed(other.1), both)
        })
    }

    /// Joins the neighbouring pairs that `joined` keeps, 64 cells of a row at a time.
    ///
    /// `joined` gets the row and first column of the cells, those of their neighbours, and the candidate
    /// pairs.
    /// It returns the bits of the pairs to join.
    fn where_rows(
        cells: BitGrid,
        diagonal: bool,
        joined: impl Fn((usize, usize), (usize, isize), u64) -> u64,
    ) -> Self {
        let [mut west, mut north] = [(); 2].map(|()| BitGrid::empty(cells.size()));
        let mut diagonals = diagonal.then(|| [west.clone(), north.clone()]);
        let join = |joins: &mut BitGrid, y: usize, dx: isize, dy: usize| {
            let (here, near) = (cells.row(y), cells.padded_row(y + 1 - dy));
            for (index, word) in joins.row_mut(y).iter_mut().enumerate() {
                let both = here[index] & shifted(&near[index..index + 3], dx);
                if both != 0 {
                    let column = index * WORD_CELLS;
                    *word = joined((y, column), (y - dy, column as isize + dx), both);
                }
            }
        };
        // Row by row, so that the values of a row stay in the cache for all of its joins.
        for y in 0..cells.size().height as usize {
            join(&mut west, y, -1, 0);
            if y > 0 {
                join(&mut north, y, 0, 1);
                if let Some([north_west, north_east]) = &mut diagonals {
                    join(north_west, y, -1, 1);
                    join(north_east, y, 1, 1);
                }
            }
        }
        Self { cells, west, north, diagonals }
    }

    /// Returns the same joins restricted to fewer cells.
    ///
    /// # Panics
    /// Panics unless both grids have the same size.
    pub fn among(&self, cells: BitGrid) -> Self {
        assert_eq!(cells.size(), self.cells.size(), "the grids are of one size");
        let side = |joins: &BitGrid, dx: isize, dy: usize| {
            let mut left = joins.clone();
            for y in 0..cells.size().height as usize {
                let (here, near) = (cells.row(y), cells.padded_row(y + 1 - dy));
                for (index, word) in left.row_mut(y).iter_mut().enumerate() {
                    *word &= here[index] & shifted(&near[index..index + 3], dx);
                }
            }
            left
        };
        let (west, north) = (side(&self.west, -1, 0), side(&self.north, 0, 1));
        let diagonals = self.diagonals.as_ref();
        let diagonals = diagonals.map(|[one, other]| [side(one, -1, 1), side(other, 1, 1)]);
        Self { cells, west, north, diagonals }
    }

    /// Calls `act` with the columns of each run of joined cells in a row, from the left.
    ///
    /// Only the given cells are considered.
    ///
    /// # Panics
    /// Panics unless both grids have the same size.
    pub fn for_spans(&self, cells: &BitGrid, y: usize, mut act: impl FnMut(Range<u32>)) {
        assert_eq!(cells.size(), self.cells.size(), "the grids are of one size");
        let (cells, west) = (cells.padded_row(y + 1), self.west.padded_row(y + 1));
        let joined = |index: usize| west[index] & cells[index] & (cells[index] << 1 | cells[index - 1] >> 63);
        // The first column of a run that continues in the next word.
        let mut begun = 0;
        let mut here = joined(1);
        for (index, word) in cells[1..cells.len() - 1].iter().enumerate() {
            let next = joined(index + 2);
            let mut begins = ones(word & !here);
            let first = (index * WORD_CELLS) as u32;
            let mut goes_on = here & 1 == 1;
            for end in ones(word & !(here >> 1 | next << 63)) {
                let start =
                    if goes_on { begun } else { begins.next().map_or(begun, |bit| first + bit as u32) };
                goes_on = false;
                act(start..first + end as u32 + 1);
            }
            begun = begins.next().map_or(begun, |bit| first + bit as u32);
            here = next;
        }
    }

    /// Returns the cells that have a neighbour in the set with which they are not joined.
    pub fn borders(&self) -> BitGrid {
        let mut borders = BitGrid::empty(self.cells.size());
        for y in 0..self.cells.size().height as usize {
            for (index, word) in borders.row_mut(y).iter_mut().enumerate() {
                let around = |grid: &BitGrid, dx: isize, row: usize| {
                    shifted(&grid.padded_row(row)[index..index + 3], dx)
                };
                let (above, here) = (y, y + 1);
                let apart = |joins: &BitGrid, dx: isize, row: usize| {
                    // The neighbours before the cell in grid order, then those after it.
                    around(&self.cells, dx, row) & !around(joins, 0, here)
                        | around(&self.cells, -dx, 2 * here - row) & !around(joins, -dx, 2 * here - row)
                };
                let mut cells = apart(&self.west, -1, here) | apart(&self.north, 0, above);
                if let Some([north_west, north_east]) = &self.diagonals {
                    cells |= apart(north_west, -1, above) | apart(north_east, 1, above);
                }
                *word = cells & self.cells.row(y)[index];
            }
        }
        borders
    }
}

/// Returns the bits of the neighbours `dx` columns to the right, from a word and the words before and after
/// it.
fn shifted(words: &[u64], dx: isize) -> u64 {
    match dx {
        0 => words[1],
        1.. => words[1] >> 1 | words[2] << 63,
        _ => words[1] << 1 | words[0] >> 63,
    }
}

/// Returns those bits of `both` whose value equals that of the neighbour.
///
/// The values of 64 cells begin at `index`, and those of their neighbours at `near`.
/// `near` is `None` if the neighbours begin one before the first value.
fn same<T: PartialEq + Copy>(values: &[T], index: usize, near: Option<usize>, both: u64) -> u64 {
    let here = &values[index..];
    let pair = near.and_then(|near| Some((here.get(..WORD_CELLS)?, values.get(near..near + WORD_CELLS)?)));
    match pair {
        Some((here, near)) => both & word_where(WORD_CELLS, |bit| here[bit] == near[bit]),
        // At the ends of the grid, compare bit by bit.
        None => ones(both)
            .filter(|bit| {
                let near = near.map_or(*bit as isize - 1, |near| (near + bit) as isize) as usize;
                here.get(*bit) == values.get(near)
            })
            .fold(0, |word, bit| word | 1 << bit),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::{Cell, Seed, Size};

    proptest! {
        #[test]
        fn borders_are_cells_beside_others_that_are_not_joined(
            (width, height) in (0_u32..150, 0_u32..9),
            diagonal: bool,
            seed: u64,
        ) {
            let size = Size::new(width, height);
            let mut random = Seed(seed).stream();
            let owners = (0..size.area()).map(|_| random.below(4).saturating_sub(1)).collect();
            let owners = Grid::from_values(size, owners).expect("one value a cell");
            let cells = BitGrid::of_values(&owners, |owner| *owner != 0);
            let borders = Adjacency::among_equal(cells.clone(), &owners, diagonal).borders();
            for cell in owners.rect().cells() {
                let near: Vec<Cell> = if diagonal { cell.around().collect() } else { cell.beside().collect() };
                let other = |near: &Cell| cells.get(*near) && owners.get(*near) != owners.get(cell);
                prop_assert_eq!(borders.get(cell), cells.get(cell) && near.iter().any(other), "{:?}", cell);
            }
        }

        #[test]
        fn joins_among_fewer_cells_are_as_if_there_were_no_others(
            (width, height) in (0_u32..150, 0_u32..9),
            diagonal: bool,
            seed: u64,
        ) {
            let size = Size::new(width, height);
            let mut random = Seed(seed).stream();
            let owners = (0..size.area()).map(|_| random.below(3)).collect();
            let owners = Grid::from_values(size, owners).expect("one value a cell");
            let all = BitGrid::of_values(&owners, |owner| *owner != 0);
            let fewer = BitGrid::of_values(&owners, |owner| *owner == 1);
            let among = Adjacency::among_equal(all, &owners, diagonal).among(fewer.clone());
            prop_assert_eq!(among, Adjacency::among_equal(fewer, &owners, diagonal));
        }

        #[test]
        fn runs_of_joined_cells_are_those_of_equal_values(
            (width, height) in (0_u32..200, 0_u32..5),
            percent in 50_u32..=100,
            values in 1_u64..3,
            seed: u64,
        ) {
            let size = Size::new(width, height);
            let mut random = Seed(seed).stream();
            let mut grid = |bound| {
                let values = (0..size.area()).map(|_| if random.chance(percent) { 0 } else { random.below(bound) });
                Grid::from_values(size, values.collect()).expect("one value a cell")
            };
            let (owners, fewer) = (grid(values), grid(2));
            let all = BitGrid::of_values(&owners, |_| true);
            let fewer = BitGrid::of_values(&fewer, |value| *value == 0);
            let joins = Adjacency::among_equal(all, &owners, false);
            for y in 0..height as usize {
                let mut found = Vec::new();
                joins.for_spans(&fewer, y, |columns| found.push(columns));
                let cells: Vec<u32> = (0..width).filter(|x| fewer.get(Cell::new(*x as i32, y as i32))).collect();
                let is_joined = |one: &u32, next: &u32| {
                    one + 1 == *next && owners.row(y)[*one as usize] == owners.row(y)[*next as usize]
                };
                let spans = cells.chunk_by(is_joined).map(|span| span[0]..span[span.len() - 1] + 1);
                prop_assert_eq!(found, spans.collect::<Vec<_>>());
            }
        }
    }
}
