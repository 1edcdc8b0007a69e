//! What layout tries, one thing after the other, until every passage has its way.
//!
//! Bridges come last: only where passages cross however they are drawn, or where places have sites of their
//! own and more and more lines between them were of no help.

use super::embedding::is_planar;
use super::lines::Density;
use super::problem::LayoutProblem;
use super::routes::{FailedRoutePolicy, LoopPolicy};
use super::spacing::LatticeSpacing;
use crate::layout::budget::lattice::{
    CROSSING_ATTEMPTS, EASY_ATTEMPTS, MOST_URGENT, OUTSKIRTS_CELLS, PLAIN_ATTEMPTS,
};
use crate::layout::budget::{MOST_OUTSKIRTS_CELLS, OUTSKIRTS_CELLS_A_WAY, tries};
use crate::settings::{Bridges, LayoutSettings};

/// One try to arrange everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    /// Which arrangement of sites is tried.
    pub sites: u64,
    pub density: Density,
    pub last: FailedRoutePolicy,
    pub loops: LoopPolicy,
    /// How many passages that were pushed aside too often may go first, one after the other.
    pub most_urgent: usize,
}

/// What is tried. All but the first attempt is thought of only if that fails.
pub(super) fn attempts(problem: &LayoutProblem, settings: &LayoutSettings) -> impl Iterator<Item = Attempt> {
    let densities = TrackCounts::new(problem);
    let is_fixed = matches!(settings.spacing.into(), LatticeSpacing::Fixed { .. });
    let count = if is_fixed && problem.all_sited() { 4 } else { 2 };
    let density = densities.tracks(count);
    let first = Attempt {
        sites: 0,
        density,
        last: FailedRoutePolicy::GiveUp,
        loops: LoopPolicy::Left,
        most_urgent: 0,
    };
    let others = std::iter::once_with(move || others(problem, settings, first, densities));
    std::iter::once(first).chain(others.flatten())
}

/// What is tried where nothing else lays a mission out: ways among all cells, far around all places, from a
/// place to itself as well.
pub(super) fn last_attempts(
    problem: &LayoutProblem,
    settings: &LayoutSettings,
) -> impl Iterator<Item = Attempt> + use<> {
    let last = match settings.bridges {
        Bridges::Allow => FailedRoutePolicy::CrossAndPush,
        Bridges::Forbid => FailedRoutePolicy::Leave,
    };
    let far = OUTSKIRTS_CELLS + OUTSKIRTS_CELLS_A_WAY * problem.passages.len().min(1_000) as u32;
    [OUTSKIRTS_CELLS, far.min(MOST_OUTSKIRTS_CELLS)].into_iter().map(move |outskirts| {
        let density = Density::Cells { outskirts };
        Attempt { sites: 0, density, last, loops: LoopPolicy::Searched, most_urgent: MOST_URGENT }
    })
}

/// What is tried after the first attempt.
fn others(
    problem: &LayoutProblem,
    settings: &LayoutSettings,
    first: Attempt,
    densities: TrackCounts,
) -> Vec<Attempt> {
    let ends = problem.passages.iter().map(|passage| (passage.from, passage.to));
    let is_planar = is_planar(problem.places.len(), ends);
    let mut attempts =
        if is_planar { plain_attempts(problem, settings.spacing.into(), densities) } else { Vec::new() };
    match settings.bridges {
        // Where no search helps, it is drawn without crossings all the same.
        Bridges::Allow if is_planar && problem.is_free() => {}
        Bridges::Allow => attempts.extend(crossing_attempts(problem, settings.spacing.into(), densities)),
        // What failed is to be seen.
        Bridges::Forbid => {
            let last = attempts.pop().unwrap_or(first);
            attempts.push(Attempt { last: FailedRoutePolicy::Leave, ..last });
        }
    }
    attempts
}

/// Attempts in which no passages cross, but for the first.
fn plain_attempts(problem: &LayoutProblem, spacing: LatticeSpacing, densities: TrackCounts) -> Vec<Attempt> {
    let plain = |sites: u64, density: Density| Attempt {
        sites,
        density,
        last: FailedRoutePolicy::GiveUp,
        loops: LoopPolicy::Left,
        // Another arrangement is tried sooner than a stubborn one.
        most_urgent: if sites < EASY_ATTEMPTS && !problem.all_sited() { 0 } else { MOST_URGENT },
    };
    let every_cell = plain(0, Density::Cells { outskirts: OUTSKIRTS_CELLS });
    let searched = (1..PLAIN_ATTEMPTS.min(affordable(problem)))
        .map(|number| plain(number, densities.tracks(2 + number / 2)));
    match (spacing, problem.all_sited()) {
        (LatticeSpacing::Elastic { .. }, false) => searched.collect(),
        (LatticeSpacing::Elastic { .. }, true) => {
            [3, 4, 6].map(|count| plain(0, densities.tracks(count))).to_vec()
        }
        // Lines for every cell take time; all else comes first.
        (LatticeSpacing::Fixed { .. }, false) => searched.chain([every_cell]).collect(),
        (LatticeSpacing::Fixed { .. }, true) => vec![every_cell],
    }
}

/// Attempts in which passages may cross.
fn crossing_attempts(
    problem: &LayoutProblem,
    spacing: LatticeSpacing,
    densities: TrackCounts,
) -> Vec<Attempt> {
    let (last, loops) = (FailedRoutePolicy::Cross, LoopPolicy::Left);
    let crossing = |sites: u64, density: Density| Attempt { sites, density, last, loops, most_urgent: 0 };
    let every_cell = crossing(0, Density::Cells { outskirts: OUTSKIRTS_CELLS });
    let searched = (0..CROSSING_ATTEMPTS.min(affordable(problem)))
        .map(|number| crossing(number, densities.wide_tracks(3 + number)));
    match (spacing, problem.all_sited()) {
        (LatticeSpacing::Elastic { .. }, false) => searched.collect(),
        (LatticeSpacing::Elastic { .. }, true) => {
            [3, 5, 8].map(|count| crossing(0, densities.wide_tracks(count))).to_vec()
        }
        (LatticeSpacing::Fixed { .. }, false) => searched.chain([every_cell]).collect(),
        (LatticeSpacing::Fixed { .. }, true) => vec![crossing(0, densities.wide_tracks(4)), every_cell],
    }
}

fn affordable(problem: &LayoutProblem) -> u64 {
    tries::LATTICE.of(problem.passages.len())
}

/// Tracks for the widest passage.
#[derive(Clone, Copy)]
struct TrackCounts {
    width: u32,
}

impl TrackCounts {
    fn new(problem: &LayoutProblem) -> Self {
        Self { width: problem.passages.iter().map(|passage| passage.width).max().unwrap_or(1) }
    }

    fn tracks(self, count: u64) -> Density {
        Density::Tracks { count: count as u32, width: self.width }
    }

    /// Tracks of three cells leave room for bridges.
    fn wide_tracks(self, count: u64) -> Density {
        Density::Tracks { count: count as u32, width: self.width.max(3) }
    }
}
