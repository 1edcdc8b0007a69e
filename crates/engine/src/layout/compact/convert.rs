//! Converts arrangements to drawings and back.
//!
//! In: the routes of an arrangement, or a drawing. Out: a legal drawing, or an arrangement.
//! The sites of the arrangement are ranks of rows and columns.

use crate::base::Cell;
use crate::layout::drawing::{Arrangement, OrthogonalDrawing, Routes, SizedPlace, is_legal};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::strategies::sites;

/// Returns the drawing of the routes; passages may stay as short as they are.
///
/// Returns `None` if a passage has no route, or if the drawing is not legal.
pub(super) fn legal_drawing(
    problem: &LayoutProblem,
    sizes: &[SizedPlace],
    routes: &Routes,
) -> Option<OrthogonalDrawing> {
    let mut drawing = OrthogonalDrawing::new(problem, sizes, routes)?;
    drawing.allow_lengths();
    Some(drawing).filter(is_legal)
}

/// Moves a drawing so that pinned places lie where they are pinned.
pub(super) fn back(mut drawing: OrthogonalDrawing) -> OrthogonalDrawing {
    let zero = drawing.anchor.as_ref().map_or(Cell::new(0, 0), |anchor| anchor.zero);
    drawing.move_by(Cell::new(0, 0) - zero);
    drawing
}

pub(super) fn arrangement(drawing: &OrthogonalDrawing) -> Arrangement {
    let routes = drawing.routes();
    Arrangement { sites: sites::counted(&routes.cores), routes, missing: Vec::new(), too_large: None }
}
