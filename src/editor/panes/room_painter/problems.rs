//! What is wrong with the room, in plain words; a click leads to the cell.

use egui::{RichText, ScrollArea, Ui, WidgetType};

use super::open::Open;
use super::placement::canvas_id;
use crate::base::{Cell, Diagnostic, printable_line};
use crate::editor::panes::room_sets::findings::cell_of;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{palette, severity_color, severity_icon};

/// Lists the problems, the worst first, in no more than a height.
pub(super) fn problems_ui(ui: &mut Ui, cursor: &mut Cell, open: &Open<'_>, height: f32) {
    let mut worst_first: Vec<&Diagnostic> = open.problems.iter().collect();
    worst_first.sort_by_key(|problem| problem.severity);
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for problem in worst_first {
            problem_ui(ui, problem, cursor);
        }
    });
}

fn problem_ui(ui: &mut Ui, problem: &Diagnostic, cursor: &mut Cell) {
    let colors = palette(ui);
    ui.horizontal_top(|ui| {
        let color = severity_color(colors, problem.severity);
        ui.label(RichText::new(severity_icon(problem.severity)).color(color));
        let hint = problem.hint.as_ref().map(|hint| format!(" {}.", sentence(hint))).unwrap_or_default();
        let mut text = egui::text::LayoutJob::default();
        let format = |color| egui::TextFormat::simple(crate::editor::widgets::style::font(12.0), color);
        text.append(&printable_line(&problem.message), 0.0, format(colors.strong));
        text.append(&printable_line(&hint), 0.0, format(colors.text));
        let Some(cell) = cell_of(problem) else {
            ui.add(egui::Label::new(text).wrap());
            return;
        };
        let label = ui.add(egui::Label::new(text).wrap().selectable(false).sense(egui::Sense::click()));
        label.widget_info(|| info::labeled(WidgetType::Link, true, &problem.message));
        if label.on_hover_text("Click to go to the cell").clicked() {
            *cursor = cell;
            ui.memory_mut(|memory| memory.request_focus(canvas_id()));
        }
    });
}

/// With a capital letter at the beginning, and no stop at the end.
fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
