//! The pane with all steps of the history; a click goes back or forward to one.

use egui::{Align2, RichText, ScrollArea, Sense, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::printable_line;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};

/// Lists the steps, the first one on top; undone steps are pale.
pub fn pane_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let (steps, done) = (context.document.steps(), context.document.steps_done());
    let mut clicked = None;
    egui::Frame::new().inner_margin(style::MARGIN).show(ui, |ui| {
        if steps.is_empty() {
            let text = "Your changes are listed here. Click one to go back to it.";
            ui.label(RichText::new(text).color(palette(ui).dim));
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
        area.show_rows(ui, style::ROW_HEIGHT, steps.len() + 1, |ui, rows| {
            for position in rows {
                let name = position.checked_sub(1).and_then(|step| steps.get(step));
                let name = name.map_or("As it was opened", String::as_str);
                if row_ui(ui, position, name, done) {
                    clicked = Some(position);
                }
            }
        });
    });
    context.commands.extend(clicked.map(Command::Travel));
}

/// Shows a step. Returns `true` if it was clicked.
fn row_ui(ui: &mut Ui, position: usize, name: &str, done: usize) -> bool {
    let colors = palette(ui);
    let is_now = position == done;
    let size = vec2(ui.available_width(), style::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        let name = format!("Step {position}: {name}");
        info::selected(WidgetType::SelectableLabel, true, is_now, name)
    });
    if is_now || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, if is_now { colors.field } else { colors.bar });
    }
    let (sign, color) = match position.cmp(&done) {
        std::cmp::Ordering::Equal => (icon::CARET_RIGHT, colors.accent),
        std::cmp::Ordering::Less => (icon::CHECK, colors.dim),
        std::cmp::Ordering::Greater => (icon::CIRCLE_DASHED, colors.dim),
    };
    let text = if position > done { colors.dim } else { colors.text };
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    ui.painter().text(at(12.0), Align2::CENTER_CENTER, sign, font(style::SMALL), color);
    ui.painter().text(at(26.0), Align2::LEFT_CENTER, printable_line(name), font(style::BODY), text);
    let tooltip =
        if position > done { "Redoes everything up to this step" } else { "Goes back to this step" };
    response.on_hover_text(tooltip).clicked()
}
