//! Constraints for passages with a minimum and a maximum length.
//!
//! In: a drawing with limits. Out: constraints that keep each minimum and shorten passages towards their maximum,
//! or the drawing with all passages that were too short lengthened.
//! A pass moves along rows only, so only the horizontal pieces of a course change.
//!
//! ```text
//! ┌──┐   ┌──┐      ┌──┐     ┌──┐
//! │  ├───┤  │  ⇒   │  ├─────┤  │   nothing moves closer together
//! └──┘   └──┘      └──┘     └──┘
//! ```

use super::constraints::RowConstraint;
use super::row_compaction::{CompactionGraph, constrain_rows};
use super::site_rows::SitedPlaces;
use crate::layout::budget::compact::lengths::{MOST_ALONE, MOST_PASSES, TOO_LONG, TOO_LONG_A_PLACE};
use crate::layout::drawing::{Arrangement, Course, OrthogonalDrawing, SizedPlace, is_legal};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::work::StepBudget;

/// Spreads an arrangement until its passages are long enough, with `gap` cells between places where they are now.
pub(in crate::layout) fn spread(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    gap: i32,
    arranged: Arrangement,
) -> Arrangement {
    if !arranged.missing.is_empty() || problem.passages.iter().all(|passage| passage.length.is_none()) {
        return arranged;
    }
    let Some(drawing) = OrthogonalDrawing::new(problem, sizes, &arranged.routes) else { return arranged };
    if short(&drawing).is_empty() {
        return arranged;
    }
    let sited = SitedPlaces::new(&problem.clone().with_sites(&arranged.sites));
    let spread = lengthened_with(problem, gap, &sited, true, drawing);
    match spread.filter(|spread| !problem.is_too_large(spread.bounds().size)) {
        Some(spread) => Arrangement { routes: spread.routes(), ..arranged },
        None => arranged,
    }
}

/// Lengthens passages to their minimum length. If that is impossible, lowers the minimum of the passage.
///
/// Returns `None` if the drawing is not legal then.
pub(super) fn lengthened(
    problem: &LayoutProblem,
    gap: i32,
    drawing: OrthogonalDrawing,
) -> Option<OrthogonalDrawing> {
    lengthened_with(problem, gap, &SitedPlaces::new(problem), false, drawing)
}

/// Lengthens passages. Places with sites keep their order, and stay in line if `is_lattice`.
fn lengthened_with(
    problem: &LayoutProblem,
    gap: i32,
    sited: &SitedPlaces,
    is_lattice: bool,
    mut drawing: OrthogonalDrawing,
) -> Option<OrthogonalDrawing> {
    let kept = |level: bool| -> Vec<RowConstraint> {
        let lines = sited.along(level).iter().filter(|_| is_lattice);
        let together = lines.map(|places| RowConstraint::Together(places));
        RowConstraint::orders(sited.along(level)).chain(together).chain([RowConstraint::Distances]).collect()
    };
    for _ in 0..MOST_PASSES {
        let short = short(&drawing);
        if short.is_empty() {
            break;
        }
        let size = drawing.bounds().size;
        let is_high = size.width <= size.height;
        let lengthen = |level: bool| {
            let pass = |along: &OrthogonalDrawing| {
                lengthened_along_rows(along, gap, &kept(level), &short, &problem.work)
            };
            drawing.along(level, pass)
        };
        let Some(longer) = [is_high, !is_high].into_iter().find_map(lengthen) else { break };
        drawing = longer;
    }
    drawing.allow_lengths();
    Some(drawing).filter(is_legal)
}

/// Returns the courses that are too short, each with the number of missing cells.
fn short(drawing: &OrthogonalDrawing) -> Vec<(usize, u32)> {
    let missing = |(number, course): (usize, &Course)| {
        let (least, _) = course.limits?;
        let missing = least.saturating_sub(course.cells_between(course.cores(&drawing.blocks)));
        (missing > 0).then_some((number, missing))
    };
    drawing.courses.iter().enumerate().filter_map(missing).collect()
}

/// Lengthens the horizontal pieces of courses, of all together or otherwise of one alone.
///
/// Returns `None` if none can be lengthened.
fn lengthened_along_rows(
    drawing: &OrthogonalDrawing,
    gap: i32,
    kept: &[RowConstraint],
    short: &[(usize, u32)],
    work: &StepBudget,
) -> Option<OrthogonalDrawing> {
    let is_level = |number: usize| {
        let course = &drawing.courses[number];
        (0..course.pieces()).any(|piece| !course.is_upright(piece))
    };
    let level = short.iter().filter(|(number, _)| is_level(*number));
    let longer: Vec<RowConstraint> =
        level.map(|(number, missing)| RowConstraint::Longer(*number, *missing)).collect();
    let kept: Vec<RowConstraint> =
        kept.iter().filter(|constraint| constraint.may_be_kept(drawing)).copied().collect();
    let require =
        |longer: &[RowConstraint]| constrain_rows(drawing, gap, &[&kept[..], longer].concat(), work);
    if longer.is_empty() {
        return None;
    }
    require(&longer).or_else(|| longer.chunks(1).take(MOST_ALONE).find_map(require))
}

/// A horizontal piece: the positions of its left and its right end, and its length in cells.
struct RowSegment {
    left: usize,
    right: usize,
    cells: i32,
    /// Set if the course goes to the right on this piece.
    is_forward: bool,
}

impl CompactionGraph<'_> {
    /// Keeps the total length of a course at its minimum or above, and pulls it down to its maximum.
    pub(super) fn keep_length(&mut self, number: usize) {
        let drawing = self.drawing;
        let course = &drawing.courses[number];
        let Some((least, most)) = course.limits else { return };
        let now = course.cells_between(course.cores(&drawing.blocks));
        let pieces = (0..course.pieces()).filter(|piece| !course.is_upright(*piece));
        let levels: Vec<RowSegment> = pieces.map(|piece| self.level(number, piece)).collect();
        // The number of cells that it may lose.
        let spare = now.saturating_sub(least) as i32;
        let all: i32 = levels.iter().map(|level| level.cells).sum();
        let wanted = all + most as i32 - now as i32;
        let (Some(first), Some(last)) = (levels.first(), levels.last()) else { return };
        if levels.iter().all(|level| level.is_forward == first.is_forward) {
            let (from, to) =
                if first.is_forward { (first.left, last.right) } else { (last.left, first.right) };
            let apart = self.at[to] - self.at[from];
            self.add(from, to, apart - spare, 0);
            self.shorten(from, to, apart - all + wanted.max(0));
            return;
        }
        for RowSegment { left, right, cells, .. } in levels {
            let apart = self.at[right] - self.at[left];
            self.add(left, right, apart - spare * cells / all.max(1), 0);
            if wanted < all {
                self.shorten(left, right, apart - cells + wanted.max(0) * cells / all.max(1));
            }
        }
    }

    /// Makes the longest horizontal piece of a course longer.
    ///
    /// If the course turns back, another piece becomes longer with it, so that one gets half of the cells.
    pub(super) fn lengthen(&mut self, number: usize, cells: u32) {
        let course = &self.drawing.courses[number];
        let pieces = (0..course.pieces()).filter(|piece| !course.is_upright(*piece));
        let levels: Vec<RowSegment> = pieces.map(|piece| self.level(number, piece)).collect();
        let Some(longest) = levels.iter().max_by_key(|level| level.cells) else { return };
        let turns_back = levels.iter().any(|level| level.is_forward != longest.is_forward);
        let more = if turns_back { cells.div_ceil(2) } else { cells } as i32;
        let apart = self.at[longest.right] - self.at[longest.left];
        self.add(longest.left, longest.right, apart + more, 0);
    }

    fn level(&self, number: usize, piece: usize) -> RowSegment {
        let course = &self.drawing.courses[number];
        let (from, to) = (course.corners[piece].x, course.corners[piece + 1].x);
        let nodes = [self.end_node(number, piece, 0), self.end_node(number, piece, 1)];
        let is_forward = from < to;
        let [left, right] = if is_forward { nodes } else { [nodes[1], nodes[0]] };
        RowSegment { left, right, cells: (to - from).abs(), is_forward }
    }

    /// Adds a cost for each cell by which the second position is more than `most` cells behind the first.
    fn shorten(&mut self, from: usize, to: usize, most: i32) {
        // A helper position behind the first, by as many cells as the second is too far away.
        let beyond = self.at.len();
        self.at.push(self.at[from].max(self.at[to] - most));
        let weight = TOO_LONG + TOO_LONG_A_PLACE * self.drawing.blocks.len() as i64;
        self.add(from, beyond, 0, weight);
        self.add(to, beyond, -most, 0);
    }
}
