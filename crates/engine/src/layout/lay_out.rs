//! The entry points of layout: which strategies are tried for a mission, in which order, and what becomes of the result.
//!
//! In: a mission with its alphabet, room sets, settings and seed, and the [`Terms`] of the run.
//! Out: a plan with diagnostics, or the diagnostics that say why there is none.
//! Order: kept places; a sprawl; groups of doorways; an earlier layout; pins; then what the spacing asks for. The first that arranges all places is taken, lengthened, wound and checked.
//! Guaranteed: a bound that a free layout keeps changes nothing, and a mission that has no layout without a bound has none within one.

use std::sync::Arc;

use super::budget::{BOUND_STEPS, KEPT_PERCENT, LAYOUT_STEPS, PINNED_PERCENT, SPRAWL_PERCENT};
use super::drawing::{Arrangement, Sized};
use super::finish::{finish, nothing};
use super::plan::Plan;
use super::problem::LayoutProblem;
use super::terms::Terms;
use super::{
    boards, compact, conflict, doorways, extent, kept, lengths, outline, pinned, pins, shaped, sizes, sprawl,
    steady, winding,
};
use crate::base::{Cancelled, Diagnostic, Outcome, Seed, Severity, StopToken};
use crate::mission::{Alphabet, Bound, LayoutSettings, Mission, RoomSet, Shape, Spacing};

/// Lays a mission out.
///
/// A level that would have too many cells gives no plan and an error `level-too-large`.
///
/// # Panics
/// If a symbol of the mission is not of this alphabet.
pub fn layout(
    mission: &Mission,
    alphabet: &Alphabet,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
) -> Outcome<Plan> {
    let (problem, found) = LayoutProblem::new(mission, alphabet, Terms::default(), &StopToken::never());
    lay_out_within_bound(&problem.with_shape(settings.shape), found, rooms, settings, seed, Terms::default())
}

/// The same by other terms.
///
/// # Errors
/// If the token is stopped before the mission is laid out.
///
/// # Panics
/// If a symbol of the mission is not of this alphabet.
pub fn layout_until(
    mission: &Mission,
    alphabet: &Alphabet,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    terms: Terms<'_>,
    stop: &StopToken,
) -> Result<Outcome<Plan>, Cancelled> {
    let (problem, found) = LayoutProblem::new(mission, alphabet, terms, stop);
    let problem = problem.with_shape(settings.shape);
    stop.unless_stopped(lay_out_within_bound(&problem, found, rooms, settings, seed, terms))
}

/// Lays a problem out as if there were no bound, and returns that if it is within the bound: such a bound changes nothing.
///
/// Otherwise lays it out again for the sake of the bound, with fewer steps. If that exceeds the bound too, the first layout is returned with the bound that it needs.
/// A mission that has no layout without a bound has none within one.
pub(super) fn lay_out_within_bound(
    problem: &LayoutProblem,
    diagnostics: Vec<Diagnostic>,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    terms: Terms<'_>,
) -> Outcome<Plan> {
    let unbound = Shape { bound: Bound::None, ..problem.shape };
    let free = problem.within_steps(LAYOUT_STEPS).with_shape(unbound);
    let mut free = lay_out(&free, diagnostics.clone(), rooms, settings, seed, terms);
    let has_error = |found: &Diagnostic| found.severity == Severity::Error;
    let exceeds = |found: &Diagnostic| found.code == outline::OUT_OF_BOUND;
    let is_whole = |outcome: &Outcome<Plan>| !outcome.diagnostics.iter().any(has_error);
    if settings.shape.bound.size().is_none() || free.value.places.is_empty() || is_whole(&free) {
        return free;
    }
    let is_otherwise_done = free.diagnostics.iter().all(|found| !has_error(found) || exceeds(found));
    if is_otherwise_done {
        // That is sure to help.
        let raise = LayoutSettings::raise_bound(free.value.size);
        let exceeding = free.diagnostics.iter_mut().filter(|found| exceeds(found) && found.remedy.is_none());
        exceeding.for_each(|found| found.remedy = raise.clone());
        if outline::is_pinned_beyond_bound(settings, &free.value) {
            return free;
        }
    }
    let bound = problem.within_steps(BOUND_STEPS);
    let bound = lay_out(&bound, diagnostics, rooms, settings, seed, terms);
    if is_otherwise_done && !is_whole(&bound) { free } else { bound }
}

/// Lays a problem out, of which these diagnostics are known.
fn lay_out(
    problem: &LayoutProblem,
    mut diagnostics: Vec<Diagnostic>,
    rooms: &[Arc<RoomSet>],
    settings: &LayoutSettings,
    seed: Seed,
    terms: Terms<'_>,
) -> Outcome<Plan> {
    if let Some(mistake) = extent::check_places(problem, settings.spacing.into()) {
        diagnostics.push(mistake);
        return nothing(diagnostics);
    }
    if let Some(kept) = terms.kept.filter(|_| !problem.places.is_empty()) {
        match kept::lay_out(&problem.with_percent(KEPT_PERCENT), rooms, settings, kept, seed, diagnostics) {
            Ok(finished) => return finished,
            Err(found) => diagnostics = found,
        }
    }
    let (sizes, mistakes) = sizes::draw(problem, rooms, settings, seed.child("sizes"));
    diagnostics.extend(mistakes);
    if !settings.spacing.sizes_halls_for_neighbours() {
        diagnostics.extend(sizes::larger_halls(problem, &sizes));
    }
    if problem.places.is_empty()
        || diagnostics.iter().any(|d| [sizes::NO_ROOM, sizes::TOO_LARGE, boards::NO_CARD].contains(&d.code))
    {
        return nothing(diagnostics);
    }
    let pinned = pins::pinned(problem, &sizes, settings);
    diagnostics.extend(pinned.iter().flat_map(|(_, found)| found.iter().cloned()));
    let problem = pinned.as_ref().map_or(problem, |(pinned, _)| pinned);
    let near =
        terms.precursor.and_then(|precursor| steady::near(problem, &sizes, settings.spacing, precursor));
    let problem = near.as_ref().unwrap_or(problem);
    let lay_cards = |plan: &mut Plan| boards::lay(plan, problem, rooms, seed.child("cards"));
    let settled = match doorways::settle(problem, &sizes, settings, seed) {
        Ok(settled) => settled,
        Err(why) => {
            diagnostics.extend(why.explained(problem, &sizes));
            return nothing(diagnostics);
        }
    };
    diagnostics.extend(settled.notes);
    let problem = settled.problem.as_ref().unwrap_or(problem);
    if let Spacing::Sprawl { length, beside } = settings.spacing {
        let manner = sprawl::Manner { length, beside };
        let sprawling = problem.with_percent(SPRAWL_PERCENT);
        let sprawl = |seed: Seed| sprawl::arrange(&sprawling, &sizes, manner, rooms, settings, seed);
        match shaped::sprawl_shaped(problem, sprawl, seed.child("sprawl")) {
            Some((sizes, arranged)) => {
                let arranged = lengths::spread(problem, &sizes, arranged);
                let arranged = winding::wind(problem, &sizes, arranged, seed.child("winding"));
                diagnostics.extend(lengths::check(problem, &sizes, settings.spacing, &arranged));
                return finish(problem, arranged, &sizes, settings, lay_cards, diagnostics);
            }
            None => diagnostics.push(sprawl::gave_up(problem, &sizes)),
        }
    }
    let as_before = terms.precursor.filter(|_| settled.arranged.is_none() && !problem.has_pins());
    let as_before =
        as_before.and_then(|precursor| steady::arrange(problem, &sizes, settings, precursor, seed));
    let keeps = |arranged: &Arrangement| steady::keeps_sides(problem, &arranged.routes.cores);
    let goes_on = as_before.is_some() || (near.is_some() && settled.arranged.as_ref().is_some_and(keeps));
    let not_held = |precursor| steady::not_held(problem, &sizes, settings.spacing, precursor);
    diagnostics.extend(match goes_on {
        true => Some(steady::note()),
        false => terms.precursor.and_then(not_held),
    });
    let arranged = settled.arranged.or(as_before);
    let pinned = || pinned::arrange(&problem.with_percent(PINNED_PERCENT), &sizes, settings, seed);
    let arranged = match arranged.or_else(pinned) {
        Some(arranged) => Ok(arranged),
        None => unpinned(problem, &sizes, settings, seed),
    };
    let best = match arranged {
        Ok(best) => best,
        Err(mistake) => {
            diagnostics.push(*mistake);
            return nothing(diagnostics);
        }
    };
    let best = match settings.spacing {
        // There sites lie a constant distance apart, or pinned places stay.
        Spacing::Fixed { .. } => best,
        _ if problem.has_pins() => best,
        Spacing::Compact { .. } | Spacing::Elastic { .. } | Spacing::Sprawl { .. } => {
            lengths::spread(problem, &sizes, best)
        }
    };
    let best = winding::wind(problem, &sizes, best, seed.child("winding"));
    diagnostics.extend(lengths::check(problem, &sizes, settings.spacing, &best));
    match (best.missing.first(), best.too_large) {
        (None, _) => {}
        // Nobody reads why.
        _ if problem.work.is_stopped() => return nothing(diagnostics),
        // That is why; which ways the search did not find is beside the point.
        (Some(_), Some(excess)) => diagnostics.push(problem.exceeded(excess)),
        (Some(first), None) => {
            diagnostics.extend(conflict::no_ways(problem, &best.missing, settings));
            diagnostics.push(conflict::explain(problem, &sizes, settings, seed, *first));
        }
    }
    finish(problem, best, &sizes, settings, lay_cards, diagnostics)
}

/// Arranges all places as the settings say, wherever they are pinned.
fn unpinned(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let mut sited = problem.places.iter().enumerate().filter_map(|(place, of)| Some((place, of.site?)));
    if let (Some((place, site)), None) = (sited.next(), sited.next()) {
        // A single site says nothing about where others lie.
        let arranged = arrange_by_spacing(&problem.without_sites(), sizes, settings, seed)?;
        return Ok(arranged.with_site(place, site));
    }
    arrange_by_spacing(problem, sizes, settings, seed)
}

fn arrange_by_spacing(
    problem: &LayoutProblem,
    sizes: &[Sized],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let solved = || shaped::solve_shaped(problem, sizes, settings, seed);
    match settings.spacing {
        Spacing::Compact { gap } => compact::arrange(problem, sizes, settings, gap, seed),
        Spacing::Elastic { gap } => {
            let solved = solved();
            let is_done = solved.as_ref().is_ok_and(Arrangement::is_without_crossings);
            if is_done {
                return solved;
            }
            let with_bridges = solved.as_ref().ok().filter(|solved| solved.missing.is_empty());
            let ground = |place: usize, core| sizes[place].likely_reach(core);
            let cells = |solved: &Arrangement| extent::cells(solved.routes.bounds(ground).size);
            let in_rows = compact::in_rows_of_sites(problem, sizes, gap, with_bridges.map(cells));
            in_rows.or_else(|excess| solved.map(|solved| Arrangement { too_large: excess, ..solved }))
        }
        Spacing::Fixed { .. } | Spacing::Sprawl { .. } => solved(),
    }
}
