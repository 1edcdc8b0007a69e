//! The state of the room painter.

use egui::Vec2;

use super::anchor::PictureAnchor;
use super::open::Open;
use super::preview::RoomPreview;
use super::reach::BrushMirror;
use super::selection::CellSelection;
use super::stroke::BrushStroke;
use super::tool::Tool;
use crate::base::{Cell, Direction, Size};
use crate::document::ResizeMode;
use crate::rooms::LegendEntry;

/// The state of the room painter.
pub struct PainterView {
    pub(super) tool: Tool,
    /// Legend character to paint with.
    pub(super) character: Option<char>,
    /// Cell of the keyboard cursor.
    pub(super) cursor: Cell,
    /// Cell under the pointer in the last frame.
    pub(super) hovered: Option<Cell>,
    pub(super) stroke: Option<BrushStroke>,
    /// Width of pencil and eraser, in cells.
    pub(super) width: i32,
    /// Axes across which strokes are repeated.
    pub(super) mirror: BrushMirror,
    /// Selected part of the picture.
    pub(super) selection: Option<CellSelection>,
    /// Pasted part to be stamped.
    pub(super) stamp: Option<Vec<String>>,
    pub(super) pulled: Option<DraggedEdge>,
    /// Zoom relative to the size that fits.
    pub(super) zoom: f32,
    /// Scroll offset, in points.
    pub(super) scrolled: Vec2,
    pub(super) growth: ResizeMode,
    pub(super) anchor: PictureAnchor,
    /// Width and height being edited.
    pub(super) size: Option<Size>,
    /// `true` if the form of the legend entry is open.
    pub(super) form: bool,
    pub(super) preview: RoomPreview,
    /// Room that this state belongs to; it is reset for another room.
    pub(super) room: (usize, usize),
}

impl Default for PainterView {
    fn default() -> Self {
        Self {
            tool: Tool::Pencil,
            character: None,
            cursor: Cell::new(0, 0),
            hovered: None,
            stroke: None,
            width: 1,
            mirror: BrushMirror::default(),
            selection: None,
            stamp: None,
            pulled: None,
            zoom: 1.0,
            scrolled: Vec2::ZERO,
            growth: ResizeMode::Inside,
            anchor: PictureAnchor::default(),
            size: None,
            form: false,
            preview: RoomPreview::default(),
            room: (0, 0),
        }
    }
}

/// An edge being dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DraggedEdge {
    /// Side of the edge.
    pub(super) edge: Direction,
    /// Distance outwards, in points.
    pub(super) points: f32,
}

impl PainterView {
    /// Shows the whole picture.
    pub fn frame_all(&mut self) {
        self.zoom = 1.0;
    }

    /// Resets state that belongs to another room, or to characters that the legend no longer has.
    pub(super) fn keep_to(&mut self, open: &Open<'_>) {
        if self.room != (open.set_at, open.room_at) {
            self.room = (open.set_at, open.room_at);
            self.preview.reset();
            self.stroke = None;
            self.selection = None;
            self.pulled = None;
            self.size = None;
            self.zoom = 1.0;
            self.cursor = Cell::new(0, 0);
        }
        let size = open.room.size();
        self.selection =
            self.selection.and_then(|known| CellSelection::between(known.least, known.most, open));
        let within = |value: i32, count: u32| value.clamp(0, i32::try_from(count).unwrap_or(1).max(1) - 1);
        self.cursor = Cell::new(within(self.cursor.x, size.width), within(self.cursor.y, size.height));
        if !self.character.is_some_and(|character| open.set.legend.contains_key(&character)) {
            self.character =
                open.character_of(&LegendEntry::Wall).or_else(|| open.set.legend.keys().next().copied());
            self.form = false;
        }
    }
}
