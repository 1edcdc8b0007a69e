//! The pane for editing the open rule: Before on the left, After on the right, on canvases that show the same
//! area.

pub mod absence;
mod drawn;
mod head;
mod sides;
mod tabs;
mod try_panel;
pub mod view;

use egui::{Rect, Ui, UiBuilder};

use view::RuleView;

use crate::document::Location;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::problems::of_form::pane_problems_ui;
use crate::editor::widgets::message::message_ui;
use crate::editor::widgets::style::palette;

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut RuleView, context: &mut PaneContext<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    let position = context.shared.open.rule;
    head::head_ui(ui, &mut view.is_one_picture, context, position);
    let grammar = context.document.grammar().clone();
    let authored = context.document.authored().clone();
    let Some(rule) = authored.rules.get(position) else {
        message_ui(
            ui,
            "There is no rule yet",
            "A rule replaces one graph with another. Press \"Add rule\" above.",
        );
        return;
    };
    pane_problems_ui(ui, context.problems, &Location::Rule(position));
    view.follow(context.document, position);
    if context.shared.trial.is_on {
        context.shared.trial.update(context.run_view, &grammar, position, context.jobs);
    }
    let (graphs, trial) = parts(ui, view, context);
    sides::sides_ui(
        &mut ui.new_child(UiBuilder::new().max_rect(graphs)),
        view,
        context.commands,
        &authored,
        rule,
        position,
    );
    try_panel::try_ui(&mut ui.new_child(UiBuilder::new().max_rect(trial)), view, context, position);
}

/// Returns the areas of the canvases, and of the trial below them.
fn parts(ui: &mut Ui, view: &mut RuleView, context: &PaneContext<'_>) -> (Rect, Rect) {
    let rect = ui.available_rect_before_wrap();
    let least = view.bar_height.clamp(try_panel::HEIGHT, 0.6 * rect.height().max(try_panel::HEIGHT * 2.0));
    let height = if context.shared.trial.is_on {
        let share = &mut view.trial_split;
        let line = rect.bottom() - rect.height() * *share;
        let bar = Rect::from_x_y_ranges(rect.x_range(), line - 3.0..=line + 3.0);
        let response = ui.interact(bar, ui.id().with("trial split"), egui::Sense::drag());
        if response.hovered() || response.dragged() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::ResizeVertical);
        }
        *share = (*share - response.drag_delta().y / rect.height().max(1.0)).clamp(0.2, 0.7);
        rect.height() * *share
    } else {
        least
    };
    let line = rect.bottom() - height.max(least);
    (rect.with_max_y(line), rect.with_min_y(line))
}
