//! The lattice strategy: places on columns and rows, passages along the lines between them.
//!
//! In: a problem with drawn sizes. Out: the best of several attempts, with the passages that found no way.
//! Attempts differ in the sites of places and in how densely lines lie. If none is whole, the mission is
//! drawn in layers or with a lane for every passage, and after that searched for longer.
//! Guaranteed: the first attempt in which every passage has its way is taken.
//! Not guaranteed: that passages do not cross, if bridges are allowed.

use super::attempts::{Attempt, attempts, last_attempts};
use super::budget::{LAST_STEPS, LAST_STEPS_WITHOUT_BRIDGES};
use super::drawing::{Arrangement, DirectLayoutFailure, LevelExcess, SizedPlace, ports};
use super::lines::Density;
use super::problem::LayoutProblem;
use super::spacing::{LatticeFrame, LatticeSpacing};
use super::{channel_routing, layers, routes, sites, spacing};
use crate::base::{Diagnostic, Seed};
use crate::mission::Site;
use crate::settings::{Bridges, LayoutSettings, Spacing};

/// Lays out a mission: by search, by a drawing that always succeeds where it applies, by longer search.
/// Returns the best try, or why there is none.
pub(super) fn solve(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let steps = match settings.bridges {
        Bridges::Allow => LAST_STEPS,
        Bridges::Forbid => LAST_STEPS_WITHOUT_BRIDGES,
    };
    solve_within(problem, Some(&problem.with_work(steps)), sizes, settings, seed, usize::MAX)
}

/// Solves a mission within so many attempts. The longer search takes its steps from `with_last`; there is none without.
pub(super) fn solve_within(
    problem: &LayoutProblem,
    with_last: Option<&LayoutProblem>,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
    most_attempts: usize,
) -> Result<Arrangement, Box<Diagnostic>> {
    let searched = search(problem, sizes, settings, seed, most_attempts);
    if problem.work.is_stopped() || searched.as_ref().is_ok_and(|best| best.missing.is_empty()) {
        return searched;
    }
    // Only there does a line for every cell mean anything.
    let with_last = with_last.filter(|_| matches!(settings.spacing, Spacing::Fixed { .. }));
    // Ways from a place to itself are found by the longer search alone, so crossings have to wait for it.
    if let Some(longer) = with_last.filter(|problem| problem.has_loops()) {
        let longer = longer.with_work(LAST_STEPS_WITHOUT_BRIDGES);
        let plain = LayoutSettings { bridges: Bridges::Forbid, ..settings.clone() };
        let plain = search_through(last_attempts(&longer, &plain), &longer, sizes, &plain, seed);
        if plain.as_ref().is_ok_and(Arrangement::is_without_crossings) {
            return plain;
        }
    }
    let sites = match &searched {
        Ok(best) => best.sites.clone(),
        Err(_) => sites::choose(problem, seed.child("sites").numbered(0)),
    };
    match constructed(problem, sizes, settings, &sites) {
        Ok(arranged) => Ok(arranged),
        // What failed is to be seen.
        Err(DirectLayoutFailure::TooLarge(size)) => searched
            .map(|best| Arrangement { too_large: Some(LevelExcess::Size(size)), ..best })
            .map_err(|_| Box::new(problem.too_large(size))),
        Err(DirectLayoutFailure::FewPorts | DirectLayoutFailure::TooClose | DirectLayoutFailure::Crosses) => {
            let searched = searched?;
            let last = with_last.and_then(|problem| {
                search_through(last_attempts(problem, settings), problem, sizes, settings, seed).ok()
            });
            let is_better = |last: &Arrangement| last.missing.len() < searched.missing.len();
            Ok(last.filter(is_better).unwrap_or(searched))
        }
    }
}

/// Draws a mission without search: without crossings if that can be, else with a lane for every passage.
fn constructed(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    sites: &[Site],
) -> Result<Arrangement, DirectLayoutFailure> {
    let layered = layers::arrange(problem, sizes, settings.spacing.into());
    if layered.is_ok() || settings.bridges == Bridges::Forbid {
        return layered;
    }
    channel_routing::arrange(problem, sizes, settings.spacing.into(), sites, problem.is_free())
}

/// Tries until every passage has its way, or so often; gives back the best try, or why there is none.
pub(super) fn search(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
    most_attempts: usize,
) -> Result<Arrangement, Box<Diagnostic>> {
    // These find no way from a place to itself.
    let most_attempts = if problem.has_loops() { 1 } else { most_attempts };
    search_through(attempts(problem, settings).take(most_attempts), problem, sizes, settings, seed)
}

/// Makes these attempts until in one every passage has its way; gives back the best, or why there is none.
fn search_through(
    attempts: impl Iterator<Item = Attempt>,
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let mut best: Option<Arrangement> = None;
    for attempt in attempts {
        if best.is_some() && problem.work.is_spent() {
            break;
        }
        let arranged = match arrange(problem, sizes, settings.spacing.into(), attempt, seed) {
            Ok(arranged) => arranged,
            // Denser lines than before are too many.
            Err(_) if best.is_some() => continue,
            Err(mistake) => return Err(mistake),
        };
        if best.as_ref().is_none_or(|best| arranged.missing.len() < best.missing.len()) {
            best = Some(arranged);
        }
        if best.as_ref().is_some_and(|best| best.missing.is_empty()) {
            break;
        }
    }
    Ok(best.expect("there is at least one attempt"))
}

fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    spacing: LatticeSpacing,
    attempt: Attempt,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let sites = sites::choose(problem, seed.child("sites").numbered(attempt.sites));
    if let Some(mistake) = spacing::check_extent(&sites, sizes, spacing) {
        return Err(Box::new(mistake));
    }
    let every_cell = matches!(attempt.density, Density::Cells { .. });
    let ports: Vec<_> = problem
        .places
        .iter()
        .zip(sizes)
        .map(|(place, sized)| ports(sized, place.passages.len(), every_cell))
        .collect();
    let frame = LatticeFrame::new(&sites, sizes, &ports, spacing, attempt.density);
    let seed = seed.child("routes").numbered(attempt.sites);
    let (last, loops) = (attempt.last, attempt.loops);
    let mut routes = routes::find(problem, &frame, &ports, last, loops, &[], seed)?;
    // Where passages need not cross, those that were pushed aside too often go first.
    let mut urgent = Vec::new();
    while !problem.work.is_spent()
        && !routes.pushed_out.is_empty()
        && urgent.len() < attempt.most_urgent
        && !sites::cross(problem, &sites)
    {
        urgent.append(&mut routes.pushed_out);
        routes = routes::find(problem, &frame, &ports, last, loops, &urgent, seed)?;
    }
    let missing = routes.missing();
    Ok(Arrangement { sites, routes, missing, too_large: None })
}
