//! Small charts of all metrics. A click shows one large.

use egui::{Align2, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetType, pos2, vec2};

use super::view::{ChartAxis, RangeView};
use crate::base::with_capital;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, palette};
use crate::editor::work::survey_summary::{MetricSamples, SurveySummary};
use crate::survey::ShiftedQuantity;

/// Minimum width and height of a small chart, in points.
const TILE: (f32, f32) = (150.0, 66.0);
/// Maximum width of a bar, in points.
const WIDEST_BAR: f32 = 16.0;
/// Height of the bars, in points.
const BARS: f32 = 22.0;
/// Space around the content, in points.
const INSET: f32 = 7.0;

/// Shows the charts in as many columns as there is room for.
pub fn charts_ui(ui: &mut Ui, view: &mut RangeView) {
    let Some(summary) = view.summary() else { return };
    ui.spacing_mut().item_spacing = vec2(style::GAP, style::GAP);
    let width = ui.available_width();
    let columns = ((width + style::GAP) / (TILE.0 + style::GAP)).floor().max(1.0);
    let tile = vec2(((width + style::GAP) / columns - style::GAP).floor(), TILE.1);
    let mut chosen = None;
    for row in summary.samples.chunks(columns as usize) {
        ui.horizontal(|ui| {
            for samples in row {
                let has_shifted = has_shifted(&summary, samples);
                let is_up = view.against == ChartAxis::Metric(samples.metric);
                let is_chosen = is_up || view.metric.name == samples.metric.name;
                let response = tile_ui(ui, samples, tile, is_chosen, has_shifted);
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

fn tile_ui(
    ui: &mut Ui,
    samples: &MetricSamples,
    size: egui::Vec2,
    is_chosen: bool,
    has_shifted: bool,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let words = with_capital(&samples.metric.words());
    let text =
        |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| samples.metric.unit.text_of(value));
    let figures = format!("mean {}  median {}", text(samples.now.mean), text(samples.now.median));
    let shifted = if has_shifted { ", changed" } else { "" };
    response.widget_info(|| {
        info::selected(WidgetType::SelectableLabel, true, is_chosen, format!("{words}: {figures}{shifted}"))
    });
    if ui.is_rect_visible(rect) {
        paint(ui, rect, samples, &response, (is_chosen, has_shifted), (&words, &figures));
    }
    let definition = samples.metric.definition;
    let help = "Click to show it large, or hold Ctrl for a heat map with the large one.";
    response.on_hover_text(format!("{definition}\n{help}"))
}

fn paint(
    ui: &Ui,
    rect: Rect,
    samples: &MetricSamples,
    response: &egui::Response,
    (is_chosen, has_shifted): (bool, bool),
    (words, figures): (&str, &str),
) {
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
    let bars = Rect::from_min_max(pos2(inner.left(), inner.bottom() - BARS), inner.max);
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
