//! Pins in the mission: dragging a node pins its place in the level at the corresponding position.

use egui::{Align2, PointerButton, Pos2, Stroke, Vec2, vec2};

use super::node_at;
use crate::base::Cell;
use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::graph::{GraphDrawing, NameSpot};
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::pins::{at, middle, paint_pin, pin_for_seed, pinned};
use crate::editor::widgets::style::{font, palette};
use crate::level::Level;
use crate::mission::NodeId;

/// Minimum distance for a drag, in points.
const LEAST_DRAG: f32 = 6.0;

/// Distance of a pin from the rim of a node, in points.
const BESIDE: f32 = 6.0;

/// Default number of cells between neighbouring nodes, for levels that do not determine it.
const CELLS_A_STEP: f32 = 16.0;

/// A node being dragged.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraggedNode {
    node: NodeId,
    /// Start of the drag in the drawing.
    from: Pos2,
}

/// Paints a pin next to the node of each pinned place: to the upper right, or to the lower right if its name
/// is above.
pub(super) fn paint_pins(canvas: &Canvas, drawing: &GraphDrawing, level: &Level, context: &PaneContext<'_>) {
    for (id, pin) in pinned(level, context) {
        let place = level.places.iter().find(|place| place.node == id);
        let (Some(place), Some(node)) = (place, drawing.nodes.iter().find(|node| node.id == id)) else {
            continue;
        };
        let side = if node.name_spot == NameSpot::Above { vec2(1.0, 1.0) } else { vec2(1.0, -1.0) };
        let rim = node.at + side.normalized() * node.radius;
        let point = canvas.screen_from_world * rim + BESIDE * side;
        let name = format!("{}, node {}, is pinned", place.symbol, id.0);
        paint_pin(canvas, point, (place, &pin), &name);
    }
}

/// Returns `true` if a drag with the primary button began on the node of the selected place.
pub(super) fn begins_on_selected(canvas: &Canvas, drawing: &GraphDrawing, context: &PaneContext<'_>) -> bool {
    let pressed = pressed(canvas, drawing).map(|held| held.node);
    pressed.is_some_and(|node| {
        context.shared.selected == Some(node) && context.run_view.place_of(node).is_some()
    })
}

fn pressed(canvas: &Canvas, drawing: &GraphDrawing) -> Option<DraggedNode> {
    let is_primary = canvas.response.dragged_by(PointerButton::Primary) && !canvas.is_pulled();
    let origin = canvas.ui.input(|input| input.pointer.press_origin()).filter(|_| is_primary)?;
    let from = canvas.screen_from_world.inverse() * origin;
    node_at(&drawing.nodes, from).map(|node| DraggedNode { node: node.id, from })
}

/// Follows a dragged node, and pins its place where it is released.
pub(super) fn hold(
    canvas: &Canvas,
    held: &mut Option<DraggedNode>,
    drawing: &GraphDrawing,
    level: &Level,
    context: &mut PaneContext<'_>,
) {
    if held.is_none() && begins_on_selected(canvas, drawing, context) {
        *held = pressed(canvas, drawing);
    }
    let Some(DraggedNode { node, from }) = *held else { return };
    let place = level.places.iter().find(|place| place.node == node);
    let drawn = drawing.nodes.iter().find(|drawn| drawn.id == node);
    let pointer = canvas.ui.input(|input| input.pointer.latest_pos());
    let (Some(place), Some(drawn), Some(pointer)) = (place, drawn, pointer) else {
        *held = None;
        return;
    };
    let by = canvas.screen_from_world.inverse() * pointer - from;
    let cell = cell_of(drawing, level, drawn.at + by);
    let is_moved = by.length() * canvas.zoom() >= LEAST_DRAG;
    if is_moved {
        let colors = palette(&canvas.ui);
        let painter = canvas.ui.painter();
        let ghost = canvas.screen_from_world * (drawn.at + by);
        let radius = drawn.radius * canvas.zoom();
        painter.circle(ghost, radius, colors.accent.gamma_multiply(0.2), Stroke::new(2.0, colors.accent));
        let (column, row) = at(cell);
        let text = format!("Pin at {column}, {row}");
        painter.text(ghost + vec2(0.0, radius + 4.0), Align2::CENTER_TOP, text, font(13.0), colors.strong);
    }
    if canvas.ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        *held = None;
    } else if !canvas.ui.input(|input| input.pointer.primary_down()) {
        *held = None;
        if is_moved {
            pin_for_seed(place, cell, context);
        }
    }
}

/// Converts a point of the drawing to a cell of the level, by the positions of all places.
///
/// Near nodes have the most weight (inverse distance weighting, Shepard 1968).
fn cell_of(drawing: &GraphDrawing, level: &Level, point: Pos2) -> Cell {
    let middle_of = |id: NodeId| {
        let place = level.places.iter().find(|place| place.node == id)?;
        let Cell { x, y } = middle(place);
        Some(vec2(x as f32, y as f32))
    };
    let known: Vec<(Pos2, Vec2)> =
        drawing.nodes.iter().filter_map(|node| Some((node.at, middle_of(node.id)?))).collect();
    let scale = cells_a_unit(&known);
    let mut sum = Vec2::ZERO;
    let mut weights = 0.0;
    for (drawn, cell) in known {
        let away = point - drawn;
        let weight = 1.0 / away.length_sq().max(1.0);
        sum += (cell + away * scale) * weight;
        weights += weight;
    }
    let Vec2 { x, y } = sum / f32::max(weights, f32::MIN_POSITIVE);
    Cell::new(x.round() as i32, y.round() as i32)
}

/// Returns the number of columns and rows of the level per unit of the drawing.
fn cells_a_unit(known: &[(Pos2, Vec2)]) -> Vec2 {
    let extent = |of: fn(&(Pos2, Vec2)) -> f32| {
        let values = || known.iter().map(of);
        values().fold(f32::MIN, f32::max) - values().fold(f32::MAX, f32::min)
    };
    let scale = |drawn: f32, cells: f32| (drawn >= 1.0 && cells >= 1.0).then_some(cells / drawn);
    let across = scale(extent(|(drawn, _)| drawn.x), extent(|(_, cell)| cell.x));
    let down = scale(extent(|(drawn, _)| drawn.y), extent(|(_, cell)| cell.y));
    let usual = CELLS_A_STEP / crate::editor::canvas::graph::STEP;
    vec2(across.or(down).unwrap_or(usual), down.or(across).unwrap_or(usual))
}
