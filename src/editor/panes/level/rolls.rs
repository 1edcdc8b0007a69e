//! Rerolls in the level: marks kept places, and shows the menu items.

use egui::{Align2, Pos2, Rect, Sense, Stroke, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::editor::canvas::camera::Canvas;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{font, palette};
use crate::level::Level;

/// Paints a lock at the corner of each kept place.
pub(super) fn paint_kept(canvas: &Canvas, level: &Level, context: &PaneContext<'_>) {
    let colors = palette(&canvas.ui);
    let Some(run) = &context.run_view.run else { return };
    for node in run.kept_nodes() {
        let Some(place) = level.places.iter().find(|place| place.node == node) else { continue };
        let corner = Pos2::new(place.bounds.right() as f32, place.bounds.min.y as f32);
        let point = canvas.screen_from_world * corner;
        let painter = canvas.ui.painter();
        painter.circle(point, 9.0, colors.panel, Stroke::new(1.0, colors.accent));
        painter.text(point, Align2::CENTER_CENTER, icon::LOCK_SIMPLE, font(12.0), colors.accent);
        let rect = Rect::from_center_size(point, vec2(18.0, 18.0));
        let response = canvas.ui.interact(rect, canvas.response.id.with(("kept", node)), Sense::hover());
        let text = format!("Kept: {}, node {}", place.symbol, node.0);
        response.widget_info(|| info::labeled(WidgetType::Label, true, &text));
    }
}

/// Shows the items that reroll everything except the selected places, or only these.
pub(super) fn menu_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let shared = &context.shared;
    let mut selected = shared.selected.iter().chain(&shared.others);
    let is_ready = selected.any(|node| context.run_view.place_of(*node).is_some());
    let has_rolls = context.run_view.run.as_ref().is_some_and(|run| !run.request.rolls.is_empty());
    let items = [
        (
            "Roll the rest",
            "Keeps the selected places and makes everything around them again. Ctrl-click or Shift-click to select several.",
            is_ready,
            Command::RollRest,
        ),
        (
            "Roll the selected places",
            "Makes the selected places again and keeps all others",
            is_ready,
            Command::RollSelected,
        ),
        (
            "Forget the rolls",
            "Drops all rolls and makes the level from its seed",
            has_rolls,
            Command::ForgetRolls,
        ),
    ];
    for (text, tooltip, is_ready, command) in items {
        let button = ui.add_enabled(is_ready, egui::Button::new(text)).on_hover_text(tooltip);
        if button.on_disabled_hover_text(tooltip).clicked() {
            context.commands.push(command);
            ui.close();
        }
    }
}
