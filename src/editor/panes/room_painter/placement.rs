//! Where the picture lies on the screen.

use egui::{Id, Pos2, Rect};

use crate::base::Cell;
use crate::editor::canvas::room_picture::cell_rect;

/// Where the picture lies in the frame that is being drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    /// All of it.
    pub rect: Rect,
    /// The side of a cell, in points.
    pub side: f32,
}

impl Placement {
    /// The cell at a point of the screen, perhaps outside the picture.
    pub fn cell_at(self, at: Pos2) -> Cell {
        let cell = (at - self.rect.min) / self.side;
        Cell::new(cell.x.floor() as i32, cell.y.floor() as i32)
    }

    /// Where a cell lies.
    pub fn cell(self, cell: Cell) -> Rect {
        cell_rect(self.rect, self.side, cell)
    }
}

/// The id of the canvas, of which there is only one.
pub(super) fn canvas_id() -> Id {
    Id::new("room canvas")
}
