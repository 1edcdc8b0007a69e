//! The folded list of problems: the whole message of the worst one, and its first fix.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Galley, Label, Margin, RichText, Ui, vec2};
use egui_phosphor::regular as icon;

use super::collect::{ProblemList, ProblemRemedy};
use super::{command_of, fix_ui, no_problems, nodes_label};
use crate::base::{Diagnostic, printable_line, with_capital};
use crate::document::Fix;
use crate::editor::command::Command;
use crate::editor::widgets::explained::explained;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{self, font, palette, severity_color, severity_icon};
use crate::mission::NodeId;
use crate::reference::ReferenceSubject;

/// In a pane of less than this width, in points, a fix is an icon, because its words would leave no room.
const NARROW: f32 = 480.0;
/// Share of a wide pane for the words of a fix.
const FIX_SHARE: f32 = 0.4;
/// Minimum number of lines, so that the height usually stays when a problem appears.
const LEAST_LINES: f32 = 3.0;
/// Maximum number of lines of a message; the tooltip shows the rest.
const MOST_LINES: usize = 6;
const MARGIN: Margin = Margin::symmetric(style::MARGIN, 8);
/// Width of the icon of a severity, in points.
const SIGN: f32 = 20.0;

/// The worst problem, laid out for a width.
struct Worst<'a> {
    problem: &'a Diagnostic,
    fix: Option<&'a Fix>,
    is_narrow: bool,
    message: Arc<Galley>,
    message_width: f32,
}

impl<'a> Worst<'a> {
    fn new(ui: &Ui, (problem, remedy): (&'a Diagnostic, &'a ProblemRemedy), width: f32) -> Self {
        let fix = remedy.fixes.first();
        let is_narrow = width < NARROW;
        let for_icon = style::ICON_BUTTON.x + style::GAP;
        let for_fix = match fix {
            Some(_) if is_narrow => for_icon,
            Some(_) => FIX_SHARE * width + style::GAP,
            None => 0.0,
        };
        let for_nodes = if problem.nodes.is_empty() { 0.0 } else { for_icon };
        let rest = width - MARGIN.sum().x - SIGN - style::GAP - for_fix - for_nodes;
        let message_width = rest.max(SIGN);
        let words = with_capital(&printable_line(&problem.message));
        let mut job = LayoutJob::simple(words, font(style::BODY), palette(ui).strong, message_width);
        job.wrap = TextWrapping { max_rows: MOST_LINES, ..job.wrap };
        Self { problem, fix, is_narrow, message: ui.painter().layout_job(job), message_width }
    }

    fn height(&self) -> f32 {
        self.message.size().y.max(style::ROW_HEIGHT)
    }
}

/// Returns the height of the folded list at a width, in points.
pub fn height(ui: &Ui, problems: &ProblemList, width: f32) -> f32 {
    let worst = problems.worst().map(|worst| Worst::new(ui, worst, width));
    let least = LEAST_LINES * ui.text_style_height(&egui::TextStyle::Body);
    worst.map_or(least, |worst| worst.height().max(least)) + MARGIN.sum().y
}

/// Shows the worst problem with its first fix. A click on the tab unfolds the list.
pub(super) fn folded_ui(ui: &mut Ui, problems: &ProblemList, commands: &mut Vec<Command>) {
    match problems.worst() {
        Some(worst) => worst_ui(ui, &Worst::new(ui, worst, ui.available_width()), commands),
        None => {
            let frame = egui::Frame::new().inner_margin(MARGIN);
            frame.show(ui, no_problems);
        }
    }
}

fn worst_ui(ui: &mut Ui, worst: &Worst<'_>, commands: &mut Vec<Command>) {
    let problem = worst.problem;
    let shown = egui::Frame::new().inner_margin(MARGIN).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let color = severity_color(palette(ui), problem.severity);
            let sign = RichText::new(severity_icon(problem.severity)).size(style::TITLE).color(color);
            ui.add_sized([SIGN, style::ROW_HEIGHT], Label::new(sign));
            let size = vec2(worst.message_width, worst.height());
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_size(size);
                ui.add(Label::new(worst.message.clone())).on_hover_ui(|ui| explanation_ui(ui, problem));
            });
            buttons_ui(ui, worst, commands);
        });
    });
    explained(ui, shown.response.rect, || ReferenceSubject::Code(problem.code));
}

fn explanation_ui(ui: &mut Ui, problem: &Diagnostic) {
    ui.label(with_capital(&printable_line(&problem.message)));
    if let Some(hint) = &problem.hint {
        ui.label(RichText::new(printable_line(hint.sentence())).color(palette(ui).dim));
    }
}

fn buttons_ui(ui: &mut Ui, worst: &Worst<'_>, commands: &mut Vec<Command>) {
    let nodes = &worst.problem.nodes;
    if !nodes.is_empty() && icon_button(ui, icon::CROSSHAIR, &nodes_label(nodes), true) {
        commands.push(Command::ShowNodes(nodes.iter().copied().map(NodeId).collect()));
    }
    let Some(fix) = worst.fix else { return };
    if !worst.is_narrow {
        let size = vec2(ui.available_width(), style::ROW_HEIGHT);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| fix_ui(ui, fix, commands));
    } else if icon_button(ui, icon::WRENCH, &printable_line(&fix.name), true) {
        commands.push(command_of(&fix.means));
    }
}
