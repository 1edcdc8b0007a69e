//! Smoothing 64 cells at a time.
//!
//! The open ones among nine cells are counted in bits: the three of a row first, then the three rows together.
//!
//! ```text
//! nw n ne     above       a number 0 to 3 in two bits, low and high
//! w  c  e     middle      together: odd (the lowest bit) and the pairs, 0 to 4,
//! sw s se     below       one word for "at least u pairs"
//! ```
//!
//! Counting itself among its neighbours, an open cell stays open from `9 - wall_above` on, and a solid one opens where both thresholds allow.
//!
//! In grid order a cell depends on what became of the one to its left.
//! If that one is open, it opens here where it would not have otherwise, never the other way round; so along a row openness goes on like the carry of an addition: it *begins* (generate) or *goes on* (propagate), and one addition settles 64 cells.

use super::SmoothedRegion;
use crate::base::BitGrid;

pub(super) fn smooth_synchronously(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    let height = open.size().height as usize;
    let words = open.row_words();
    let [mut above, mut middle, mut below] = [(); 3].map(|()| RowSums::new(words));
    let mut counts = Counts::new(words);
    above.of_three(open.padded_row(0));
    middle.of_three(open.padded_row(1));
    for y in 0..height {
        below.of_three(open.padded_row(y + 2));
        counts.add(&above, &middle, &below);
        for region in regions {
            let thresholds = Thresholds::of(region);
            let (stays, opens) = (counts.at_least(thresholds.stays), counts.at_least(thresholds.opens));
            if thresholds.stays == thresholds.opens {
                apply_one(open.row_mut(y), region.cells.row(y), &counts.odd, stays);
            } else {
                apply(open.row_mut(y), region.cells.row(y), &counts.odd, stays, opens);
            }
        }
        std::mem::swap(&mut above, &mut middle);
        std::mem::swap(&mut middle, &mut below);
    }
}

pub(super) fn smooth_in_grid_order(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    let height = open.size().height as usize;
    let words = open.row_words();
    let [mut above, mut middle, mut below] = [(); 3].map(|()| RowSums::new(words));
    let mut counts = Counts::new(words);
    let (mut begins, mut goes_on) = (vec![0; words], vec![0; words]);
    for y in 0..height {
        above.of_three(open.padded_row(y));
        middle.of_two(open.padded_row(y + 1));
        below.of_three(open.padded_row(y + 2));
        counts.add(&above, &middle, &below);
        begins.copy_from_slice(open.row(y));
        goes_on.copy_from_slice(open.row(y));
        for region in regions {
            let (row, cells) = (open.row(y), region.cells.row(y));
            let alone = Thresholds::of(region);
            let beside_open = alone.with_one_more();
            for (target, Thresholds { stays, opens }) in [(&mut begins, alone), (&mut goes_on, beside_open)] {
                let (at_least_stays, at_least_opens) = (counts.at_least(stays), counts.at_least(opens));
                decide(target, row, cells, &counts.odd, at_least_stays, at_least_opens);
            }
        }
        carry_along(open.row_mut(y), &begins, &goes_on);
    }
}

/// How many of three cells in a row are open, in two bits.
struct RowSums {
    low: Vec<u64>,
    high: Vec<u64>,
}

impl RowSums {
    fn new(words: usize) -> Self {
        Self { low: vec![0; words], high: vec![0; words] }
    }

    /// The cell and those to its left and right.
    fn of_three(&mut self, padded: &[u64]) {
        sums_of_three(padded, &mut self.low, &mut self.high);
    }

    /// The cell and the one to its right.
    fn of_two(&mut self, padded: &[u64]) {
        sums_of_two(padded, &mut self.low, &mut self.high);
    }
}

fn sums_of_three(padded: &[u64], low: &mut [u64], high: &mut [u64]) {
    let count = low.len();
    let (before, here, after) = (&padded[..count], &padded[1..=count], &padded[2..count + 2]);
    let high = &mut high[..count];
    for index in 0..count {
        let left = here[index] << 1 | before[index] >> 63;
        let right = here[index] >> 1 | after[index] << 63;
        let one = left ^ right;
        low[index] = one ^ here[index];
        high[index] = left & right | one & here[index];
    }
}

fn sums_of_two(padded: &[u64], low: &mut [u64], high: &mut [u64]) {
    let count = low.len();
    let (here, after) = (&padded[1..=count], &padded[2..count + 2]);
    let high = &mut high[..count];
    for index in 0..count {
        let right = here[index] >> 1 | after[index] << 63;
        low[index] = here[index] ^ right;
        high[index] = here[index] & right;
    }
}

/// How many of the cells around are open: twice the pairs, and one if odd.
struct Counts {
    odd: Vec<u64>,
    /// At index u: are there at least u pairs? 0 always, 5 never.
    pairs: [Vec<u64>; 6],
}

impl Counts {
    fn new(words: usize) -> Self {
        let mut pairs = [(); 6].map(|()| vec![0; words]);
        pairs[0].fill(u64::MAX);
        Self { odd: vec![0; words], pairs }
    }

    fn add(&mut self, above: &RowSums, middle: &RowSums, below: &RowSums) {
        let [_, one, two, three, four, _] = &mut self.pairs;
        add_rows(above, middle, below, &mut self.odd, [one, two, three, four]);
    }

    /// The words that say whether there are at least so many, 0 to 9: certainly, and if the number is odd.
    fn at_least(&self, count: usize) -> [&[u64]; 2] {
        [&self.pairs[count.div_ceil(2)], &self.pairs[count / 2]]
    }
}

fn add_rows(
    above: &RowSums,
    middle: &RowSums,
    below: &RowSums,
    odd: &mut [u64],
    [one, two, three, four]: [&mut [u64]; 4],
) {
    let count = odd.len();
    let [al, ah] = [&above.low[..count], &above.high[..count]];
    let [ml, mh] = [&middle.low[..count], &middle.high[..count]];
    let [bl, bh] = [&below.low[..count], &below.high[..count]];
    store_counts([al, ml, bl], [ah, mh, bh], odd, one, two, three, four);
}

fn store_counts(
    [al, ml, bl]: [&[u64]; 3],
    [ah, mh, bh]: [&[u64]; 3],
    odd: &mut [u64],
    one: &mut [u64],
    two: &mut [u64],
    three: &mut [u64],
    four: &mut [u64],
) {
    let count = odd.len();
    let (al, ml, bl) = (&al[..count], &ml[..count], &bl[..count]);
    let (ah, mh, bh) = (&ah[..count], &mh[..count], &bh[..count]);
    let (one, two) = (&mut one[..count], &mut two[..count]);
    let (three, four) = (&mut three[..count], &mut four[..count]);
    for index in 0..count {
        let single = al[index] ^ ml[index];
        odd[index] = single ^ bl[index];
        let carried = al[index] & ml[index] | single & bl[index];
        // Four bits, counted by sorting two and two.
        let (some, both) = (ah[index] | mh[index], ah[index] & mh[index]);
        let (other, others) = (bh[index] | carried, bh[index] & carried);
        one[index] = some | other;
        two[index] = both | others | some & other;
        three[index] = both & other | others & some;
        four[index] = both & others;
    }
}

/// From how many open cells on a cell is open, itself counted.
#[derive(Clone, Copy)]
struct Thresholds {
    /// One that was open.
    stays: usize,
    /// One that was solid.
    opens: usize,
}

impl Thresholds {
    fn of(region: &SmoothedRegion) -> Self {
        let wall_above = region.rule.wall_above.min(9) as usize;
        let open_below = region.rule.open_below.min(9) as usize;
        Self { stays: 9 - wall_above, opens: 8_usize.saturating_sub(wall_above).max(9 - open_below) }
    }

    /// Where one open cell more is there than was counted.
    fn with_one_more(self) -> Self {
        Self { stays: self.stays.saturating_sub(1), opens: self.opens.saturating_sub(1) }
    }
}

/// The rule where open and solid cells have different thresholds.
fn apply(row: &mut [u64], cells: &[u64], odd: &[u64], stays: [&[u64]; 2], opens: [&[u64]; 2]) {
    let count = row.len();
    let (cells, odd) = (&cells[..count], &odd[..count]);
    let ([stays, odd_stays], [opens, odd_opens]) =
        (stays.map(|words| &words[..count]), opens.map(|words| &words[..count]));
    for index in 0..count {
        let old = row[index];
        let stay = stays[index] | odd[index] & odd_stays[index];
        let open = opens[index] | odd[index] & odd_opens[index];
        row[index] = old ^ (old ^ (old & stay | !old & open)) & cells[index];
    }
}

/// The rule where both have the same.
fn apply_one(row: &mut [u64], cells: &[u64], odd: &[u64], [sure, odd_sure]: [&[u64]; 2]) {
    let count = row.len();
    let (cells, odd, sure, odd_sure) = (&cells[..count], &odd[..count], &sure[..count], &odd_sure[..count]);
    for index in 0..count {
        let old = row[index];
        row[index] = old ^ (old ^ (sure[index] | odd[index] & odd_sure[index])) & cells[index];
    }
}

/// What the rule makes of the cells of a region, written into `target` there.
fn decide(
    target: &mut [u64],
    row: &[u64],
    cells: &[u64],
    odd: &[u64],
    stays: [&[u64]; 2],
    opens: [&[u64]; 2],
) {
    let count = target.len();
    let (row, cells, odd) = (&row[..count], &cells[..count], &odd[..count]);
    let ([stays, odd_stays], [opens, odd_opens]) =
        (stays.map(|words| &words[..count]), opens.map(|words| &words[..count]));
    for index in 0..count {
        let old = row[index];
        let stay = stays[index] | odd[index] & odd_stays[index];
        let open = opens[index] | odd[index] & odd_opens[index];
        target[index] ^= (target[index] ^ (old & stay | !old & open)) & cells[index];
    }
}

/// Settles a row from the left: a cell is open where openness begins, or goes on from an open one.
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

    /// Random open cells, and each cell in one of the regions or in none.
    fn random(
        size: Size,
        percent: u32,
        rules: &[SmoothingRule],
        seed: u64,
    ) -> (BitGrid, Vec<SmoothedRegion>) {
        let mut lots = Seed(seed).lots();
        let mut open = BitGrid::empty(size);
        let empty = |rule: &SmoothingRule| SmoothedRegion { rule: *rule, cells: BitGrid::empty(size) };
        let mut regions: Vec<_> = rules.iter().map(empty).collect();
        for cell in open.rect().cells() {
            open.set(cell, !lots.chance(percent));
            let region = lots.below(rules.len() as u64 * 3 + 1) as usize % (rules.len() + 1);
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
        // A lone open cell and a rule that opens whatever has an open neighbour: in grid order all to its right is reached at once.
        let size = Size::new(200, 1);
        let mut open = BitGrid::empty(size);
        open.set(Cell::new(3, 0), true);
        let mut region = SmoothedRegion { rule: rule(8, 8), cells: BitGrid::empty(size) };
        region.cells.set_run(0, 0..200, true);
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
