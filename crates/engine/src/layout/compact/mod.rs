//! Compaction: packs places into empty space, and slides places and passages together like the shapes of a
//! chip.
//!
//! In: an arrangement with a route for every passage.
//! Out: an arrangement of the same places. Their sites are the ranks of the rows and columns of their
//! middles.
//! - Sliding alternates between rows and columns until nothing moves (`compactor`). Parts that face each
//!   other in a row keep their order and a wall between them; sited places keep the order of their sites. The
//!   positions minimise the lengths of passages plus the width of the level: constraint-graph compaction (Dai
//!   and Asano 1987) with the network simplex, as in the one-dimensional compactor of ELK.
//! - Passages are rerouted after each round if that makes them shorter or straighter (`reroute`).
//! - Places that leave cells of their rectangles to others are packed by their outlines (`nest`).
//! - Places without sites are packed again where that makes the level smaller (`pack`, `bouts`).
//!
//! Guaranteed: everything that the arrangement guarantees, because a step that breaks a guarantee is undone.
//! The level does not become larger.
//! Not guaranteed: the smallest possible level.

mod arrange;
mod bays;
mod bodies;
mod bouts;
mod compactor;
mod constraints;
mod convert;
mod rigid_constraints;
mod lengths;
mod nest;
mod no_fit;
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
pub(super) use self::lengths::spread;
use self::pack::{GrowthPolicy, InitialDrawing};
pub(super) use self::pin_alignment::{
    PinnedLevel, align_to_pins, arrange_to_pins, nudge_to_pins, rearrange_to_pins, vary_to_pins,
};
pub(super) use self::rigid_groups::{PartialArrangement, RigidGroup};
pub(super) use self::rows_of_sites::in_rows_of_sites;
use super::drawing::{Anchor, Arrangement, OrthogonalDrawing, Routes, SizedPlace, is_legal};
use crate::base::{Cell, Rect, Seed};
use crate::layout::budget::compact::compactor::MOST_ROUNDS;
use crate::layout::budget::compact::{HELD_PACKED, MOST_GROWN};
use crate::layout::input::problem::LayoutProblem;

/// Compacts an arrangement, with `gap` cells between places, then packs its places unless all have sites.
///
/// Pinned places do not move, and places that doorways join move as one. Returns the arrangement unchanged if
/// its routes are not legal.
pub(super) fn compacted(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    arranged: Arrangement,
    seed: Seed,
) -> Arrangement {
    let Some(drawing) = legal_drawing(problem, sizes, &arranged.routes) else { return arranged };
    let places: Vec<usize> = problem.pins().into_iter().map(|(place, _)| place).collect();
    let is_bounded = problem.has_corner();
    let anchor = (!places.is_empty()).then(|| Anchor { zero: Cell::new(0, 0), is_bounded, places });
    let input = CompactionInput::new(problem, sizes);
    let mut compactor = input.compactor(gap);
    let mut drawing = compactor.compact(OrthogonalDrawing { anchor, ..drawing }, MOST_ROUNDS);
    if !problem.all_sited() {
        drawing = compactor.packed(drawing, seed.child("pack"));
    }
    arrangement(&back(compactor.nested(drawing, seed.child("nest"))))
}

/// Returns `true` if every passage has a route, and all places and passages keep their distances.
pub(super) fn is_legal_as_arranged(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    arranged: &Arrangement,
) -> bool {
    legal_drawing(problem, sizes, &arranged.routes).is_some()
}

/// Grows an arrangement around places with fixed cores, as close to them as possible, with `gap` cells
/// between places. Returns the best of several.
///
/// # Errors
/// If none without crossings is found, returns the places that found no room, most frequent failures first.
pub(super) fn grown_around(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    fixed: &[(usize, Rect)],
    is_bounded: bool,
    seed: Seed,
) -> Result<Routes, Vec<usize>> {
    let input = CompactionInput::new(problem, sizes);
    let mut compactor = input.compactor(gap);
    let around = OrthogonalDrawing::around(problem, sizes, fixed, is_bounded);
    let mut best: Result<OrthogonalDrawing, Vec<usize>> = Err(Vec::new());
    for number in 0..MOST_GROWN {
        let mut random = seed.child("grow").numbered(number).stream();
        match (
            compactor.grown(InitialDrawing::new(around.clone()), GrowthPolicy::Anywhere, &mut random),
            &mut best,
        ) {
            (Ok(grown), Err(_)) if is_legal(&grown) => best = Ok(compactor.compact(grown, 1)),
            (Ok(grown), Ok(best)) => compactor.compare(Some(grown), 1, best),
            (Err(failed), Err(known)) if known.is_empty() => *known = failed,
            (Ok(_) | Err(_), _) => {}
        }
    }
    let drawing = compactor.packed(best?, seed.child("pack"));
    let drawing = compactor.nested(drawing, seed.child("nest"));
    Ok(back(drawing).routes())
}

/// Adds the remaining places to a drawing of some places and of the passages in `laid`.
///
/// The places of the drawing must be far enough apart. Puts the others next to them and slides everything
/// together, with `gap` cells between places. Returns `None` if the others find no room.
pub(super) fn slid_together(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    drawing: OrthogonalDrawing,
    laid: &[usize],
    seed: Seed,
) -> Option<Arrangement> {
    let input = CompactionInput::new(problem, sizes);
    let mut compactor = input.compactor(gap);
    let mut random = seed.child("grow").stream();
    let initial = InitialDrawing { laid: laid.to_vec(), ..InitialDrawing::new(drawing) };
    let mut grown = compactor.grown(initial, GrowthPolicy::Anywhere, &mut random).ok()?;
    let anchor = grown.anchor.take();
    let mut drawing = compactor.compact(Some(grown).filter(is_legal)?, MOST_ROUNDS);
    // Only the new places are packed.
    drawing.anchor = anchor;
    compactor.repack(&mut drawing, HELD_PACKED, HELD_PACKED, &mut seed.child("pack").stream());
    drawing.anchor = None;
    let drawing = compactor.compact(drawing, MOST_ROUNDS);
    Some(arrangement(&compactor.interlocked(drawing)))
}

#[cfg(test)]
mod nest_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
