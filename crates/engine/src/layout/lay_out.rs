//! The entry point of layout: turns a mission into its plan.
//!
//! In: a mission with its alphabet, room sets, settings and seed, and the [`LayoutContext`] of the run.
//! Out: a plan with diagnostics, or an empty plan whose diagnostics give the reason.
//! Steps: make the shapes that are known beforehand (`known_shapes`). Lay out around kept places, or collect the
//! constraints (`task`) and choose a strategy (`strategies`).
//! Then lengthen and wind passages, explain missing routes, and build the plan (`finish`).
//! Guaranteed: a bound changes nothing if the layout without it already meets it.
//! Not guaranteed: a layout within the bound, even if one exists.

use std::sync::Arc;

use super::boards;
use super::budget::sketch_routing::STEPS;
use super::budget::{BOUND_STEPS, KEPT_PERCENT, LAYOUT_STEPS, MOST_NAMED};
use super::compact;
use super::drawing::Arrangement;
use super::outline;
use super::strategies::{Arranged, arrange};
use crate::base::{Cancelled, Diagnostic, Outcome, Seed, Severity, StageContext, listed};
use crate::layout::failures::conflict;
use crate::layout::input::context::LayoutContext;
use crate::layout::input::known_shapes::too_many_steps;
use crate::layout::input::lengths;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing::LatticeSpacing;
use crate::layout::input::task::{LayoutInput, LayoutTask};
use crate::layout::result::extent;
use crate::layout::result::finish::{finish, nothing};
use crate::layout::result::plan::Plan;
use crate::layout::routing::winding;
use crate::layout::strategies::frozen;
use crate::mission::{Alphabet, Mission};
use crate::rooms::RoomSet;
use crate::settings::{LayoutSettings, Shape, SizeLimit, Spacing};

/// Lays out a mission.
///
/// A level with too many cells gives an empty plan and the error `level-too-large`.
///
/// # Errors
/// Returns [`Cancelled`] if the token is stopped before the layout is done.
///
/// # Panics
/// Panics if a symbol of the mission is not in this alphabet.
pub fn layout(
    mission: &Mission,
    alphabet: &Alphabet,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    layout_context: LayoutContext<'_>,
    context: StageContext<'_>,
) -> Result<Outcome<Plan>, Cancelled> {
    let (problem, mut found) = LayoutProblem::new(mission, alphabet, layout_context, &context);
    let mut problem = problem.with_shape(settings.shape);
    if let Some(mistake) = extent::check_places(&problem, settings.spacing.into()) {
        found.push(mistake);
        return context.stop.unless_stopped(nothing(found));
    }
    let exceeded = problem.make_shapes(seed.child("shapes"), &context);
    let (settings, raised) = problem.with_room_for_shapes(settings);
    found.extend(problem.enlarged_shapes().into_iter().chain(raised));
    let mut outcome = lay_out_within_bound(&problem, found, rooms, &settings, seed, layout_context);
    if let Some(stop) = exceeded {
        outcome.diagnostics.push(too_many_steps(&stop));
        outcome.stop = stop;
    }
    context.stop.unless_stopped(outcome)
}

/// Lays out a problem without its bound, and returns that layout if it meets the bound anyway.
///
/// Otherwise lays it out again within the bound, in fewer steps. If that fails too, the first layout is
/// returned, with a remedy that raises the bound. A mission without a layout gets none within a bound either.
pub(super) fn lay_out_within_bound(
    problem: &LayoutProblem,
    diagnostics: Vec<Diagnostic>,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    layout_context: LayoutContext<'_>,
) -> Outcome<Plan> {
    let unbound = Shape { bound: SizeLimit::None, ..problem.shape };
    let free = problem.within_steps(LAYOUT_STEPS).with_shape(unbound);
    let sketching = problem.within_steps(STEPS).work;
    let given = LayoutInput {
        rooms,
        settings,
        seed,
        previous_layout: layout_context.previous_layout,
        sketching: &sketching,
    };
    let mut free = lay_out(&free, diagnostics.clone(), given, layout_context);
    let has_error = |found: &Diagnostic| found.severity == Severity::Error;
    let exceeds = |found: &Diagnostic| found.code == outline::OUT_OF_BOUND;
    let is_whole = |outcome: &Outcome<Plan>| !outcome.diagnostics.iter().any(has_error);
    if settings.shape.bound.size().is_none() || free.value.places.is_empty() || is_whole(&free) {
        return free;
    }
    let is_otherwise_done = free.diagnostics.iter().all(|found| !has_error(found) || exceeds(found));
    if is_otherwise_done {
        // Raising the bound to the size of this plan always helps.
        let raise = LayoutSettings::raise_bound(free.value.size);
        let exceeding = free.diagnostics.iter_mut().filter(|found| exceeds(found) && found.remedy.is_none());
        exceeding.for_each(|found| found.remedy = raise.clone());
        if outline::is_pinned_beyond_bound(settings, &free.value) {
            return free;
        }
    }
    let bound = problem.within_steps(BOUND_STEPS);
    let bound = lay_out(&bound, diagnostics, given, layout_context);
    if is_otherwise_done && !is_whole(&bound) { free } else { bound }
}

/// Lays out a problem, adding to the diagnostics found so far.
fn lay_out(
    problem: &LayoutProblem,
    mut diagnostics: Vec<Diagnostic>,
    given: LayoutInput<'_>,
    layout_context: LayoutContext<'_>,
) -> Outcome<Plan> {
    let LayoutInput { rooms, settings, seed, .. } = given;
    if let Some(kept) = layout_context.kept.filter(|_| !problem.places.is_empty()) {
        match frozen::lay_out(&problem.with_percent(KEPT_PERCENT), rooms, settings, kept, seed, diagnostics) {
            Ok(finished) => return finished,
            Err(found) => diagnostics = found,
        }
    }
    diagnostics.extend(without_site(problem, settings.spacing));
    let Some(mut task) = LayoutTask::new(problem, given, &mut diagnostics) else {
        return nothing(diagnostics);
    };
    let Some(arranged) = arrange(&mut task, &mut diagnostics) else { return nothing(diagnostics) };
    let problem = &task.problem;
    let Arranged { sizes, arrangement, .. } = improve(problem, settings.spacing, arranged, seed);
    diagnostics.extend(lengths::check(problem, &sizes, settings.spacing, &arrangement));
    if problem.work.is_stopped() && !arrangement.missing.is_empty() {
        // A stopped layout is discarded, so nobody reads an explanation.
        return nothing(diagnostics);
    }
    explain(&task, &arrangement, &mut diagnostics);
    let lay_cards = |plan: &mut Plan| boards::lay(plan, problem, rooms, seed.child("cards"));
    finish(problem, arrangement, &sizes, settings, lay_cards, diagnostics)
}

/// Warns of places without a site next to places with one, if sites are taken literally.
fn without_site(problem: &LayoutProblem, spacing: Spacing) -> Option<Diagnostic> {
    let Spacing::Fixed { .. } = spacing else { return None };
    let has_site = |place: &usize| problem.places[*place].site.is_some();
    let (with, without): (Vec<usize>, Vec<usize>) = (0..problem.places.len()).partition(has_site);
    if with.is_empty() || without.is_empty() {
        return None;
    }
    let mut names: Vec<String> = without.iter().take(MOST_NAMED).map(|place| problem.name(*place)).collect();
    if without.len() > names.len() {
        names.push(format!("{} more", without.len() - names.len()));
    }
    let have = if without.len() == 1 { "has" } else { "have" };
    let message = format!(
        "{} {have} no site, although others have one. The layout chooses sites for them, which differ from level to level.",
        listed(&names, "and")
    );
    let found = problem.about(without, Diagnostic::warning("place-without-site", message));
    Some(found.hint("Give their nodes sites, in the start or in the rules that make them."))
}

/// Lengthens passages that are too short, then bends corridors.
fn improve(problem: &LayoutProblem, spacing: Spacing, arranged: Arranged, seed: Seed) -> Arranged {
    let Arranged { sizes, mut arrangement, may_spread } = arranged;
    if may_spread {
        let gap = LatticeSpacing::from(spacing).gap();
        arrangement = compact::spread(problem, &sizes, gap as i32, arrangement);
    }
    let arrangement = winding::wind(problem, &sizes, arrangement, seed.child("winding"));
    Arranged { sizes, arrangement, may_spread }
}

/// Explains why passages have no route, if any are missing.
fn explain(task: &LayoutTask, arrangement: &Arrangement, found: &mut Vec<Diagnostic>) {
    let Some(first) = arrangement.missing.first() else { return };
    let LayoutTask { problem, sizes, given, .. } = task;
    if let Some(excess) = arrangement.too_large {
        // Size is the cause, so naming the missing routes would mislead.
        found.push(problem.exceeded(excess));
        return;
    }
    found.extend(conflict::no_routes(problem, &arrangement.missing, given.settings));
    found.push(conflict::explain(problem, sizes, given.settings, given.seed, *first));
}
