//! Lists the problems of the room in plain words; a click shows the cell.

use egui::{RichText, ScrollArea, Ui, WidgetType};

use super::open::Open;
use super::placement::canvas_id;
use crate::base::PathPart::{Field, Index};
use crate::base::{Cell, Diagnostic, printable_line};
use crate::editor::widgets::info;
use crate::editor::widgets::style::{palette, severity_color, severity_icon};

/// Lists the problems, the worst first, within a height.
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
        let hint = problem.hint.as_ref().map(|hint| format!(" {}", hint.sentence())).unwrap_or_default();
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

/// Returns the cell that a problem refers to: `rooms[3].picture[2][5]` is the sixth of the third row.
pub(super) fn cell_of(problem: &Diagnostic) -> Option<Cell> {
    match problem.path.parts() {
        [Field("rooms"), Index(_), Field("picture"), Index(y), Index(x)] => {
            Some(Cell::new(i32::try_from(*x).ok()?, i32::try_from(*y).ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::PathRef;

    #[test]
    fn problems_of_pictures_point_at_cells() {
        let at = |path: PathRef<'_>| cell_of(&Diagnostic::error("open-edge", "…").at(path));
        let room = PathRef::ROOT.item("rooms", 3);
        let row = room.item("picture", 2);
        assert_eq!(at(row.index(5)), Some(Cell::new(5, 2)));
        for path in [room.field("picture"), row, room.field("name"), PathRef::ROOT.character("legend", '+')] {
            assert_eq!(at(path), None, "{path:?}");
        }
    }
}
