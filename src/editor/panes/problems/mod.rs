//! The pane that lists all problems, links to their locations, and offers fixes.

pub mod collect;
pub mod folded;
pub mod of_form;

use egui::{Button, Label, RichText, Sense, Ui, WidgetType};
use egui_phosphor::regular as icon;

use collect::ProblemRemedy;

use super::words::location_label;
use crate::base::{Diagnostic, Severity, printable_line, with_capital};
use crate::document::{Content, Fix, FixAction};
use crate::editor::command::Command;
use crate::editor::file_step::FileStep;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::explained::explained;
use crate::editor::widgets::info;
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, palette, severity_color, severity_icon};
use crate::mission::NodeId;
use crate::reference::{ReferenceSubject, facts_about};

/// A pane of less than this height, in points, shows one problem, even if it is not folded.
const LEAST_HEIGHT: f32 = 60.0;

/// Lists the problems, the worst first; only that one while the list is folded.
pub fn pane_ui(ui: &mut Ui, is_folded: bool, context: &mut PaneContext<'_>) {
    if (is_folded || ui.available_height() < LEAST_HEIGHT) && !context.problems.are_unknown() {
        return folded::folded_ui(ui, context.problems, context.commands);
    }
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    scrolled(ui, |ui| {
        margin.show(ui, |ui| {
            if context.problems.are_unknown() {
                ui.label(RichText::new("The project is being checked").color(palette(ui).dim));
            } else if context.problems.count() == 0 {
                no_problems(ui);
            }
            let mut last = None;
            for (position, problem) in context.problems.iter().enumerate() {
                if last.replace(problem.severity) != Some(problem.severity) {
                    group_ui(ui, problem.severity, context.problems);
                }
                let mending = context.problems.mending(position).cloned().unwrap_or_default();
                ui.push_id(position, |ui| {
                    problem_ui(ui, problem, &mending, context.document.content(), context.commands);
                });
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

/// Shows the title of a group of problems with their number.
fn group_ui(ui: &mut Ui, severity: Severity, problems: &[Diagnostic]) {
    let count = problems.iter().filter(|problem| problem.severity == severity).count();
    let words = match severity {
        Severity::Error => "Errors",
        Severity::Warning => "Warnings",
        Severity::Note => "Notes",
    };
    let text = RichText::new(format!("{words}  ·  {count}")).small().color(palette(ui).dim);
    ui.label(text);
}

fn problem_ui(
    ui: &mut Ui,
    problem: &Diagnostic,
    mending: &ProblemRemedy,
    content: &Content,
    commands: &mut Vec<Command>,
) {
    let colors = palette(ui);
    let color = severity_color(colors, problem.severity);
    let shown = ui.horizontal_top(|ui| {
        let sign = ui.label(RichText::new(severity_icon(problem.severity)).size(style::TITLE).color(color));
        sign.on_hover_ui(|ui| {
            ui.label(format!("{} ({})", problem.severity, problem.code));
            if let Some((cause, remedy)) = facts_about(problem.code) {
                ui.label(cause);
                ui.label(remedy);
            }
        });
        ui.vertical(|ui| {
            let message = RichText::new(with_capital(&printable_line(&problem.message))).color(colors.strong);
            let target = mending.place.as_ref();
            let leads = target.is_some() || !problem.nodes.is_empty();
            let sense = if leads { Sense::click() } else { Sense::hover() };
            let label = ui.add(Label::new(message).wrap().sense(sense));
            let mut goes = label.clicked();
            if leads {
                label.on_hover_cursor(egui::CursorIcon::PointingHand);
            }
            let shows = !problem.nodes.is_empty()
                && link_ui(
                    ui,
                    icon::ARROW_RIGHT,
                    &nodes_label(&problem.nodes),
                    "Selects the place in the mission and in the level",
                );
            if let Some(hint) = &problem.hint {
                ui.label(printable_line(hint.sentence()));
            }
            let place = target.and_then(|place| location_label(place, content));
            // The links need no more height than text.
            ui.spacing_mut().interact_size.y = 0.0;
            goes |= ui.horizontal_wrapped(|ui| links_ui(ui, problem, place, commands)).inner;
            if shows || (goes && target.is_none()) {
                commands.push(Command::ShowNodes(problem.nodes.iter().copied().map(NodeId).collect()));
            } else if let Some(place) = target.filter(|_| goes) {
                commands.push(Command::GoTo(place.clone()));
            }
            fixes_ui(ui, mending, commands);
        });
    });
    explained(ui, shown.response.rect, || ReferenceSubject::Code(problem.code));
}

/// Shows the links of a problem: to its place, and to its explanation. Returns `true` if the place was clicked.
fn links_ui(ui: &mut Ui, problem: &Diagnostic, place: Option<String>, commands: &mut Vec<Command>) -> bool {
    let goes = place.as_ref().is_some_and(|words| link_ui(ui, icon::ARROW_RIGHT, words, "Show it"));
    if let (Some(words), Some(file), Some(at)) = (place_of(problem), &problem.file, problem.position) {
        if link_ui(ui, icon::ARROW_RIGHT, &words, "Show the text there") {
            commands.push(Command::File(FileStep::ShowText(file.clone(), at)));
        }
    } else if let (None, Some(words)) = (place, place_of(problem)) {
        ui.label(RichText::new(words).small().color(palette(ui).dim));
    }
    if facts_about(problem.code).is_some() {
        let name = format!("Explain {}", problem.code);
        if link_ui(ui, icon::BOOK_OPEN, &name, "Shows cause and remedy in the reference (F1)") {
            commands.push(Command::ShowReference(Some(ReferenceSubject::Code(problem.code))));
        }
    }
    goes
}

fn nodes_label(nodes: &[u32]) -> String {
    match nodes {
        [_] => "Show the place".to_owned(),
        [_, _] => "Show both places".to_owned(),
        _ => format!("Show the {} places", nodes.len()),
    }
}

/// Shows a link with an icon. Returns `true` if it was clicked.
fn link_ui(ui: &mut Ui, sign: &str, words: &str, tooltip: &str) -> bool {
    let link = ui.link(RichText::new(format!("{sign}  {words}")).small());
    link.widget_info(|| info::labeled(WidgetType::Link, true, words));
    link.on_hover_text(tooltip).clicked()
}

fn fixes_ui(ui: &mut Ui, mending: &ProblemRemedy, commands: &mut Vec<Command>) {
    if mending.fixes.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        mending.fixes.iter().for_each(|fix| fix_ui(ui, fix, commands));
    });
}

fn fix_ui(ui: &mut Ui, fix: &Fix, commands: &mut Vec<Command>) {
    let name = printable_line(&fix.name).into_owned();
    let button = ui.add(Button::new(name).truncate());
    if button.on_hover_text("Fixes the problem this way. You can undo it").clicked() {
        commands.push(command_of(&fix.means));
    }
}

fn command_of(means: &FixAction) -> Command {
    match means.clone() {
        FixAction::Edit(edit) => Command::Edit(edit),
        FixAction::RoomsFor(symbol) => Command::MakeRooms(symbol),
        FixAction::Rooms { instead_of, name } => Command::File(FileStep::UseRooms { instead_of, name }),
        FixAction::Word { at, to } => Command::File(FileStep::WriteWord { at, to }),
    }
}

/// Returns file, line and column, or otherwise the path in the document.
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
        (None, None) => Some(problem.path.to_string()).filter(|path| !path.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{PathRef, Position};

    #[test]
    fn place_is_as_exact_as_is_known() {
        let mut problem = Diagnostic::error("unknown-symbol", "…").at(PathRef::ROOT.item("rules", 3));
        assert_eq!(place_of(&problem).as_deref(), Some("rules[3]"));
        problem.file = Some("some/where/first.ron".into());
        assert_eq!(place_of(&problem).as_deref(), Some("first.ron, rules[3]"));
        problem.position = Some(Position { line: 7, column: 2 });
        assert_eq!(place_of(&problem).as_deref(), Some("first.ron:7:2"));
    }
}
