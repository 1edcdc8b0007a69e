//! Bridges: the cells where a planned crossing lets one passage go over another.
//!
//! ```text
//! Cardinal    EightWay
//!    u           u
//!    u           B        o: the upper passage, which owns the bridge cells
//!  ooBoo       ooBoo      u: the lower passage
//!    u           B        B: bridge cells
//!    u           u
//! ```
//!
//! With diagonal steps, a walker could slip past the corner of a single bridge cell into the other passage.
//! Three bridge cells have no such corner.

use std::ops::Range;

use crate::layout::Plan;
use crate::level::{Bridge, PassageId};
use crate::settings::Movement;

/// Number of cells to either side of a crossing that cannot belong to a place.
const CLEAR_CELLS: usize = 3;

/// Returns the bridges of a plan.
pub(super) fn bridges(plan: &Plan, movement: Movement) -> Vec<Bridge> {
    let mut bridges = Vec::new();
    for crossing in &plan.crossings {
        let Some(passage) = plan.passage(crossing.under) else { continue };
        let Some(index) = passage.route.iter().position(|cell| *cell == crossing.at) else { continue };
        let aside = match movement {
            Movement::Cardinal => 0,
            Movement::EightWay => 1,
        };
        let cells = passage.route.iter().take(index + aside + 1).skip(index.saturating_sub(aside));
        bridges.extend(cells.map(|at| Bridge { at: *at, over: crossing.over, under: crossing.under }));
    }
    bridges
}

/// Returns the part of a route around its crossings, which must belong to the passage, as indices of its
/// cells.
pub(super) fn crossed_part(plan: &Plan, passage: PassageId) -> Option<Range<usize>> {
    let way = &plan.passage(passage)?.route;
    let crossed = plan
        .crossings
        .iter()
        .filter(|crossing| crossing.over == passage || crossing.under == passage)
        .filter_map(|crossing| way.iter().position(|cell| *cell == crossing.at));
    let (first, last) = crossed.fold(None, |range: Option<(usize, usize)>, index| match range {
        Some((first, last)) => Some((first.min(index), last.max(index))),
        None => Some((index, index)),
    })?;
    let start = first.saturating_sub(CLEAR_CELLS).max(1);
    Some(start..(last + CLEAR_CELLS + 1).min(way.len() - 1))
}
