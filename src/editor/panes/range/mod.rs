//! The expressive range: the metrics of many levels as charts, before and after the last edit.
//!
//! One metric is shown as a histogram, two as a heat map, and one against a swept number as a curve. Small charts of
//! all metrics choose the large one. Outlines show the levels before the last edit.
//! A click on a bin, or a drag over several, selects these levels for all panes that list levels.

mod axes;
mod changes;
mod chart;
mod chooser;
mod filter;
mod heat_map;
mod histogram;
mod number_list;
pub mod properties;
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

/// Minimum and maximum height of the large chart in points, and its maximum share of the pane.
const CHART: (f32, f32, f32) = (150.0, 420.0, 0.42);
/// Height that the large chart leaves for the small ones, in points.
const CHOOSER: f32 = 190.0;
/// Height of a pane below which everything scrolls, in points.
const LOW: f32 = 560.0;

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>) {
    context.follow_survey(ui);
    view.follow(&context.shared.survey, context.jobs);
    Frame::new().inner_margin(style::MARGIN).show(ui, |ui| {
        let height = ui.available_height();
        let most = CHART.1.min(CHART.2 * height).max(CHART.0);
        let chart_height = (height - view.rows_height - CHOOSER).clamp(CHART.0, most);
        if height < LOW {
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

/// Shows everything above the small charts, and measures it.
fn head_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>, chart_height: f32) {
    let shown = ui.scope(|ui| rows_ui(ui, view, context, chart_height));
    let rows_height = (shown.response.rect.height() - chart_height).max(0.0);
    if (rows_height - view.rows_height).abs() > 0.5 {
        view.rows_height = rows_height;
        ui.ctx().request_repaint();
    }
}

/// Shows the rows above the small charts.
fn rows_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>, chart_height: f32) {
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
    properties::properties_ui(ui, context);
    chart::chart_ui(ui, view, context, chart_height);
    filter::filter_ui(ui, view, context);
    ui.add_space(style::GAP);
}
