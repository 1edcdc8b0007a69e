//! The readings of the level's layout, next to those of maps made by hand.

use egui::{RichText, Ui};

use crate::base::with_capital;
use crate::editor::widgets::rows::{RowLabel, row};
use crate::editor::widgets::style::palette;
use crate::layout::{LayoutMetrics, Metric};

/// Shows a row for each reading.
pub(super) fn rows_ui(ui: &mut Ui, reading: &LayoutMetrics) {
    let colors = palette(ui);
    for figure in Metric::ALL {
        let name = with_capital(figure.name());
        let by_hand = figure.by_hand().map(|maps| format!(" On maps made by hand: {maps}."));
        let tooltip = format!("{}{}", figure.meaning(), by_hand.unwrap_or_default());
        row(ui, RowLabel { name: &name, of: "this level", tooltip: &tooltip }, |ui, _| {
            ui.horizontal_wrapped(|ui| {
                ui.label(reading.text(figure));
                if let Some(maps) = figure.by_hand() {
                    ui.label(RichText::new(maps).small().color(colors.dim));
                }
            });
        });
    }
}
