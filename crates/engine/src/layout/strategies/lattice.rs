//! The lattice strategy: places on columns and rows, passages along the lines between them.
//!
//! In: a problem with drawn sizes. Out: the best of several attempts, with the passages that have no route.
//! Attempts differ in the sites of places and in the density of lines. If none is complete, the mission is drawn
//! in layers or with a lane for every passage; a longer search comes last.
//! Guaranteed: the first attempt in which every passage has a route is used.
//! Not guaranteed: a drawing without crossings, if bridges are allowed.

use super::attempts::{Attempt, attempts, last_attempts};
use super::{layers, sites};
use crate::base::{Diagnostic, Seed};
use crate::layout::budget::{LAST_STEPS, LAST_STEPS_WITHOUT_BRIDGES};
use crate::layout::drawing::{Arrangement, DirectLayoutFailure, LevelExcess, SizedPlace, ports};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::spacing;
use crate::layout::input::spacing::{LatticeFrame, LatticeSpacing};
use crate::layout::routing::lines::Density;
use crate::layout::routing::{channel_routing, routes};
use crate::mission::Site;
use crate::settings::{Bridges, LayoutSettings, Spacing};

/// Lays out a mission by search, then by a direct drawing if one exists, then by a longer search.
///
/// # Errors
/// The reason why not even a partial arrangement exists.
pub(in crate::layout) fn solve(
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

/// Lays out a mission in at most `most_attempts` attempts. The longer search uses the steps of `with_last`, if given.
pub(in crate::layout) fn solve_within(
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
    // The longer search needs constant scale, because it uses a line for every cell.
    let with_last = with_last.filter(|_| matches!(settings.spacing, Spacing::Fixed { .. }));
    // Only the longer search routes loops. It runs without bridges before any drawing with crossings.
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
        // The failed search result shows which passages have no route.
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

/// Draws a mission without search: without crossings if possible, otherwise with a lane for every passage.
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

/// Makes attempts until every passage has a route. Returns the best attempt, or the reason why there is none.
pub(in crate::layout) fn search(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
    most_attempts: usize,
) -> Result<Arrangement, Box<Diagnostic>> {
    // These attempts never route loops, so further ones cannot complete the layout.
    let most_attempts = if problem.has_loops() { 1 } else { most_attempts };
    search_through(attempts(problem, settings).take(most_attempts), problem, sizes, settings, seed)
}

/// Makes the given attempts until every passage has a route. Returns the best, or the reason why there is none.
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
            // Denser lines can exceed the limit on lines.
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
    // If passages need not cross, those that were pushed aside too often are routed first.
    let mut routed_first = Vec::new();
    while !problem.work.is_spent()
        && !routes.pushed_out.is_empty()
        && routed_first.len() < attempt.most_routed_first
        && !sites::cross(problem, &sites)
    {
        routed_first.append(&mut routes.pushed_out);
        routes = routes::find(problem, &frame, &ports, last, loops, &routed_first, seed)?;
    }
    let missing = routes.missing();
    Ok(Arrangement { sites, routes, missing, too_large: None })
}
