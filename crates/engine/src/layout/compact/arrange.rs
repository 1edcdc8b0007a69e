//! Arranges and compacts all places of a mission without pins or rigid groups.
//!
//! In: a mission with the sizes of its places. Out: a compact arrangement, the best of several.
//! Small missions are arranged by a search on a lattice, large ones in rows across bays if possible, and
//! those in between in both ways. The best arrangement is packed, and packed again if it is sparse or exceeds
//! its bound.
//! Not guaranteed: that the level is within its bound.

use super::bays::{BayOrientation, Bays, PagePolicy};
use super::compactor::{CompactionInput, Compactor};
use super::convert::arrangement;
use super::lengths::lengthened;
use super::rating::{badness, cells};
use crate::base::{Diagnostic, Rect, Seed};
use crate::layout::budget::classes::{LARGE_PLACES, LEAST_IN_ROWS, MOST_SPARSE};
use crate::layout::budget::compact::arrange::{
    BOUND_ROUNDS, BOUND_TRIES, MANY_PASSAGES, MOST_LENGTHS, OTHER_PERCENTS, SETTLED_CELLS, SPARSE_PERCENT,
};
use crate::layout::budget::compact::compactor::MOST_ROUNDS;
use crate::layout::budget::tries;
use crate::layout::drawing::{Arrangement, OrthogonalDrawing, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;
use crate::layout::strategies::lattice::{search, solve};
use crate::settings::{LayoutSettings, Shape};

/// Arranges and compacts all places, with `gap` cells between them. Returns the best of several arrangements.
///
/// If it exceeds its bound, the bound becomes the only wish for its shape. That arrangement is used if it
/// fits.
///
/// # Errors
/// If no arrangement is found, returns the reason.
pub(in crate::layout) fn arrange(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let outline = ShapeOutline::new(problem);
    let ground = |place: usize, core: Rect| sizes[place].likely_reach(core);
    let fits = |arranged: &Arrangement| outline.fits(arranged.routes.bounds(ground).size);
    let first = arrange_in_shape(problem, sizes, settings, gap, seed)?;
    if fits(&first) {
        return Ok(first);
    }
    let shape = problem.shape;
    let nothing_else = Shape { bound: shape.bound, ..Shape::default() };
    if nothing_else == shape {
        return Ok(first);
    }
    let problem = problem.clone().with_shape(nothing_else);
    let other = arrange_in_shape(&problem, sizes, settings, gap, seed).ok();
    Ok(other.filter(fits).unwrap_or(first))
}

/// Arranges and compacts all places. Returns the arrangement that comes closest to the shape of the problem.
fn arrange_in_shape(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    seed: Seed,
) -> Result<Arrangement, Box<Diagnostic>> {
    let most_anew = tries::SPARSE.of(problem.places.len());
    let input = CompactionInput::new(problem, sizes);
    let mut compactor = input.compactor(gap as i32);
    let has_hub = problem.places.iter().any(|place| place.passages.len() >= MANY_PASSAGES);
    let wants_rows = problem.places.len() >= LEAST_IN_ROWS || has_hub;
    let in_rows = if wants_rows { compactor.in_rows(sizes, PagePolicy::Kept) } else { None };
    let is_large_in_rows = in_rows.is_some() && problem.places.len() >= LARGE_PLACES;
    let first_compared = if in_rows.is_some() { 0 } else { 1 };
    let mut best = match in_rows {
        Some(drawing) => drawing,
        None => {
            let first = solve(problem, sizes, settings, seed)?;
            let drawn = OrthogonalDrawing::new(problem, sizes, &first.routes);
            let drawn = drawn.and_then(|drawing| lengthened(problem, compactor.gap, drawing));
            if !problem.is_free() {
                let mut best = drawn.map(|drawing| compactor.compact(drawing, MOST_ROUNDS));
                if best.as_ref().is_none_or(|best| !best.crossings.is_empty()) {
                    match compactor.in_rows_of_sites(sizes, best.as_ref().map(cells)) {
                        Ok(in_rows) => best = Some(compactor.compact(in_rows, MOST_ROUNDS)),
                        Err(excess) if best.is_none() => {
                            return Ok(Arrangement { too_large: excess, ..first });
                        }
                        Err(_) => {}
                    }
                }
                let Some(best) = best else { return Ok(first) };
                let is_settled = problem.all_sited();
                let best = if is_settled { best } else { compactor.packed(best, seed.child("pack")) };
                let best = compactor.nested(best, seed.child("nest"));
                return Ok(arrangement(&best));
            }
            // Passages that cross here need not cross in rows.
            let has_crossings = !first.routes.crossings.is_empty();
            let in_rows = if has_crossings { compactor.in_rows(sizes, PagePolicy::ANY) } else { None };
            let drawn = drawn.map(|drawing| compactor.compact(drawing, 1));
            let drawings = drawn.into_iter().chain(in_rows);
            match drawings.min_by_key(|drawing| badness(&input.outline, drawing)) {
                Some(drawing) => drawing,
                None => return Ok(first),
            }
        }
    };
    let CompactionInput { problem, outline, .. } = &input;
    let compared = if outline.is_plain() { 1 } else { tries::COMPACT_SHAPED.of(problem.places.len()) };
    let another = |seed: Seed| {
        // A search takes long if the mission is large, and rarely improves on rows.
        let other = (!is_large_in_rows).then(|| search(problem, sizes, settings, seed, 1).ok())??;
        lengthened(problem, gap as i32, OrthogonalDrawing::new(problem, sizes, &other.routes)?)
    };
    for number in first_compared..compared {
        if problem.work.is_share_spent() {
            break;
        }
        compactor.compare(another(seed.child("again").numbered(number)), 1, &mut best);
    }
    let rounds = compactor.rounds();
    compactor.repack_while_worthwhile(&mut best, rounds, &mut seed.child("pack").stream());
    if cells(&best) <= SETTLED_CELLS {
        best = compactor.compact(best, 1);
    }
    for number in 0..most_anew {
        if filled_percent(&best) >= SPARSE_PERCENT || problem.work.is_spent() {
            break;
        }
        let seed = seed.child("anew").numbered(number);
        let Some(other) = another(seed) else { continue };
        let mut other = compactor.compact(other, 1);
        compactor.repack_while_worthwhile(&mut other, rounds, &mut seed.child("pack").stream());
        compactor.compare(Some(other), MOST_ROUNDS, &mut best);
    }
    if !outline.fits(best.bounds().size)
        && let Some(in_rows) = compactor.in_rows(sizes, PagePolicy::ANY)
    {
        compactor.compare(Some(in_rows), MOST_ROUNDS, &mut best);
    }
    for number in 0..BOUND_TRIES {
        if outline.fits(best.bounds().size) || problem.work.is_share_spent() {
            break;
        }
        let seed = seed.child("bound").numbered(number);
        // Every second try begins with a new search, because a level that is too high may have to become
        // wide.
        let rearranged = if number % 2 == 1 { another(seed) } else { None };
        let mut packed =
            rearranged.map_or_else(|| best.clone(), |rearranged| compactor.compact(rearranged, 1));
        let rounds = BOUND_ROUNDS * compactor.rounds();
        compactor.repack(&mut packed, rounds, rounds, &mut seed.stream());
        compactor.compare(Some(packed), MOST_ROUNDS, &mut best);
    }
    Ok(arrangement(&compactor.nested(best, seed.child("nest"))))
}

impl Compactor<'_> {
    /// Arranges a mission in rows and compacts it once. Returns `None` if places have sites or passages must
    /// cross.
    fn in_rows(&mut self, sizes: &[SizedPlace], sides: PagePolicy) -> Option<OrthogonalDrawing> {
        let Self { problem, outline, gap, .. } = *self;
        if !problem.is_free() {
            return None;
        }
        let bays = Bays::new(problem, sizes, self.ports.of_cores(), outline, gap, &[], sides)?;
        let drawn = |orientation: BayOrientation, wide_percent: u64| {
            lengthened(problem, gap, bays.drawn(orientation, wide_percent)?)
        };
        let orientations =
            if outline.ends.is_empty() { &BayOrientation::ALL[..1] } else { &BayOrientation::ALL };
        let wanted = outline.wide_percent(true);
        let drawings =
            orientations.iter().filter_map(|orientation| Some((*orientation, drawn(*orientation, wanted)?)));
        let (orientation, first) = drawings.min_by_key(|(_, drawing)| badness(outline, drawing))?;
        let mut best = self.compact(first, 1);
        let (mut wide, mut size) = (wanted, best.bounds().size);
        for _ in 1..MOST_LENGTHS {
            if outline.stretched(size) == 0 && outline.fits(size) {
                break;
            }
            // Rows become longer in proportion to the width that the level lacks.
            let wanted = outline.wide_percent(outline.fits(size));
            wide = wide * wanted * u64::from(size.height) / (100 * u64::from(size.width.max(1)));
            let Some(other) = drawn(orientation, wide.max(1)) else { break };
            let other = self.compact(other, 1);
            size = other.bounds().size;
            self.keep_better(other, &mut best);
        }
        // Around hubs, the size depends strongly on the length of rows.
        if filled_percent(&best) < SPARSE_PERCENT && problem.places.len() <= MOST_SPARSE {
            for wide_percent in OTHER_PERCENTS {
                let Some(other) = drawn(orientation, wide * wide_percent / 100) else { continue };
                let other = self.compact(other, 1);
                self.keep_better(other, &mut best);
            }
        }
        Some(best)
    }
}

/// Returns the percentage of the level's area that places mostly own.
fn filled_percent(drawing: &OrthogonalDrawing) -> u64 {
    let owned = drawing.blocks.iter().map(|block| block.ground().size.area() as u64);
    100 * owned.sum::<u64>() / (drawing.bounds().size.area() as u64).max(1)
}
