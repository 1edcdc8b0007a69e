//! The problems of one part of the project, at the top of its form, where its author looks first.

use egui::{Label, RichText, Ui};

use super::collect::ProblemList;
use crate::base::{Severity, counted, printable_line, with_capital};
use crate::document::Location;
use crate::editor::widgets::explained::explained;
use crate::editor::widgets::style::{self, palette, severity_color, severity_icon};
use crate::reference::ReferenceSubject;

/// Maximum number of problems in a form. The list of problems has all of them.
const MOST: usize = 2;

/// Shows the worst problems at a location, if there are any.
pub fn form_problems_ui(ui: &mut Ui, problems: &ProblemList, location: &Location) {
    let mut found = problems.located_at(location).filter(|problem| problem.severity != Severity::Note);
    for problem in found.by_ref().take(MOST) {
        let shown = ui.horizontal_top(|ui| {
            let color = severity_color(palette(ui), problem.severity);
            ui.label(RichText::new(severity_icon(problem.severity)).size(style::TITLE).color(color));
            let message = RichText::new(with_capital(&printable_line(&problem.message)));
            let label = ui.add(Label::new(message.color(palette(ui).strong)).wrap());
            if let Some(hint) = &problem.hint {
                label.on_hover_text(printable_line(hint.sentence()));
            }
        });
        explained(ui, shown.response.rect, || ReferenceSubject::Code(problem.code));
    }
    let more = found.count();
    if more > 0 {
        let words = format!("{} more in Problems", counted(more, "problem"));
        ui.label(RichText::new(words).small().color(palette(ui).dim));
    }
}

/// Shows the problems at a location above a drawing, below the bar of its pane.
pub fn pane_problems_ui(ui: &mut Ui, problems: &ProblemList, location: &Location) {
    if problems.located_at(location).all(|problem| problem.severity == Severity::Note) {
        return;
    }
    let frame = egui::Frame::new().fill(palette(ui).panel).inner_margin(egui::Margin::symmetric(10, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        form_problems_ui(ui, problems, location);
    });
}
