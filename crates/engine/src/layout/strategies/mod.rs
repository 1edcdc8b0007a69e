//! The strategies of layout as a table: when each applies, its share of the steps, and its function.
//!
//! In: a task. Out: the first result in which every passage has a route. If there is none, the first partial
//! result.
//! The order of the table is the objective. Explicit requests of the author come first, then continuity with an
//! earlier layout, then the spacing. Within a strategy, the best of several arrangements is used.
//! Not guaranteed: a route for every passage. The result lists the passages without one.

pub(super) mod attempts;
pub(super) mod doorways;
pub(super) mod frozen;
pub(super) mod lattice;
pub(super) mod layers;
pub(super) mod pinned;
pub(super) mod previous_layout;
pub(super) mod shaped;
pub(super) mod sites;
pub(super) mod sketch_routing;
pub(super) mod sprawl;

use std::rc::Rc;

use self::previous_layout::HeldLayout;
use super::budget::sketch_routing::SKETCHES;
use super::budget::{PINNED_PERCENT, SEARCH_STEPS, SPRAWL_PERCENT};
use super::compact;
use super::drawing::{Arrangement, SizedPlace};
use crate::base::Diagnostic;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::LatticeSpacing;
use crate::layout::input::task::{LayoutInput, LayoutTask};
use crate::layout::result::extent;
use crate::settings::Spacing;

/// An arrangement of all places, made by a strategy.
pub(super) struct Arranged {
    /// The sizes of the task, unless the strategy drew some again.
    pub sizes: Vec<SizedPlace>,
    pub arrangement: Arrangement,
    /// `true` if rows and columns may be inserted to lengthen passages.
    pub may_spread: bool,
}

/// A way to arrange all places of a mission.
struct Strategy {
    applies: fn(&LayoutTask) -> bool,
    /// Percentage of the remaining steps; `None` for all of them.
    percent: Option<u64>,
    /// Arranges the places of a problem that has the strategy's share of steps. Reasons for failure may be added
    /// to the diagnostics.
    arrange: fn(&mut LayoutTask, &LayoutProblem, &mut Vec<Diagnostic>) -> Option<Arranged>,
}

/// All strategies, in the order in which they are tried.
const STRATEGIES: [Strategy; 8] = [
    Strategy {
        applies: |task| matches!(task.given.settings.spacing, Spacing::Sprawl { .. }),
        percent: Some(SPRAWL_PERCENT),
        arrange: sprawling,
    },
    // Doorways and an earlier layout both fix how places lie relative to each other.
    Strategy { applies: |_| true, percent: None, arrange: held },
    Strategy { applies: |task| task.problem.has_pins(), percent: Some(PINNED_PERCENT), arrange: around_pins },
    Strategy {
        applies: |task| matches!(task.given.settings.spacing, Spacing::Compact { .. }),
        percent: None,
        arrange: packed,
    },
    Strategy {
        applies: |task| matches!(task.given.settings.spacing, Spacing::Elastic { .. }),
        percent: None,
        arrange: on_lattice_or_in_rows,
    },
    Strategy {
        applies: |task| matches!(task.given.settings.spacing, Spacing::Fixed { .. } | Spacing::Sprawl { .. }),
        percent: None,
        arrange: on_lattice,
    },
    Strategy {
        applies: |task| matches!(task.given.settings.spacing, Spacing::Sprawl { .. }),
        percent: None,
        arrange: in_rows,
    },
    Strategy {
        applies: |task| matches!(task.given.settings.spacing, Spacing::Fixed { .. }),
        percent: None,
        arrange: by_sketch,
    },
];

/// Arranges all places with the first strategy that finds a route for every passage.
///
/// If none does, returns the first partial result. Returns `None` if no strategy arranges anything.
pub(super) fn arrange(task: &mut LayoutTask, found: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let mut partial: Option<Arranged> = None;
    for strategy in STRATEGIES.iter().filter(|strategy| (strategy.applies)(task)).collect::<Vec<_>>() {
        let problem = match strategy.percent {
            Some(percent) => task.problem.with_percent(percent),
            None => task.problem.clone(),
        };
        let Some(arranged) = (strategy.arrange)(task, &problem, found) else { continue };
        if arranged.arrangement.missing.is_empty() {
            return Some(arranged);
        }
        partial = partial.or(Some(arranged));
    }
    partial
}

/// Sets one place after another next to those before.
fn sprawling(
    task: &mut LayoutTask,
    problem: &LayoutProblem,
    found: &mut Vec<Diagnostic>,
) -> Option<Arranged> {
    let Spacing::Sprawl { length, beside } = task.given.settings.spacing else { return None };
    let sprawl_settings = sprawl::SprawlSettings { length, beside };
    let (rooms, settings) = (task.given.rooms, task.given.settings);
    let sprawl = |seed| sprawl::arrange(problem, &task.sizes, sprawl_settings, rooms, settings, seed);
    let arranged = shaped::sprawl_shaped(problem, sprawl, task.given.seed.child("sprawl"));
    if arranged.is_none() {
        found.push(sprawl::gave_up(problem, &task.sizes));
    }
    arranged.map(|(sizes, arrangement)| Arranged { sizes, arrangement, may_spread: true })
}

/// Uses the arrangement that doorways fix, or one that stays near an earlier layout.
fn held(task: &mut LayoutTask, problem: &LayoutProblem, found: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let spacing = task.given.settings.spacing;
    let together = task.assembled.take();
    let in_order = |held: &HeldLayout| held.in_order(problem, &task.sizes, spacing, task.given.seed);
    let as_before = if together.is_none() { task.held_layout.as_ref().and_then(in_order) } else { None };
    let keeps = |arranged: &Arrangement| previous_layout::keeps_sides(problem, &arranged.routes.cores);
    if as_before.is_some() || (problem.is_near() && together.as_ref().is_some_and(keeps)) {
        found.push(previous_layout::note());
    } else if let Some(held) = &task.held_layout {
        found.push(held.not_held(problem, spacing));
    }
    let arrangement = together.or(as_before)?;
    Some(task.arranged(arrangement))
}

/// Lays out places around the pinned ones.
fn around_pins(task: &mut LayoutTask, problem: &LayoutProblem, _: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let arrangement = pinned::arrange(problem, &task.sizes, task.given.settings, task.given.seed)?;
    Some(task.arranged(arrangement))
}

/// Packs places and compacts the drawing.
fn packed(task: &mut LayoutTask, problem: &LayoutProblem, found: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let Spacing::Compact { gap } = task.given.settings.spacing else { return None };
    by_sites(task, problem, found, |task, problem| {
        compact::arrange(problem, &task.sizes, task.given.settings, gap, task.given.seed)
    })
}

/// Lays out places on a lattice, or in rows if passages cross there.
fn on_lattice_or_in_rows(
    task: &mut LayoutTask,
    problem: &LayoutProblem,
    found: &mut Vec<Diagnostic>,
) -> Option<Arranged> {
    let Spacing::Elastic { gap } = task.given.settings.spacing else { return None };
    by_sites(task, problem, found, |task, problem| {
        let solved = shaped::solve_shaped(problem, &task.sizes, task.given.settings, task.given.seed);
        if solved.as_ref().is_ok_and(Arrangement::is_without_crossings) {
            return solved;
        }
        let with_bridges = solved.as_ref().ok().filter(|solved| solved.missing.is_empty());
        let ground = |place: usize, core| task.sizes[place].likely_reach(core);
        let cells = |solved: &Arrangement| extent::cells(solved.routes.bounds(ground).size);
        let in_rows = compact::in_rows_of_sites(problem, &task.sizes, gap, with_bridges.map(cells));
        in_rows.or_else(|excess| solved.map(|solved| Arrangement { too_large: excess, ..solved }))
    })
}

/// Lays out places on a lattice.
fn on_lattice(
    task: &mut LayoutTask,
    problem: &LayoutProblem,
    found: &mut Vec<Diagnostic>,
) -> Option<Arranged> {
    by_sites(task, problem, found, |task, problem| {
        shaped::solve_shaped(problem, &task.sizes, task.given.settings, task.given.seed)
    })
}

/// Lays out places in rows without crossings, in the order of their sites.
fn in_rows(task: &mut LayoutTask, problem: &LayoutProblem, _: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let LatticeSpacing::Elastic { gap } = task.given.settings.spacing.into() else { return None };
    let problem = problem.with_work(SEARCH_STEPS);
    let arrangement = compact::in_rows_of_sites(&problem, &task.sizes, gap, None).ok()?;
    Some(task.arranged(arrangement))
}

/// Keeps places at their sites and routes passages around them without crossings.
fn by_sketch(task: &mut LayoutTask, problem: &LayoutProblem, _: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let LayoutInput { settings, seed, sketching, .. } = task.given;
    let problem = &LayoutProblem { work: Rc::clone(sketching), ..problem.clone() };
    let arrangement = sketch_routing::arrange(problem, &task.sizes, settings, seed, SKETCHES)?;
    Some(task.arranged(arrangement))
}

/// Arranges places by their sites. A single given site is ignored, because it relates to no other place.
fn by_sites(
    task: &LayoutTask,
    problem: &LayoutProblem,
    found: &mut Vec<Diagnostic>,
    arrange: impl Fn(&LayoutTask, &LayoutProblem) -> Result<Arrangement, Box<Diagnostic>>,
) -> Option<Arranged> {
    let mut sited = problem.places.iter().enumerate().filter_map(|(place, of)| Some((place, of.site?)));
    let arranged = match (sited.next(), sited.next()) {
        (Some((place, site)), None) => {
            arrange(task, &problem.without_sites()).map(|arranged| arranged.with_site(place, site))
        }
        _ => arrange(task, problem),
    };
    match arranged {
        Ok(arrangement) => Some(task.arranged(arrangement)),
        Err(mistake) => {
            found.push(*mistake);
            None
        }
    }
}

impl LayoutTask<'_> {
    /// Combines an arrangement with the sizes of the task.
    fn arranged(&self, arrangement: Arrangement) -> Arranged {
        // With a constant scale, distances between sites are fixed. Pinned places must not move.
        let is_fixed = matches!(self.given.settings.spacing, Spacing::Fixed { .. });
        let may_spread = !is_fixed && !self.problem.has_pins();
        Arranged { sizes: self.sizes.clone(), arrangement, may_spread }
    }
}
