//! The share of levels that have each property of the grammar.

use egui::{RichText, Ui};

use crate::editor::panes::context::PaneContext;
use crate::editor::panes::property_share::share_ui;
use crate::editor::widgets::style::{self, palette};

/// Shows a sentence for each property. A click selects the levels without it.
pub fn properties_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let properties = &context.document.grammar().properties;
    if properties.is_empty() || context.shared.survey.records().is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = style::GAP;
        ui.label(RichText::new("Properties:").color(palette(ui).dim));
        for position in 0..properties.len() {
            share_ui(ui, position, true, context);
        }
    });
}
