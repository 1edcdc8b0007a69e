//! Small charts of all metrics. A click shows one large.

use std::ops::RangeInclusive;

use egui::{Align2, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetType, pos2, vec2};

use super::sweep::pictures_ui;
use super::view::{ChartAxis, RangeView};
use crate::base::with_capital;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{remark_ui, search_ui};
use crate::editor::widgets::style::{self, font, palette};
use crate::editor::work::number_sweep::NumberSweep;
use crate::editor::work::survey_summary::{MetricSamples, SurveySummary};
use crate::metrics::LevelMetric;
use crate::survey::ShiftedQuantity;

/// Minimum width and height of a small chart, in points.
const TILE: (f32, f32) = (150.0, 66.0);
/// Maximum width of a bar, in points.
const WIDEST_BAR: f32 = 16.0;
/// Height of the bars, in points.
const BARS: f32 = 22.0;
/// Words that find metrics of the solution.
const SOLUTION: &str = "way from the start to the goal";
/// Space around the content, in points.
const INSET: f32 = 7.0;

/// Shows the charts in as many columns as there is room for, or the pictures of a sweep instead.
pub fn charts_ui(ui: &mut Ui, view: &mut RangeView) {
    let Some(summary) = view.summary() else { return };
    let is_sweep = matches!(view.against, ChartAxis::Number(_));
    if is_sweep && view.shows_pictures {
        return pictures_ui(ui, view);
    }
    search_ui(ui, &mut view.search, "Search metrics", "Finds metrics by their names and definitions");
    let sought: Vec<String> = view.search.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let is_found = |samples: &&MetricSamples| {
        let words = samples.metric.words();
        let also = if words.contains("solution") { SOLUTION } else { "" };
        let text = format!("{words} {} {also}", samples.metric.definition).to_lowercase();
        sought.iter().all(|word| text.contains(word))
    };
    let found: Vec<&MetricSamples> = summary.samples.iter().filter(is_found).collect();
    if found.is_empty() {
        remark_ui(ui, "No metric has these words in its name or definition.");
    }
    ui.spacing_mut().item_spacing = vec2(style::GAP, style::GAP);
    let width = ui.available_width();
    let columns = ((width + style::GAP) / (TILE.0 + style::GAP)).floor().max(1.0);
    let tile = vec2(((width + style::GAP) / columns - style::GAP).floor(), TILE.1);
    let mut chosen = None;
    for row in found.chunks(columns as usize) {
        ui.horizontal(|ui| {
            for samples in row {
                let has_shifted = has_shifted(&summary, samples);
                let is_up = view.against == ChartAxis::Metric(samples.metric);
                let is_chosen = is_up || view.metric.name == samples.metric.name;
                let curve = is_sweep.then(|| curve_of(&view.sweep, samples.metric));
                let response = tile_ui(ui, samples, curve.as_deref(), tile, (is_chosen, has_shifted));
                if response.clicked() {
                    chosen = Some((samples.metric, ui.input(|input| input.modifiers.command)));
                }
            }
        });
    }
    match chosen {
        Some((metric, true)) if metric.name != view.metric.name => {
            view.show_against(ChartAxis::Metric(metric))
        }
        Some((metric, _)) => view.show(metric),
        None => {}
    }
}

fn has_shifted(summary: &SurveySummary, samples: &MetricSamples) -> bool {
    let quantity = ShiftedQuantity::Metric(samples.metric.name);
    summary.shifts.iter().any(|shift| shift.quantity == quantity)
}

/// Returns the means of a metric by the values of a sweep.
fn curve_of(sweep: &NumberSweep, metric: &LevelMetric) -> Vec<(f64, f64)> {
    let points = sweep.points().iter();
    points.filter_map(|point| Some((point.value as f64, point.figures(metric)?.mean))).collect()
}

fn tile_ui(
    ui: &mut Ui,
    samples: &MetricSamples,
    curve: Option<&[(f64, f64)]>,
    size: egui::Vec2,
    (is_chosen, has_shifted): (bool, bool),
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let words = with_capital(&samples.metric.words());
    let text =
        |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| samples.metric.unit.text_of(value));
    let figures = match curve {
        None => format!("mean {}  median {}", text(samples.now.mean), text(samples.now.median)),
        Some(points) => {
            let ends = points.first().zip(points.last());
            ends.map_or_else(
                || "–".to_owned(),
                |(first, last)| format!("mean {} to {}", text(Some(first.1)), text(Some(last.1))),
            )
        }
    };
    let has_shifted = has_shifted && curve.is_none();
    let shifted = if has_shifted { ", changed" } else { "" };
    response.widget_info(|| {
        info::selected(WidgetType::SelectableLabel, true, is_chosen, format!("{words}: {figures}{shifted}"))
    });
    if ui.is_rect_visible(rect) {
        let bars = paint_frame(ui, rect, &response, (is_chosen, has_shifted), (&words, &figures));
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        match curve {
            None => paint_bars(ui, &painter, bars, samples),
            Some(points) => paint_curve(ui, &painter, bars, points),
        }
    }
    let definition = samples.metric.definition;
    let help = "Click to show it large, or hold Ctrl for a heat map with the large one.";
    response.on_hover_text(format!("{definition}\n{help}"))
}

/// Paints everything but the chart. Returns the place for it.
fn paint_frame(
    ui: &Ui,
    rect: Rect,
    response: &egui::Response,
    (is_chosen, has_shifted): (bool, bool),
    (words, figures): (&str, &str),
) -> Rect {
    let colors = palette(ui);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let fill = if is_chosen || response.hovered() { colors.field } else { colors.bar };
    let edge = if is_chosen || response.has_focus() { colors.accent } else { colors.line };
    painter.rect(rect, 5.0, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let inner = rect.shrink(INSET);
    painter.text(inner.left_top(), Align2::LEFT_TOP, words, font(style::SMALL + 0.5), colors.strong);
    if has_shifted {
        // A mark with a form of its own, not only another colour.
        let at = inner.right_top() + vec2(-5.0, 6.0);
        let corners = [vec2(0.0, -5.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|corner| at + corner);
        painter.add(Shape::convex_polygon(corners.to_vec(), colors.accent, Stroke::NONE));
    }
    let middle = inner.top() + 16.0;
    painter.text(pos2(inner.left(), middle), Align2::LEFT_TOP, figures, font(style::SMALL - 1.0), colors.dim);
    Rect::from_min_max(pos2(inner.left(), inner.bottom() - BARS), inner.max)
}

/// Paints the means as a line, from the lowest to the highest.
fn paint_curve(ui: &Ui, painter: &Painter, rect: Rect, points: &[(f64, f64)]) {
    let colors = palette(ui);
    painter.hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, colors.line));
    let ends = |side: fn(&(f64, f64)) -> f64| {
        let sides = points.iter().map(side);
        sides.clone().fold(f64::INFINITY, f64::min)..=sides.fold(f64::NEG_INFINITY, f64::max)
    };
    let (across, up) = (ends(|point| point.0), ends(|point| point.1));
    let share = |value: f64, range: &RangeInclusive<f64>| {
        let length = range.end() - range.start();
        if length > 0.0 { ((value - range.start()) / length) as f32 } else { 0.5 }
    };
    let at = |point: &(f64, f64)| {
        let inner = rect.shrink2(vec2(2.0, 3.0));
        inner.lerp_inside(vec2(share(point.0, &across), 1.0 - share(point.1, &up)))
    };
    painter.line(points.iter().map(at).collect(), Stroke::new(2.0, colors.accent));
}

/// Paints the bars, and the dashed outline of those before the last edit.
fn paint_bars(ui: &Ui, painter: &Painter, bars: Rect, samples: &MetricSamples) {
    let colors = palette(ui);
    let small = &samples.small;
    let share = |counts: &[usize], number: usize| {
        let all = counts.iter().sum::<usize>().max(1) as f32;
        counts.get(number).copied().unwrap_or(0) as f32 / all
    };
    let count = small.bins.len();
    let top = (0..count).flat_map(|number| [share(&small.now, number), share(&small.before, number)]);
    let top = top.fold(0.01, f32::max);
    let width = (bars.width() / count as f32).min(WIDEST_BAR);
    let x = |number: usize| bars.left() + width * number as f32;
    let y = |share: f32| bars.bottom() - bars.height() * share / top;
    for number in (0..count).filter(|number| share(&small.now, *number) > 0.0) {
        let bar = Rect::from_min_max(
            pos2(x(number), y(share(&small.now, number))),
            pos2(x(number + 1), bars.bottom()),
        );
        painter.rect_filled(bar.shrink2(vec2((width * 0.06).min(1.0), 0.0)), 0.0, colors.accent);
    }
    painter.hline(bars.x_range(), bars.bottom(), Stroke::new(1.0, colors.line));
    if samples.before.count > 0 {
        let steps = (0..count).flat_map(|number| {
            let level = y(share(&small.before, number));
            [pos2(x(number), level), pos2(x(number + 1), level)]
        });
        let ends = |x: f32| [pos2(x, bars.bottom())];
        let outline: Vec<Pos2> = ends(x(0)).into_iter().chain(steps).chain(ends(x(count))).collect();
        painter.extend(Shape::dashed_line(&outline, Stroke::new(1.2, colors.strong), 3.0, 2.5));
    }
}
