//! Counting the open cells around 64 cells at once, in bits: the three of a row first, then the three rows together.
//!
//! ```text
//! nw n ne     above       a number 0 to 3 in two bits, low and high
//! w  c  e     middle      together: odd (the lowest bit) and the pairs, 0 to 4,
//! sw s se     below       one word for "at least u pairs"
//! ```
//!
//! Counting itself among its neighbours, an open cell stays open from `9 - wall_above` on, and a solid one opens where both thresholds allow.

use super::SmoothedRegion;

/// How many of three cells in a row are open, in two bits.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    pub low: u64,
    pub high: u64,
}

impl Sum {
    /// The cells of a word and those to their left and right.
    #[inline(always)]
    pub fn of_three(before: u64, here: u64, after: u64) -> Self {
        let left = here << 1 | before >> 63;
        let right = here >> 1 | after << 63;
        let one = left ^ right;
        Self { low: one ^ here, high: left & right | one & here }
    }

    /// The cells of a word and those to their right.
    #[inline(always)]
    pub fn of_two(here: u64, after: u64) -> Self {
        let right = here >> 1 | after << 63;
        Self { low: here ^ right, high: here & right }
    }
}

/// How many of the cells around are open: twice the pairs, and one if odd.
#[derive(Clone, Copy)]
pub(super) struct Count {
    odd: u64,
    /// At index u: are there at least u pairs? 0 always, 5 never.
    pairs: [u64; 6],
}

impl Count {
    #[inline(always)]
    pub fn of_rows(above: Sum, middle: Sum, below: Sum) -> Self {
        let single = above.low ^ middle.low;
        let odd = single ^ below.low;
        let carried = above.low & middle.low | single & below.low;
        // Four bits, counted by sorting two and two.
        let (some, both) = (above.high | middle.high, above.high & middle.high);
        let (other, others) = (below.high | carried, below.high & carried);
        let two = both | others | some & other;
        let three = both & other | others & some;
        Self { odd, pairs: [u64::MAX, some | other, two, three, both & others, 0] }
    }

    /// Are there at least so many, 0 to 9?
    #[inline(always)]
    fn at_least(self, count: usize) -> u64 {
        self.pairs[count.div_ceil(2)] | self.odd & self.pairs[count / 2]
    }
}

/// The rule that a cell is open if at least so many are, whatever it was.
#[inline(always)]
pub(super) fn at_least<const COUNT: usize>(count: Count, _: u64) -> u64 {
    count.at_least(COUNT)
}

/// From how many open cells on a cell is open, itself counted.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// One that was open.
    stays: usize,
    /// One that was solid.
    opens: usize,
}

impl Thresholds {
    pub fn of(region: &SmoothedRegion) -> Self {
        let wall_above = region.rule.wall_above.min(9) as usize;
        let open_below = region.rule.open_below.min(9) as usize;
        Self { stays: 9 - wall_above, opens: 8_usize.saturating_sub(wall_above).max(9 - open_below) }
    }

    /// Where one open cell more is there than was counted.
    pub fn with_one_more(self) -> Self {
        Self { stays: self.stays.saturating_sub(1), opens: self.opens.saturating_sub(1) }
    }

    /// The threshold, if it is the same for open and solid cells.
    pub fn in_common(self) -> Option<usize> {
        (self.stays == self.opens).then_some(self.stays)
    }

    /// What becomes of 64 cells, from their count and from what they were.
    pub fn rule(self) -> impl Fn(Count, u64) -> u64 {
        let (stays, opens) = (Choice::new(self.stays), Choice::new(self.opens));
        move |count, old| old & stays.at_least(count) | !old & opens.at_least(count)
    }
}

/// A threshold as masks, so that counts are compared with it without a branch.
struct Choice {
    /// Of the words that say how many pairs there are, the one that says that there are enough, whatever the odd one.
    sure: [u64; 6],
    /// The one that says so if there is an odd one.
    with_odd: [u64; 6],
}

impl Choice {
    fn new(threshold: usize) -> Self {
        let only = |chosen: usize| std::array::from_fn(|pairs| if pairs == chosen { u64::MAX } else { 0 });
        Self { sure: only(threshold.div_ceil(2)), with_odd: only(threshold / 2) }
    }

    #[inline(always)]
    fn at_least(&self, count: Count) -> u64 {
        let chosen =
            |masks: &[u64; 6]| (0..6).fold(0, |word, pairs| word | count.pairs[pairs] & masks[pairs]);
        chosen(&self.sure) | count.odd & chosen(&self.with_odd)
    }
}
