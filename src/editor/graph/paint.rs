//! Paints drawings of graphs, in screen points.

use egui::emath::TSTransform;
use egui::text::LayoutJob;
use egui::{Align, Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};

use super::{Drawing, DrawnEdge, DrawnNode, Line, Mark, STEP};
use crate::editor::style::{Palette, blend, font, text_on};

/// How an element stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Not at all.
    #[default]
    None,
    /// One points at it.
    Hovered,
    /// It is chosen.
    Selected,
}

/// Below this size, in points, text says nothing any more.
const SMALLEST_TEXT: f32 = 6.0;
/// The same for labels of edges, of which there are many.
const SMALLEST_LABEL: f32 = 8.0;
/// Where neighbours are nearer than this, in points, names would run into each other.
const LEAST_NAME_ROOM: f32 = 40.0;

/// Paints all edges; `hovered` is the position of the one under the pointer.
pub fn paint_edges(
    painter: &Painter,
    drawing: &Drawing,
    screen_from_world: TSTransform,
    palette: &Palette,
    hovered: Option<usize>,
) {
    for (index, edge) in drawing.edges.iter().enumerate() {
        let points: Vec<Pos2> = edge.points.iter().map(|point| screen_from_world * *point).collect();
        if !Rect::from_points(&points).expand(4.0).intersects(painter.clip_rect()) {
            continue;
        }
        paint_edge(painter, edge, points, screen_from_world.scaling, palette, hovered == Some(index));
    }
}

fn paint_edge(
    painter: &Painter,
    edge: &DrawnEdge,
    points: Vec<Pos2>,
    zoom: f32,
    palette: &Palette,
    hovered: bool,
) {
    let width = match edge.line {
        Line::Solid => (2.2 * zoom.sqrt()).clamp(1.2, 3.0),
        Line::Dashed => (1.4 * zoom.sqrt()).clamp(1.0, 2.0),
    };
    let color = edge_color(edge, palette, hovered);
    let stroke = Stroke::new(if hovered { width + 1.0 } else { width }, color);
    let arrow_size = (9.0 * zoom).clamp(4.0, 12.0);
    let (tip, before) = match points.as_slice() {
        [.., before, tip] => (*tip, *before),
        _ => return,
    };
    match edge.line {
        Line::Solid => painter.add(Shape::line(points, stroke)),
        Line::Dashed => {
            let dash = (6.0 * zoom).clamp(3.0, 7.0);
            painter.extend(Shape::dashed_line(&points, stroke, dash, dash * 0.8));
            painter.add(Shape::Noop)
        }
    };
    if edge.arrow {
        let along = (tip - before).normalized();
        let across = vec2(-along.y, along.x) * arrow_size * 0.5;
        let back = tip - along * arrow_size;
        painter.add(Shape::convex_polygon(vec![tip, back + across, back - across], color, Stroke::NONE));
    }
}

fn edge_color(edge: &DrawnEdge, palette: &Palette, hovered: bool) -> Color32 {
    match edge.mark {
        Mark::Created => return palette.good,
        Mark::Erased => return palette.bad,
        Mark::Kept => {}
    }
    let own = if edge.color == Color32::PLACEHOLDER { palette.dim } else { edge.color };
    if hovered {
        return blend(own, palette.strong, 0.6);
    }
    match edge.line {
        Line::Solid => own,
        Line::Dashed => blend(palette.canvas, own, 0.7),
    }
}

/// Paints the labels of those edges that have room for one.
pub fn paint_edge_labels(
    painter: &Painter,
    drawing: &Drawing,
    screen_from_world: TSTransform,
    palette: &Palette,
    ground: Color32,
    hovered: Option<usize>,
) {
    let size = (11.0 * screen_from_world.scaling).min(12.0);
    if size < SMALLEST_LABEL {
        return;
    }
    for (index, edge) in drawing.edges.iter().enumerate().filter(|(_, edge)| !edge.label.is_empty()) {
        let Some(middle) = middle_of(&edge.points).map(|point| screen_from_world * point) else { continue };
        if !painter.clip_rect().contains(middle) {
            continue;
        }
        let color = match edge.mark {
            Mark::Created => palette.good,
            Mark::Erased => palette.bad,
            Mark::Kept if hovered == Some(index) => palette.strong,
            Mark::Kept => palette.dim,
        };
        let galley = painter.layout_no_wrap(edge.label.clone(), font(size), color);
        let pill = Rect::from_center_size(middle, galley.size() + vec2(10.0, 2.0));
        if length(&edge.points) * screen_from_world.scaling < pill.width() + 10.0 {
            continue;
        }
        let outline = if hovered == Some(index) { Stroke::new(1.0, palette.dim) } else { Stroke::NONE };
        painter.rect(pill, CornerRadius::same(7), ground, outline, StrokeKind::Inside);
        painter.galley(pill.center() - galley.size() / 2.0, galley, color);
    }
}

fn middle_of(points: &[Pos2]) -> Option<Pos2> {
    match points {
        [start, end] => Some(start.lerp(*end, 0.5)),
        _ => points.get(points.len() / 2).copied(),
    }
}

fn length(points: &[Pos2]) -> f32 {
    points.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// Paints a node's circle with its letters.
pub fn paint_node(
    painter: &Painter,
    node: &DrawnNode,
    screen_from_world: TSTransform,
    palette: &Palette,
    emphasis: Emphasis,
) {
    let zoom = screen_from_world.scaling;
    let middle = screen_from_world * node.at;
    let radius = node.radius * zoom;
    let rim = blend(node.fill, palette.canvas, 0.35);
    match (emphasis, node.mark) {
        (Emphasis::Selected, _) => ring(painter, middle, radius, palette.accent, 3.0),
        (Emphasis::Hovered, _) => ring(painter, middle, radius, palette.strong, 2.0),
        (Emphasis::None, Mark::Created) => ring(painter, middle, radius, palette.good, 2.0),
        (Emphasis::None, Mark::Erased) => ring(painter, middle, radius, palette.bad, 2.0),
        (Emphasis::None, Mark::Kept) => {}
    }
    painter.circle(middle, radius, node.fill, Stroke::new(1.0, rim));
    let size = (node.radius * zoom * if node.label.chars().count() > 2 { 0.66 } else { 0.86 }).min(40.0);
    if size >= SMALLEST_TEXT {
        painter.text(middle, Align2::CENTER_CENTER, &node.label, font(size), text_on(node.fill));
    }
}

fn ring(painter: &Painter, middle: Pos2, radius: f32, color: Color32, width: f32) {
    painter.circle_stroke(middle, radius + 2.0 + width / 2.0, Stroke::new(width, color));
}

/// Writes a node's name below its circle.
pub fn paint_node_name(
    painter: &Painter,
    node: &DrawnNode,
    screen_from_world: TSTransform,
    palette: &Palette,
    ground: Color32,
) {
    let zoom = screen_from_world.scaling;
    let room = STEP * zoom - 4.0;
    if node.name.is_empty() || room < LEAST_NAME_ROOM {
        return;
    }
    let top = screen_from_world * node.at + vec2(0.0, node.radius * zoom + 3.0);
    if !painter.clip_rect().expand(STEP).contains(top) {
        return;
    }
    let size = (12.0 * zoom).clamp(10.0, 13.0);
    let mut job = LayoutJob::simple(node.name.clone(), font(size), palette.text, room + 16.0);
    job.halign = Align::Center;
    let galley = painter.layout_job(job);
    let rect = Align2::CENTER_TOP.anchor_size(top, galley.size());
    // Edges may run below the name.
    painter.rect_filled(rect.expand2(vec2(2.0, -1.0)), CornerRadius::same(3), ground.gamma_multiply(0.8));
    painter.galley(rect.center_top(), galley, palette.text);
}
