//! The tools of the room painter.

use egui::Key;
use egui_phosphor::regular as icon;

/// The effect of a press on the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Paints cell by cell.
    Pencil,
    /// Paints the outline of a rectangle.
    Frame,
    /// Paints all of a rectangle.
    Block,
    /// Paints all connected cells with the same character.
    Fill,
    /// Paints floor.
    Eraser,
    /// Selects the character of a cell.
    Pick,
    /// Selects a rectangle, or moves the selected part.
    Select,
    /// Stamps a copy of the pasted or selected part.
    Stamp,
}

impl Tool {
    pub(super) const ALL: [Self; 8] = [
        Self::Pencil,
        Self::Frame,
        Self::Block,
        Self::Fill,
        Self::Eraser,
        Self::Pick,
        Self::Select,
        Self::Stamp,
    ];

    /// Returns its icon, its accessible name, and its tooltip.
    pub(super) const fn row(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Pencil => (
                icon::PENCIL_SIMPLE,
                "Pencil",
                "Pencil (B): paints tile by tile. The right button paints floor.",
            ),
            Self::Frame => (
                icon::RECTANGLE,
                "Frame",
                "Frame (U): the outline of a rectangle; filled while Shift is held.",
            ),
            Self::Block => (icon::CHECKERBOARD, "Block", "Block (Shift+U): a filled rectangle."),
            Self::Fill => (icon::PAINT_BUCKET, "Fill", "Fill (G): all connected cells of the same tile."),
            Self::Eraser => {
                (icon::ERASER, "Eraser", "Eraser (E): back to floor; with Shift to nothing at all.")
            }
            Self::Pick => (
                icon::EYEDROPPER,
                "Pick",
                "Pick (I, or Alt and a click): selects the tile under the pointer.",
            ),
            Self::Select => (
                icon::SELECTION,
                "Select",
                "Select (M): a rectangle to copy, cut or delete; a drag within it moves it.",
            ),
            Self::Stamp => {
                (icon::STAMP, "Stamp", "Stamp (S): each click stamps the pasted part, or the selection.")
            }
        }
    }

    /// Returns `true` if it needs two corners, which keys set with a press each.
    pub(super) const fn has_two_corners(self) -> bool {
        match self {
            Self::Frame | Self::Block | Self::Select => true,
            Self::Pencil | Self::Fill | Self::Eraser | Self::Pick | Self::Stamp => false,
        }
    }

    /// Returns `true` if it works on a part of the picture.
    pub(super) const fn is_for_parts(self) -> bool {
        match self {
            Self::Select | Self::Stamp => true,
            Self::Pencil | Self::Frame | Self::Block | Self::Fill | Self::Eraser | Self::Pick => false,
        }
    }

    /// Returns the tool of a key.
    pub fn of_key(key: Key, shift: bool) -> Option<Self> {
        match (key, shift) {
            (Key::B, false) => Some(Self::Pencil),
            (Key::U, false) => Some(Self::Frame),
            (Key::U, true) => Some(Self::Block),
            (Key::G, false) => Some(Self::Fill),
            (Key::E, false) => Some(Self::Eraser),
            (Key::I, false) => Some(Self::Pick),
            (Key::M, false) => Some(Self::Select),
            (Key::S, false) => Some(Self::Stamp),
            _ => None,
        }
    }
}
