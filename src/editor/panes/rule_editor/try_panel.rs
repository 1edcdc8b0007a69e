//! The area below the canvases for trying the rule on the mission.

use egui::{Button, ComboBox, RichText, Ui};
use egui_phosphor::regular as icon;

use super::absence;
use super::view::RuleView;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::mission::mission_ui;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::palette;
use crate::editor::widgets::values::choice;

/// Height of the bar, in points.
pub(super) const HEIGHT: f32 = 34.0;

/// Shows the bar, and the mission below it while the rule is tried.
pub(super) fn try_ui(ui: &mut Ui, view: &mut RuleView, context: &mut PaneContext<'_>, position: usize) {
    let colors = palette(ui);
    ui.painter().hline(ui.max_rect().x_range(), ui.max_rect().top(), egui::Stroke::new(1.0, colors.line));
    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 5));
    let bar = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            inspector_ui(ui, view, context);
            absence::button_ui(ui, &mut view.absence, context, position);
        });
        absence::answer_ui(ui, &mut view.absence, context, position);
        if let Some((node, answer)) = &context.shared.trial.answer {
            let text = format!("Node {}: {answer}", node.0);
            ui.label(RichText::new(text).color(palette(ui).text));
        }
    });
    let height = bar.response.rect.height();
    if (height - view.bar_height).abs() > 0.5 {
        view.bar_height = height;
        ui.ctx().request_repaint();
    }
    if context.shared.trial.is_on {
        mission_ui(ui, "Mission to try the rule on", &mut view.trial_mission, context);
    }
}

fn inspector_ui(ui: &mut Ui, view: &mut RuleView, context: &mut PaneContext<'_>) {
    let side = view.side;
    let trial = &mut context.shared.trial;
    let text = format!("{}  Try it here", icon::FLASK);
    let button = ui.add(Button::selectable(trial.is_on, text));
    if button.on_hover_text("Shows the matches of the rule in this mission").clicked() {
        trial.is_on = !trial.is_on;
        view.camera.frame_all();
    }
    if !trial.is_on {
        return;
    }
    let moments = trial.moments();
    let list = ComboBox::from_id_salt("moment").width(118.0).truncate();
    let tooltip =
        "The mission to try the rule on: the final one, or the one before a step that applies the rule";
    let moment = choice(ui, list, ("Moment", tooltip), &trial.moment(), &moments);
    if let Some(moment) = moment {
        trial.set_moment(moment);
        view.trial_mission.frame_all();
    }
    let count = trial.count().unwrap_or(0);
    if icon_button(ui, icon::CARET_LEFT, "Previous match", count > 1) {
        trial.step(false);
    }
    let (words, place) = (trial.words(), trial.current + 1);
    let text = if count > 1 { format!("{place} of {words}") } else { words };
    ui.label(RichText::new(text).color(palette(ui).strong));
    if icon_button(ui, icon::CARET_RIGHT, "Next match", count > 1) {
        trial.step(true);
    }
    let apply = ui.add_enabled(count > 0 && !trial.is_looking(), Button::new("Apply"));
    if apply.on_hover_text("Applies the rule at this match, to a copy of the mission").clicked() {
        trial.apply(context.run_view, side);
    }
    let asks = ui.add(Button::selectable(trial.is_asking, format!("{}  Why not here?", icon::QUESTION)));
    if asks.on_hover_text("Then click a node of the mission").clicked() {
        trial.is_asking = !trial.is_asking;
        trial.answer = None;
    }
}
