//! The tools, and the bar in which they and the turns of the whole picture are chosen.

use egui::{Button, Color32, Key, RichText, Ui, WidgetInfo, WidgetType};
use egui_phosphor::regular as icon;

use super::{Open, PainterView};
use crate::base::Symmetry;
use crate::document::PictureEdit;
use crate::editor::command::Command;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{ICON_BUTTON, TITLE, palette};

/// What a press on the picture does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Paints cell by cell.
    Pencil,
    /// Paints the outline of a rectangle.
    Frame,
    /// Paints all of a rectangle.
    Block,
    /// Paints everything that is alike and joined.
    Fill,
    /// Paints floor.
    Eraser,
    /// Chooses what lies there.
    Pick,
}

impl Tool {
    const ALL: [Self; 6] = [Self::Pencil, Self::Frame, Self::Block, Self::Fill, Self::Eraser, Self::Pick];

    const fn icon(self) -> &'static str {
        match self {
            Self::Pencil => icon::PENCIL_SIMPLE,
            Self::Frame => icon::RECTANGLE,
            Self::Block => icon::CHECKERBOARD,
            Self::Fill => icon::PAINT_BUCKET,
            Self::Eraser => icon::ERASER,
            Self::Pick => icon::EYEDROPPER,
        }
    }

    /// What it is announced as.
    const fn name(self) -> &'static str {
        match self {
            Self::Pencil => "Pencil",
            Self::Frame => "Frame",
            Self::Block => "Block",
            Self::Fill => "Fill",
            Self::Eraser => "Eraser",
            Self::Pick => "Pick",
        }
    }

    const fn tooltip(self) -> &'static str {
        match self {
            Self::Pencil => "Pencil (B): paints tile by tile. The right button paints floor.",
            Self::Frame => "Frame (U): the outline of a rectangle; filled while Shift is held.",
            Self::Block => "Block (Shift+U): a filled rectangle.",
            Self::Fill => "Fill (G): everything that is alike and joined side to side.",
            Self::Eraser => "Eraser (E): back to floor; with Shift to nothing at all.",
            Self::Pick => "Pick (I, or Alt and a click): chooses the tile under the pointer.",
        }
    }

    /// The tool of a key.
    pub fn of_key(key: Key, shift: bool) -> Option<Self> {
        match (key, shift) {
            (Key::B, false) => Some(Self::Pencil),
            (Key::U, false) => Some(Self::Frame),
            (Key::U, true) => Some(Self::Block),
            (Key::G, false) => Some(Self::Fill),
            (Key::E, false) => Some(Self::Eraser),
            (Key::I, false) => Some(Self::Pick),
            _ => None,
        }
    }
}

/// The tools, then turning and flipping.
pub(super) fn bar_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for tool in Tool::ALL {
            if tool_button(ui, tool, view.tool == tool) {
                view.tool = tool;
                view.stroke = None;
            }
        }
        ui.separator();
        let turns = [
            (icon::ARROW_COUNTER_CLOCKWISE, "Turn to the left", Symmetry::new(3, false)),
            (icon::ARROW_CLOCKWISE, "Turn to the right", Symmetry::new(1, false)),
            (icon::FLIP_HORIZONTAL, "Flip left and right", Symmetry::new(0, true)),
            (icon::FLIP_VERTICAL, "Flip top and bottom", Symmetry::new(2, true)),
        ];
        for (icon, name, symmetry) in turns {
            if icon_button(ui, icon, name, true) {
                commands.push(open.draw(PictureEdit::Turn(symmetry)));
            }
        }
    });
}

fn tool_button(ui: &mut Ui, tool: Tool, chosen: bool) -> bool {
    let colors = palette(ui);
    let (fill, color) =
        if chosen { (colors.accent, colors.panel) } else { (Color32::TRANSPARENT, colors.text) };
    let text = RichText::new(tool.icon()).size(TITLE).color(color);
    let response = ui.add(Button::new(text).fill(fill).min_size(ICON_BUTTON));
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, tool.name()));
    response.on_hover_text(tool.tooltip()).clicked()
}
