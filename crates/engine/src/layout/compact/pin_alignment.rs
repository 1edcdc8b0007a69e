//! Moves a level that was laid out without pins until its pinned places are at their pins.
//!
//! In: a mission, and the cores that its pinned places should have. Out: routes, or `None`.
//! Parts keep their order along rows and columns. If this is impossible or makes the level much larger, other
//! layouts are tried: mirror images, new arrangements, and for large missions other rows, some of which begin
//! at a pinned place. Those that are closest to the pins come first.
//! Guaranteed: pinned places lie at their pins, within the bound.
//! Not guaranteed: that any of the layouts can be moved.

use std::cmp::Reverse;

use super::arrange::arrange;
use super::bays::{BayOrientation, Bays, PagePolicy};
use super::bodies::RigidBodies;
use super::compactor::{CompactionInput, Compactor};
use super::constraints::RowConstraint;
use super::convert::back;
use super::lengths::lengthened;
use super::rating::{badness, cells};
use super::row_compaction::constrain_rows;
use crate::base::{Cell, Rect, Seed};
use crate::layout::budget::classes::{FEW_IN_ROWS, LEAST_IN_ROWS, MOST_MOVED_AGAIN};
use crate::layout::budget::compact::compactor::MOST_ROUNDS;
use crate::layout::budget::compact::pin_alignment::{
    AS_IT_WAS_PERCENT, FITTING_PERCENTS, LARGER_PERCENT, MOST_BEGINNINGS, NEAR_PERCENT, SLID_PERCENT,
    WIDE_PERCENTS,
};
use crate::layout::budget::{COMPACT_MARGIN_CELLS, tries};
use crate::layout::drawing::{Anchor, Arrangement, OrthogonalDrawing, Routes, SizedPlace, is_legal};
use crate::layout::input::problem::LayoutProblem;
use crate::settings::{LayoutSettings, Shape, SizeLimit};

/// A level with its pinned places at their pins.
pub(in crate::layout) struct PinnedLevel {
    pub routes: Routes,
    /// Set if everything else lies about as it would without pins.
    pub is_as_it_was: bool,
}

/// Lays out a mission with its pinned places at the given cores, with `gap` cells between places.
///
/// Returns `None` if no layout that is tried can be moved to the pins, or if the result exceeds the bound.
pub(in crate::layout) fn align_to_pins(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    pinned: &[(usize, Rect)],
    seed: Seed,
) -> Option<PinnedLevel> {
    let free = problem.with_pins(&[]);
    let input = CompactionInput::new(&free, sizes);
    let mut compactor = input.compactor(gap as i32);
    let arranged =
        arrange(&free, sizes, settings, gap, seed).ok().filter(|arranged| arranged.missing.is_empty());
    let as_it_was = arranged.and_then(|arranged| OrthogonalDrawing::new(&free, sizes, &arranged.routes));
    if let Some(routes) = as_it_was.as_ref().and_then(|drawing| compactor.nudged(drawing, pinned)) {
        return Some(PinnedLevel { routes, is_as_it_was: true });
    }
    if !lies_in_other_rows(&input) {
        return None;
    }
    let mut best = as_it_was.as_ref().and_then(|drawing| compactor.moved(drawing, pinned));
    let is_as_it_was = best
        .as_ref()
        .zip(as_it_was.as_ref())
        .is_some_and(|(best, was)| compactor.is_within(LARGER_PERCENT, best, was));
    if !is_as_it_was {
        let cells = as_it_was.as_ref().map_or(0, cells);
        let mut others = compactor.in_other_rows(sizes, pinned, cells);
        others.extend(newly_arranged(&input, sizes, settings, gap, as_it_was.as_ref(), seed));
        others.sort_by_key(|drawing| (off(drawing, pinned), badness(&input.outline, drawing)));
        let most_tried = tries::PINNED_ROWS.of(problem.places.len()) as usize;
        let others = others.into_iter().take(most_tried).chain(compactor.in_rows_of_their_own(sizes, pinned));
        let others = others.take_while(|_| !free.work.is_share_spent());
        let moved = others.filter_map(|drawing| compactor.moved(&drawing, pinned));
        let most_moved = tries::MOVED_ROWS.of(problem.places.len()) as usize;
        let moved: Vec<OrthogonalDrawing> = moved.take(most_moved).collect();
        for other in moved {
            let other = compactor.compact(other, 1);
            match &mut best {
                Some(best) => compactor.keep_better(other, best),
                None => best = Some(other),
            }
        }
    }
    let routes = compactor.finished(best?, seed)?;
    Some(PinnedLevel { routes, is_as_it_was })
}

/// Lays out a small mission in several ways without pins, and moves each to the given cores. Returns the
/// best.
///
/// Returns `None` if none can be moved, if the best exceeds the bound, or if the mission is large: these are
/// tried in `align_to_pins`.
pub(in crate::layout) fn vary_to_pins(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    pinned: &[(usize, Rect)],
    seed: Seed,
) -> Option<Routes> {
    let input = CompactionInput::new(&problem.with_pins(&[]), sizes);
    if lies_in_other_rows(&input) {
        return None;
    }
    let drawings = newly_arranged(&input, sizes, settings, gap, None, seed);
    input.compactor(gap as i32).best_moved(&drawings, pinned, seed)
}

/// Returns new layouts without pins, and their mirror images. `known` is mirrored, too.
///
/// Layouts with crossings are left out.
fn newly_arranged(
    input: &CompactionInput,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    gap: u32,
    known: Option<&OrthogonalDrawing>,
    seed: Seed,
) -> Vec<OrthogonalDrawing> {
    let CompactionInput { problem, .. } = input;
    if problem.places.len() > MOST_MOVED_AGAIN {
        return Vec::new();
    }
    // Moving to pins changes the size anyway, so the bound is not aimed at.
    let unbound = problem.clone().with_shape(Shape { bound: SizeLimit::None, ..problem.shape });
    let drawn = |number: u64| {
        let arranged = arrange(&unbound, sizes, settings, gap, seed.child("anew").numbered(number)).ok()?;
        OrthogonalDrawing::new(problem, sizes, &arranged.routes)
    };
    let most_anew = tries::MOVED.of(problem.places.len());
    let affordable = (0..most_anew).take_while(|_| !problem.work.is_share_spent());
    let drawings: Vec<OrthogonalDrawing> = affordable.filter_map(drawn).chain(known.cloned()).collect();
    let level = drawings.iter().filter_map(|drawing| turned_over(drawing, true));
    let drawings: Vec<OrthogonalDrawing> = drawings.iter().cloned().chain(level).collect();
    let upright = drawings.iter().filter_map(|drawing| turned_over(drawing, false));
    let drawings = drawings.iter().cloned().chain(upright);
    drawings.filter(|drawing| drawing.crossings.is_empty()).collect()
}

/// Mirrors a drawing: left to right if `is_level`, otherwise top to bottom.
///
/// Returns `None` if it has sockets or crossings.
fn turned_over(drawing: &OrthogonalDrawing, is_level: bool) -> Option<OrthogonalDrawing> {
    let places: Vec<usize> = (0..drawing.blocks.len()).collect();
    let whole = RigidBodies::new(drawing).joined(&places);
    if !drawing.crossings.is_empty() || !whole.can_flip(0, &drawing.blocks) {
        return None;
    }
    let corridors = drawing.courses.iter().enumerate().filter(|(_, course)| !course.is_doorway);
    let corridors: Vec<usize> = corridors.map(|(number, _)| number).collect();
    let mut turned = drawing.clone();
    whole.flip(0, &corridors, is_level, &mut turned);
    Some(turned).filter(is_legal)
}

/// Lays out a small mission in rows without crossings, and moves it to the given cores. Pinned places have
/// rows of their own.
///
/// Returns `None` if it cannot be moved, if passages must cross, if it exceeds the bound, or if the mission
/// is large: these are tried in `align_to_pins`.
pub(in crate::layout) fn rearrange_to_pins(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: u32,
    pinned: &[(usize, Rect)],
    seed: Seed,
) -> Option<Routes> {
    let input = CompactionInput::new(&problem.with_pins(&[]), sizes);
    if lies_in_other_rows(&input) {
        return None;
    }
    let mut compactor = input.compactor(gap as i32);
    let drawings: Vec<OrthogonalDrawing> = compactor.in_rows_of_their_own(sizes, pinned).collect();
    compactor.best_moved(&drawings, pinned, seed)
}

fn lies_in_other_rows(input: &CompactionInput) -> bool {
    input.problem.places.len() >= LEAST_IN_ROWS || input.is_vast
}

/// Moves the pinned places of an arrangement to these cores, and everything else as little as possible.
///
/// Returns `None` if that is impossible, makes the level much larger, or exceeds the bound.
pub(in crate::layout) fn nudge_to_pins(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: u32,
    arranged: &Arrangement,
    pinned: &[(usize, Rect)],
) -> Option<Routes> {
    let input = CompactionInput::new(&problem.with_pins(&[]), sizes);
    let drawing = OrthogonalDrawing::new(&input.problem, sizes, &arranged.routes)?;
    input.compactor(gap as i32).nudged(&drawing, pinned)
}

/// Moves the pinned places of an arrangement to these cores, then compacts and packs it.
///
/// Returns `None` if that is impossible or exceeds the bound.
pub(in crate::layout) fn arrange_to_pins(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: u32,
    arranged: &Arrangement,
    pinned: &[(usize, Rect)],
    seed: Seed,
) -> Option<Routes> {
    let input = CompactionInput::new(&problem.with_pins(&[]), sizes);
    let mut compactor = input.compactor(gap as i32);
    let drawing = OrthogonalDrawing::new(&input.problem, sizes, &arranged.routes)?;
    let drawing = lengthened(&input.problem, compactor.gap, drawing)?;
    let moved = compactor.moved(&drawing, pinned)?;
    compactor.finished(moved, seed)
}

impl Compactor<'_> {
    /// Returns the best of the drawings that can be moved to their pins, compacted and packed.
    ///
    /// Returns `None` if there is none, or if it exceeds the bound.
    fn best_moved(
        &mut self,
        drawings: &[OrthogonalDrawing],
        pinned: &[(usize, Rect)],
        seed: Seed,
    ) -> Option<Routes> {
        let outline = self.outline;
        let affordable = drawings.iter().take_while(|_| !self.problem.work.is_share_spent());
        let moved = affordable.filter_map(|drawing| self.moved(drawing, pinned));
        let moved: Vec<OrthogonalDrawing> = moved.collect();
        let moved = moved.into_iter().map(|drawing| self.compact(drawing, 1));
        let best = moved.min_by_key(|drawing| badness(outline, drawing))?;
        self.finished(best, seed)
    }

    /// Compacts and packs a drawing that has been moved to its pins. Returns `None` if it exceeds the bound.
    fn finished(&mut self, moved: OrthogonalDrawing, seed: Seed) -> Option<Routes> {
        let compact = self.compact(moved, MOST_ROUNDS);
        let packed = self.packed(compact, seed.child("pack"));
        let nested = self.nested(packed, seed.child("nest"));
        self.within_bound(nested)
    }

    /// Moves a drawing to its pins, and everything else as little as possible.
    ///
    /// Returns `None` if that is impossible, makes the level much larger, or exceeds the bound.
    fn nudged(&mut self, drawing: &OrthogonalDrawing, pinned: &[(usize, Rect)]) -> Option<Routes> {
        let moved = self.moved(drawing, pinned)?;
        let is_good = self.is_within(AS_IT_WAS_PERCENT, &moved, drawing);
        is_good.then(|| self.compact(moved, MOST_ROUNDS)).and_then(|compact| self.within_bound(compact))
    }

    /// Returns `true` if a drawing costs at most `percent` percent of another.
    fn is_within(&self, percent: u64, drawing: &OrthogonalDrawing, was: &OrthogonalDrawing) -> bool {
        let [now, was] = [drawing, was].map(|drawing| badness(self.outline, drawing).1);
        100 * now <= percent * was
    }

    /// Returns the routes of a drawing, or `None` if it exceeds the bound.
    fn within_bound(&self, drawing: OrthogonalDrawing) -> Option<Routes> {
        self.outline.fits(drawing.bounds_with_corner().size).then(|| back(drawing).routes())
    }

    /// Moves everything until pinned places have these cores, which are relative to the corner of the level.
    ///
    /// Returns `None` if that is impossible.
    fn moved(&self, drawing: &OrthogonalDrawing, pinned: &[(usize, Rect)]) -> Option<OrthogonalDrawing> {
        let margin = COMPACT_MARGIN_CELLS as i32;
        let pinned_along = |drawing: &OrthogonalDrawing, level: bool| {
            let column = |core: &Rect| (if level { core.min.x } else { core.min.y }) - margin;
            let pins: Vec<RowConstraint> =
                pinned.iter().map(|(place, core)| RowConstraint::Column(*place, column(core))).collect();
            let to_pins =
                |along: &OrthogonalDrawing| constrain_rows(along, self.gap, &pins, &self.problem.work);
            drawing.along(level, to_pins)
        };
        let moved = pinned_along(&pinned_along(drawing, true)?, false)?;
        let places = pinned.iter().map(|(place, _)| *place).collect();
        let anchor = Anchor { zero: Cell::new(-margin, -margin), is_bounded: true, places };
        Some(OrthogonalDrawing { anchor: Some(anchor), ..moved }).filter(is_legal)
    }

    /// Draws the mission in rows. Those of pinned places come first, from top to bottom, and contain nothing
    /// else.
    ///
    /// The second variant has columns instead of rows.
    fn in_rows_of_their_own(
        &self,
        sizes: &[SizedPlace],
        pinned: &[(usize, Rect)],
    ) -> impl Iterator<Item = OrthogonalDrawing> + use<'_> {
        let Self { problem, ports, outline, gap, .. } = *self;
        let turned = pinned.iter().map(|(place, core)| (*place, core.transposed())).collect();
        let rows = [rows_of(pinned.to_vec()), rows_of(turned)].into_iter().cycle();
        let in_order = BayOrientation::APART.into_iter().zip(rows);
        let sizes = sizes.to_vec();
        in_order.filter_map(move |(orientation, firsts)| {
            let bays = Bays::new(problem, &sizes, ports.of_cores(), outline, gap, &firsts, PagePolicy::ANY)?;
            lengthened(problem, gap, bays.drawn(orientation, 100)?)
        })
    }

    /// Draws the mission in rows of several orientations and widths. `cells` is the expected size of the
    /// level.
    fn in_other_rows(
        &self,
        sizes: &[SizedPlace],
        pinned: &[(usize, Rect)],
        cells: u64,
    ) -> Vec<OrthogonalDrawing> {
        let is_small = self.problem.places.len() <= FEW_IN_ROWS;
        let mut drawings = Vec::new();
        let beginnings = pinned.iter().take(MOST_BEGINNINGS);
        for first in beginnings.map(Some).chain([None]) {
            let firsts: Vec<Vec<usize>> = first.map(|(place, _)| vec![*place]).into_iter().collect();
            let Self { problem, ports, outline, gap, .. } = *self;
            let ports = ports.of_cores();
            let Some(bays) = Bays::new(problem, sizes, ports, outline, gap, &firsts, PagePolicy::ANY) else {
                continue;
            };
            // A place at an end of the first row is as far from the corner as that row is long.
            let fitting = first.map(|(_, core)| {
                let near = |cells: i32| NEAR_PERCENT * u64::from(cells.unsigned_abs()) / 100;
                let (x, y) = (near(core.min.x).max(1), near(core.min.y).max(1));
                [100 * x * x / cells.max(1), 100 * cells / (y * y)]
                    .map(|percent| percent.clamp(FITTING_PERCENTS.0, FITTING_PERCENTS.1))
            });
            let others = if is_small { &WIDE_PERCENTS[..] } else { &[] };
            let percents: Vec<u64> =
                fitting.into_iter().flatten().chain([100]).chain(others.iter().copied()).collect();
            let orientations = BayOrientation::ALL
                .into_iter()
                .flat_map(|orientation| percents.iter().map(move |percent| (orientation, *percent)));
            let apart = BayOrientation::APART.map(|orientation| (orientation, 100));
            for (orientation, wide_percent) in
                orientations.chain(apart.into_iter().filter(|_| first.is_some()))
            {
                let drawing = bays.drawn(orientation, wide_percent);
                drawings.extend(drawing.and_then(|drawing| lengthened(self.problem, gap, drawing)));
            }
        }
        drawings
    }
}

/// Returns rows of pinned places from top to bottom, each from right to left. Places of a row overlap
/// vertically.
fn rows_of(mut pinned: Vec<(usize, Rect)>) -> Vec<Vec<usize>> {
    pinned.sort_by_key(|(place, core)| (core.min.y, *place));
    let is_beside = |(_, one): &(usize, Rect), (_, other): &(usize, Rect)| other.min.y < one.bottom();
    let rows = pinned.chunk_by(is_beside).map(|row| {
        let mut row = row.to_vec();
        row.sort_by_key(|(place, core)| (Reverse(core.min.x), *place));
        row.into_iter().map(|(place, _)| place).collect()
    });
    rows.collect()
}

/// Estimates by how many cells pinned places are too far from each other and from the corner of the level.
fn off(drawing: &OrthogonalDrawing, pinned: &[(usize, Rect)]) -> i64 {
    let corner = drawing.bounds().min;
    let off_along = |along: fn(Cell) -> i32| {
        let mut positions: Vec<(i64, i64)> = pinned
            .iter()
            .map(|(place, core)| {
                (i64::from(along(drawing.blocks[*place].core.min - corner)), i64::from(along(core.min)))
            })
            .chain([(0, i64::from(COMPACT_MARGIN_CELLS))])
            .collect();
        positions.sort_unstable();
        let apart = |pair: &[(i64, i64)]| {
            ((pair[1].0 - pair[0].0) * SLID_PERCENT / 100 - (pair[1].1 - pair[0].1)).max(0)
        };
        positions.windows(2).map(apart).sum::<i64>()
    };
    off_along(|cell| cell.x) + off_along(|cell| cell.y)
}
