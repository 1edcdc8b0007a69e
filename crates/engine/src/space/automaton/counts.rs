//! Bitwise counting of the open cells around 64 cells at once.
//!
//! The three cells of each row are counted first, then the three rows are added:
//!
//! ```text
//! nw n ne     above       a number 0 to 3 in two bits, low and high
//! w  c  e     middle      together: odd (the lowest bit) and the pairs, 0 to 4,
//! sw s se     below       one word for "at least u pairs"
//! ```
//!
//! A cell counts itself. An open cell therefore stays open from `9 - wall_above` on.
//! A solid one opens where both thresholds allow.

use super::SmoothedRegion;

/// Number of open cells among three in a row, in two bits.
#[derive(Clone, Copy)]
pub(super) struct TripleCount {
    pub low: u64,
    pub high: u64,
}

impl TripleCount {
    /// Counts the cells of a word with those to their left and right.
    #[inline(always)]
    pub fn of_three(before: u64, here: u64, after: u64) -> Self {
        let left = here << 1 | before >> 63;
        let right = here >> 1 | after << 63;
        let one = left ^ right;
        Self { low: one ^ here, high: left & right | one & here }
    }

    /// Counts the cells of a word with those to their right.
    #[inline(always)]
    pub fn of_two(here: u64, after: u64) -> Self {
        let right = here >> 1 | after << 63;
        Self { low: here ^ right, high: here & right }
    }
}

/// Number of open cells around: twice the pairs, plus one if odd.
#[derive(Clone, Copy)]
pub(super) struct OpenCount {
    odd: u64,
    /// Index u has the cells with at least u pairs: 0 is always true, 5 is never true.
    pairs: [u64; 6],
}

impl OpenCount {
    #[inline(always)]
    pub fn of_rows(above: TripleCount, middle: TripleCount, below: TripleCount) -> Self {
        let single = above.low ^ middle.low;
        let odd = single ^ below.low;
        let carried = above.low & middle.low | single & below.low;
        // Four bits, counted by sorting them two at a time.
        let (some, both) = (above.high | middle.high, above.high & middle.high);
        let (other, others) = (below.high | carried, below.high & carried);
        let two = both | others | some & other;
        let three = both & other | others & some;
        Self { odd, pairs: [u64::MAX, some | other, two, three, both & others, 0] }
    }

    /// Returns the cells with at least `count` open cells, 0 to 9.
    #[inline(always)]
    fn at_least(self, count: usize) -> u64 {
        self.pairs[count.div_ceil(2)] | self.odd & self.pairs[count / 2]
    }
}

/// Returns the cells that are open under a rule with one threshold for open and solid cells.
#[inline(always)]
pub(super) fn at_least<const COUNT: usize>(count: OpenCount, _: u64) -> u64 {
    count.at_least(COUNT)
}

/// Minimum number of open cells, including the cell itself, for a cell to be open.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// For a cell that was open.
    stays: usize,
    /// For a cell that was solid.
    opens: usize,
}

impl Thresholds {
    pub fn of(region: &SmoothedRegion) -> Self {
        let wall_above = region.rule.wall_above.min(9) as usize;
        let open_below = region.rule.open_below.min(9) as usize;
        Self { stays: 9 - wall_above, opens: 8_usize.saturating_sub(wall_above).max(9 - open_below) }
    }

    /// Returns the thresholds for cells with one open cell more than was counted.
    pub fn with_one_more(self) -> Self {
        Self { stays: self.stays.saturating_sub(1), opens: self.opens.saturating_sub(1) }
    }

    /// Returns the threshold, if it is the same for open and solid cells.
    pub fn in_common(self) -> Option<usize> {
        (self.stays == self.opens).then_some(self.stays)
    }

    /// Returns the rule for 64 cells: it takes their counts and their old states.
    pub fn rule(self) -> impl Fn(OpenCount, u64) -> u64 {
        let (stays, opens) = (ThresholdMasks::new(self.stays), ThresholdMasks::new(self.opens));
        move |count, old| old & stays.at_least(count) | !old & opens.at_least(count)
    }
}

/// A threshold as masks, so that counts are compared with it without a branch.
struct ThresholdMasks {
    /// Selects the pair word that shows enough open cells without the odd one.
    sure: [u64; 6],
    /// Selects the pair word that shows enough open cells with the odd one.
    with_odd: [u64; 6],
}

impl ThresholdMasks {
    fn new(threshold: usize) -> Self {
        let only = |chosen: usize| std::array::from_fn(|pairs| if pairs == chosen { u64::MAX } else { 0 });
        Self { sure: only(threshold.div_ceil(2)), with_odd: only(threshold / 2) }
    }

    #[inline(always)]
    fn at_least(&self, count: OpenCount) -> u64 {
        let chosen =
            |masks: &[u64; 6]| (0..6).fold(0, |word, pairs| word | count.pairs[pairs] & masks[pairs]);
        chosen(&self.sure) | count.odd & chosen(&self.with_odd)
    }
}
