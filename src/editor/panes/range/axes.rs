//! Plots with fixed axes: marks at round numbers, far enough apart to be read.

use egui::{PopupAnchor, Response, Stroke, StrokeKind, Tooltip, Ui};
use egui_plot::{AxisHints, GridInput, GridMark, Plot};

use crate::base::with_capital;
use crate::editor::widgets::style::palette;
use crate::metrics::{LevelMetric, MetricUnit};

/// Minimum distance of two marks across and up, in points.
const MARKS: (f64, f64) = (52.0, 30.0);
/// Distance of marks that the plot proposes, in points.
const PROPOSED: f64 = 8.0;

/// The title and the unit of an axis.
#[derive(Clone, Debug)]
pub struct AxisTitle {
    /// Text next to the axis.
    pub text: String,
    /// Unit of its marks.
    pub unit: MetricUnit,
}

impl AxisTitle {
    /// Returns the axis of a metric.
    pub fn of(metric: &LevelMetric) -> Self {
        let words = with_capital(&metric.words());
        let text = match metric.unit {
            MetricUnit::Count | MetricUnit::Ratio | MetricUnit::Share => words,
            MetricUnit::Cells | MetricUnit::Steps => format!("{words} ({})", metric.unit.name()),
        };
        Self { text, unit: metric.unit }
    }

    fn hints<'a>(self, ui: &Ui, hints: AxisHints<'a>) -> AxisHints<'a> {
        let unit = self.unit;
        hints
            .label(self.text)
            .formatter(move |mark, _| unit.text_of(mark.value))
            .label_spacing(1.0..=2.0)
            .tick_label_color(palette(ui).text)
    }
}

/// Returns a plot whose bounds the user does not move: a drag selects.
pub fn fixed_plot<'a>(ui: &Ui, name: &str, height: f32, across: AxisTitle, up: AxisTitle) -> Plot<'a> {
    let units = (across.unit, up.unit);
    Plot::new(name)
        .height(height)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_crosshair(false)
        .label_formatter(|_| None)
        .grid_color(palette(ui).line)
        .x_grid_spacer(move |input| marks(input, units.0, MARKS.0))
        .y_grid_spacer(move |input| marks(input, units.1, MARKS.1))
        .custom_x_axes(vec![across.hints(ui, AxisHints::new_x())])
        .custom_y_axes(vec![up.hints(ui, AxisHints::new_y())])
}

/// Paints a frame around a chart with the keyboard focus.
pub fn focus_frame(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let stroke = Stroke::new(1.5, palette(ui).accent);
        ui.painter().rect_stroke(response.rect, 4.0, stroke, StrokeKind::Inside);
    }
}

/// Shows a text next to the pointer at once.
pub fn pointer_text(ui: &Ui, response: &Response, text: &str) {
    let tooltip = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), response.id, PopupAnchor::Pointer);
    tooltip.gap(14.0).show(|ui| ui.label(text));
}

/// Returns marks at round numbers, at least `distance` points apart.
fn marks(input: GridInput, unit: MetricUnit, distance: f64) -> Vec<GridMark> {
    let step = round_step(input.base_step_size * distance / PROPOSED);
    let step = if unit.is_whole() { step.max(1.0) } else { step };
    let (low, high) = input.bounds;
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last).map(|number| GridMark { value: number as f64 * step, step_size: step }).collect()
}

/// Returns 1, 2 or 5 times a power of ten, at least `least`.
fn round_step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.max(f64::MIN_POSITIVE).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|step| *step >= least).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_whole_where_values_are() {
        let marks = |base_step_size, unit| -> Vec<f64> {
            let input = GridInput { bounds: (0.4, 6.2), base_step_size };
            super::marks(input, unit, 8.0).into_iter().map(|mark| mark.value).collect()
        };
        assert_eq!(marks(0.1, MetricUnit::Count), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(marks(1.3, MetricUnit::Count), [2.0, 4.0, 6.0]);
        assert_eq!(marks(1.3, MetricUnit::Ratio), [2.0, 4.0, 6.0]);
        assert_eq!(marks(2.5, MetricUnit::Ratio), [5.0]);
    }
}
