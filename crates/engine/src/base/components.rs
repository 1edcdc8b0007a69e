//! Connected components of the cells of a grid.
//!
//! Input: cells and the [`Adjacency`] between them.
//! Output: the component of each run of joined cells in a row, and the size of each component.
//! Components are numbered by their first cell, row by row.
//!
//! Union-find joins runs instead of cells (Hoshen and Kopelman 1976; He, Chao and Suzuki 2008).
//! It compares two rows 64 cells at a time.
//! The number of a cell's run is the number of runs that begin before it.

use std::ops::Range;

use super::bits::{WORD_CELLS, ones};
use super::{Adjacency, Cell};

/// A run of cells in a row, each joined with the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentSpan {
    /// The row.
    pub y: u32,
    /// The first column.
    pub start: u32,
    /// The column after the last.
    pub end: u32,
    /// The number of its component.
    pub component: u32,
}

impl ComponentSpan {
    /// Returns the columns of the run.
    pub fn columns(&self) -> Range<u32> {
        self.start..self.end
    }

    /// Returns the first cell of the run.
    pub fn first(&self) -> Cell {
        Cell::new(self.start as i32, self.y as i32)
    }
}

/// The components of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    spans: Vec<ComponentSpan>,
    /// Index of the first run of each row, and one more at the end.
    row_starts: Vec<u32>,
    sizes: Vec<u32>,
}

impl Components {
    /// Finds the components.
    pub fn find(joins: &Adjacency) -> Self {
        let mut finder = ComponentFinder::new(joins);
        for y in 0..joins.cells.size().height as usize {
            finder.begin_spans(y);
            if y > 0 {
                finder.join_rows(y);
            }
        }
        finder.finish()
    }

    /// Returns the number of cells of each component, by its number.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Returns the runs, row by row.
    pub fn spans(&self) -> &[ComponentSpan] {
        &self.spans
    }

    /// Returns the component of a cell; `None` if the cell is not in the set or not in the grid.
    pub fn of(&self, cell: Cell) -> Option<u32> {
        let y = usize::try_from(cell.y).ok()?;
        let x = u32::try_from(cell.x).ok()?;
        let from = *self.row_starts.get(y)? as usize;
        let row = self.spans.get(from..*self.row_starts.get(y + 1)? as usize)?;
        let span = row.get(row.partition_point(|span| span.start <= x).checked_sub(1)?)?;
        (x < span.end).then_some(span.component)
    }
}

struct ComponentFinder<'a> {
    joins: &'a Adjacency,
    /// The runs so far; until the end `component` holds the index of the parent.
    spans: Vec<ComponentSpan>,
    row_starts: Vec<u32>,
    above: RunStarts,
    here: RunStarts,
}

/// The columns at which the runs of a row begin.
#[derive(Clone)]
struct RunStarts {
    words: Vec<u64>,
    /// Number of runs that begin before each word, in all rows.
    before: Vec<u32>,
}

impl RunStarts {
    /// Returns the index of the run that contains a column.
    fn span_at(&self, column: usize) -> usize {
        let (word, bit) = (column / WORD_CELLS, column % WORD_CELLS);
        let up_to = self.words[word] & (u64::MAX >> (WORD_CELLS - 1 - bit));
        (self.before[word] + up_to.count_ones()) as usize - 1
    }
}

impl<'a> ComponentFinder<'a> {
    fn new(joins: &'a Adjacency) -> Self {
        let count = joins.cells.row_words();
        let none = RunStarts { words: vec![0; count], before: vec![0; count] };
        Self { joins, spans: Vec::new(), row_starts: Vec::new(), above: none.clone(), here: none }
    }

    fn begin_spans(&mut self, y: usize) {
        std::mem::swap(&mut self.above, &mut self.here);
        self.row_starts.push(self.spans.len() as u32);
        let (cells, west) = (self.joins.cells.row(y), self.joins.west.padded_row(y + 1));
        let mut ended = self.spans.len();
        for (index, cells) in cells.iter().enumerate() {
            let begins = cells & !west[index + 1];
            // A run ends where the next cell is not joined with it.
            let ends = cells & !(west[index + 1] >> 1 | west[index + 2] << 63);
            self.here.words[index] = begins;
            self.here.before[index] = self.spans.len() as u32;
            let first = (index * WORD_CELLS) as u32;
            for bit in ones(begins) {
                let start = first + bit as u32;
                let component = self.spans.len() as u32;
                self.spans.push(ComponentSpan { y: y as u32, start, end: start, component });
            }
            for bit in ones(ends) {
                self.spans[ended].end = first + bit as u32 + 1;
                ended += 1;
            }
        }
    }

    /// Joins the runs of a row with those above.
    ///
    /// Adjacent pairs of cells that join the same two runs are visited once.
    fn join_rows(&mut self, y: usize) {
        let joins = self.joins;
        let [west, west_above] = [y + 1, y].map(|row| joins.west.padded_row(row));
        let north = joins.north.padded_row(y + 1);
        for index in 0..joins.cells.row_words() {
            let here = index + 1;
            let first = index * WORD_CELLS;
            let north_before = north[here] << 1 | north[here - 1] >> 63;
            let news = north[here] & !(north_before & west[here] & west_above[here]);
            for bit in ones(news) {
                self.join(first + bit, first + bit);
            }
            let Some([north_west, north_east]) = &joins.diagonals else { continue };
            let known = west_above[here] & north[here] | west[here] & north_before;
            for bit in ones(north_west.padded_row(y + 1)[here] & !known) {
                self.join(first + bit, first + bit - 1);
            }
            let next = |row: &[u64]| row[here] >> 1 | row[here + 1] << 63;
            let known = next(west_above) & north[here] | next(west) & next(north);
            for bit in ones(north_east.padded_row(y + 1)[here] & !known) {
                self.join(first + bit, first + bit + 1);
            }
        }
    }

    fn join(&mut self, column: usize, column_above: usize) {
        let (one, other) = (self.here.span_at(column), self.above.span_at(column_above));
        let (one, other) = (self.root(one), self.root(other));
        // The earlier run stays the root, so that components can be numbered by it.
        self.spans[one.max(other)].component = one.min(other) as u32;
    }

    fn root(&mut self, mut span: usize) -> usize {
        loop {
            let parent = self.spans[span].component as usize;
            if parent == span {
                return span;
            }
            let grandparent = self.spans[parent].component;
            self.spans[span].component = grandparent;
            span = grandparent as usize;
        }
    }

    /// Numbers the components in one pass, because roots come before their members.
    fn finish(mut self) -> Components {
        self.row_starts.push(self.spans.len() as u32);
        let mut sizes = Vec::new();
        for index in 0..self.spans.len() {
            let parent = self.spans[index].component as usize;
            let component = if parent == index {
                sizes.push(0);
                sizes.len() as u32 - 1
            } else {
                self.spans[parent].component
            };
            let span = &mut self.spans[index];
            span.component = component;
            sizes[component as usize] += span.end - span.start;
        }
        Components { spans: self.spans, row_starts: self.row_starts, sizes }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::{BitGrid, Grid, Seed, Size};

    /// Floods every component cell by cell.
    fn flooded(
        size: Size,
        steps: impl Fn(Cell) -> Vec<Cell>,
        cells: &BitGrid,
    ) -> (Grid<Option<u32>>, Vec<u32>) {
        let mut numbers = Grid::filled(size, None);
        let mut sizes = Vec::new();
        for start in cells.cells() {
            if numbers[start].is_some() {
                continue;
            }
            let number = sizes.len() as u32;
            let mut waiting = vec![start];
            numbers[start] = Some(number);
            sizes.push(0);
            while let Some(cell) = waiting.pop() {
                *sizes.last_mut().expect("one was pushed") += 1;
                for near in steps(cell) {
                    if cells.get(near) && numbers[near].is_none() {
                        numbers[near] = Some(number);
                        waiting.push(near);
                    }
                }
            }
        }
        (numbers, sizes)
    }

    fn agree(joins: &Adjacency, steps: impl Fn(Cell) -> Vec<Cell>) {
        let size = joins.cells.size();
        let (numbers, sizes) = flooded(size, steps, &joins.cells);
        let found = Components::find(joins);
        assert_eq!(found.sizes(), sizes);
        for cell in joins.cells.rect().grown(1).cells() {
            assert_eq!(found.of(cell), numbers.get(cell).copied().flatten(), "{cell:?}");
        }
        let cells: Vec<Cell> = found
            .spans()
            .iter()
            .flat_map(|span| span.columns().map(|x| Cell::new(x as i32, span.y as i32)))
            .collect();
        assert_eq!(cells, joins.cells.cells().collect::<Vec<_>>());
    }

    fn near(cell: Cell, diagonal: bool) -> Vec<Cell> {
        if diagonal { cell.around().collect() } else { cell.beside().collect() }
    }

    fn random_cells(size: Size, percent: u32, seed: u64) -> BitGrid {
        let mut random = Seed(seed).stream();
        let values = (0..size.area()).map(|_| random.chance(percent)).collect();
        BitGrid::of_values(&Grid::from_values(size, values).expect("one value a cell"), |value| *value)
    }

    proptest! {
        #[test]
        fn components_are_those_of_a_flood(
            (width, height) in (0_u32..200, 0_u32..20),
            percent in 20_u32..=100,
            values in 1_u64..4,
            diagonal: bool,
            seed: u64,
        ) {
            let size = Size::new(width, height);
            let cells = random_cells(size, percent, seed);
            agree(&Adjacency::all(cells.clone(), diagonal), |cell| near(cell, diagonal));
            let mut random = Seed(seed).child("values").stream();
            let owners = (0..size.area()).map(|_| random.below(values * values) / values).collect();
            let owners = Grid::from_values(size, owners).expect("one value a cell");
            agree(&Adjacency::among_equal(cells, &owners, diagonal), |cell| {
                near(cell, diagonal).into_iter().filter(|near| owners.get(*near) == owners.get(cell)).collect()
            });
        }
    }

    #[test]
    fn rings_and_spirals_are_of_one_piece() {
        let drawn = [
            "#########.#.",
            "#.......#.#.",
            "#.#####.#..#",
            "#.#...#.##..",
            "#.#.###..##.",
            "#.#......#.#",
            "#.########..",
        ];
        let values = drawn.iter().flat_map(|row| row.chars()).map(|sign| sign == '#').collect();
        let grid = Grid::from_values(Size::new(12, 7), values).expect("one value a cell");
        let cells = BitGrid::of_values(&grid, |value| *value);
        let sizes = |diagonal| Components::find(&Adjacency::all(cells.clone(), diagonal)).sizes().to_vec();
        assert_eq!(sizes(false), [42, 2, 1, 1]);
        assert_eq!(sizes(true), [43, 3]);
    }
}
