//! The pane with all steps of the history; a click goes back or forward to one.

use std::ops::Range;

use egui::{Align2, Button, Id, Rect, Response, RichText, ScrollArea, Sense, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::printable_line;
use crate::editor::command::Command;
use crate::editor::compared_side::ComparedSide;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};

/// Lists the steps, the first one on top; undone steps are pale.
pub fn pane_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let (steps, done) = (context.document.steps(), context.document.steps_done());
    let (mut clicked, mut compared) = (None, None);
    egui::Frame::new().inner_margin(style::MARGIN).show(ui, |ui| {
        if steps.is_empty() {
            let text = "Your changes are listed here. Click one to go back to it.";
            ui.label(RichText::new(text).color(palette(ui).dim));
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
        area.show_rows(ui, style::ROW_HEIGHT, steps.len() + 1, |ui, rows| {
            follow_ui(ui, &rows, done);
            for position in rows {
                let name = position.checked_sub(1).and_then(|step| steps.get(step));
                let name = name.map_or("As it was opened", String::as_str);
                let response = row_ui(ui, position, name, done);
                if response.clicked() {
                    clicked = Some(position);
                }
                response.context_menu(|ui| {
                    compared = compare_ui(ui, position).or(compared);
                });
            }
        });
    });
    context.commands.extend(clicked.map(Command::Travel));
    let sides = compared.map(|steps| [ComparedSide::AfterStep(steps), ComparedSide::Shown]);
    context.commands.extend(sides.map(Command::Compare));
}

/// Scrolls to the step that is reached now, if another one was reached in the last frame.
fn follow_ui(ui: &Ui, rows: &Range<usize>, done: usize) {
    let id = Id::new("followed step of the history");
    if ui.data(|data| data.get_temp(id)) == Some(done) {
        return;
    }
    ui.data_mut(|data| data.insert_temp(id, done));
    let first = ui.max_rect().top() - rows.start as f32 * style::ROW_HEIGHT;
    let top = first + done as f32 * style::ROW_HEIGHT;
    let row = Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=top + style::ROW_HEIGHT);
    ui.scroll_to_rect(row, None);
}

/// Shows the menu of a step. Returns the number of steps before the level to compare with.
fn compare_ui(ui: &mut Ui, position: usize) -> Option<usize> {
    let before = ui.add_enabled(position > 0, Button::new("Compare with the level before this step"));
    let after = ui.button("Compare with the level after this step");
    let chosen = if before.clicked() { position.checked_sub(1) } else { after.clicked().then_some(position) };
    if chosen.is_some() {
        ui.close();
    }
    chosen
}

/// Shows a step.
fn row_ui(ui: &mut Ui, position: usize, name: &str, done: usize) -> Response {
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
    response.on_hover_text(tooltip)
}
