//! Smoothing with running counts, for any neighbourhood and any order.
//!
//! Input: the open cells of a level, and the cells that take their turns under a rule.
//! Output: the same cells as cell-by-cell smoothing (`plain`) gives.
//!
//! A turn looks up one count. Only a changed cell touches its neighbours:
//! one addition of 16 bytes for each row of the neighbourhood.
//!
//! ```text
//! counts of a row   …2 3 3 4 4 3 2…
//! the cell opens      0 1 1 1 1 1 0   added to each row that it is a neighbour of
//! ```
//!
//! A word of 64 cells is skipped while nothing has changed around it since its last turn, because its cells
//! stay the same.

use super::SmoothingRule;
use crate::base::{BitGrid, Cell, WORD_CELLS, ones, word_where};
use crate::mission::Neighbourhood;

/// Bytes that one addition changes. A row of the largest neighbourhood has 11 cells.
const LANES: usize = 16;

/// Margin cells at each end of a row of counts, so that additions and words of 64 counts never leave it.
const MARGIN: usize = WORD_CELLS;

/// Open neighbours of every cell, and the rounds in which they changed.
pub(in super::super) struct RunningCounts {
    neighbourhood: Neighbourhood,
    reach: usize,
    /// Bytes of a row, including its margins.
    stride: usize,
    /// Number of open neighbours of each cell. There are `reach` margin rows above and below.
    counts: Vec<u8>,
    /// The numbers that an open cell adds to each row of its neighbourhood, from `reach` cells to its left
    /// on.
    rows: Vec<[u8; LANES]>,
    /// For each word of cells, the last round in which a count changed there.
    changed: Vec<u32>,
    words: usize,
    height: usize,
}

impl RunningCounts {
    pub fn new(open: &BitGrid, neighbourhood: Neighbourhood) -> Self {
        let (Neighbourhood::Moore(reach) | Neighbourhood::VonNeumann(reach)) = neighbourhood;
        let (reach, words) = (reach as usize, open.row_words());
        let height = open.size().height as usize;
        let stride = words * WORD_CELLS + 2 * MARGIN;
        let mut counts = Self {
            neighbourhood,
            reach,
            stride,
            counts: vec![0; stride * (height + 2 * reach)],
            rows: rows(neighbourhood, reach),
            changed: vec![0; words * height],
            words,
            height,
        };
        for cell in open.cells() {
            counts.add(cell, true);
        }
        counts
    }

    /// Returns the neighbours that are counted.
    pub fn neighbourhood(&self) -> Neighbourhood {
        self.neighbourhood
    }

    /// Records that a cell has become open or solid in this round.
    pub fn change(&mut self, cell: Cell, is_open: bool, round: u32) {
        self.add(cell, is_open);
        let (x, y) = (cell.x as usize, cell.y as usize);
        let first = x.saturating_sub(self.reach) / WORD_CELLS;
        let last = ((x + self.reach) / WORD_CELLS).min(self.words - 1);
        for row in y.saturating_sub(self.reach)..(y + self.reach + 1).min(self.height) {
            self.changed[row * self.words + first] = round;
            self.changed[row * self.words + last] = round;
        }
    }

    /// Returns `true` if no count of a word of cells has changed since the round before this one.
    pub fn is_settled(&self, y: usize, word: usize, round: u32) -> bool {
        self.changed[y * self.words + word] + 1 < round
    }

    fn add(&mut self, cell: Cell, is_open: bool) {
        // The neighbourhood is symmetric: the cells that count this cell are its neighbours.
        let mut at = cell.y as usize * self.stride + MARGIN + cell.x as usize - self.reach;
        for row in &self.rows {
            if let Some(counts) = self.counts.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<LANES>) {
                if is_open {
                    counts.iter_mut().zip(row).for_each(|(count, one)| *count = count.wrapping_add(*one));
                } else {
                    counts.iter_mut().zip(row).for_each(|(count, one)| *count = count.wrapping_sub(*one));
                }
            }
            at += self.stride;
        }
    }

    fn of_word(&self, y: usize, word: usize) -> &[u8] {
        let from = (y + self.reach) * self.stride + MARGIN + word * WORD_CELLS;
        &self.counts[from..from + WORD_CELLS]
    }

    /// Returns the new states of 64 cells whose old states are `old`.
    pub fn next_word(&self, y: usize, word: usize, old: u64, thresholds: OpenThresholds) -> u64 {
        let counts = self.of_word(y, word);
        let stays = word_where(WORD_CELLS, |index| u32::from(counts[index]) >= thresholds.stays);
        let opens = word_where(WORD_CELLS, |index| u32::from(counts[index]) >= thresholds.opens);
        old & stays | !old & opens
    }

    /// Returns `true` if a cell becomes or stays open.
    pub fn is_open_next(&self, cell: Cell, is_open: bool, thresholds: OpenThresholds) -> bool {
        let at = (cell.y as usize + self.reach) * self.stride + MARGIN + cell.x as usize;
        let needed = if is_open { thresholds.stays } else { thresholds.opens };
        u32::from(self.counts[at]) >= needed
    }
}

/// Minimum number of open neighbours for a cell to be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct OpenThresholds {
    /// For a cell that was open.
    pub stays: u32,
    /// For a cell that was solid.
    pub opens: u32,
}

impl OpenThresholds {
    pub fn of(rule: SmoothingRule) -> Self {
        let neighbours = neighbours(rule.neighbourhood);
        // With at most `wall_above` solid neighbours it does not become solid.
        let stays = neighbours.saturating_sub(rule.wall_above);
        // With fewer than `open_below` solid ones it becomes open. If `open_below` is 0, no count is enough.
        let opens = (neighbours + 1).saturating_sub(rule.open_below);
        Self { stays, opens: stays.max(opens) }
    }
}

/// Returns the number of neighbours of a cell.
pub(in super::super) fn neighbours(neighbourhood: Neighbourhood) -> u32 {
    match neighbourhood {
        Neighbourhood::Moore(reach) => (2 * reach + 1).pow(2) - 1,
        Neighbourhood::VonNeumann(reach) => 2 * reach * (reach + 1),
    }
}

/// Returns the rows of a neighbourhood from the top, as the numbers that an open cell adds to each.
fn rows(neighbourhood: Neighbourhood, reach: usize) -> Vec<[u8; LANES]> {
    let row = |y: usize| {
        let half = match neighbourhood {
            Neighbourhood::Moore(_) => reach,
            Neighbourhood::VonNeumann(_) => reach - y.abs_diff(reach),
        };
        let is_counted = |x: usize| x.abs_diff(reach) <= half && (x, y) != (reach, reach);
        std::array::from_fn(|x| u8::from(is_counted(x)))
    };
    (0..=2 * reach).map(row).collect()
}

/// Returns the cells of the set bits of one word, from the left.
pub(in super::super) fn differing(y: usize, word: usize, bits: u64) -> impl Iterator<Item = Cell> {
    ones(bits).map(move |bit| Cell::new((word * WORD_CELLS + bit) as i32, y as i32))
}
