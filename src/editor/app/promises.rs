//! The bar at the bottom: a light for each promise, and the facts of the level.

use egui::{Color32, RichText, Sense, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::{counted, printable_line};
use crate::editor::canvas::run_view::RunView;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, Palette, palette};
use crate::level::{Level, Promise, PromiseResult};

/// How many breaks a tooltip lists.
const MOST_BREAKS: usize = 5;

/// Shows the lights on the left, the facts on the right.
pub fn bar_ui(ui: &mut Ui, run_view: &RunView, busy: bool) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        for promise in Promise::ALL {
            light_ui(ui, promise, run_view.level().and_then(|level| level.report.promises.get(&promise)));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let colors = palette(ui);
            ui.label(RichText::new(facts(run_view)).size(style::SMALL + 0.5).color(colors.dim));
            if busy {
                let text = format!("{}  Regenerating…", icon::ARROW_CLOCKWISE);
                ui.label(RichText::new(text).size(style::SMALL + 0.5).color(colors.accent));
            }
        });
    });
}

fn light_ui(ui: &mut Ui, promise: Promise, result: Option<&PromiseResult>) {
    let colors = palette(ui);
    let (color, state) = state_of(result, colors);
    let response = ui
        .horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let (rect, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
            let middle = rect.center();
            ui.painter().circle_filled(middle, 6.5, color.gamma_multiply(0.22));
            ui.painter().circle_filled(middle, 4.0, color);
            let broken = result.is_some_and(|result| !result.held);
            let text = if broken { colors.bad } else { colors.text };
            let name = RichText::new(promise.name()).size(style::SMALL + 0.5).color(text);
            ui.add(egui::Label::new(name).selectable(false));
        })
        .response
        .interact(Sense::hover());
    response.widget_info(|| info::labeled(WidgetType::Label, true, format!("{}: {state}", promise.name())));
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(format!("{promise}: {state}")).strong());
        ui.label(promise.meaning());
        for broken in result.iter().flat_map(|result| &result.broken_by).take(MOST_BREAKS) {
            ui.label(RichText::new(printable_line(&broken.message)).color(colors.bad));
        }
        let count = result.map_or(0, |result| result.broken_by.len());
        if count > MOST_BREAKS {
            ui.label(format!("and {} more", count - MOST_BREAKS));
        }
    });
}

fn state_of(result: Option<&PromiseResult>, colors: &Palette) -> (Color32, &'static str) {
    match result {
        Some(result) if result.held => (colors.good, "held"),
        Some(_) => (colors.bad, "broken"),
        None => (colors.dim, "not known"),
    }
}

fn facts(run_view: &RunView) -> String {
    let Some(level) = run_view.level() else { return "No level".to_owned() };
    let Level { places, passages, entities, width, height, .. } = &**level;
    [
        counted(places.len(), "place"),
        counted(passages.len(), "passage"),
        counted(entities.len(), "item"),
        format!("{width} × {height} cells"),
    ]
    .join("  ·  ")
}
