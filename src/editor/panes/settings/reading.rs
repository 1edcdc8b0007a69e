//! The readings of the level's layout, next to those before the last change and those of maps made by hand.

use egui::{RichText, Ui};

use crate::base::with_capital;
use crate::editor::model::readings::LevelReadings;
use crate::editor::widgets::rows::{RowLabel, row};
use crate::editor::widgets::style::palette;

/// Shows a row for each reading of the layout.
pub(super) fn rows_ui(ui: &mut Ui, readings: &LevelReadings, before: Option<&LevelReadings>) {
    let colors = palette(ui);
    for (index, (metric, now)) in readings.layout_rows().enumerate() {
        let name = with_capital(&metric.words());
        let by_hand = metric.by_hand.map(|maps| format!(" On maps made by hand: {maps}."));
        let tooltip = format!("{}{}", metric.definition, by_hand.unwrap_or_default());
        row(ui, RowLabel { name: &name, of: "this level", tooltip: &tooltip }, |ui, _| {
            ui.horizontal_wrapped(|ui| {
                let was = before.and_then(|before| before.layout_rows().nth(index));
                let was = was.map(|(_, was)| was).filter(|was| *was != now);
                ui.label(now);
                if let Some(was) = was {
                    was_ui(ui, &was);
                }
                if let Some(maps) = metric.by_hand {
                    ui.label(RichText::new(maps).small().color(colors.dim));
                }
            });
        });
    }
}

/// Shows the average floor of the places of a symbol below its settings.
pub(super) fn floor_ui(ui: &mut Ui, symbol: &str, readings: &LevelReadings, before: Option<&LevelReadings>) {
    let Some(floor) = readings.floors.get(symbol) else { return };
    let tooltip = "The cells that you can walk on in a place of this symbol, on average in this level.";
    row(ui, RowLabel { name: "Floor", of: symbol, tooltip }, |ui, _| {
        ui.horizontal_wrapped(|ui| {
            let now = floor.average();
            let was = before.and_then(|before| before.floors.get(symbol)).map(|floor| floor.average());
            let was = was.filter(|was| *was != now);
            ui.label(if floor.places == 1 { now } else { format!("{now}, in {} places", floor.places) });
            if let Some(was) = was {
                was_ui(ui, &was);
            }
        });
    });
}

fn was_ui(ui: &mut Ui, was: &str) {
    let text = RichText::new(format!("was {was}")).small().color(palette(ui).accent);
    ui.label(text).on_hover_text("With this seed, before the last change");
}
