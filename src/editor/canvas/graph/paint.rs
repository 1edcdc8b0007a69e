//! Paints drawings of graphs, in screen points.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, Align2, Color32, CornerRadius, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2,
};

use super::signs::{mark_color, paint_node_sign, paint_selection, paint_sign};
use super::{DrawnEdge, DrawnNode, EdgeStyle, ElementMark, GraphDrawing, NameSpot, Note, STEP};
use crate::base::printable;
use crate::editor::canvas::marks::paint_disc;
use crate::editor::widgets::style::{ThemePalette, blend, font, text_on};
use crate::lettering::in_visual_order;

/// The emphasis of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// Not at all.
    #[default]
    None,
    /// It is under the pointer.
    Hovered,
    /// It is selected.
    Selected,
}

/// Minimum size of readable text, in points.
pub(super) const SMALLEST_TEXT: f32 = 6.0;
/// Minimum size of edge labels, in points. It is larger, because there are many.
const SMALLEST_LABEL: f32 = 8.0;
/// Minimum distance of neighbours at which names are shown, in points.
const LEAST_NAME_ROOM: f32 = 40.0;
/// Space between a circle, including its ring, and its name, in points.
const NAME_GAP: f32 = 6.0;
/// Zoom from which names are shown to the side even if a neighbour may be in the way.
const LEAST_ZOOM_BESIDE: f32 = 0.6;
/// Font size of notes, in points.
const NOTE_SIZE: f32 = 10.5;
/// Minimum width of notes at an edge, in points.
const LEAST_NOTE_WIDTH: f32 = 56.0;

/// Meanings of the signs and colours of marks.
pub const MARKS: [(&str, ElementMark); 4] = [
    ("+ created", ElementMark::Created),
    ("~ changed", ElementMark::Changed),
    ("\u{2212} deleted", ElementMark::Erased),
    ("\u{d7} crossed out: must not be there", ElementMark::Forbidden),
];

/// Paints all of a drawing on a background of the given colour.
pub fn paint_graph<N, E>(
    painter: &Painter,
    drawing: &GraphDrawing<N, E>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    background: Color32,
) {
    paint_edges(painter, drawing, screen_from_world, palette, None);
    for node in &drawing.nodes {
        paint_node_name(painter, node, screen_from_world, palette, background);
    }
    paint_edge_labels(painter, drawing, screen_from_world, palette, background, None);
    for node in &drawing.nodes {
        paint_node(painter, node, screen_from_world, palette, Emphasis::None);
    }
}

/// Paints all edges; `hovered` is the index of the one under the pointer.
pub fn paint_edges<N, E>(
    painter: &Painter,
    drawing: &GraphDrawing<N, E>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    hovered: Option<usize>,
) {
    let in_view = screen_from_world.inverse() * painter.clip_rect().expand(4.0);
    for (index, edge) in drawing.edges.iter().enumerate() {
        if !Rect::from_points(&edge.points).intersects(in_view) {
            continue;
        }
        let points: Vec<Pos2> = edge.points.iter().map(|point| screen_from_world * *point).collect();
        paint_edge(painter, edge, points, screen_from_world.scaling, palette, hovered == Some(index));
    }
}

/// Paints the line of one edge; `points` are on the screen.
pub fn paint_edge<E>(
    painter: &Painter,
    edge: &DrawnEdge<E>,
    points: Vec<Pos2>,
    zoom: f32,
    palette: &ThemePalette,
    hovered: bool,
) {
    let width = match edge.line {
        EdgeStyle::Solid | EdgeStyle::Doorway => (2.2 * zoom.sqrt()).clamp(1.2, 3.0),
        EdgeStyle::Dashed => (1.4 * zoom.sqrt()).clamp(1.0, 2.0),
    };
    let color = edge_color(edge, palette, hovered);
    let stroke = Stroke::new(if hovered { width + 1.0 } else { width }, color);
    let arrow_size = (9.0 * zoom).clamp(4.0, 12.0);
    let (tip, before) = match points.as_slice() {
        [.., before, tip] => (*tip, *before),
        _ => return,
    };
    match edge.line {
        EdgeStyle::Solid => {
            painter.add(Shape::line(points, stroke));
        }
        EdgeStyle::Doorway => {
            paint_jambs(painter, &points, stroke, zoom);
            painter.add(Shape::line(points, stroke));
        }
        EdgeStyle::Dashed => {
            let dash = (6.0 * zoom).clamp(3.0, 7.0);
            painter.extend(Shape::dashed_line(&points, stroke, dash, dash * 0.8));
        }
    }
    if edge.arrow {
        let along = (tip - before).normalized();
        let across = vec2(-along.y, along.x) * arrow_size * 0.5;
        let back = tip - along * arrow_size;
        painter.add(Shape::convex_polygon(vec![tip, back + across, back - across], color, Stroke::NONE));
    }
}

/// Paints the wall on both sides of a doorway, across the middle of its line.
fn paint_jambs(painter: &Painter, points: &[Pos2], stroke: Stroke, zoom: f32) {
    let middle = points.len() / 2;
    let (Some(before), Some(after)) = (points.get(middle.saturating_sub(1)), points.get(middle)) else {
        return;
    };
    let at = if points.len() == 2 { before.lerp(*after, 0.5) } else { *after };
    let along = (*after - *before).normalized();
    let across = vec2(-along.y, along.x);
    let (near, far) = ((3.0 * zoom).clamp(2.0, 4.0), (8.0 * zoom).clamp(4.0, 10.0));
    for side in [-1.0, 1.0] {
        painter.line_segment([at + across * near * side, at + across * far * side], stroke);
    }
}

fn edge_color<E>(edge: &DrawnEdge<E>, palette: &ThemePalette, hovered: bool) -> Color32 {
    if let Some(color) = mark_color(edge.mark, palette) {
        return color;
    }
    let own = if edge.color == Color32::PLACEHOLDER { palette.dim } else { edge.color };
    if hovered {
        return blend(own, palette.strong, 0.6);
    }
    match edge.line {
        EdgeStyle::Solid | EdgeStyle::Doorway => own,
        EdgeStyle::Dashed => blend(palette.canvas, own, 0.7),
    }
}

/// Paints the labels of all edges that have room for one.
pub fn paint_edge_labels<N, E>(
    painter: &Painter,
    drawing: &GraphDrawing<N, E>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    background: Color32,
    hovered: Option<usize>,
) {
    for (index, edge) in drawing.edges.iter().enumerate() {
        paint_edge_label(painter, edge, screen_from_world, palette, background, hovered == Some(index));
    }
}

/// Paints the label of one edge, if there is room for it.
pub fn paint_edge_label<E>(
    painter: &Painter,
    edge: &DrawnEdge<E>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    background: Color32,
    is_hovered: bool,
) {
    let middle = edge.middle().map(|point| screen_from_world * point);
    let in_view = painter.clip_rect().expand(STEP);
    let Some(middle) = middle.filter(|middle| in_view.contains(*middle)) else { return };
    let Some((galley, pill)) = edge_text(painter, edge, screen_from_world, palette, is_hovered) else {
        paint_sign(painter, middle, screen_from_world.scaling, edge.mark, palette);
        return;
    };
    let outline = if is_hovered { Stroke::new(1.0, palette.dim) } else { Stroke::NONE };
    painter.rect(pill, CornerRadius::same(7), background, outline, StrokeKind::Inside);
    let at = Align2::CENTER_CENTER.anchor_size(pill.center(), galley.size()).center_top();
    painter.galley(at, galley, palette.dim);
}

/// Returns the rectangle of an edge's text, if there is room for it.
pub fn edge_text_rect<E>(
    painter: &Painter,
    edge: &DrawnEdge<E>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
) -> Option<Rect> {
    edge_text(painter, edge, screen_from_world, palette, false).map(|(_, rect)| rect)
}

/// Returns an edge's text with its rectangle. A plain label is left out if there is no room for it.
fn edge_text<E>(
    painter: &Painter,
    edge: &DrawnEdge<E>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    is_hovered: bool,
) -> Option<(Arc<Galley>, Rect)> {
    let zoom = screen_from_world.scaling;
    let room = length(&edge.points) * zoom - 10.0;
    let has_notes = !edge.notes.is_empty();
    let size = if has_notes { NOTE_SIZE } else { (11.0 * zoom).min(12.0) };
    if edge.label.is_empty() || size < SMALLEST_LABEL {
        return None;
    }
    let middle = edge.middle().map(|point| screen_from_world * point)?;
    let plain = if is_hovered { palette.strong } else { palette.dim };
    let color = mark_color(edge.mark, palette).unwrap_or(plain);
    // The line and its tip must be visible on both sides.
    let wrap = if has_notes { (room - 20.0).max(LEAST_NOTE_WIDTH) } else { f32::INFINITY };
    let label = printable(&edge.label);
    let label = edge.mark.sign().map_or_else(|| label.to_string(), |sign| format!("{sign} {label}"));
    let mut job = LayoutJob::simple(in_visual_order(&label).into_owned(), font(size), color, wrap);
    append_notes(&mut job, &edge.notes, palette);
    let galley = painter.layout_job(job);
    let pill = Rect::from_center_size(middle, galley.size() + vec2(10.0, 2.0));
    (has_notes || pill.width() <= room).then_some((galley, pill))
}

/// Adds notes to a text, each on its own line, and centres it.
fn append_notes(job: &mut LayoutJob, notes: &[Note], palette: &ThemePalette) {
    job.halign = Align::Center;
    for note in notes {
        let color = mark_color(note.mark, palette).unwrap_or(palette.dim);
        let format = TextFormat::simple(font(NOTE_SIZE), color);
        let line_end = if job.text.is_empty() { "" } else { "\n" };
        let text = printable(&note.text);
        job.append(&format!("{line_end}{}", in_visual_order(&text)), 0.0, format);
    }
}

fn length(points: &[Pos2]) -> f32 {
    points.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

/// Returns the font size of the letters in a circle, in points.
pub(super) fn letters_size<N>(node: &DrawnNode<N>, zoom: f32) -> f32 {
    (node.radius * zoom * if node.label.chars().count() > 2 { 0.66 } else { 0.86 }).min(40.0)
}

/// Paints a node's circle with its letters.
pub fn paint_node<N>(
    painter: &Painter,
    node: &DrawnNode<N>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    emphasis: Emphasis,
) {
    let zoom = screen_from_world.scaling;
    let middle = screen_from_world * node.at;
    let radius = node.radius * zoom;
    let rim = blend(node.fill, palette.canvas, 0.35);
    match (emphasis, node.mark) {
        (Emphasis::Selected, _) => paint_selection(painter, middle, radius, palette.accent),
        (Emphasis::Hovered, _) => ring(painter, middle, radius, palette.strong, 2.0),
        (Emphasis::None, mark) => {
            if let Some(color) = mark_color(mark, palette) {
                ring(painter, middle, radius, color, 2.0);
            }
        }
    }
    paint_disc(painter, middle, radius, node.fill, Stroke::new(1.0, rim));
    let size = letters_size(node, zoom);
    if size >= SMALLEST_TEXT {
        let letters = printable(&node.label);
        let letters = in_visual_order(&letters);
        painter.text(middle, Align2::CENTER_CENTER, letters, font(size), text_on(node.fill));
    }
    paint_node_sign(painter, (middle, radius), zoom, node.mark, palette);
}

fn ring(painter: &Painter, middle: Pos2, radius: f32, color: Color32, width: f32) {
    painter.circle_stroke(middle, radius + 2.0 + width / 2.0, Stroke::new(width, color));
}

/// Paints a node's name next to its circle.
pub fn paint_node_name<N>(
    painter: &Painter,
    node: &DrawnNode<N>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
    background: Color32,
) {
    if !painter.clip_rect().expand(STEP).contains(screen_from_world * node.at) {
        return;
    }
    let Some((galley, rect)) = node_text(painter, node, screen_from_world, palette) else { return };
    // Edges may run below the name.
    painter.rect_filled(rect.expand2(vec2(2.0, -1.0)), CornerRadius::same(3), background.gamma_multiply(0.8));
    painter.galley(rect.center_top(), galley, palette.text);
}

/// Returns the rectangle of a node's text, if there is any.
pub fn node_text_rect<N>(
    painter: &Painter,
    node: &DrawnNode<N>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
) -> Option<Rect> {
    node_text(painter, node, screen_from_world, palette).map(|(_, rect)| rect)
}

fn node_text<N>(
    painter: &Painter,
    node: &DrawnNode<N>,
    screen_from_world: TSTransform,
    palette: &ThemePalette,
) -> Option<(Arc<Galley>, Rect)> {
    let zoom = screen_from_world.scaling;
    let room = STEP * zoom;
    if node.name.is_empty() || room - 4.0 < LEAST_NAME_ROOM {
        return None;
    }
    let (middle, radius) = (screen_from_world * node.at, node.radius * zoom);
    let beside = vec2(0.72 * radius + NAME_GAP - 2.0, 0.55 * radius);
    let (anchor, at, room) = match node.name_spot {
        NameSpot::Below => (Align2::CENTER_TOP, middle + vec2(0.0, radius + NAME_GAP), room),
        NameSpot::Above => (Align2::CENTER_BOTTOM, middle - vec2(0.0, radius + NAME_GAP), room),
        NameSpot::LowerRight => (Align2::LEFT_TOP, middle + beside, room),
        NameSpot::LowerLeft => (Align2::RIGHT_TOP, middle + vec2(-beside.x, beside.y), room),
    };
    let size = (12.0 * zoom).clamp(10.0, 13.0);
    let name = printable(&node.name);
    let mut job = LayoutJob::simple(in_visual_order(&name).into_owned(), font(size), palette.text, room);
    let width = |word: &str| painter.layout_no_wrap(word.to_owned(), font(size), palette.text).size().x;
    if node.notes.is_empty() && node.name.split_whitespace().any(|word| width(word) > room) {
        // Words are cut at the end, not broken in the middle.
        job.wrap = TextWrapping::truncate_at_width(room);
    }
    append_notes(&mut job, &node.notes, palette);
    let galley = painter.layout_job(job);
    let rect = anchor.anchor_size(at, galley.size());
    // At low zoom, only names that do not touch the next node are shown.
    let gives_way = node.name_spot.is_beside() && node.notes.is_empty() && zoom < LEAST_ZOOM_BESIDE;
    (!gives_way || rect.width() <= room - beside.x - radius).then_some((galley, rect))
}
