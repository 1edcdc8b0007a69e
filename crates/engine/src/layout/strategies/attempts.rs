//! Lists the attempts of the lattice strategy, which are made in order until every passage has a route.
//!
//! Attempts with bridges come last. They are made only if the mission is not planar, or if some places have
//! given sites and denser lines did not help.

use crate::layout::budget::lattice::{
    ATTEMPTS_A_TRACK, CROSSING_ATTEMPTS, EASY_ATTEMPTS, FIRST_CROSSING_TRACKS, FIRST_FIXED_TRACKS,
    FIRST_TRACKS, MOST_ROUTED_FIRST, OUTSKIRTS_CELLS, PLAIN_ATTEMPTS, SITED_CROSSING_TRACKS, SITED_TRACKS,
};
use crate::layout::budget::{MOST_OUTSKIRTS_CELLS, OUTSKIRTS_CELLS_A_ROUTE, STRAIGHT_CELLS, tries};
use crate::layout::graph::embedding::is_planar;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::LatticeSpacing;
use crate::layout::routing::lines::Density;
use crate::layout::routing::routes::{FailedRoutePolicy, LoopPolicy};
use crate::settings::{Bridges, LayoutSettings};

/// The settings of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Attempt {
    /// Number of the arrangement of sites to use.
    pub sites: u64,
    pub density: Density,
    pub last: FailedRoutePolicy,
    pub loops: LoopPolicy,
    /// Maximum number of passages to route first after they were pushed aside too often.
    pub most_routed_first: usize,
}

/// Returns all attempts in order. All but the first are computed only when needed.
pub(in crate::layout) fn attempts(
    problem: &LayoutProblem,
    settings: &LayoutSettings,
) -> impl Iterator<Item = Attempt> {
    let densities = TrackCounts::new(problem);
    let is_fixed = matches!(settings.spacing.into(), LatticeSpacing::Fixed { .. });
    let count = if is_fixed && problem.all_sited() { FIRST_FIXED_TRACKS } else { FIRST_TRACKS };
    let density = densities.tracks(count);
    let first = Attempt {
        sites: 0,
        density,
        last: FailedRoutePolicy::GiveUp,
        loops: LoopPolicy::Left,
        most_routed_first: 0,
    };
    let others = std::iter::once_with(move || others(problem, settings, first, densities));
    std::iter::once(first).chain(others.flatten())
}

/// Returns the attempts of last resort: routes may use every cell, go far around all places, and lead from a
/// place to itself.
pub(in crate::layout) fn last_attempts(
    problem: &LayoutProblem,
    settings: &LayoutSettings,
) -> impl Iterator<Item = Attempt> + use<> {
    let last = match settings.bridges {
        Bridges::Allow => FailedRoutePolicy::CrossAndPush,
        Bridges::Forbid => FailedRoutePolicy::Leave,
    };
    let far = OUTSKIRTS_CELLS + OUTSKIRTS_CELLS_A_ROUTE * problem.passages.len().min(1_000) as u32;
    [OUTSKIRTS_CELLS, far.min(MOST_OUTSKIRTS_CELLS)].into_iter().map(move |outskirts| {
        let density = Density::Cells { outskirts };
        Attempt { sites: 0, density, last, loops: LoopPolicy::Searched, most_routed_first: MOST_ROUTED_FIRST }
    })
}

/// Returns the attempts after the first one.
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
        // Such missions have a layered drawing without crossings, so bridges are not needed.
        Bridges::Allow if is_planar && problem.is_free() => {}
        Bridges::Allow => attempts.extend(crossing_attempts(problem, settings.spacing.into(), densities)),
        // The last attempt keeps going, so that its result shows which passages have no route.
        Bridges::Forbid => {
            let last = attempts.pop().unwrap_or(first);
            attempts.push(Attempt { last: FailedRoutePolicy::Leave, ..last });
        }
    }
    attempts
}

/// Returns attempts without crossings, except the first attempt.
fn plain_attempts(problem: &LayoutProblem, spacing: LatticeSpacing, densities: TrackCounts) -> Vec<Attempt> {
    let plain = |sites: u64, density: Density| Attempt {
        sites,
        density,
        last: FailedRoutePolicy::GiveUp,
        loops: LoopPolicy::Left,
        // A new arrangement is better than repeated routing of the same one.
        most_routed_first: if sites < EASY_ATTEMPTS && !problem.all_sited() { 0 } else { MOST_ROUTED_FIRST },
    };
    let every_cell = plain(0, Density::Cells { outskirts: OUTSKIRTS_CELLS });
    let searched = (1..PLAIN_ATTEMPTS.min(affordable(problem)))
        .map(|number| plain(number, densities.tracks(FIRST_TRACKS + number / ATTEMPTS_A_TRACK)));
    match (spacing, problem.all_sited()) {
        (LatticeSpacing::Elastic { .. }, false) => searched.collect(),
        (LatticeSpacing::Elastic { .. }, true) => {
            SITED_TRACKS.map(|count| plain(0, densities.tracks(count))).to_vec()
        }
        // Lines for every cell are slow, so they come last.
        (LatticeSpacing::Fixed { .. }, false) => searched.chain([every_cell]).collect(),
        (LatticeSpacing::Fixed { .. }, true) => vec![every_cell],
    }
}

/// Returns attempts in which passages may cross.
fn crossing_attempts(
    problem: &LayoutProblem,
    spacing: LatticeSpacing,
    densities: TrackCounts,
) -> Vec<Attempt> {
    let (last, loops) = (FailedRoutePolicy::Cross, LoopPolicy::Left);
    let crossing =
        |sites: u64, density: Density| Attempt { sites, density, last, loops, most_routed_first: 0 };
    let every_cell = crossing(0, Density::Cells { outskirts: OUTSKIRTS_CELLS });
    let searched = (0..CROSSING_ATTEMPTS.min(affordable(problem)))
        .map(|number| crossing(number, densities.wide_tracks(FIRST_CROSSING_TRACKS + number)));
    match (spacing, problem.all_sited()) {
        (LatticeSpacing::Elastic { .. }, false) => searched.collect(),
        (LatticeSpacing::Elastic { .. }, true) => {
            SITED_CROSSING_TRACKS.map(|count| crossing(0, densities.wide_tracks(count))).to_vec()
        }
        (LatticeSpacing::Fixed { .. }, false) => searched.chain([every_cell]).collect(),
        (LatticeSpacing::Fixed { .. }, true) => {
            vec![crossing(0, densities.wide_tracks(FIRST_FIXED_TRACKS)), every_cell]
        }
    }
}

fn affordable(problem: &LayoutProblem) -> u64 {
    tries::LATTICE.of(problem.passages.len())
}

/// Track settings for the widest passage of a mission.
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

    /// Returns tracks of at least three cells, which leave room for bridges.
    fn wide_tracks(self, count: u64) -> Density {
        Density::Tracks { count: count as u32, width: self.width.max(STRAIGHT_CELLS) }
    }
}
