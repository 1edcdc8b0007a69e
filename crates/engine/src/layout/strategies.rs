//! The strategies of layout as a table: when each is tried, with which share of the steps, and how it
//! arranges all places.
//!
//! In: a task. Out: the result of the first strategy that applies and finds a way for every passage, all of the same
//! type; if there is none, the first result in which some passages have no way.
//! Order is the objective: what an author asked for by name comes before what a layout merely goes on from, and that
//! before what the spacing alone asks for. Within a strategy, the best of several arrangements is taken.
//! Not guaranteed: that every passage has its way in the last of them; the result names those without.

use super::budget::sketch_routing::SKETCHES;
use super::budget::{PINNED_PERCENT, SPRAWL_PERCENT};
use super::drawing::{Arrangement, SizedPlace};
use super::problem::LayoutProblem;
use super::task::{LayoutInput, LayoutTask};
use super::{compact, extent, pinned, previous_layout, shaped, sketch_routing, sprawl};
use crate::base::Diagnostic;
use crate::settings::Spacing;

/// All places as a strategy arranged them.
pub(super) struct Arranged {
    /// Those of the task, unless the strategy drew some again.
    pub sizes: Vec<SizedPlace>,
    pub arrangement: Arrangement,
    /// May it be cut apart where passages are too short?
    pub may_spread: bool,
}

/// A way to arrange all places of a mission.
struct Strategy {
    applies: fn(&LayoutTask) -> bool,
    /// Hundredths of the steps that are left; none: all of them.
    percent: Option<u64>,
    /// Arranges the places of a problem, which has the strategy's share of steps; the diagnostics may say why
    /// it cannot.
    arrange: fn(&mut LayoutTask, &LayoutProblem, &mut Vec<Diagnostic>) -> Option<Arranged>,
}

/// In the order in which they are tried.
const STRATEGIES: [Strategy; 7] = [
    Strategy {
        applies: |task| matches!(task.given.settings.spacing, Spacing::Sprawl { .. }),
        percent: Some(SPRAWL_PERCENT),
        arrange: sprawling,
    },
    // Doorways and an earlier layout: both hold places together.
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
        applies: |task| matches!(task.given.settings.spacing, Spacing::Fixed { .. }),
        percent: None,
        arrange: by_sketch,
    },
];

/// Arranges all places by the first strategy that finds a way for every passage. Returns what the first of the
/// others arranged if none does, and `None` if none arranges anything; the diagnostics say why.
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

/// Sets one place after the other next to those before.
fn sprawling(
    task: &mut LayoutTask,
    problem: &LayoutProblem,
    found: &mut Vec<Diagnostic>,
) -> Option<Arranged> {
    let Spacing::Sprawl { length, beside } = task.given.settings.spacing else { return None };
    let manner = sprawl::SprawlSettings { length, beside };
    let (rooms, settings) = (task.given.rooms, task.given.settings);
    let sprawl = |seed| sprawl::arrange(problem, &task.sizes, manner, rooms, settings, seed);
    let arranged = shaped::sprawl_shaped(problem, sprawl, task.given.seed.child("sprawl"));
    if arranged.is_none() {
        found.push(sprawl::gave_up(problem, &task.sizes));
    }
    arranged.map(|(sizes, arrangement)| Arranged { sizes, arrangement, may_spread: true })
}

/// Lays places as doorways put them together, or about as they lay in an earlier layout.
fn held(task: &mut LayoutTask, problem: &LayoutProblem, found: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let given = task.given;
    let together = task.put_together.take();
    let as_before = given.previous_layout.filter(|_| together.is_none() && !problem.has_pins()).and_then(
        |previous_layout| {
            previous_layout::arrange(problem, &task.sizes, given.settings, previous_layout, given.seed)
        },
    );
    let keeps = |arranged: &Arrangement| previous_layout::keeps_sides(problem, &arranged.routes.cores);
    if as_before.is_some() || (task.is_near && together.as_ref().is_some_and(keeps)) {
        found.push(previous_layout::note());
    } else if let Some(previous_layout) = given.previous_layout {
        found.extend(previous_layout::not_held(
            problem,
            &task.sizes,
            given.settings.spacing,
            previous_layout,
        ));
    }
    let arrangement = together.or(as_before)?;
    Some(task.arranged(arrangement))
}

/// Lays places around those that are pinned.
fn around_pins(task: &mut LayoutTask, problem: &LayoutProblem, _: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let arrangement = pinned::arrange(problem, &task.sizes, task.given.settings, task.given.seed)?;
    Some(task.arranged(arrangement))
}

/// Packs places and slides them together.
fn packed(task: &mut LayoutTask, problem: &LayoutProblem, found: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let Spacing::Compact { gap } = task.given.settings.spacing else { return None };
    by_sites(task, problem, found, |task, problem| {
        compact::arrange(problem, &task.sizes, task.given.settings, gap, task.given.seed)
    })
}

/// Lays places on a lattice, or in rows if passages cross there.
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

/// Lays places on a lattice.
fn on_lattice(
    task: &mut LayoutTask,
    problem: &LayoutProblem,
    found: &mut Vec<Diagnostic>,
) -> Option<Arranged> {
    by_sites(task, problem, found, |task, problem| {
        shaped::solve_shaped(problem, &task.sizes, task.given.settings, task.given.seed)
    })
}

/// Lays places at their sites, and passages around them so that none cross.
fn by_sketch(task: &mut LayoutTask, problem: &LayoutProblem, _: &mut Vec<Diagnostic>) -> Option<Arranged> {
    let LayoutInput { settings, seed, .. } = task.given;
    let arrangement = sketch_routing::arrange(problem, &task.sizes, settings, seed, SKETCHES)?;
    Some(task.arranged(arrangement))
}

/// Arranges places by their sites. The site of a single place says nothing about where others lie.
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
    /// Returns an arrangement with the sizes of the task.
    fn arranged(&self, arrangement: Arrangement) -> Arranged {
        // On a constant scale, sites lie a constant distance apart. What is pinned stays.
        let is_fixed = matches!(self.given.settings.spacing, Spacing::Fixed { .. });
        let may_spread = !is_fixed && !self.problem.has_pins();
        Arranged { sizes: self.sizes.clone(), arrangement, may_spread }
    }
}
