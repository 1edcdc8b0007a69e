//! Bit grids: one bit for each cell, 64 cells in each word.
//!
//! Every bit outside the grid is 0.
//! Each row has a word of zeros at both ends, and there is a row of zeros above and below.
//! Code on words can therefore read all neighbours without testing for the edge of the grid.

use std::ops::Range;

use super::{Cell, Grid, Rect, Size};

/// Number of cells in a word.
pub(crate) const WORD_CELLS: usize = u64::BITS as usize;

/// A set of the cells of `(0, 0)` to `(width - 1, height - 1)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitGrid {
    size: Size,
    /// Number of words in a row, including its margins.
    stride: usize,
    /// The rows with their margins, plus one margin row above and one below.
    words: Vec<u64>,
}

impl BitGrid {
    /// Returns a grid in which no bit is set.
    pub fn empty(size: Size) -> Self {
        let stride = (size.width as usize).div_ceil(WORD_CELLS) + 2;
        Self { size, stride, words: vec![0; stride * (size.height as usize + 2)] }
    }

    /// Returns the cells whose values pass the test.
    pub fn of_values<T>(grid: &Grid<T>, test: impl Fn(&T) -> bool) -> Self {
        let mut bits = Self::empty(grid.size());
        for (y, values) in grid.rows().enumerate() {
            for (word, values) in bits.row_mut(y).iter_mut().zip(values.chunks(WORD_CELLS)) {
                *word = word_where(values.len(), |index| test(&values[index]));
            }
        }
        bits
    }

    /// Returns width and height.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rectangle of all cells.
    pub fn rect(&self) -> Rect {
        Rect::new(Cell::new(0, 0), self.size)
    }

    /// Returns `true` if the bit of a cell is set; `false` for a cell outside the grid.
    pub fn get(&self, cell: Cell) -> bool {
        self.position(cell).is_some_and(|(word, bit)| self.words[word] >> bit & 1 == 1)
    }

    /// Sets or clears the bit of a cell; does nothing for a cell outside the grid.
    pub fn set(&mut self, cell: Cell, value: bool) {
        if let Some((word, bit)) = self.position(cell) {
            self.words[word] = self.words[word] & !(1 << bit) | u64::from(value) << bit;
        }
    }

    /// Sets or clears the bits of a row from column `columns.start` to before `columns.end`.
    ///
    /// # Panics
    /// Panics if these cells are not in the grid.
    pub fn set_span(&mut self, y: usize, columns: Range<u32>, value: bool) {
        self.set_block(y..y + 1, columns, value);
    }

    /// Sets or clears the bits of the given columns in the given rows.
    ///
    /// # Panics
    /// Panics if these cells are not in the grid.
    pub fn set_block(&mut self, rows: Range<usize>, columns: Range<u32>, value: bool) {
        let Size { width, height } = self.size;
        assert!(columns.end <= width && rows.end <= height as usize, "the cells lie in the grid");
        for (index, mask) in masks_of_span(columns) {
            let mut at = self.stride * (rows.start + 1) + 1 + index;
            for _ in rows.clone() {
                let word = self.words[at];
                self.words[at] = if value { word | mask } else { word & !mask };
                at += self.stride;
            }
        }
    }

    /// Returns the number of set bits.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the cells whose bits are set, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.size.height as usize).flat_map(move |y| {
            let words = self.row(y).iter().enumerate();
            words.flat_map(move |(index, word)| {
                ones(*word).map(move |bit| Cell::new((index * WORD_CELLS + bit) as i32, y as i32))
            })
        })
    }

    /// Returns the runs of set bits in a row, as columns, from the left.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn spans(&self, y: usize) -> impl Iterator<Item = Range<u32>> {
        let words = self.row(y);
        let mut column = 0;
        std::iter::from_fn(move || {
            let start = next_column(words, column, 0)?;
            column = next_column(words, start, u64::MAX).unwrap_or(words.len() * WORD_CELLS);
            Some(start as u32..column as u32)
        })
    }

    /// Sets the bits that are set in another grid of the same size.
    ///
    /// # Panics
    /// Panics if the sizes differ.
    pub fn add(&mut self, others: &Self) {
        assert_eq!(self.size, others.size, "the grids are of one size");
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word |= other;
        }
    }

    /// Clears the bits that are not set in another grid of the same size.
    ///
    /// # Panics
    /// Panics if the sizes differ.
    pub fn keep(&mut self, others: &Self) {
        assert_eq!(self.size, others.size, "the grids are of one size");
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= other;
        }
    }

    /// Returns the cells that are set together with all eight cells around them.
    pub fn inner(&self) -> Self {
        let mut inner = Self::empty(self.size);
        for y in 0..self.size.height as usize {
            let rows = [y, y + 1, y + 2].map(|padded| self.padded_row(padded));
            for (index, word) in inner.row_mut(y).iter_mut().enumerate() {
                let with_sides = |row: &[u64]| {
                    let [before, here, after] = [index, index + 1, index + 2].map(|at| row[at]);
                    here & (here << 1 | before >> (WORD_CELLS - 1)) & (here >> 1 | after << (WORD_CELLS - 1))
                };
                *word = rows.into_iter().map(with_sides).fold(u64::MAX, |all, row| all & row);
            }
        }
        inner
    }

    /// Returns the words of a row without its margins: bit `b` of word `w` is column `64 w + b`.
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn row(&self, y: usize) -> &[u64] {
        let row = self.padded_row(y + 1);
        &row[1..row.len() - 1]
    }

    /// Returns the words of a row for writing. Bits beyond the width must stay 0.
    pub(crate) fn row_mut(&mut self, y: usize) -> &mut [u64] {
        let stride = self.stride;
        let from = stride * (y + 1);
        &mut self.words[from + 1..from + stride - 1]
    }

    /// Returns the words of a row for writing, and those of the row below with a margin word at both ends.
    pub(crate) fn row_with_next(&mut self, y: usize) -> (&mut [u64], &[u64]) {
        let stride = self.stride;
        let (above, below) = self.words.split_at_mut(stride * (y + 2));
        (&mut above[stride * (y + 1) + 1..stride * (y + 2) - 1], &below[..stride])
    }

    /// Returns the words of row `y - 1` with a margin word at both ends; row 0 is the margin above the grid.
    pub(crate) fn padded_row(&self, y: usize) -> &[u64] {
        &self.words[self.stride * y..self.stride * (y + 1)]
    }

    /// Returns the number of words in a row without margins.
    pub(crate) fn row_words(&self) -> usize {
        self.stride - 2
    }

    /// Returns the word and the bit of a cell; `None` outside the grid.
    fn position(&self, cell: Cell) -> Option<(usize, usize)> {
        let x = u32::try_from(cell.x).ok().filter(|x| *x < self.size.width)? as usize;
        let y = u32::try_from(cell.y).ok().filter(|y| *y < self.size.height)? as usize;
        Some((self.stride * (y + 1) + 1 + x / WORD_CELLS, x % WORD_CELLS))
    }
}

/// Returns the first column at or after `from` whose bit differs from those of `same`.
fn next_column(words: &[u64], from: usize, same: u64) -> Option<usize> {
    let mut index = from / WORD_CELLS;
    let mut word = (words.get(index)? ^ same) & u64::MAX << (from % WORD_CELLS);
    while word == 0 {
        index += 1;
        word = words.get(index)? ^ same;
    }
    Some(index * WORD_CELLS + word.trailing_zeros() as usize)
}

/// Returns the runs of set bits in a word.
pub(crate) fn spans_of_word(mut word: u64) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        let start = (word != 0).then(|| word.trailing_zeros() as usize)?;
        let end = start + (word >> start).trailing_ones() as usize;
        word &= if end < WORD_CELLS { u64::MAX << end } else { 0 };
        Some(start..end)
    })
}

/// Returns the positions of the set bits of a word, ascending.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// Returns the words that a run of columns touches: their index in the row, and the run's bits in them.
pub(crate) fn masks_of_span(columns: Range<u32>) -> impl Iterator<Item = (usize, u64)> {
    let (from, to) = (columns.start as usize, columns.end as usize);
    let (first, end) = (from / WORD_CELLS, if from < to { to.div_ceil(WORD_CELLS) } else { 0 });
    let (of_first, of_last) = (u64::MAX << (from % WORD_CELLS), u64::MAX >> (to.wrapping_neg() % WORD_CELLS));
    (first..end).map(move |index| {
        let begins = if index == first { of_first } else { u64::MAX };
        let ends = if index + 1 == end { of_last } else { u64::MAX };
        (index, begins & ends)
    })
}

/// Returns a word of at most 64 bits, each decided by the test.
#[inline(always)]
pub(crate) fn word_where(count: usize, test: impl Fn(usize) -> bool) -> u64 {
    // Bytes first, because the compiler vectorises that loop.
    let mut flags = [0_u8; WORD_CELLS];
    for (index, flag) in flags.iter_mut().enumerate().take(count) {
        *flag = u8::from(test(index));
    }
    flags.as_chunks().0.iter().rev().fold(0, |word, eight| {
        // The product gathers the lowest bits of eight bytes in its highest byte.
        word << 8 | u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;

    fn random(size: Size, percent: u32, seed: u64) -> (Grid<bool>, BitGrid) {
        let mut random = Seed(seed).stream();
        let values = (0..size.area()).map(|_| random.chance(percent)).collect();
        let grid = Grid::from_values(size, values).expect("one value a cell");
        let bits = BitGrid::of_values(&grid, |value| *value);
        (grid, bits)
    }

    #[test]
    fn bits_are_the_values_and_nothing_outside() {
        for (seed, size) in [(1, 1), (63, 2), (64, 3), (65, 4), (130, 7), (0, 0)].into_iter().enumerate() {
            let (grid, bits) = random(size.into(), 40, seed as u64);
            for cell in grid.rect().grown(2).cells() {
                assert_eq!(bits.get(cell), grid.get(cell).copied().unwrap_or(false), "{cell:?}");
            }
            let set: Vec<Cell> = grid.iter().filter(|(_, value)| **value).map(|(cell, _)| cell).collect();
            assert_eq!(bits.cells().collect::<Vec<_>>(), set);
            assert_eq!(bits.count(), set.len());
            let of_runs: Vec<Cell> = (0..size.1 as usize)
                .flat_map(|y| bits.spans(y).flatten().map(move |x| Cell::new(x as i32, y as i32)))
                .collect();
            assert_eq!(of_runs, set);
            let mut kept = bits.clone();
            kept.keep(&bits);
            assert_eq!(kept, bits);
        }
    }

    #[test]
    fn inner_cells_have_nothing_but_set_cells_around_them() {
        for (seed, size) in [(1, 1), (63, 5), (64, 9), (130, 12), (0, 0)].into_iter().enumerate() {
            let (grid, bits) = random(size.into(), 85, seed as u64);
            let is_set = |cell: Cell| grid.get(cell) == Some(&true);
            let is_inner = |cell: &Cell| is_set(*cell) && cell.around().all(is_set);
            let inner: Vec<Cell> = grid.rect().cells().filter(is_inner).collect();
            assert_eq!(bits.inner().cells().collect::<Vec<_>>(), inner);
            assert_eq!(inner.is_empty(), size.0 < 2);
        }
    }

    #[test]
    fn runs_are_set_and_cleared_cell_for_cell() {
        let size = Size::new(150, 2);
        for (from, to) in [(0, 0), (0, 64), (3, 5), (60, 70), (64, 128), (10, 150), (149, 150)] {
            let mut bits = BitGrid::empty(size);
            bits.set_span(1, from..to, true);
            let mut one_by_one = BitGrid::empty(size);
            (from..to).for_each(|x| one_by_one.set(Cell::new(x as i32, 1), true));
            assert_eq!(bits, one_by_one);
            bits.set_span(1, from..to, false);
            assert_eq!(bits, BitGrid::empty(size));
        }
    }

    #[test]
    fn runs_of_a_word_hold_its_bits() {
        let whole = |word| spans_of_word(word).map(|span| (span.start, span.end)).collect::<Vec<_>>();
        assert_eq!(whole(0), []);
        assert_eq!(whole(u64::MAX), [(0, 64)]);
        assert_eq!(whole(0b0110_1110 | 1 << 63), [(1, 4), (5, 7), (63, 64)]);
    }

    #[test]
    fn cells_outside_are_not_set() {
        let mut bits = BitGrid::empty(Size::new(3, 3));
        for cell in [(-1, 0), (3, 1), (0, 3), (1, -1)] {
            bits.set(cell.into(), true);
        }
        assert_eq!(bits.count(), 0);
    }
}
