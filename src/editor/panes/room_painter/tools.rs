//! The bar in which the tools and the turns of the whole picture are selected.

use egui::{Button, Color32, RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::open::Open;
use super::tool::Tool;
use super::view::PainterView;
use crate::base::Symmetry;
use crate::document::PictureEdit;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{ICON_BUTTON, TITLE, palette};

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
    let (icon, name, tooltip) = tool.row();
    let text = RichText::new(icon).size(TITLE).color(color);
    let response = ui.add(Button::new(text).fill(fill).min_size(ICON_BUTTON));
    response.widget_info(|| info::selected(WidgetType::RadioButton, true, chosen, name));
    response.on_hover_text(tooltip).clicked()
}
