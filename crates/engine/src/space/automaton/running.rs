//! Smoothing with counts that are kept while cells change, for any neighbourhood and any order.
//!
//! In: the open cells of a level, and which cells take their turns under which rule. Out: the same cells as smoothing cell by cell (`plain`) gives.
//! A turn looks up one count. Only a cell that changes touches its neighbours: one addition of 16 bytes for each row of the neighbourhood.
//!
//! ```text
//! counts of a row   …2 3 3 4 4 3 2…
//! the cell opens      0 1 1 1 1 1 0   added to each row that it is a neighbour of
//! ```
//!
//! A word of 64 cells is skipped as long as nothing has changed around it since its last turn. Its cells would stay as they are.

use super::SmoothingRule;
use crate::base::{BitGrid, Cell, WORD_CELLS, ones, word_where};
use crate::mission::Neighbourhood;

/// Bytes that one addition changes. A row of the largest neighbourhood has 11 cells.
const LANES: usize = 16;

/// Cells beside a row of counts, so that additions and words of 64 counts never leave it.
const MARGIN: usize = WORD_CELLS;

/// Open neighbours of every cell, and when they changed.
pub(in super::super) struct RunningCounts {
    neighbourhood: Neighbourhood,
    reach: usize,
    /// Bytes of a row, its margins included.
    stride: usize,
    /// For each cell, how many of its neighbours are open. The rows lie between `reach` rows of margin.
    counts: Vec<u8>,
    /// What an open cell adds to each row of its neighbourhood, from `reach` cells to its left on.
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

    /// Which neighbours are counted.
    pub fn neighbourhood(&self) -> Neighbourhood {
        self.neighbourhood
    }

    /// A cell has become open or solid in this round.
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

    /// Has no count of a word of cells changed since the round before this one?
    pub fn is_settled(&self, y: usize, word: usize, round: u32) -> bool {
        self.changed[y * self.words + word] + 1 < round
    }

    fn add(&mut self, cell: Cell, is_open: bool) {
        // The neighbourhood is its own mirror image: those whose neighbour the cell is are its neighbours.
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

    /// What becomes of 64 cells that are open as `old` says.
    pub fn next_word(&self, y: usize, word: usize, old: u64, thresholds: OpenThresholds) -> u64 {
        let counts = self.of_word(y, word);
        let stays = word_where(WORD_CELLS, |index| u32::from(counts[index]) >= thresholds.stays);
        let opens = word_where(WORD_CELLS, |index| u32::from(counts[index]) >= thresholds.opens);
        old & stays | !old & opens
    }

    /// What becomes of one cell.
    pub fn is_open_next(&self, cell: Cell, is_open: bool, thresholds: OpenThresholds) -> bool {
        let at = (cell.y as usize + self.reach) * self.stride + MARGIN + cell.x as usize;
        let needed = if is_open { thresholds.stays } else { thresholds.opens };
        u32::from(self.counts[at]) >= needed
    }
}

/// From how many open neighbours on a cell is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct OpenThresholds {
    /// A cell that was open.
    pub stays: u32,
    /// A cell that was solid.
    pub opens: u32,
}

impl OpenThresholds {
    pub fn of(rule: SmoothingRule) -> Self {
        let neighbours = neighbours(rule.neighbourhood);
        // With at most `wall_above` solid neighbours it does not become solid.
        let stays = neighbours.saturating_sub(rule.wall_above);
        // With fewer than `open_below` solid ones it becomes open. With none of them, no count is enough.
        let opens = (neighbours + 1).saturating_sub(rule.open_below);
        Self { stays, opens: stays.max(opens) }
    }
}

/// How many neighbours a cell has.
pub(in super::super) fn neighbours(neighbourhood: Neighbourhood) -> u32 {
    match neighbourhood {
        Neighbourhood::Moore(reach) => (2 * reach + 1).pow(2) - 1,
        Neighbourhood::VonNeumann(reach) => 2 * reach * (reach + 1),
    }
}

/// The rows of a neighbourhood from the top, as what an open cell adds to each.
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

/// The cells of one word in which two words differ, from the left.
pub(in super::super) fn differing(y: usize, word: usize, bits: u64) -> impl Iterator<Item = Cell> {
    ones(bits).map(move |bit| Cell::new((word * WORD_CELLS + bit) as i32, y as i32))
}
