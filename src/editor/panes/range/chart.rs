//! The large chart with its title, its axes to choose, and the figures below.

use egui::{ComboBox, Label, RichText, Sense, Shape, Stroke, Ui, vec2};

use super::seeds::grouped;
use super::view::{ChartAxis, RangeView};
use super::{heat_map, histogram, sweep};
use crate::base::with_capital;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::choice;
use crate::editor::work::survey_summary::{MetricSamples, SampleFigures};
use crate::editor::work::swept_number::SweptNumber;
use crate::metrics::{LEVEL_METRICS, LevelMetric};
use crate::survey::hand_made;
use crate::text::SweepNumber;

/// Height of the list of quantities, in points.
const LIST_HEIGHT: f32 = 420.0;
/// Height of a row of figures, in points.
const FIGURES_HEIGHT: f32 = 16.0;

/// Shows the chart of the chosen metrics.
pub fn chart_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>, height: f32) {
    axes_ui(ui, view, context);
    let metric = view.metric;
    let definition = RichText::new(metric.definition).small().color(palette(ui).dim);
    ui.add(Label::new(definition).truncate());
    if let ChartAxis::Number(number) = view.against.clone() {
        return sweep::sweep_ui(ui, view, &number, context, height);
    }
    let Some(summary) = view.summary() else { return };
    let Some(samples) = summary.of_metric(metric) else { return };
    let filter = &mut context.shared.seed_filter;
    match view.against {
        ChartAxis::Metric(up) => {
            match &summary.heat_map {
                Some(map) if map.across.name == metric.name && map.up.name == up.name => {
                    heat_map::heat_map_ui(ui, view, map, filter, height);
                }
                _ => {
                    ui.add_space(height);
                }
            }
            if let Some(map) = &summary.heat_map {
                heat_map::scale_ui(ui, map);
            }
            figures_ui(ui, samples, SampleMark::Hollow);
            summary.of_metric(up).into_iter().for_each(|other| figures_ui(ui, other, SampleMark::Hollow));
        }
        ChartAxis::Levels | ChartAxis::Number(_) => {
            histogram::histogram_ui(ui, view, samples, filter, height);
            figures_ui(ui, samples, SampleMark::Dashed);
        }
    }
}

/// Shows the metric and the list of quantities to show it against.
fn axes_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>) {
    let metric = view.metric;
    ui.horizontal_wrapped(|ui| {
        let title = RichText::new(with_capital(&metric.words())).size(style::TITLE).color(palette(ui).strong);
        let about = match metric.source {
            Some(source) => format!("{}\nSource: {source}.", metric.definition),
            None => metric.definition.to_owned(),
        };
        ui.label(title.strong()).on_hover_text(about);
        ui.label("against");
        let variables = context.document.grammar().variables.iter().map(|(name, variable)| {
            let (path, value) = (format!("variables/{name}"), Some(variable.default));
            let number = SweptNumber::of(&SweepNumber { path, value, range: variable.range });
            (ChartAxis::Number(number), format!("variable {name}"))
        });
        let swept = match &view.against {
            ChartAxis::Number(number) if number.variable().is_none() => {
                Some((view.against.clone(), number.path.clone()))
            }
            _ => None,
        };
        let metrics = LEVEL_METRICS.iter().filter(|other| other.name != metric.name);
        let metrics = metrics.map(|other| (ChartAxis::Metric(other), other.words()));
        let all: Vec<(ChartAxis, String)> =
            [(ChartAxis::Levels, "nothing".to_owned())].into_iter().chain(swept).chain(variables).chain(metrics).collect();
        let choices: Vec<(ChartAxis, &str)> = all.iter().map(|(axis, text)| (axis.clone(), text.as_str())).collect();
        let combo = ComboBox::from_id_salt("against").width(150.0).height(LIST_HEIGHT).truncate();
        let about = ("Show against", "A second metric gives a heat map, and a variable a curve");
        if let Some(axis) = choice(ui, combo, about, &view.against, &choices) {
            view.show_against(axis);
        }
        view.numbers.follow(context.document.grammar(), context.jobs);
        if let Some(number) = view.numbers.button_ui(ui) {
            view.show_against(ChartAxis::Number(number));
        }
        if view.against == ChartAxis::Levels && hand_made(metric).is_some() {
            let text = "Zelda dungeons";
            let about = "Shades the middle half of 19 hand-made dungeons of The Legend of Zelda, A Link to the Past and \
                         Link's Awakening, from the Video Game Level Corpus (Summerville et al., 2016)";
            ui.checkbox(&mut view.shows_hand_made, text).on_hover_text(about);
        }
    });
}

/// The marks of the two samples in a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SampleMark {
    /// Filled bars or cells.
    Filled,
    /// A dashed outline.
    Dashed,
    /// Hollow circles.
    Hollow,
}

/// Shows the figures of a metric and those before the last edit, each behind its mark in the chart.
fn figures_ui(ui: &mut Ui, samples: &MetricSamples, before: SampleMark) {
    let of_metric = (before == SampleMark::Hollow).then(|| samples.metric.words());
    let rows = [("now", SampleMark::Filled, samples.now), ("before", before, samples.before)];
    ui.spacing_mut().item_spacing.y = 2.0;
    for (when, mark, sample) in
        rows.into_iter().filter(|(when, _, sample)| *when == "now" || sample.count > 0)
    {
        let name = of_metric.as_ref().map_or_else(|| when.to_owned(), |words| format!("{words} {when}"));
        let text = format!("{}: {}", with_capital(&name), figures(samples.metric, &sample));
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = FIGURES_HEIGHT;
            mark_ui(ui, mark);
            ui.add(Label::new(RichText::new(text).size(style::SMALL + 0.5)).truncate());
        });
    }
}

/// Paints the mark of a sample.
fn mark_ui(ui: &mut Ui, mark: SampleMark) {
    let colors = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 12.0), Sense::hover());
    let painter = ui.painter();
    match mark {
        SampleMark::Filled => {
            painter.rect_filled(rect.shrink2(vec2(3.0, 1.0)), 1.0, colors.accent);
        }
        SampleMark::Dashed => {
            let ends = [rect.left_center(), rect.right_center()];
            painter.extend(Shape::dashed_line(&ends, Stroke::new(2.0, colors.strong), 5.0, 3.0));
        }
        SampleMark::Hollow => {
            painter.circle_stroke(rect.center(), 4.0, Stroke::new(1.5, colors.strong));
        }
    }
}

/// Describes a sample: its size, mean, median and spread.
fn figures(metric: &LevelMetric, sample: &SampleFigures) -> String {
    let text = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| metric.unit.text_of(value));
    let (low, high) = sample.range.unzip();
    format!(
        "N {} · mean {} · median {} · deviation {} · {} to {}",
        grouped(sample.count),
        text(sample.mean),
        text(sample.median),
        text(sample.deviation),
        text(low),
        text(high),
    )
}
