//! The heat map of two metrics: filled cells for the levels now, hollow marks for those before the last edit.

use egui::{Color32, Pos2, Rect, RichText, Sense, Stroke, Ui, WidgetType, vec2};
use egui_plot::{Heatmap, Line, MarkerShape, PlotPoint, Points};

use super::axes::{AxisTitle, fixed_plot, focus_frame, pointer_text};
use super::selection::{CellRange, ChartCell};
use super::view::RangeView;
use crate::base::{counted, with_capital};
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, ThemePalette, blend, palette};
use crate::editor::work::survey_summary::HeatMap;
use crate::survey::{FilterBound, Histogram, SeedFilter};

/// Radii of the hollow marks in points, by the share of the fullest cell.
const MARKS: [(f64, f32); 3] = [(0.15, 2.5), (0.5, 4.0), (1.0, 6.0)];
/// Lightest fill of a cell with a level, from the background to the full colour.
const LIGHTEST: f32 = 0.3;
/// Number of steps of the scale of colours.
const STEPS: usize = 8;

/// Shows the heat map. A selection of cells becomes two bounds of the filter.
pub fn heat_map_ui(ui: &mut Ui, view: &mut RangeView, map: &HeatMap, filter: &mut SeedFilter, height: f32) {
    let colors = palette(ui);
    let ((left, right), (bottom, top)) = (ends(&map.columns), ends(&map.rows));
    let (across, up) = (AxisTitle::of(map.across), AxisTitle::of(map.up));
    let plot = fixed_plot(ui, "heat map", height, across, up);
    let shown = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(left..=right);
        plot.set_plot_bounds_y(bottom..=top);
        plot.heatmap(cells(map, colors));
        for (number, marks) in marks(map).into_iter().enumerate() {
            // A ring in the colour of the background separates the mark from a strong fill.
            for (radius, color) in [(MARKS[number].1 + 1.0, colors.panel), (MARKS[number].1, colors.strong)] {
                let marks = Points::new("Before", marks.clone()).radius(radius).filled(false);
                plot.points(marks.shape(MarkerShape::Circle).color(color).allow_hover(false));
            }
        }
        for frame in frames(map, view, filter) {
            let line = Line::new("", frame).allow_hover(false);
            plot.line(line.stroke(Stroke::new(2.0, colors.strong)));
        }
    });
    let response = &shown.response;
    focus_frame(ui, response);
    let at = |pos: Pos2| {
        let point = shown.transform.value_from_position(pos);
        map.columns.bin_of(point.x).zip(map.rows.bin_of(point.y))
    };
    let hovered = response.hover_pos().and_then(at);
    let text = hovered.or(view.cursor.at()).map_or_else(|| text_of_all(map), |cell| cell_text(map, cell));
    response.widget_info(|| {
        let name = format!("Heat map of {} and {}", map.across.words(), map.up.words());
        info::with_text(WidgetType::Other, name, &text)
    });
    if response.hovered() && hovered.is_some() {
        pointer_text(ui, response, &text);
    }
    if let Some(cells) = view.cursor.follow(ui, response, (map.columns.len(), map.rows.len()), at) {
        toggle(filter, map, cells);
    }
}

fn ends(bins: &Histogram) -> (f64, f64) {
    (bins.bin(0).from, bins.bin(bins.len() - 1).to)
}

/// Returns the filled cells. More levels give a stronger colour; empty cells stay as the background.
fn cells(map: &HeatMap, colors: &ThemePalette) -> Heatmap {
    let most = map.now.iter().copied().max().unwrap_or(0).max(1) as f64;
    let (ground, full) = (colors.panel, colors.accent);
    let color = move |count: f64| {
        if count == 0.0 { Color32::TRANSPARENT } else { blend(ground, full, fill(count, most)) }
    };
    let size = |bins: &Histogram| (bins.bin(0).to - bins.bin(0).from) as f32;
    Heatmap::new(map.now.iter().map(|count| *count as f64).collect(), map.columns.len())
        .at(PlotPoint::new(ends(&map.columns).0, ends(&map.rows).0))
        .tile_size(size(&map.columns), size(&map.rows))
        .custom_mapping(Box::new(color))
        .show_labels(false)
        .name("Now")
}

/// Returns the strength of the fill of a cell, from the background to the full colour. Few levels differ most.
fn fill(count: f64, most: f64) -> f32 {
    let share = if most > 1.0 { ((count - 1.0) / (most - 1.0)).sqrt() as f32 } else { 1.0 };
    LIGHTEST + (1.0 - LIGHTEST) * share
}

/// Returns the middles of cells with levels before the last edit, by the size of their mark.
fn marks(map: &HeatMap) -> Vec<Vec<[f64; 2]>> {
    let most = map.before.iter().copied().max().unwrap_or(0);
    if most == 0 {
        return Vec::new();
    }
    let mut marks = vec![Vec::new(); MARKS.len()];
    for (place, count) in map.before.iter().enumerate().filter(|(_, count)| **count > 0) {
        let share = *count as f64 / most as f64;
        let size = MARKS.iter().position(|(limit, _)| share <= *limit).unwrap_or(MARKS.len() - 1);
        let (column, row) = (place % map.columns.len(), place / map.columns.len());
        marks[size].push([middle(&map.columns, column), middle(&map.rows, row)]);
    }
    marks
}

fn middle(bins: &Histogram, number: usize) -> f64 {
    let bin = bins.bin(number);
    f64::midpoint(bin.from, bin.to)
}

/// Returns frames around the selected cells, and around the cell that the keys have chosen.
fn frames(map: &HeatMap, view: &RangeView, filter: &SeedFilter) -> Vec<Vec<[f64; 2]>> {
    let mut frames = Vec::new();
    let bounds = |bins: &Histogram, name: &str| {
        use std::ops::RangeBounds;
        let bound = filter.bounds().iter().find(|bound| bound.metric.name == name)?;
        let is_in = |number: &usize| (bound.from, bound.to).contains(&middle(bins, *number));
        Some(((0..bins.len()).find(is_in)?, (0..bins.len()).rev().find(is_in)?))
    };
    let (columns, rows) = (bounds(&map.columns, map.across.name), bounds(&map.rows, map.up.name));
    if columns.is_some() || rows.is_some() {
        let (from, to) = columns.unwrap_or((0, map.columns.len() - 1));
        let (low, high) = rows.unwrap_or((0, map.rows.len() - 1));
        frames.push(frame(map, CellRange { from: (from, low), to: (to, high) }));
    }
    frames.extend(view.cursor.marked().map(|cells| frame(map, cells)));
    frames
}

fn frame(map: &HeatMap, CellRange { from, to }: CellRange) -> Vec<[f64; 2]> {
    let (left, right) = (map.columns.bin(from.0).from, map.columns.bin(to.0).to);
    let (low, high) = (map.rows.bin(from.1).from, map.rows.bin(to.1).to);
    vec![[left, low], [right, low], [right, high], [left, high], [left, low]]
}

fn bounds_of(map: &HeatMap, CellRange { from, to }: CellRange) -> [FilterBound; 2] {
    let bound = |metric, bins: &Histogram, from: usize, to: usize| {
        FilterBound::of_bins(metric, bins.bin(from).from, bins.bin(to).to, to + 1 == bins.len())
    };
    [bound(map.across, &map.columns, from.0, to.0), bound(map.up, &map.rows, from.1, to.1)]
}

fn cell_text(map: &HeatMap, cell: ChartCell) -> String {
    let place = cell.1 * map.columns.len() + cell.0;
    let count = |counts: &[usize]| counts.get(place).copied().unwrap_or(0);
    let all: usize = map.before.iter().sum();
    let before = if all > 0 { format!(", before {} of {all}", count(&map.before)) } else { String::new() };
    let [across, up] = bounds_of(map, CellRange { from: cell, to: cell }).map(|bound| bound.sentence());
    let now = format!("{} of {}", count(&map.now), counted(map.now.iter().sum(), "level"));
    format!("{}, {up}: {now}{before}", with_capital(&across))
}

fn text_of_all(map: &HeatMap) -> String {
    let most = map.now.iter().copied().max().unwrap_or(0);
    format!("{}, at most {most} in a cell", counted(map.now.iter().sum(), "level"))
}

/// Shows what the colours mean: from the fewest levels in a cell to the most.
pub fn scale_ui(ui: &mut Ui, map: &HeatMap) {
    let colors = palette(ui);
    let most = map.now.iter().copied().max().unwrap_or(0).max(1);
    ui.horizontal(|ui| {
        let text = |text: String| RichText::new(text).size(style::SMALL + 0.5).color(colors.dim);
        ui.label(text("Levels in a cell: 1".to_owned()));
        let (rect, _) = ui.allocate_exact_size(vec2(72.0, 10.0), Sense::hover());
        for step in 0..STEPS {
            let count = 1.0 + (most - 1) as f64 * step as f64 / (STEPS - 1) as f64;
            let (left, right) = (step as f32 / STEPS as f32, (step + 1) as f32 / STEPS as f32);
            let part = Rect::from_x_y_ranges(
                rect.left() + left * rect.width()..=rect.left() + right * rect.width(),
                rect.y_range(),
            );
            let fill = fill(count, most as f64);
            ui.painter().rect_filled(part, 0.0, blend(colors.panel, colors.accent, fill));
        }
        ui.label(text(most.to_string()));
        if map.before.iter().any(|count| *count > 0) {
            ui.label(text("Circles: levels before, larger for more".to_owned()));
        }
    });
}

/// Selects the levels of cells, or all if exactly these are selected.
fn toggle(filter: &mut SeedFilter, map: &HeatMap, cells: CellRange) {
    let bounds = bounds_of(map, cells);
    if bounds.iter().all(|bound| filter.bounds().contains(bound)) {
        bounds.iter().for_each(|bound| filter.remove(bound.metric));
    } else {
        bounds.into_iter().for_each(|bound| filter.set(bound));
    }
}
