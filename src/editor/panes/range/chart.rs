//! The large chart with its title, its axes to choose, and the figures below.

use egui::{ComboBox, Label, RichText, Ui};

use super::seeds::grouped;
use super::view::{ChartAxis, RangeView};
use super::{heat_map, histogram, sweep};
use crate::base::with_capital;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::choice;
use crate::editor::work::survey_summary::{MetricSamples, SampleFigures};
use crate::metrics::{LEVEL_METRICS, LevelMetric};
use crate::survey::hand_made;

/// Shows the chart of the chosen metrics.
pub fn chart_ui(ui: &mut Ui, view: &mut RangeView, context: &mut PaneContext<'_>, height: f32) {
    axes_ui(ui, view, context);
    let metric = view.metric;
    let definition = RichText::new(metric.definition).small().color(palette(ui).dim);
    ui.add(Label::new(definition).truncate());
    if let ChartAxis::Variable(name) = view.against.clone() {
        return sweep::sweep_ui(ui, view, &name, context, height);
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
            figures_ui(ui, samples, true);
            summary.of_metric(up).into_iter().for_each(|other| figures_ui(ui, other, true));
        }
        ChartAxis::Levels | ChartAxis::Variable(_) => {
            histogram::histogram_ui(ui, view, samples, filter, height);
            figures_ui(ui, samples, false);
        }
    }
}

/// Shows the metric and the list of quantities to show it against.
fn axes_ui(ui: &mut Ui, view: &mut RangeView, context: &PaneContext<'_>) {
    let metric = view.metric;
    ui.horizontal_wrapped(|ui| {
        let title = RichText::new(with_capital(&metric.words())).size(style::TITLE).color(palette(ui).strong);
        let about = match metric.source {
            Some(source) => format!("{}\nSource: {source}.", metric.definition),
            None => metric.definition.to_owned(),
        };
        ui.label(title.strong()).on_hover_text(about);
        ui.label("against");
        let names = context.document.grammar().variables.keys();
        let variables = names.map(|name| (ChartAxis::Variable(name.clone()), format!("variable {name}")));
        let metrics = LEVEL_METRICS.iter().filter(|other| other.name != metric.name);
        let metrics = metrics.map(|other| (ChartAxis::Metric(other), other.words()));
        let all: Vec<(ChartAxis, String)> =
            [(ChartAxis::Levels, "nothing".to_owned())].into_iter().chain(variables).chain(metrics).collect();
        let choices: Vec<(ChartAxis, &str)> = all.iter().map(|(axis, text)| (axis.clone(), text.as_str())).collect();
        let combo = ComboBox::from_id_salt("against").width(150.0);
        let about = ("Show against", "A second metric gives a heat map, and a variable a curve");
        if let Some(axis) = choice(ui, combo, about, &view.against, &choices) {
            view.show_against(axis);
        }
        if view.against == ChartAxis::Levels && hand_made(metric).is_some() {
            let text = "Zelda dungeons";
            let about = "Shades the middle half of 19 hand-made dungeons of The Legend of Zelda, A Link to the Past and \
                         Link's Awakening, from the Video Game Level Corpus (Summerville et al., 2016)";
            ui.checkbox(&mut view.shows_hand_made, text).on_hover_text(about);
        }
    });
}

/// Shows the figures of a metric, and those before the last edit.
fn figures_ui(ui: &mut Ui, samples: &MetricSamples, is_named: bool) {
    let name = if is_named { format!("{}: ", with_capital(&samples.metric.words())) } else { String::new() };
    let text = format!("{name}{}", figures(samples.metric, &samples.now));
    let mut line = text.clone();
    if samples.before.count > 0 {
        line = format!("{text}   before: {}", figures(samples.metric, &samples.before));
    }
    let label = ui.label(RichText::new(&line).size(style::SMALL + 0.5));
    label.widget_info(|| info::labeled(egui::WidgetType::Label, true, &line));
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
