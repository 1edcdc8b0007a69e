//! The curve of a metric for several values of a variable: its mean, with a band for the middle half of the levels.

use egui::{RichText, Stroke, Ui, WidgetType};
use egui_plot::{FilledArea, Line, LineStyle, Points, VLine};

use super::axes::{AxisTitle, fixed_plot};
use super::view::RangeView;
use crate::base::{counted, printable_line};
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::remark_ui;
use crate::editor::widgets::style::{self, palette};
use crate::editor::work::variable_sweep::VariableSweep;
use crate::metrics::MetricUnit;

/// Shows the curve of the metric for the values of a variable.
pub fn sweep_ui(ui: &mut Ui, view: &mut RangeView, name: &str, context: &mut PaneContext<'_>, height: f32) {
    let grammar = context.document.grammar();
    let (Some(variable), Some(request)) = (grammar.variables.get(name), context.shared.survey.request())
    else {
        remark_ui(ui, "The grammar has no such variable any more. Choose another one.");
        return;
    };
    if context.is_project_sound() {
        view.sweep.follow(request, (name, variable), context.jobs);
    }
    let colors = palette(ui);
    let metric = view.metric;
    let samples = view.sweep.points().iter().map(|point| (point.value as f64, point.sample(metric)));
    let known: Vec<(f64, f64, (f64, f64))> =
        samples.filter_map(|(value, sample)| Some((value, sample.mean()?, sample.quartiles()?))).collect();
    let values = grammar.values_with(&context.document.content().values);
    let current = values.get(name).copied().unwrap_or(variable.default);
    let values_across: Vec<f64> = known.iter().map(|(value, ..)| *value).collect();
    let (low, high): (Vec<f64>, Vec<f64>) = known.iter().map(|(.., quartiles)| *quartiles).unzip();
    let means: Vec<[f64; 2]> = known.iter().map(|point| [point.0, point.1]).collect();
    let unit = metric.unit;
    let across = AxisTitle { text: printable_line(name).into_owned(), unit: MetricUnit::Count };
    let plot = fixed_plot(ui, "sweep", height, across, AxisTitle::of(metric))
        .include_x(variable.range.0 as f64)
        .include_x(variable.range.1 as f64);
    let shown = plot.show(ui, |plot| {
        if values_across.len() > 1 {
            let band = FilledArea::new("Middle half of the levels", &values_across, &low, &high);
            plot.add(band.fill_color(colors.accent.gamma_multiply(0.25)).allow_hover(false));
        }
        let line = Line::new("Mean", means.clone()).allow_hover(false);
        plot.line(line.stroke(Stroke::new(2.0, colors.accent)));
        plot.points(Points::new("Mean", means).radius(3.5).color(colors.accent).allow_hover(false));
        let line = VLine::new("Current value", current as f64).allow_hover(false);
        plot.vline(line.stroke(Stroke::new(1.5, colors.strong)).style(LineStyle::Dashed { length: 6.0 }));
    });
    let each = counted(usize::try_from(VariableSweep::SEEDS).unwrap_or(0), "level");
    let points: Vec<String> =
        known.iter().map(|(value, mean, _)| format!("{value}: {}", unit.text_of(*mean))).collect();
    shown.response.widget_info(|| {
        let name = format!("Curve of {} by {name}", metric.words());
        info::with_text(WidgetType::Other, name, points.join(", "))
    });
    let count = format!("{} of {} values with {each} each", known.len(), view.sweep.points().len());
    let text = format!("Line: mean. Band: middle half of the levels. Dashed: set to {current}. {count}.");
    ui.label(RichText::new(text).size(style::SMALL + 0.5).color(colors.dim));
}
