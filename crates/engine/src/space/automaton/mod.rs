//! Cellular automata that smooth caves.
//!
//! Input: the open cells of a level, and regions of cells that follow one rule each.
//! Output: the open cells after one round.
//! Cells outside all regions stay unchanged. Cells outside the level are solid.
//!
//! The rule is the 4/5 rule with both thresholds free: Johnson, Yannakakis and Togelius (2010),
//! "Cellular automata for real-time generation of infinite cave levels".
//!
//! `words` counts the eight neighbours of 64 cells at once.
//! `smoother` keeps running counts, for larger neighbourhoods and random orders.
//! `plain` is the rule as written, cell by cell.

mod counts;
mod plain;
mod running;
mod smoother;
mod words;

#[cfg(test)]
use plain::is_open_next;
pub use plain::{smooth_in_grid_order_plainly, smooth_synchronously_plainly};
pub(crate) use smoother::Smoother;

use crate::base::BitGrid;
use crate::mission::{Cave, Neighbourhood};

/// The rule of a cell.
///
/// With more than `wall_above` solid neighbours it becomes solid.
/// Otherwise, with fewer than `open_below`, it becomes open. Otherwise it stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmoothingRule {
    /// A cell with more solid neighbours than this becomes solid.
    pub wall_above: u32,
    /// A cell with fewer solid neighbours than this becomes open.
    pub open_below: u32,
    /// The neighbours that are counted.
    pub neighbourhood: Neighbourhood,
}

impl SmoothingRule {
    /// Returns the rule of a cave.
    pub const fn new(cave: &Cave) -> Self {
        Self { wall_above: cave.wall_above, open_below: cave.open_below, neighbourhood: cave.neighbourhood }
    }
}

/// Cells that follow one rule; all others stay unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmoothedRegion {
    /// The rule.
    pub rule: SmoothingRule,
    /// The cells. Regions do not overlap.
    pub cells: BitGrid,
}

/// Smooths one round in which every cell sees the old states of its neighbours.
///
/// # Panics
/// Panics unless the grids have the same size.
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

/// Smooths one round row by row, from the left: later cells see the new states of earlier ones.
///
/// # Panics
/// Panics unless the grids have the same size.
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

pub(crate) fn can_count_by_words(regions: &[&SmoothedRegion]) -> bool {
    regions.iter().all(|region| region.rule.neighbourhood == Neighbourhood::Moore(1))
}

fn check_sizes(open: &BitGrid, regions: &[&SmoothedRegion]) {
    let agree = regions.iter().all(|region| region.cells.size() == open.size());
    assert!(agree, "regions are as large as the grid that they smooth");
}
