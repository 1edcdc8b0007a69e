//! Smoothing 64 cells at a time.
//!
//! In grid order, a cell depends on the new state of the cell to its left.
//! An open cell to the left can only help a cell to open.
//! Openness therefore moves along a row like the carry of an addition.
//! It *begins* (generate) or *goes on* (propagate), and one addition decides 64 cells.
//!
//! A row is processed by one loop without branches, which the compiler vectorises.
//! The most frequent rules have such a loop of their own.

use super::SmoothedRegion;
use super::counts::{OpenCount, Thresholds, TripleCount, at_least};
use crate::base::BitGrid;

pub(super) fn smooth_synchronously(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    let words = open.row_words();
    let [mut above, mut middle, mut below] = [(); 3].map(|()| RowSums::new(words));
    above.of_row(open.padded_row(0));
    middle.of_row(open.padded_row(1));
    for y in 0..open.size().height as usize {
        let (row, next) = open.row_with_next(y);
        for region in regions {
            let thresholds = Thresholds::of(region);
            let (known, new, rows) = ((&above, &middle), &mut below, (next, region.cells.row(y)));
            match thresholds.in_common() {
                Some(4) => smooth_row(row, new, known, rows, at_least::<4>),
                Some(5) => smooth_row(row, new, known, rows, at_least::<5>),
                Some(6) => smooth_row(row, new, known, rows, at_least::<6>),
                _ => smooth_row(row, new, known, rows, thresholds.rule()),
            }
        }
        std::mem::swap(&mut above, &mut middle);
        std::mem::swap(&mut middle, &mut below);
    }
}

pub(super) fn smooth_in_grid_order(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    let words = open.row_words();
    // The new states of cells with a solid cell to their left, and with an open one.
    let (mut begins, mut goes_on) = (vec![0; words], vec![0; words]);
    for y in 0..open.size().height as usize {
        begins.copy_from_slice(open.row(y));
        goes_on.copy_from_slice(open.row(y));
        let rows = [y, y + 1, y + 2].map(|row| open.padded_row(row));
        for region in regions {
            let cells = region.cells.row(y);
            let alone = Thresholds::of(region);
            // The cell to the left is not counted. If it is open, one less is enough.
            match alone.in_common() {
                Some(4) => take_turns(&mut begins, &mut goes_on, rows, cells, at_least::<4>, at_least::<3>),
                Some(5) => take_turns(&mut begins, &mut goes_on, rows, cells, at_least::<5>, at_least::<4>),
                Some(6) => take_turns(&mut begins, &mut goes_on, rows, cells, at_least::<6>, at_least::<5>),
                _ => take_turns(
                    &mut begins,
                    &mut goes_on,
                    rows,
                    cells,
                    alone.rule(),
                    alone.with_one_more().rule(),
                ),
            }
        }
        carry_along(open.row_mut(y), &begins, &goes_on);
    }
}

/// The number of open cells among three, for the cells of a row, in two bits.
struct RowSums {
    low: Vec<u64>,
    high: Vec<u64>,
}

impl RowSums {
    fn new(words: usize) -> Self {
        Self { low: vec![0; words], high: vec![0; words] }
    }

    fn of_row(&mut self, padded: &[u64]) {
        for (index, (low, high)) in self.low.iter_mut().zip(&mut self.high).enumerate() {
            TripleCount { low: *low, high: *high } =
                TripleCount::of_three(padded[index], padded[index + 1], padded[index + 2]);
        }
    }
}

/// Smooths the cells of a row that follow the rule.
///
/// The sums of the row and of the one above it are known. Those of the next row are written.
fn smooth_row(
    row: &mut [u64],
    new: &mut RowSums,
    (above, here): (&RowSums, &RowSums),
    (next, cells): (&[u64], &[u64]),
    rule: impl Fn(OpenCount, u64) -> u64,
) {
    let known = [&above.low, &above.high, &here.low, &here.high].map(Vec::as_slice);
    smooth_words(row, &mut new.low, &mut new.high, known, next, cells, rule);
}

/// Takes slices, so that the compiler knows that the ones it writes do not overlap the others.
#[inline(never)]
fn smooth_words(
    row: &mut [u64],
    new_low: &mut [u64],
    new_high: &mut [u64],
    [above_low, above_high, low, high]: [&[u64]; 4],
    next: &[u64],
    cells: &[u64],
    rule: impl Fn(OpenCount, u64) -> u64,
) {
    let words = row.len();
    let (next, cells) = (&next[..words + 2], &cells[..words]);
    let (above_low, above_high) = (&above_low[..words], &above_high[..words]);
    let (low, high) = (&low[..words], &high[..words]);
    let (new_low, new_high) = (&mut new_low[..words], &mut new_high[..words]);
    for index in 0..words {
        let above = TripleCount { low: above_low[index], high: above_high[index] };
        let here = TripleCount { low: low[index], high: high[index] };
        let below = TripleCount::of_three(next[index], next[index + 1], next[index + 2]);
        (new_low[index], new_high[index]) = (below.low, below.high);
        let old = row[index];
        let smoothed = rule(OpenCount::of_rows(above, here, below), old);
        row[index] = old ^ (old ^ smoothed) & cells[index];
    }
}

/// Applies the rule to the cells of a row that follow it, without and with an open cell to the left.
///
/// The rows are the one above, that of the cells, and the one below, with their margins.
#[inline(never)]
fn take_turns(
    begins: &mut [u64],
    goes_on: &mut [u64],
    [above, here, below]: [&[u64]; 3],
    cells: &[u64],
    alone: impl Fn(OpenCount, u64) -> u64,
    beside_open: impl Fn(OpenCount, u64) -> u64,
) {
    let words = begins.len();
    let (goes_on, cells) = (&mut goes_on[..words], &cells[..words]);
    let (above, here, below) = (&above[..words + 2], &here[..words + 2], &below[..words + 2]);
    for index in 0..words {
        let old = here[index + 1];
        let count = OpenCount::of_rows(
            TripleCount::of_three(above[index], above[index + 1], above[index + 2]),
            TripleCount::of_two(old, here[index + 2]),
            TripleCount::of_three(below[index], below[index + 1], below[index + 2]),
        );
        begins[index] ^= (begins[index] ^ alone(count, old)) & cells[index];
        goes_on[index] ^= (goes_on[index] ^ beside_open(count, old)) & cells[index];
    }
}

/// Decides a row from the left: a cell is open if openness begins there, or goes on from an open cell.
fn carry_along(row: &mut [u64], begins: &[u64], goes_on: &[u64]) {
    let mut carry = false;
    for ((word, begins), goes_on) in row.iter_mut().zip(begins).zip(goes_on) {
        let (sum, over) = begins.overflowing_add(*goes_on);
        let (sum, over_too) = sum.overflowing_add(u64::from(carry));
        carry = over | over_too;
        // The carry out of a column is the carry into the next one.
        *word = (begins ^ goes_on ^ sum) >> 1 | u64::from(carry) << 63;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{SmoothingRule, smooth_in_grid_order_plainly, smooth_synchronously_plainly};
    use super::*;
    use crate::base::{Cell, Seed, Size};
    use crate::mission::Neighbourhood;

    fn rule(wall_above: u32, open_below: u32) -> SmoothingRule {
        SmoothingRule { wall_above, open_below, neighbourhood: Neighbourhood::Moore(1) }
    }

    /// Returns random open cells, and regions that contain each cell at most once.
    fn random(
        size: Size,
        percent: u32,
        rules: &[SmoothingRule],
        seed: u64,
    ) -> (BitGrid, Vec<SmoothedRegion>) {
        let mut random = Seed(seed).stream();
        let mut open = BitGrid::empty(size);
        let empty = |rule: &SmoothingRule| SmoothedRegion { rule: *rule, cells: BitGrid::empty(size) };
        let mut regions: Vec<_> = rules.iter().map(empty).collect();
        for cell in open.rect().cells() {
            open.set(cell, !random.chance(percent));
            let region = random.below(rules.len() as u64 * 3 + 1) as usize % (rules.len() + 1);
            if let Some(region) = regions.get_mut(region) {
                region.cells.set(cell, true);
            }
        }
        (open, regions)
    }

    fn agree(start: &BitGrid, regions: &[SmoothedRegion]) {
        let regions: Vec<_> = regions.iter().collect();
        let [mut fast, mut plain, mut fast_turns, mut plain_turns] = [(); 4].map(|()| start.clone());
        for round in 0..3 {
            smooth_synchronously(&mut fast, &regions);
            smooth_synchronously_plainly(&mut plain, &regions);
            assert!(fast == plain, "round {round}, all at once, of {regions:?}");
            smooth_in_grid_order(&mut fast_turns, &regions);
            smooth_in_grid_order_plainly(&mut plain_turns, &regions);
            assert!(fast_turns == plain_turns, "round {round}, in grid order, of {regions:?}");
        }
    }

    #[test]
    fn every_pair_of_thresholds_is_the_rule_as_written() {
        for wall_above in 0..=10 {
            for open_below in 0..=10 {
                let rules = [rule(wall_above, open_below)];
                let (open, regions) =
                    random(Size::new(70, 12), 50, &rules, u64::from(wall_above * 11 + open_below));
                agree(&open, &regions);
            }
        }
    }

    #[test]
    fn openness_goes_on_over_the_ends_of_words() {
        // A lone open cell and a rule that opens every cell with an open neighbour: grid order opens
        // everything to its right.
        let size = Size::new(200, 1);
        let mut open = BitGrid::empty(size);
        open.set(Cell::new(3, 0), true);
        let mut region = SmoothedRegion { rule: rule(8, 8), cells: BitGrid::empty(size) };
        region.cells.set_span(0, 0..200, true);
        smooth_in_grid_order(&mut open, &[&region]);
        assert_eq!(open.cells().map(|cell| cell.x).collect::<Vec<_>>(), (2..200).collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn words_agree_with_cells(
            (width, height) in (0_u32..200, 0_u32..20),
            percent in 0_u32..=100,
            thresholds in proptest::collection::vec((0_u32..=10, 0_u32..=10), 1..4),
            seed: u64,
        ) {
            let rules: Vec<_> = thresholds.into_iter().map(|(wall, open)| rule(wall, open)).collect();
            let (open, regions) = random(Size::new(width, height), percent, &rules, seed);
            agree(&open, &regions);
        }
    }
}
