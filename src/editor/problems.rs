//! The pane that lists everything that is wrong, and how to mend it.

use egui::{RichText, ScrollArea, Ui};
use egui_phosphor::regular as icon;

use super::panes::Panes;
use super::style::{self, palette, severity_color};
use crate::base::{Diagnostic, Severity};

/// Lists the problems, the worst first.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        margin.show(ui, |ui| {
            if panes.problems.is_empty() {
                no_problems(ui);
            }
            let mut worst_first: Vec<&Diagnostic> = panes.problems.iter().collect();
            worst_first.sort_by_key(|problem| problem.severity);
            for problem in worst_first {
                problem_ui(ui, problem);
                ui.add_space(style::GAP);
            }
        });
    });
}

fn no_problems(ui: &mut Ui) {
    let colors = palette(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(icon::CHECK_CIRCLE).size(style::TITLE).color(colors.good));
        ui.label("No problems");
    });
}

fn problem_ui(ui: &mut Ui, problem: &Diagnostic) {
    let colors = palette(ui);
    let color = severity_color(colors, problem.severity);
    ui.horizontal_top(|ui| {
        let sign = ui.label(RichText::new(severity_icon(problem.severity)).size(style::TITLE).color(color));
        sign.on_hover_text(format!("{} ({})", problem.severity, problem.code));
        ui.vertical(|ui| {
            ui.label(RichText::new(sentence(&problem.message)).color(colors.strong));
            if let Some(hint) = &problem.hint {
                ui.label(sentence(hint));
            }
            if let Some(place) = place_of(problem) {
                ui.label(RichText::new(place).small().color(colors.dim));
            }
        });
    });
}

fn severity_icon(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => icon::X_CIRCLE,
        Severity::Warning => icon::WARNING,
        Severity::Note => icon::INFO,
    }
}

/// With a capital letter at the beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// File, line and column; where they are not known, the place in the document.
fn place_of(problem: &Diagnostic) -> Option<String> {
    let file = problem.file.as_ref().map(|file| {
        file.file_name()
            .map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned())
    });
    match (file, problem.position) {
        (Some(file), Some(at)) => Some(format!("{file}:{}:{}", at.line, at.column)),
        (None, Some(at)) => Some(format!("line {}, column {}", at.line, at.column)),
        (Some(file), None) if problem.path.is_empty() => Some(file),
        (Some(file), None) => Some(format!("{file}, {}", problem.path)),
        (None, None) => Some(problem.path.clone()).filter(|path| !path.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Position;

    #[test]
    fn place_is_as_exact_as_is_known() {
        let mut problem = Diagnostic::error("unknown-symbol", "…").at("rules[3]");
        assert_eq!(place_of(&problem).as_deref(), Some("rules[3]"));
        problem.file = Some("some/where/first.ron".into());
        assert_eq!(place_of(&problem).as_deref(), Some("first.ron, rules[3]"));
        problem.position = Some(Position { line: 7, column: 2 });
        assert_eq!(place_of(&problem).as_deref(), Some("first.ron:7:2"));
    }
}
