//! How the room painter is used.

use egui::Vec2;

use super::anchor::Anchor;
use super::open::Open;
use super::preview::Preview;
use super::reach::Mirror;
use super::selection::Selection;
use super::stroke::Stroke;
use super::tool::Tool;
use crate::base::{Cell, Direction, Size};
use crate::document::Growth;
use crate::rooms::LegendEntry;

/// How the painter is used.
pub struct PainterView {
    pub(super) tool: Tool,
    /// The character of the legend that is painted.
    pub(super) character: Option<char>,
    /// The cell that the arrow keys move.
    pub(super) cursor: Cell,
    /// The cell under the pointer in the last frame.
    pub(super) hovered: Option<Cell>,
    pub(super) stroke: Option<Stroke>,
    /// How wide pencil and eraser are, in cells.
    pub(super) width: i32,
    /// Where what is painted is painted again.
    pub(super) mirror: Mirror,
    /// The part of the picture that is selected.
    pub(super) selection: Option<Selection>,
    /// What was pasted to be stamped.
    pub(super) stamp: Option<Vec<String>>,
    pub(super) pulled: Option<Pulled>,
    /// How much larger the picture is than what fits.
    pub(super) zoom: f32,
    /// How far it is scrolled, in points.
    pub(super) scrolled: Vec2,
    pub(super) growth: Growth,
    pub(super) anchor: Anchor,
    /// The width and height that are being set.
    pub(super) size: Option<Size>,
    /// Is the form of the legend's entry open?
    pub(super) form: bool,
    pub(super) preview: Preview,
    /// The room that this is about; what was begun in another one is forgotten.
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
            mirror: Mirror::default(),
            selection: None,
            stamp: None,
            pulled: None,
            zoom: 1.0,
            scrolled: Vec2::ZERO,
            growth: Growth::Inside,
            anchor: Anchor::default(),
            size: None,
            form: false,
            preview: Preview::default(),
            room: (0, 0),
        }
    }
}

/// An edge that is being pulled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pulled {
    /// Which edge.
    pub(super) edge: Direction,
    /// How far outwards, in points.
    pub(super) points: f32,
}

impl PainterView {
    /// Shows all of the picture.
    pub fn frame_all(&mut self) {
        self.zoom = 1.0;
    }

    /// Since when the preview is made.
    pub fn busy_since(&self) -> Option<std::time::Instant> {
        self.preview.busy_since()
    }

    /// Makes no preview of the room as it is now.
    pub fn stop_preview(&mut self) {
        self.preview.stop();
    }

    /// Waits until the preview is made.
    pub fn wait(&mut self) {
        self.preview.wait();
    }

    /// Forgets what was begun in another room, and what the legend does not have any more.
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
        self.selection = self.selection.and_then(|known| Selection::between(known.least, known.most, open));
        let within = |value: i32, count: u32| value.clamp(0, i32::try_from(count).unwrap_or(1).max(1) - 1);
        self.cursor = Cell::new(within(self.cursor.x, size.width), within(self.cursor.y, size.height));
        if !self.character.is_some_and(|character| open.set.legend.contains_key(&character)) {
            self.character =
                open.character_of(&LegendEntry::Wall).or_else(|| open.set.legend.keys().next().copied());
            self.form = false;
        }
    }
}
