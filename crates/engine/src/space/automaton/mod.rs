//! Cellular automata that smooth caves.
//!
//! In: the open cells of a level, and regions: cells that follow a rule. Out: the open cells after one round.
//! Guaranteed: cells outside all regions stay as they are; what lies outside the level counts as solid.
//!
//! The rule is the 4/5 rule of Johnson, Yannakakis and Togelius (2010), "Cellular automata for real-time generation of infinite cave levels", with both thresholds free.
//! The eight neighbours of 64 cells are counted at once (`words`); larger neighbourhoods, and cells in a random order, have counts that are kept while cells change (`smoother`). The rule as it is written down is `plain`.

mod counts;
mod plain;
mod running;
mod smoother;
mod words;

#[cfg(test)]
use plain::is_open_next;
pub use plain::{smooth_in_grid_order_plainly, smooth_synchronously_plainly};
pub(super) use smoother::Smoother;

use crate::base::BitGrid;
use crate::mission::{Cave, Neighbourhood};

/// What becomes of a cell: with more than `wall_above` solid neighbours it becomes solid, else with fewer than `open_below` open, else it stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmoothingRule {
    /// A cell with more solid neighbours than this becomes solid.
    pub wall_above: u32,
    /// A cell with fewer solid neighbours than this becomes open.
    pub open_below: u32,
    /// Which neighbours are counted.
    pub neighbourhood: Neighbourhood,
}

impl SmoothingRule {
    /// The rule of a cave.
    pub const fn new(cave: &Cave) -> Self {
        Self { wall_above: cave.wall_above, open_below: cave.open_below, neighbourhood: cave.neighbourhood }
    }
}

/// Cells that follow one rule; all others are left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmoothedRegion {
    /// What becomes of them.
    pub rule: SmoothingRule,
    /// The cells. Those of different regions are different.
    pub cells: BitGrid,
}

/// One round in which every cell sees its neighbours as they were before.
///
/// # Panics
/// If the grids are not of one size.
pub fn smooth_synchronously(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    check_sizes(open, regions);
    if regions.is_empty() {
        return;
    }
    if can_count_by_words(regions) {
        words::smooth_synchronously(open, regions);
    } else {
        smooth_synchronously_plainly(open, regions);
    }
}

/// One round in which the cells take their turns row by row, from the left: later ones see what became of earlier ones.
///
/// # Panics
/// If the grids are not of one size.
pub fn smooth_in_grid_order(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    check_sizes(open, regions);
    if regions.is_empty() {
        return;
    }
    if can_count_by_words(regions) {
        words::smooth_in_grid_order(open, regions);
    } else {
        smooth_in_grid_order_plainly(open, regions);
    }
}

pub(super) fn can_count_by_words(regions: &[&SmoothedRegion]) -> bool {
    regions.iter().all(|region| region.rule.neighbourhood == Neighbourhood::Moore(1))
}

fn check_sizes(open: &BitGrid, regions: &[&SmoothedRegion]) {
    let agree = regions.iter().all(|region| region.cells.size() == open.size());
    assert!(agree, "regions are as large as the grid that they smooth");
}
