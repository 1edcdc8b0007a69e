//! The pane of the recipe: which rules run when.

use egui::Ui;

use super::mission::nothing_yet;
use super::panes::Panes;

/// Shows it.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    nothing_yet(ui, "The recipe of this grammar", panes.document.title());
}
