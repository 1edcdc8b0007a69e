//! Arranges everything else between the kept places and the corner of the level.
//!
//! In: the mission with its kept places pinned. Out: an arrangement of all places, or `None`.
//! Kept places stay at their cells, so the level always extends from its corner to them. If the other places
//! grow away from the corner, the space in between stays empty. This arrangement fills it.
//!
//! ```text
//!  corner
//!    ┌──────────────
//!    │ new   new
//!    │ new  ┌──────┐
//!    │      │ kept │
//! ```
//!
//! Guaranteed: nothing lies left of the corner or above it.

use crate::base::{Cell, Rect, Seed};
use crate::layout::budget::COMPACT_MARGIN_CELLS;
use crate::layout::budget::frozen::corner::CORNER_STEPS;
use crate::layout::compact;
use crate::layout::drawing::{Arrangement, SizedPlace, core_at};
use crate::layout::input::problem::{LayoutProblem, ProblemPlace};
use crate::layout::strategies::sites;
use crate::settings::{LayoutSettings, Spacing};

/// Arranges all places to the right of the corner and below it, around the pinned ones.
///
/// Returns `None` if:
///
/// - no such arrangement is found within the budget,
/// - a place has a site but no pin,
/// - a pinned place is outside, or
/// - places are not spaced by gaps.
pub(super) fn arrange_in_corner(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Option<Arrangement> {
    let gap = match settings.spacing {
        Spacing::Compact { gap } | Spacing::Elastic { gap } => gap as i32,
        Spacing::Fixed { .. } | Spacing::Sprawl { .. } => return None,
    };
    let has_own_site = |place: &ProblemPlace| place.site.is_some() && place.pin.is_none();
    let pins = problem.pins();
    let fixed: Vec<(usize, Rect)> =
        pins.iter().map(|(place, pin)| (*place, core_at(sizes, *place, pin.at))).collect();
    let margin = COMPACT_MARGIN_CELLS as i32;
    let is_inside = |core: &Rect| core.min.x >= margin && core.min.y >= margin;
    if problem.places.iter().any(has_own_site) || !fixed.iter().all(|(_, core)| is_inside(core)) {
        return None;
    }
    let working = problem.with_work(CORNER_STEPS);
    let routes = compact::grown_around(&working, sizes, gap, &fixed, true, seed).ok()?;
    Some(Arrangement { sites: sites::counted(&routes.cores), routes, missing: Vec::new(), too_large: None })
}

/// Rates an arrangement; lower is better. Crossings come first, then the cells of the level.
///
/// `moved` is the offset of the kept places. The level extends at least to the cell that was (0, 0) before.
pub(super) fn rank(arranged: &Arrangement, sizes: &[SizedPlace], moved: Cell) -> (usize, i64) {
    let bounds = arranged.routes.bounds(|place, core| sizes[place].likely_reach(core));
    let bounds = bounds.grown(COMPACT_MARGIN_CELLS);
    let corner = Cell::new(bounds.min.x.min(moved.x), bounds.min.y.min(moved.y));
    let (width, height) = (bounds.right() - corner.x, bounds.bottom() - corner.y);
    (arranged.routes.crossings.len(), i64::from(width) * i64::from(height))
}
