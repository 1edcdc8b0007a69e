//! The arrangement of several whose shape is nearest to what is wanted.

use super::outline::ShapeOutline;
use super::problem::LayoutProblem;
use crate::base::{Diagnostic, Seed};
use crate::layout::budget::{MARGIN_CELLS, tries};
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::layout::lattice::{search, solve};
use crate::settings::LayoutSettings;

/// Solves a mission; where a shape is wanted again and again, as often as that is of use.
pub(super) fn solve_shaped(
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

/// A sprawl; where a shape is wanted the best of several.
pub(super) fn sprawl_shaped(
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

/// How many arrangements are compared.
fn compared(problem: &LayoutProblem) -> u64 {
    tries::SHAPED.of(problem.places.len())
}

/// How far an arrangement is from a good one: crossings first, then its cells, more if it has another shape
/// than is wanted.
fn badness(outline: &ShapeOutline, sizes: &[SizedPlace], arranged: &Arrangement) -> (usize, u64) {
    let cores = &arranged.routes.cores;
    let bounds = arranged.routes.bounds(|place, core| sizes[place].reach(core)).grown(MARGIN_CELLS - 1);
    let size = outline.size_of(bounds);
    let misplaced = size * outline.misplaced_percent(bounds, |place| cores[place].center()) / 100;
    (arranged.routes.crossings.len(), size + misplaced)
}
