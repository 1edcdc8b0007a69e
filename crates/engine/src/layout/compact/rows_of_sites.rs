//! Rows without crossings for missions in which some places have sites.
//!
//! In: a planar mission and its sites. Out: a drawing in which sited places have rows of their own, before
//! all others, and lie in the order of their sites.
//! It fails if passages would wind too often around places, or if the level becomes much larger than with
//! bridges.

use super::bays::{BayOrientation, Bays, PagePolicy};
use super::compactor::{CompactionInput, Compactor};
use super::constraints::RowConstraint;
use super::convert::arrangement;
use super::lengths::lengthened;
use super::rating::cells;
use super::row_compaction::constrain_rows;
use crate::layout::budget::compact::rows_of_sites::{
    DETOUR, MOST_CHANGES, MOST_CHANGES_WITHOUT_BRIDGES, ONCE_CELLS,
};
use crate::layout::drawing::{Arrangement, LevelExcess, OrthogonalDrawing, SizedPlace, is_legal};
use crate::layout::graph::embedding::is_planar;
use crate::layout::input::problem::LayoutProblem;

/// Arranges all places in rows without crossings, with `gap` cells between them.
///
/// `with_bridges` is the number of cells of a level with bridges, if there is one: the new level may not be
/// much larger.
///
/// # Errors
/// If no place has a site, if passages must cross, or if no legal drawing is found. The excess tells if the
/// level would be too large or passages would wind too often.
pub(in crate::layout) fn in_rows_of_sites(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: u32,
    with_bridges: Option<u64>,
) -> Result<Arrangement, Option<LevelExcess>> {
    let input = CompactionInput::new(problem, sizes);
    let drawing = input.compactor(gap as i32).in_rows_of_sites(sizes, with_bridges)?;
    Ok(arrangement(&drawing))
}

impl Compactor<'_> {
    /// Returns the best of several such drawings, compacted once.
    pub(super) fn in_rows_of_sites(
        &mut self,
        sizes: &[SizedPlace],
        with_bridges: Option<u64>,
    ) -> Result<OrthogonalDrawing, Option<LevelExcess>> {
        let Self { problem, ports, outline, gap, sited, .. } = *self;
        let ends = problem.passages.iter().map(|passage| (passage.from, passage.to));
        if sited.rows.is_empty() || !is_planar(problem.places.len(), ends) {
            return Err(None);
        }
        let most_changes = if with_bridges.is_some() { MOST_CHANGES } else { MOST_CHANGES_WITHOUT_BRIDGES };
        let sides = PagePolicy::Changed { most_changes };
        let (mut best, mut winds_too_far): (Option<OrthogonalDrawing>, bool) = (None, true);
        for (orientation, firsts) in
            BayOrientation::APART.into_iter().zip([&sited.rows, &sited.columns].into_iter().cycle())
        {
            let Some(bays) = Bays::new(problem, sizes, ports.of_cores(), outline, gap, firsts, sides) else {
                continue;
            };
            winds_too_far = false;
            let drawn = bays.drawn(orientation, 100).and_then(|drawing| lengthened(problem, gap, drawing));
            let Some(ordered) = drawn.and_then(|drawing| self.in_order(&drawing)) else { continue };
            let drawing = self.compact(ordered, 1);
            match &mut best {
                Some(best) => self.keep_better(drawing, best),
                None => best = Some(drawing),
            }
            if best.as_ref().is_some_and(|best| cells(best) > ONCE_CELLS) {
                break;
            }
        }
        let best = best.ok_or(winds_too_far.then_some(LevelExcess::Winding(most_changes)))?;
        if with_bridges.is_some_and(|cells_with| cells(&best) > DETOUR * cells_with) {
            return Err(Some(LevelExcess::Size(best.bounds().size)));
        }
        Ok(best)
    }

    /// Moves the middles of places into the order of their sites.
    fn in_order(&self, drawing: &OrthogonalDrawing) -> Option<OrthogonalDrawing> {
        let in_order = |drawing: &OrthogonalDrawing, level: bool| {
            let orders: Vec<RowConstraint> = RowConstraint::orders(self.sited.along(level)).collect();
            let put =
                |along: &OrthogonalDrawing| constrain_rows(along, self.gap, &orders, &self.problem.work);
            drawing.along(level, put)
        };
        in_order(&in_order(drawing, true)?, false).filter(is_legal)
    }
}
