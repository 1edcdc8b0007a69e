//! The position of the picture on the screen.

use egui::{Id, Pos2, Rect};

use crate::base::Cell;
use crate::editor::canvas::room_picture::cell_rect;

/// The position of the picture in the current frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct PicturePlacement {
    /// Rectangle of the picture.
    pub rect: Rect,
    /// Side of a cell, in points.
    pub side: f32,
}

impl PicturePlacement {
    /// Returns the cell at a point of the screen, which may be outside the picture.
    pub fn cell_at(self, at: Pos2) -> Cell {
        let cell = (at - self.rect.min) / self.side;
        Cell::new(cell.x.floor() as i32, cell.y.floor() as i32)
    }

    /// Returns the rectangle of a cell.
    pub fn cell(self, cell: Cell) -> Rect {
        cell_rect(self.rect, self.side, cell)
    }
}

/// Returns the id of the canvas, which is unique.
pub(super) fn canvas_id() -> Id {
    Id::new("room canvas")
}
