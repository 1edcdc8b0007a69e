//! The toolbar: the tools, and turning of the whole picture.

use egui::{Button, Color32, RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::open::Open;
use super::reach::WIDEST;
use super::tool::Tool;
use super::view::PainterView;
use crate::base::Symmetry;
use crate::document::PictureEdit;
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{ICON_BUTTON, TITLE, palette};

/// Shows the tools, followed by turning and flipping.
pub(super) fn bar_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for tool in Tool::ALL {
            if toggle(ui, tool.row(), WidgetType::RadioButton, view.tool == tool) {
                view.tool = tool;
                view.stroke = None;
            }
        }
        ui.separator();
        if icon_button(ui, icon::MINUS, "Smaller brush ([)", view.width > 1) {
            view.width -= 1;
        }
        let width = ui.label(RichText::new(view.width.to_string()).color(palette(ui).text));
        width.on_hover_text("The width of pencil and eraser, in cells");
        if icon_button(ui, icon::PLUS, "Larger brush (])", view.width < WIDEST) {
            view.width += 1;
        }
        for (icon, name, is_on) in [
            (icon::SPLIT_HORIZONTAL, "Mirror left and right", &mut view.mirror.sideways),
            (icon::SPLIT_VERTICAL, "Mirror top and bottom", &mut view.mirror.upright),
        ] {
            *is_on ^= toggle(ui, (icon, name, name), WidgetType::Checkbox, *is_on);
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

/// Shows a small square button that is lit while it is on. Returns `true` if it was clicked.
fn toggle(ui: &mut Ui, (icon, name, tooltip): (&str, &str, &str), kind: WidgetType, is_on: bool) -> bool {
    let colors = palette(ui);
    let (fill, color) =
        if is_on { (colors.accent, colors.panel) } else { (Color32::TRANSPARENT, colors.text) };
    let text = RichText::new(icon).size(TITLE).color(color);
    let response = ui.add(Button::new(text).fill(fill).min_size(ICON_BUTTON));
    response.widget_info(|| info::selected(kind, true, is_on, name));
    response.on_hover_text(tooltip).clicked()
}
