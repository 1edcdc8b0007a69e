//! The folded list of problems: the worst one, so that all of its message can be read, and what mends it.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Galley, Label, Margin, RichText, Ui, vec2};
use egui_phosphor::regular as icon;

use super::collect::{ProblemList, ProblemRemedy};
use super::{command_of, fix_ui, nodes_label};
use crate::base::{Diagnostic, printable_line, with_capital};
use crate::document::Fix;
use crate::editor::command::Command;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{self, font, palette, severity_color, severity_icon};
use crate::mission::NodeId;

/// In panes of less than this width, in points, a remedy is an icon: its words would leave no room for the message.
const NARROW: f32 = 480.0;
/// The share of a wide pane that the words of a remedy may take.
const FIX_SHARE: f32 = 0.4;
/// A folded list always has this many lines, so that it stays as high as it is when a problem comes up.
const LEAST_LINES: f32 = 3.0;
/// Longer messages are cut; the tooltip has all of them.
const MOST_LINES: usize = 6;
const MARGIN: Margin = Margin::symmetric(style::MARGIN, 8);
/// The width of the sign of a severity, in points.
const SIGN: f32 = 20.0;

/// The worst problem in a pane of some width.
struct Worst<'a> {
    problem: &'a Diagnostic,
    fix: Option<&'a Fix>,
    is_narrow: bool,
    message: Arc<Galley>,
    message_width: f32,
}

impl<'a> Worst<'a> {
    fn new(ui: &Ui, problem: &'a Diagnostic, mending: Option<&'a ProblemRemedy>, width: f32) -> Self {
        let fix = mending.and_then(|mending| mending.fixes.first());
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

/// Returns the height of the folded list in a pane of some width, in points.
pub fn height(ui: &Ui, problems: &ProblemList, width: f32) -> f32 {
    let worst = problems.first().map(|worst| Worst::new(ui, worst, problems.mending(0), width));
    let least = LEAST_LINES * ui.text_style_height(&egui::TextStyle::Body);
    worst.map_or(least, |worst| worst.height().max(least)) + MARGIN.sum().y
}

/// Shows the worst problem with what mends it. A click on the tab unfolds the list.
pub(super) fn worst_ui(
    ui: &mut Ui,
    problem: &Diagnostic,
    mending: Option<&ProblemRemedy>,
    commands: &mut Vec<Command>,
) {
    let worst = Worst::new(ui, problem, mending, ui.available_width());
    egui::Frame::new().inner_margin(MARGIN).show(ui, |ui| {
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
            buttons_ui(ui, &worst, commands);
        });
    });
}

fn explanation_ui(ui: &mut Ui, problem: &Diagnostic) {
    ui.label(with_capital(&printable_line(&problem.message)));
    if let Some(hint) = &problem.hint {
        ui.label(RichText::new(with_capital(&printable_line(hint))).color(palette(ui).dim));
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
