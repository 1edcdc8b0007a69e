//! The histogram of a metric: filled bars for the levels now, a dashed outline for those before the last edit.

use egui::{Pos2, Stroke, Ui, WidgetType};
use egui_plot::{Bar, BarChart, Line, LineStyle, Span};

use super::axes::{AxisTitle, fixed_plot, focus_frame, pointer_text};
use super::selection::CellRange;
use super::view::RangeView;
use crate::base::{counted, with_capital};
use crate::editor::widgets::info;
use crate::editor::widgets::style::{ThemePalette, blend, palette};
use crate::editor::work::survey_summary::MetricSamples;
use crate::metrics::{LevelMetric, MetricUnit};
use crate::survey::{FilterBound, Histogram, SeedFilter, hand_made};

/// Width of a bar, as a share of its bin.
const BAR: f64 = 0.9;

/// Shows the histogram. A selection of bins becomes a bound of the filter.
pub fn histogram_ui(
    ui: &mut Ui,
    view: &mut RangeView,
    samples: &MetricSamples,
    filter: &mut SeedFilter,
    height: f32,
) {
    let metric = samples.metric;
    let bins = samples.large.bins;
    let bound = filter.bounds().iter().find(|bound| bound.metric.name == metric.name).copied();
    let colors = palette(ui);
    let top = shares(&samples.large.now).chain(shares(&samples.large.before)).fold(0.01, f64::max) * 1.12;
    let (first, last) = (bins.bin(0).from, bins.bin(bins.len() - 1).to);
    let up = AxisTitle { text: "Levels".to_owned(), unit: MetricUnit::Share };
    let plot = fixed_plot(ui, "histogram", height, AxisTitle::of(metric), up);
    let bars = bars(samples, bound.as_ref(), view, colors);
    let bars = BarChart::new("Now", bars).allow_hover(false);
    let ghost = (samples.before.count > 0).then(|| {
        let line = Line::new("Before", outline(&bins, &samples.large.before)).allow_hover(false);
        line.stroke(Stroke::new(2.0, colors.strong)).style(LineStyle::Dashed { length: 6.0 })
    });
    let band = view.shows_hand_made.then(|| hand_made(metric)?.quartiles()).flatten().map(|(low, high)| {
        let span = Span::new("Zelda dungeons", low..=high).fill(colors.good.gamma_multiply(0.22));
        span.border(Stroke::new(1.5, colors.good)).border_style(LineStyle::Dotted { spacing: 5.0 })
    });
    let shown = plot.show(ui, |plot| {
        let (low, high) = band_range(view.shows_hand_made, metric, (first, last));
        plot.set_plot_bounds_x(low..=high);
        plot.set_plot_bounds_y(0.0..=top);
        if let Some(band) = band {
            plot.span(band);
        }
        plot.bar_chart(bars.color(colors.accent));
        if let Some(ghost) = ghost {
            plot.line(ghost);
        }
    });
    let response = &shown.response;
    focus_frame(ui, response);
    let at = |pos: Pos2| bins.bin_of(shown.transform.value_from_position(pos).x);
    let cursor = response.hover_pos().and_then(at).or(view.cursor.at().map(|(column, _)| column));
    let text = cursor.map_or_else(|| figures_of_all(samples), |bin| bin_text(samples, bin));
    response.widget_info(|| {
        info::with_text(WidgetType::Other, format!("Histogram of {}", metric.words()), &text)
    });
    if response.hovered() && response.hover_pos().and_then(at).is_some() {
        pointer_text(ui, response, &text);
    }
    let cell_at = |pos: Pos2| at(pos).map(|column| (column, 0));
    if let Some(CellRange { from, to }) = view.cursor.follow(ui, response, (bins.len(), 1), cell_at) {
        toggle(filter, metric, &bins, from.0, to.0);
    }
}

/// Returns the bars. Those outside of the bounds are paler.
fn bars(
    samples: &MetricSamples,
    bound: Option<&FilterBound>,
    view: &RangeView,
    colors: &ThemePalette,
) -> Vec<Bar> {
    let (color, pale) = (colors.accent, blend(colors.panel, colors.accent, 0.45));
    let bins = samples.large.bins;
    let bar = |(number, share): (usize, f64)| {
        let bin = bins.bin(number);
        let is_in = bound.is_none_or(|bound| is_selected(bound, samples.metric, &bins, number));
        let is_marked = view.cursor.marked().is_some_and(|cells| cells.contains((number, 0)));
        let width = (bin.to - bin.from) * BAR;
        let bar = Bar::new(f64::midpoint(bin.from, bin.to), share).width(width);
        let outline = if is_marked { Stroke::new(2.5, colors.strong) } else { Stroke::NONE };
        bar.fill(if is_in { color } else { pale }).stroke(outline)
    };
    shares(&samples.large.now).enumerate().map(bar).collect()
}

/// Returns `true` if the middle of a bin is within a bound.
fn is_selected(bound: &FilterBound, metric: &LevelMetric, bins: &Histogram, number: usize) -> bool {
    use std::ops::RangeBounds;
    let bin = bins.bin(number);
    let middle = f64::midpoint(bin.from, bin.to);
    bound.metric.name == metric.name && (bound.from, bound.to).contains(&middle)
}

/// Returns the counts as parts of their sum.
fn shares(counts: &[usize]) -> impl Iterator<Item = f64> {
    let all = counts.iter().sum::<usize>().max(1) as f64;
    counts.iter().map(move |count| *count as f64 / all)
}

/// Returns the outline of the bars of a histogram.
fn outline(bins: &Histogram, counts: &[usize]) -> Vec<[f64; 2]> {
    let mut points = vec![[bins.bin(0).from, 0.0]];
    for (number, share) in shares(counts).enumerate() {
        let bin = bins.bin(number);
        points.extend([[bin.from, share], [bin.to, share]]);
    }
    points.push([bins.bin(bins.len() - 1).to, 0.0]);
    points
}

/// Returns the range across, so that hand-made dungeons are visible if they are shown.
fn band_range(shows_hand_made: bool, metric: &LevelMetric, (low, high): (f64, f64)) -> (f64, f64) {
    let band = hand_made(metric).filter(|_| shows_hand_made).and_then(|sample| sample.quartiles());
    let (from, to) = band.unwrap_or((low, high));
    let margin = 0.02 * (high - low);
    (low.min(from) - margin, high.max(to) + margin)
}

/// Describes a bin: its values and its levels, now and before.
fn bin_text(samples: &MetricSamples, number: usize) -> String {
    let bins = samples.large.bins;
    let bin = bins.bin(number);
    let bound = FilterBound::of_bins(samples.metric, bin.from, bin.to, number + 1 == bins.len());
    let count = |counts: &[usize]| counts.get(number).copied().unwrap_or(0);
    let now = format!("{} of {}", count(&samples.large.now), counted(samples.now.count, "level"));
    let before = (samples.before.count > 0)
        .then(|| format!(", before {} of {}", count(&samples.large.before), samples.before.count));
    format!("{}: {now}{}", with_capital(&bound.sentence()), before.unwrap_or_default())
}

fn figures_of_all(samples: &MetricSamples) -> String {
    let mean = samples
        .now
        .mean
        .map_or_else(String::new, |mean| format!(", mean {}", samples.metric.unit.text_of(mean)));
    format!("{}{mean}", counted(samples.now.count, "level"))
}

/// Selects the levels of bins, or all if exactly these are selected.
fn toggle(filter: &mut SeedFilter, metric: &'static LevelMetric, bins: &Histogram, from: usize, to: usize) {
    let bound = FilterBound::of_bins(metric, bins.bin(from).from, bins.bin(to).to, to + 1 == bins.len());
    if filter.bounds().contains(&bound) {
        filter.remove(metric);
    } else {
        filter.set(bound);
    }
}
