//! Compares several arrangements and picks the one whose shape comes nearest to the wanted one.
//!
//! In: a problem, and a strategy that solves it for a seed. Out: the best of its arrangements, by crossings, then by
//! size and shape. If no shape is wanted, the first arrangement is used.

use crate::base::{Diagnostic, Seed};
use crate::layout::budget::{MARGIN_CELLS, tries};
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;
use crate::layout::strategies::lattice::{search, solve};
use crate::settings::LayoutSettings;

/// Solves a mission. If a shape is wanted, solves it several times and keeps the best arrangement.
pub(in crate::layout) fn solve_shaped(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let first = solve(problem, sizes, settings, seed)?;
    let outline = ShapeOutline::new(problem);
    if outline.is_plain() || problem.all_sited() || !first.missing.is_empty() {
        return Ok(first);
    }
    let mut best = (badness(&outline, sizes, &first), first);
    for number in 1..compared(problem) {
        let other = search(problem, sizes, settings, seed.child("shape").numbered(number), 2);
        let Some(other) = other.ok().filter(|other| other.missing.is_empty()) else { continue };
        let badness = badness(&outline, sizes, &other);
        if badness < best.0 {
            best = (badness, other);
        }
    }
    Ok(best.1)
}

/// Runs a sprawl. If a shape is wanted, runs it several times and keeps the best arrangement.
pub(in crate::layout) fn sprawl_shaped(
    problem: &LayoutProblem,
    sprawl: impl Fn(Seed) -> Option<(Vec<SizedPlace>, Arrangement)>,
    seed: Seed,
) -> Option<(Vec<SizedPlace>, Arrangement)> {
    let first = sprawl(seed)?;
    let outline = ShapeOutline::new(problem);
    if outline.is_plain() {
        return Some(first);
    }
    let others = (1..compared(problem)).filter_map(|number| sprawl(seed.child("shape").numbered(number)));
    std::iter::once(first).chain(others).min_by_key(|(sizes, arranged)| badness(&outline, sizes, arranged))
}

/// Returns the number of arrangements to compare.
fn compared(problem: &LayoutProblem) -> u64 {
    tries::SHAPED.of(problem.places.len())
}

/// Rates an arrangement; lower is better. Crossings count first, then cells, with a surcharge for the wrong shape.
fn badness(outline: &ShapeOutline, sizes: &[SizedPlace], arranged: &Arrangement) -> (usize, u64) {
    let cores = &arranged.routes.cores;
    let bounds = arranged.routes.bounds(|place, core| sizes[place].reach(core)).grown(MARGIN_CELLS - 1);
    let size = outline.size_of(bounds);
    let misplaced = size * outline.misplaced_percent(bounds, |place| cores[place].center()) / 100;
    (arranged.routes.crossings.len(), size + misplaced)
}
