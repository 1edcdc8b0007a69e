//! The pane in which the chosen room is painted.

use egui::Ui;

use super::mission::nothing_yet;
use super::panes::Panes;

/// Shows it.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    nothing_yet(ui, "The room", panes.document.title());
}
