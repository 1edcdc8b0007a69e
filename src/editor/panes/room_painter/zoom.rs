//! Zoom and scrolling of the picture: the wheel zooms at the pointer, the middle button moves it.

use egui::{PointerButton, Pos2, Rect, Ui, Vec2, vec2};

use super::view::PainterView;
use crate::base::Size;
use crate::editor::canvas::camera::zoom_of;
use crate::editor::canvas::room_picture::fit;

/// Margin around the picture, in points.
pub(super) const MARGIN: f32 = 26.0;
/// Maximum size of a cell when everything is shown, in points.
const LARGEST_CELL: f32 = 44.0;
/// Maximum zoom relative to the size that fits.
pub(super) const LARGEST: f32 = 8.0;

/// The size of a picture within the scroll area.
#[derive(Clone, Copy)]
pub(super) struct PictureExtent {
    /// Side of a cell, in points.
    pub side: f32,
    /// Size of the picture with its margin, in points.
    pub wanted: Vec2,
}

impl PictureExtent {
    /// Returns the size of a picture of `size` cells on a canvas.
    pub(super) fn of(ui: &Ui, size: Size, room: Vec2, zoom: f32) -> Self {
        let free = (room - Vec2::splat(2.0 * MARGIN)).max(Vec2::splat(8.0));
        let free = Rect::from_min_size(Pos2::ZERO, free);
        let (_, fitting) = fit(ui.painter(), free, size.width, size.height, LARGEST_CELL);
        let side = if zoom > 1.0 { (fitting * zoom).round().max(1.0) } else { fitting };
        let wanted = vec2(size.width as f32, size.height as f32) * side + Vec2::splat(2.0 * MARGIN);
        Self { side, wanted }
    }

    /// Returns the corner of the picture within the scroll area.
    fn corner(self, room: Vec2) -> Vec2 {
        (self.wanted.max(room) - self.wanted) / 2.0 + Vec2::splat(MARGIN)
    }
}

/// Handles the wheel, pinching and the middle button over the canvas. Returns the new scroll offset, if it
/// changes.
pub(super) fn follow(ui: &Ui, canvas: Rect, size: Size, view: &mut PainterView) -> Option<Vec2> {
    let (pointer, factor, sideways) = zoom_of(ui);
    let pointer = pointer.filter(|_| ui.rect_contains_pointer(canvas))?;
    let (is_pulled, by, is_twice) = ui.input(|input| {
        let began = input.pointer.press_origin().is_some_and(|origin| canvas.contains(origin));
        let is_pulled = began && input.pointer.middle_down();
        (is_pulled, input.pointer.delta(), input.pointer.button_double_clicked(PointerButton::Middle))
    });
    if is_twice {
        view.zoom = 1.0;
        return Some(Vec2::ZERO);
    }
    if factor == 1.0 && sideways == 0.0 && !is_pulled {
        return None;
    }
    let room = canvas.size();
    let before = PictureExtent::of(ui, size, room, view.zoom);
    view.zoom = (view.zoom * factor).clamp(1.0, LARGEST);
    let after = PictureExtent::of(ui, size, room, view.zoom);
    let at = pointer - canvas.min;
    let cells = (at + view.scrolled - before.corner(room)) / before.side;
    let moved = vec2(sideways, 0.0) + if is_pulled { by } else { Vec2::ZERO };
    let scrolled = cells * after.side + after.corner(room) - at - moved;
    Some(scrolled.clamp(Vec2::ZERO, (after.wanted - room).max(Vec2::ZERO)))
}
