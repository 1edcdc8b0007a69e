//! The list of all differences: metrics with arrows, the mission, things and tiles. A click shows an item in both
//! levels.

use egui::{Align2, Frame, Grid, Margin, Pos2, RichText, ScrollArea, Sense, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::selecting::select;
use super::view::{CompareView, SelectedDifference};
use crate::base::counted;
use crate::difference::{
    DifferenceMark, LevelDifference, MetricDifference, entity_words, passage_words, place_words,
};
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::elided::elided;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, font, paint_of, palette};
use crate::editor::work::comparer::LevelComparison;
use crate::overlay::{difference_color, sign_color};

/// Minimum width of the list for two columns, in points.
const TWO_COLUMNS_FROM: f32 = 580.0;
/// Side of the sign of a row, in points.
const SIGN: f32 = 15.0;
/// Height of a metric, in points.
const METRIC_HEIGHT: f32 = 19.0;
/// Maximum number of rows of one kind; a summary stands for the others.
const MOST_ROWS: usize = 300;

/// A row of the list.
struct DifferenceRow {
    item: SelectedDifference,
    mark: DifferenceMark,
    words: String,
}

/// Shows the list.
pub(super) fn list_ui(
    ui: &mut Ui,
    view: &mut CompareView,
    comparison: &LevelComparison,
    context: &mut PaneContext<'_>,
) {
    let colors = palette(ui);
    ui.painter().rect_filled(ui.max_rect(), 0.0, colors.panel);
    Frame::new().inner_margin(Margin::symmetric(style::MARGIN, 8)).show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let difference = &*comparison.difference;
            if difference.is_empty() {
                heading_ui(ui, "The levels are equal");
                ui.label(RichText::new("They have the same places, tiles and things.").color(colors.dim));
                return;
            }
            let selected = view.selected;
            let clicked = if ui.available_width() < TWO_COLUMNS_FROM {
                summary_ui(ui, difference);
                metrics_ui(ui, &difference.metrics);
                let clicked = parts_ui(ui, difference, selected);
                others_ui(ui, difference);
                clicked
            } else {
                ui.columns_const(|[left, right]| {
                    summary_ui(left, difference);
                    metrics_ui(left, &difference.metrics);
                    others_ui(left, difference);
                    parts_ui(right, difference, selected)
                })
            };
            if let Some(item) = clicked {
                select(view, item, comparison, context);
            }
        });
    });
}

/// Shows the parts of the mission and the things that differ. Returns the item that was clicked.
fn parts_ui(
    ui: &mut Ui,
    difference: &LevelDifference,
    selected: Option<SelectedDifference>,
) -> Option<SelectedDifference> {
    let clicked = rows_ui(ui, "Mission", &mission_rows(difference), selected);
    rows_ui(ui, "Things", &thing_rows(difference), selected).or(clicked)
}

fn heading_ui(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).size(style::BODY).strong().color(palette(ui).strong));
}

/// Shows the numbers of cells, places and things with each mark.
fn summary_ui(ui: &mut Ui, difference: &LevelDifference) {
    for mark in DifferenceMark::ALL {
        let parts = [
            (difference.places_marked(mark), "place"),
            (difference.passages_marked(mark), "passage"),
            (difference.entities_marked(mark), "thing"),
            (difference.cells.counts().marked(mark), "cell"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, noun)| counted(*count, noun)).collect();
        if parts.is_empty() {
            continue;
        }
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(SIGN, SIGN), Sense::hover());
            paint_sign(ui, rect.center(), mark);
            let text = format!("{} {}", parts.join(", "), mark.name());
            let label = ui.add(egui::Label::new(RichText::new(&text).color(palette(ui).text)).wrap());
            label.widget_info(|| info::labeled(WidgetType::Label, true, &text));
        });
    }
}

/// Paints the sign of a mark on its colour.
fn paint_sign(ui: &Ui, middle: Pos2, mark: DifferenceMark) {
    let rect = egui::Rect::from_center_size(middle, vec2(SIGN, SIGN));
    ui.painter().rect_filled(rect, 3.0, paint_of(difference_color(mark)));
    let color = paint_of(sign_color(mark));
    ui.painter().text(middle, Align2::CENTER_CENTER, mark.sign(), font(style::BODY), color);
}

fn metrics_ui(ui: &mut Ui, metrics: &[MetricDifference]) {
    if metrics.is_empty() {
        return;
    }
    let colors = palette(ui);
    heading_ui(ui, "Metrics");
    Grid::new("metrics that differ")
        .num_columns(4)
        .min_row_height(METRIC_HEIGHT)
        .spacing(vec2(10.0, 0.0))
        .show(ui, |ui| {
            for metric in metrics {
                let name = metric.name.replace('_', " ");
                let [before, after] = metric.texts();
                let full = format!("{name}: {before} before, {after} after");
                let label = ui.label(RichText::new(&name).color(colors.text));
                label.widget_info(|| info::labeled(WidgetType::Label, true, &full));
                ui.label(RichText::new(before).color(colors.dim));
                let (sign, color) = match metric.direction() {
                    Some(true) => (icon::ARROW_UP, colors.strong),
                    Some(false) => (icon::ARROW_DOWN, colors.strong),
                    None => (icon::ARROW_RIGHT, colors.dim),
                };
                ui.label(RichText::new(sign).color(color));
                ui.label(RichText::new(after).color(colors.strong));
                ui.end_row();
            }
        });
}

fn mission_rows(difference: &LevelDifference) -> Vec<DifferenceRow> {
    let places = difference.places.iter().enumerate().map(|(index, place)| DifferenceRow {
        item: SelectedDifference::Place(index),
        mark: place.mark(),
        words: place_words(place),
    });
    let passages = difference.passages.iter().enumerate().map(|(index, passage)| DifferenceRow {
        item: SelectedDifference::Passage(index),
        mark: passage.sides.mark(),
        words: passage_words(passage),
    });
    let mut rows: Vec<DifferenceRow> = places.chain(passages).collect();
    rows.sort_by_key(|row| row.mark);
    rows
}

fn thing_rows(difference: &LevelDifference) -> Vec<DifferenceRow> {
    let rows = difference.entities.iter().enumerate().map(|(index, entity)| DifferenceRow {
        item: SelectedDifference::Entity(index),
        mark: entity.sides.mark(),
        words: entity_words(entity),
    });
    let mut rows: Vec<DifferenceRow> = rows.collect();
    rows.sort_by_key(|row| row.mark);
    rows
}

/// Shows rows under a heading. Returns the item of the one that was clicked.
fn rows_ui(
    ui: &mut Ui,
    title: &str,
    rows: &[DifferenceRow],
    selected: Option<SelectedDifference>,
) -> Option<SelectedDifference> {
    if rows.is_empty() {
        return None;
    }
    heading_ui(ui, title);
    let mut clicked = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for row in rows.iter().take(MOST_ROWS) {
            if row_ui(ui, row, selected == Some(row.item)) {
                clicked = Some(row.item);
            }
        }
    });
    if let Some(more) = rows.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        ui.label(RichText::new(format!("and {more} more")).color(palette(ui).dim));
    }
    clicked
}

/// Shows a row. Returns `true` if it was clicked.
fn row_ui(ui: &mut Ui, row: &DifferenceRow, is_selected: bool) -> bool {
    let colors = palette(ui);
    let size = vec2(ui.available_width(), style::ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let full = format!("{} {}", with_capital_mark(row.mark), row.words);
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, is_selected, &full));
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    if is_selected || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4.0, if is_selected { colors.field_hovered } else { colors.field });
    }
    paint_sign(ui, rect.left_center() + vec2(SIGN / 2.0 + 2.0, 0.0), row.mark);
    let at = rect.left_center() + vec2(SIGN + 10.0, 0.0);
    let color = if is_selected { colors.strong } else { colors.text };
    let is_cut = elided(ui.painter(), at, rect.right() - 4.0, (&row.words, style::BODY - 0.5), color);
    let response = if is_cut { response.on_hover_text(&row.words) } else { response };
    response.clicked()
}

const fn with_capital_mark(mark: DifferenceMark) -> &'static str {
    match mark {
        DifferenceMark::Added => "Added",
        DifferenceMark::Removed => "Removed",
        DifferenceMark::Changed => "Changed",
    }
}

/// Shows promises and fields that differ.
fn others_ui(ui: &mut Ui, difference: &LevelDifference) {
    let colors = palette(ui);
    let state = |kept: Option<bool>| match kept {
        Some(true) => "kept",
        Some(false) => "broken",
        None => "not checked",
    };
    if !difference.promises.is_empty() {
        heading_ui(ui, "Promises");
    }
    for promise in &difference.promises {
        let (before, after) = (state(promise.kept.before), state(promise.kept.after));
        ui.label(RichText::new(format!("{}: {before}, now {after}", promise.promise)).color(colors.text));
    }
    if !difference.fields.is_empty() {
        ui.add_space(6.0);
        let text = format!("Also different: {}", difference.fields.join(", "));
        ui.add(egui::Label::new(RichText::new(text).color(colors.dim).size(style::SMALL)).wrap());
    }
}
