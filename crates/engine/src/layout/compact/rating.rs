//! The rating of a drawing: crossings first, then size and shape, then the cells and turns of passages.

use crate::base::{Rect, Size};
use crate::layout::budget::classes::LARGE_CELLS;
use crate::layout::budget::compact::rating::{CELL, TOO_LONG, TURN};
use crate::layout::drawing::{self, Course, OrthogonalDrawing};
use crate::layout::outline::ShapeOutline;

/// Rates a drawing; lower is better.
///
/// The first number counts crossings. The second is the number of cells of the level plus the costs of its
/// passages. It is higher if the level lacks the wanted shape, or if passages are too long.
pub(super) fn badness(outline: &ShapeOutline, drawing: &OrthogonalDrawing) -> (usize, u64) {
    let grounds = drawing.blocks.iter().map(|block| block.ground());
    let corners = drawing.courses.iter().flat_map(|course| &course.corners).copied();
    // The level begins at its bound, even if the space there is empty.
    let cells = corners.chain(drawing.corner()).map(drawing::cell);
    let bounds = grounds.chain(cells).reduce(Rect::union).unwrap_or_default();
    let passages: u64 = drawing.courses.iter().map(cost_of).sum();
    let lengths = drawing.courses.iter().map(|course| course.cells_too_many(&drawing.blocks));
    let too_long = TOO_LONG * lengths.map(u64::from).sum::<u64>();
    let size = outline.size_of(bounds);
    let middle = |place: usize| drawing.blocks[place].core.center();
    let misplaced = size * outline.misplaced_percent(bounds, middle) / 100;
    (drawing.crossings.len(), size + misplaced + passages + too_long)
}

/// Rates the size and shape of a drawing without its passages, after the number of crossings; lower is better.
pub(super) fn shape_badness(outline: &ShapeOutline, drawing: &OrthogonalDrawing) -> (usize, u64) {
    let (crossings, all) = badness(outline, drawing);
    (crossings, all - drawing.courses.iter().map(cost_of).sum::<u64>())
}

/// Returns the cost of a passage for its cells and turns.
pub(super) fn cost_of(course: &Course) -> u64 {
    let (cells, turns) = course.length();
    route_cost(cells, turns)
}

pub(super) fn route_cost(cells: u32, turns: u32) -> u64 {
    CELL * u64::from(cells) + TURN * u64::from(turns)
}

pub(super) fn is_too_large(drawing: &OrthogonalDrawing) -> bool {
    cells(drawing) > LARGE_CELLS
}

pub(super) fn cells(drawing: &OrthogonalDrawing) -> u64 {
    let Size { width, height } = drawing.bounds().size;
    u64::from(width) * u64::from(height)
}
