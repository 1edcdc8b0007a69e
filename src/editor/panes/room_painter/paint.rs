//! Paints the picture on its canvas: tiles, the current stroke, lines, problems, and the hovered cell.

use egui::{Align2, Painter, Response, Stroke as Line, StrokeKind, Ui};

use super::card::paint_sides;
use super::open::Open;
use super::placement::PicturePlacement;
use super::problems::cell_of;
use super::reach::painted;
use super::tool::Tool;
use super::view::PainterView;
use crate::base::{Cell, Severity};
use crate::editor::widgets::style::{font, palette, severity_color};

/// Minimum cell size for lines between cells, in points.
const GRID_FROM: f32 = 6.0;

/// Paints everything.
pub(super) fn paint(
    ui: &Ui,
    response: &Response,
    place: PicturePlacement,
    view: &PainterView,
    open: &Open<'_>,
) {
    let colors = palette(ui);
    let painter = ui.painter();
    painter.rect_stroke(place.rect.expand(1.0), 0.0, Line::new(1.0, colors.line), StrokeKind::Outside);
    open.styles.paint(painter, place.rect.min, place.side, &open.room.picture);
    match view.stroke.as_ref().filter(|stroke| stroke.tool() != Tool::Select) {
        Some(stroke) => {
            let filled = ui.input(|input| input.modifiers.shift);
            for cell in painted(view, open, stroke, filled) {
                open.styles.paint_cell(painter, place.cell(cell), stroke.with);
            }
        }
        None => paint_part(painter, response, place, view, open),
    }
    if place.side >= GRID_FROM {
        paint_grid(painter, place, open);
    }
    paint_sides(painter, place, open, colors);
    for problem in &open.problems {
        if let Some(cell) = cell_of(problem) {
            let color = severity_color(colors, problem.severity);
            let width = if problem.severity == Severity::Error { 2.5 } else { 2.0 };
            painter.rect_stroke(
                place.cell(cell).expand(1.0),
                3.0,
                Line::new(width, color),
                StrokeKind::Outside,
            );
        }
    }
    if let Some(selection) = view.selection_shown(open) {
        let rect = place.cell(selection.least).union(place.cell(selection.most));
        painter.rect_stroke(rect, 0.0, Line::new(3.0, colors.panel), StrokeKind::Outside);
        painter.rect_stroke(rect, 0.0, Line::new(1.5, colors.accent), StrokeKind::Outside);
    }
    if response.has_focus() {
        let rect = place.cell(view.cursor);
        painter.rect_stroke(rect, 0.0, Line::new(1.0, egui::Color32::BLACK), StrokeKind::Inside);
        painter.rect_stroke(rect, 0.0, Line::new(2.0, colors.accent), StrokeKind::Outside);
    }
    if let Some(cell) = view.hovered {
        painter.rect_stroke(place.cell(cell), 0.0, Line::new(1.5, egui::Color32::WHITE), StrokeKind::Inside);
        paint_coordinates(painter, place, cell, colors.dim);
    }
}

/// Paints the part that is being moved or stamped, at its new position.
fn paint_part(
    painter: &Painter,
    response: &Response,
    place: PicturePlacement,
    view: &PainterView,
    open: &Open<'_>,
) {
    let (rows, at) = match (view.moving(), view.selection, view.tool) {
        (Some((columns, rows)), Some(selection), _) => {
            (selection.rows(open), selection.moved(columns, rows).least)
        }
        (None, _, Tool::Stamp) => {
            let at = view.hovered.or_else(|| response.has_focus().then_some(view.cursor));
            match (view.stamp_rows(open), at) {
                (Some(rows), Some(at)) => (rows, at),
                _ => return,
            }
        }
        _ => return,
    };
    for (row, y) in rows.iter().zip(at.y..) {
        for (character, x) in row.chars().zip(at.x..) {
            if open.character(Cell::new(x, y)).is_some() {
                open.styles.paint_cell(painter, place.cell(Cell::new(x, y)), character);
            }
        }
    }
}

/// Paints thin lines between the cells, visible on light and dark ground.
fn paint_grid(painter: &Painter, place: PicturePlacement, open: &Open<'_>) {
    let size = open.room.size();
    let line = Line::new(1.0, egui::Color32::from_rgba_unmultiplied(0x80, 0x80, 0x88, 46));
    for column in 1..size.width {
        painter.vline(place.rect.left() + column as f32 * place.side, place.rect.y_range(), line);
    }
    for row in 1..size.height {
        painter.hline(place.rect.x_range(), place.rect.top() + row as f32 * place.side, line);
    }
}

/// Paints the column above and the row to the left of a cell, counted as in problems.
fn paint_coordinates(painter: &Painter, place: PicturePlacement, cell: Cell, color: egui::Color32) {
    let rect = place.cell(cell);
    let above = egui::pos2(rect.center().x, place.rect.top() - 12.0);
    let beside = egui::pos2(place.rect.left() - 12.0, rect.center().y);
    let small = font(10.5);
    painter.text(above, Align2::CENTER_BOTTOM, (cell.x + 1).to_string(), small.clone(), color);
    painter.text(beside, Align2::RIGHT_CENTER, (cell.y + 1).to_string(), small, color);
}
