//! The bounds that select levels for all panes that list them.

use egui::{RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::seeds::grouped;
use super::view::{ChartAxis, RangeView};
use crate::base::{printable_line, with_capital};
use crate::editor::command::Command;
use crate::editor::pane::Pane;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::palette;

/// Shows each bound with a button that removes it. Without a bound, it tells how to set one.
pub fn filter_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    let filter = &mut context.shared.seed_filter;
    if filter.is_empty() {
        let text = match view.against {
            ChartAxis::Number(_) => return,
            ChartAxis::Levels => "Click a bar, or drag over several, to select their levels.",
            ChartAxis::Metric(_) => "Click a cell, or drag over several, to select their levels.",
        };
        ui.label(RichText::new(text).small().color(colors.dim));
        return;
    }
    let selected = view.selected(&context.shared.survey, filter);
    let known = context.shared.survey.records().len();
    let mut removed = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("{} of {} levels selected:", grouped(selected), grouped(known)));
        for bound in filter.bounds() {
            if bound_ui(ui, &bound.sentence()) {
                removed = Some(bound.metric);
            }
        }
        if let Some(trouble) = filter.trouble().cloned()
            && bound_ui(ui, &trouble.sentence())
        {
            filter.toggle_trouble(trouble);
        }
        if ui
            .link("Show in the gallery")
            .on_hover_text("Opens the gallery, which has the same filter")
            .clicked()
        {
            context.commands.push(Command::ShowPane(Pane::Gallery));
        }
    });
    if let Some(metric) = removed {
        filter.remove(metric);
    }
}

/// Shows a bound as a button. Returns `true` if it was clicked.
fn bound_ui(ui: &mut Ui, sentence: &str) -> bool {
    let sentence = with_capital(&printable_line(sentence));
    let button = ui.button(format!("{sentence}  {}", icon::X));
    let name = format!("Remove the bound: {sentence}");
    button.widget_info(|| info::labeled(WidgetType::Button, true, &name));
    button.on_hover_text("Removes this bound").clicked()
}
