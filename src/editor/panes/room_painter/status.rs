//! The line below the picture: the hovered cell, the size of the room, and the zoom.

use egui::{RichText, Ui, vec2};
use egui_phosphor::regular as icon;

use super::card::describe_board_cell;
use super::open::Open;
use super::size;
use super::view::PainterView;
use super::zoom::LARGEST;
use crate::base::{Cell, printable_line};
use crate::editor::canvas::room_picture::entry_name;
use crate::editor::command::Command;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::palette;

/// Width of the fields for the size, in points.
const SIZES: f32 = 146.0;

/// Shows the line.
pub(super) fn status_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            if icon_button(ui, icon::MAGNIFYING_GLASS_PLUS, "Larger (wheel)", view.zoom < LARGEST) {
                view.zoom = (view.zoom * 1.5).min(LARGEST);
            }
            if icon_button(ui, icon::MAGNIFYING_GLASS_MINUS, "Smaller", view.zoom > 1.0) {
                view.zoom = (view.zoom / 1.5).max(1.0);
            }
            ui.separator();
            let sizes = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(vec2(SIZES, 24.0), sizes, |ui| {
                size::size_ui(ui, view, open, commands)
            });
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let text = describe(open, view.hovered.unwrap_or(view.cursor));
                ui.add(egui::Label::new(RichText::new(text).small().color(colors.dim)).truncate());
            });
        });
    });
}

/// Describes a cell: "Cell 3, 2: wall". For a card, the board cell and its open sides are added.
pub(super) fn describe(open: &Open<'_>, cell: Cell) -> String {
    let what = match open.character(cell) {
        None => "missing".to_owned(),
        Some(character) => match open.set.legend.get(&character) {
            Some(entry) => entry_name(entry),
            None => format!("'{character}', which is not in the legend"),
        },
    };
    let beside = describe_board_cell(open, cell).map_or(String::new(), |words| format!("; {words}"));
    format!("Cell {}, {}: {}{beside}", cell.x + 1, cell.y + 1, printable_line(&what))
}
