//! The pane of the steps that were done.

use egui::Ui;

use super::mission::nothing_yet;
use super::panes::Panes;

/// Shows it.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    nothing_yet(ui, "The history", panes.document.title());
}
