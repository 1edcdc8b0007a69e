//! The pane that lists the room sets and their rooms.

use egui::Ui;

use super::mission::nothing_yet;
use super::panes::Panes;

/// Shows it.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    nothing_yet(ui, "The rooms", panes.document.title());
}
