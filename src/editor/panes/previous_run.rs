//! Marks the display of an earlier run: dimmed, with the reason why there is nothing newer.

use egui::{Frame, Label, Margin, RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::context::PaneContext;
use crate::base::{printable_line, with_capital};
use crate::editor::canvas::camera::Canvas;
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{blend, palette};

/// Opacity of the background colour over dimmed content.
const DIMNESS: f32 = 0.5;

/// Shows a line above a drawing that it is outdated, with the reason. A click lists the problems.
pub fn earlier_ui(ui: &mut Ui, what: &str, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    let fill = blend(colors.canvas, colors.doubtful, 0.16);
    let why = with_capital(&printable_line(context.why_nothing()));
    Frame::new().fill(fill).inner_margin(Margin::symmetric(10, 3)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(icon::WARNING).color(colors.doubtful));
            let button = ui.button("Problems");
            if button.on_hover_text("Lists the problems to fix").clicked() {
                context.commands.push(Command::ShowPane(Pane::Problems));
            }
            let text = RichText::new(format!("Earlier {what}. {why}")).color(colors.strong);
            let label = ui.add(Label::new(text).wrap());
            label.widget_info(|| info::labeled(WidgetType::Label, true, format!("Earlier {what}: {why}")));
        });
    });
}

/// Dims a canvas.
pub fn dim(canvas: &Canvas) {
    let colors = palette(&canvas.ui);
    canvas.ui.painter().rect_filled(canvas.ui.clip_rect(), 0.0, colors.canvas.gamma_multiply(DIMNESS));
}
