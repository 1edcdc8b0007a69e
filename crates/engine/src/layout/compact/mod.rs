//! Packs places into what is empty, and slides places and passages together, as the shapes of a chip are
//! compacted: along the rows and along the columns in turn, until nothing moves.
//!
//! In: an arrangement with a way for every passage. Out: one with the same places, larger nowhere and shorter
//! in sum, whose sites are the columns and rows of the middles, counted.
//! What lies beside something else, so that one sees the other along a row, stays on that side of it, and
//! places with sites in the order of these; what is there between them stays a wall, and more where places
//! want a distance. Among all positions for which that is so those are taken whose passages and width
//! together are least (constraint-graph compaction, Dai and Asano 1987; network simplex, as in the
//! one-dimensional compactor of ELK). Doors of places without sockets slide along their sides. After each
//! round passages are laid anew where that makes them shorter or straighter. Some of the places that have no
//! sites of their own are packed anew between two such passes, where they make the level smaller.
//! Guaranteed: whatever the arrangement guarantees, for each step is taken back that does not.
//! Not guaranteed: that nothing smaller exists.

mod arrange;
mod bays;
mod bodies;
mod bouts;
mod compactor;
mod convert;
mod rigid_constraints;
mod lengths;
mod pin_alignment;
mod pack;
mod rating;
mod reroute;
mod rows_of_sites;
mod simplex;
mod site_rows;
mod row_compaction;
mod rigid_groups;

pub(super) use self::arrange::arrange;
use self::compactor::CompactionInput;
use self::convert::{arrangement, back, legal_drawing};
use self::pack::{GrowthPolicy, InitialDrawing};
pub(super) use self::pin_alignment::{
    PinnedLevel, align_to_pins, arrange_to_pins, nudge_to_pins, rearrange_to_pins, vary_to_pins,
};
pub(super) use self::rigid_groups::{PartialArrangement, RigidGroup};
pub(super) use self::rows_of_sites::in_rows_of_sites;
use super::drawing::{Anchor, Arrangement, OrthogonalDrawing, Routes, SizedPlace, is_legal};
use super::problem::LayoutProblem;
use crate::base::{Cell, Rect, Seed};
use crate::layout::budget::compact::compactor::MOST_ROUNDS;
use crate::layout::budget::compact::{HELD_PACKED, MOST_GROWN};

/// Compacts what lies around pinned places, which stay where they are, with `gap` cells between places; if it
/// is bounded, all stays right of the first column of the level and below its first row.
pub(super) fn around_pins(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    is_bounded: bool,
    routes: Routes,
    seed: Seed,
) -> Routes {
    let Some(mut drawing) = legal_drawing(problem, sizes, &routes) else { return routes };
    let places = problem.pins().into_iter().map(|(place, _)| place).collect();
    drawing.anchor = Some(Anchor { zero: Cell::new(0, 0), is_bounded, places });
    let bench = CompactionInput::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let mut drawing = compactor.compact(drawing, MOST_ROUNDS);
    if !problem.all_sited() {
        drawing = compactor.packed(drawing, seed.child("pack"));
    }
    back(drawing).routes()
}

/// Compacts an arrangement in which doorways join places, each group of which moves as one, with `gap` cells
/// between all others. What is pinned stays where it is.
pub(super) fn with_doorways(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    arranged: Arrangement,
    seed: Seed,
) -> Arrangement {
    let drawing = legal_drawing(problem, sizes, &arranged.routes);
    let Some(mut drawing) = drawing else { return arranged };
    let is_bounded = problem.has_corner();
    let places: Vec<usize> = problem.pins().into_iter().map(|(place, _)| place).collect();
    drawing.anchor = (!places.is_empty()).then(|| Anchor { zero: Cell::new(0, 0), is_bounded, places });
    let bench = CompactionInput::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let mut drawing = compactor.compact(drawing, MOST_ROUNDS);
    if !problem.all_sited() {
        drawing = compactor.packed(drawing, seed.child("pack"));
    }
    arrangement(&back(drawing))
}

/// Has every passage its way, and do places and passages keep their distances?
pub(super) fn is_legal_as_arranged(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    arranged: &Arrangement,
) -> bool {
    legal_drawing(problem, sizes, &arranged.routes).is_some()
}

/// Arranges all places around those that lie fast, each with its core, as near as may be, with `gap` cells
/// between places; of several such arrangements the best.
///
/// # Errors
/// If none is found without crossings, the places that found no room, those that failed most often first.
pub(super) fn grown_around(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    fast: &[(usize, Rect)],
    is_bounded: bool,
    seed: Seed,
) -> Result<Routes, Vec<usize>> {
    let bench = CompactionInput::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let around = OrthogonalDrawing::around(problem, sizes, fast, is_bounded);
    let mut best: Result<OrthogonalDrawing, Vec<usize>> = Err(Vec::new());
    for number in 0..MOST_GROWN {
        let mut random = seed.child("grow").numbered(number).stream();
        match (
            compactor.grown(InitialDrawing::new(around.clone()), GrowthPolicy::Anyhow, &mut random),
            &mut best,
        ) {
            (Ok(grown), Err(_)) if is_legal(&grown) => best = Ok(compactor.compact(grown, 1)),
            (Ok(grown), Ok(best)) => compactor.compare(Some(grown), 1, best),
            (Err(failed), Err(known)) if known.is_empty() => *known = failed,
            (Ok(_) | Err(_), _) => {}
        }
    }
    let drawing = compactor.packed(best?, seed.child("pack"));
    Ok(back(drawing).routes())
}

/// Arranges all places, of which some lie in a drawing already, far enough apart, with these passages laid
/// between them: puts the others beside them, and slides all together, with `gap` cells between places.
/// `None` if the others find no room.
pub(super) fn slid_together(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    drawing: OrthogonalDrawing,
    laid: &[usize],
    seed: Seed,
) -> Option<Arrangement> {
    let bench = CompactionInput::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    let mut random = seed.child("grow").stream();
    let seedling = InitialDrawing { laid: laid.to_vec(), ..InitialDrawing::new(drawing) };
    let mut grown = compactor.grown(seedling, GrowthPolicy::Anyhow, &mut random).ok()?;
    let anchor = grown.anchor.take();
    let mut drawing = compactor.compact(Some(grown).filter(is_legal)?, MOST_ROUNDS);
    // Only what is new is packed.
    drawing.anchor = anchor;
    compactor.repack(&mut drawing, HELD_PACKED, &mut seed.child("pack").stream());
    drawing.anchor = None;
    Some(arrangement(&compactor.compact(drawing, MOST_ROUNDS)))
}

#[cfg(test)]
mod tests;
