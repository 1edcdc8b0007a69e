//! The expressive range: the metrics of many levels as charts, before and after the last edit.
//!
//! One metric is shown as a histogram, two as a heat map, and one against a variable as a curve. Small charts of
//! all metrics choose the large one. Outlines show the levels before the last edit.
//! A click on a bin, or a drag over several, selects these levels for all panes that list levels.

mod axes;
mod changes;
mod chart;
mod chooser;
mod filter;
mod heat_map;
mod histogram;
mod seeds;
mod selection;
mod sweep;
pub mod view;

use egui::{Frame, ScrollArea, Ui};

use super::context::PaneContext;
use super::settings::variables::sliders_ui;
use crate::editor::command::Command;
use crate::editor::widgets::rows::remark_ui;
use crate::editor::widgets::style;
use view::RangeView;

/// Minimum and maximum height of the large chart, and its share of the pane's height.
const CHART: (f32, f32, f32) = (150.0, 420.0, 0.36);
/// Minimum height of the small charts, in points. In a lower pane, everything scrolls.
const LEAST_CHOOSER: f32 = 150.0;

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>) {
    context.follow_survey();
    view.follow(&context.shared.survey, context.jobs);
    let chart_height = (CHART.2 * ui.available_height()).clamp(CHART.0, CHART.1);
    Frame::new().inner_margin(style::MARGIN).show(ui, |ui| {
        let is_low = ui.available_height() < chart_height + 2.0 * LEAST_CHOOSER;
        if is_low {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                head_ui(ui, view, context, chart_height);
                chooser::charts_ui(ui, view);
            });
        } else {
            head_ui(ui, view, context, chart_height);
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| chooser::charts_ui(ui, view));
        }
    });
}

/// Shows everything above the small charts.
fn head_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>, chart_height: f32) {
    seeds::bar_ui(ui, view, context);
    if !context.document.grammar().variables.is_empty() {
        let edits = sliders_ui(ui, "Value for all levels of", context.document);
        context.commands.extend(edits.into_iter().map(Command::Edit));
    }
    if view.summary().is_none() {
        let text = if context.is_project_sound() {
            "Levels are being made and measured."
        } else {
            "The project has mistakes, which Problems lists. Levels are measured when they are mended."
        };
        remark_ui(ui, text);
        return;
    }
    changes::changes_ui(ui, view, &mut context.shared.survey);
    chart::chart_ui(ui, view, context, chart_height);
    filter::filter_ui(ui, view, context);
    ui.add_space(style::GAP);
}
