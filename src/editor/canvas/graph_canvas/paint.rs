//! Paints a canvas: background, edges, nodes with their numbers, and the current gesture.

use egui::{
    Align2, Color32, CornerRadius, Painter, PointerButton, Pos2, Rect, Sense, Shape, Stroke, StrokeKind,
    Vec2, WidgetType, vec2,
};

use super::model::{GraphModel, LEAST_TARGET, RIM};
use super::view::{Drag, GraphView, Picker, TouchedElements};
use crate::document::{Element, GraphId};
use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::graph::{
    DrawnEdge, DrawnNode, ElementMark, Emphasis, PLACE_RADIUS, STEP, paint_edge, paint_edge_label,
    paint_edges, paint_node, paint_node_name, point_of,
};
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, ThemePalette, blend, palette};
use crate::grammar::ElementId;
use crate::mission::Site;

/// Minimum zoom at which numbers and the dots of the lattice are shown.
const LEAST_DETAIL: f32 = 0.35;
/// Opacity of elements that are shown for orientation only.
const FAINT: f32 = 0.35;

/// Paints the canvas and announces its elements.
pub(super) fn graph(canvas: &mut Canvas, model: &GraphModel<'_>, view: &GraphView) -> TouchedElements {
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter().clone();
    dots(&painter, canvas, colors);
    if let Some(below) = model.below {
        let mut faint = painter.clone();
        faint.multiply_opacity(FAINT);
        paint_edges(&faint, below, canvas.screen_from_world, colors, None);
    }
    if model.drawing.nodes.is_empty() {
        hint(&painter, canvas, model, colors);
    }
    let in_view = canvas.screen_from_world.inverse() * canvas.ui.clip_rect();
    let visible = model.hits.within(in_view.expand(STEP));
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    for element in visible {
        match element {
            Element::Node(id) => nodes.extend(model.node(id)),
            Element::Edge(position) => edges.extend(model.edge(position)),
        }
    }
    for edge in &edges {
        line(canvas, &painter, edge, emphasis(model, view, Element::Edge(edge.id)), colors);
    }
    for node in &nodes {
        let painter = faded(&painter, model, node);
        paint_node_name(&painter, node, canvas.screen_from_world, colors, colors.canvas);
    }
    let mut touched = TouchedElements { all: canvas.response.clone(), pressed: None };
    for edge in edges {
        paint_edge_label(&painter, edge, canvas.screen_from_world, colors, colors.canvas, false);
        announce_edge(canvas, model, view, edge, &mut touched);
    }
    for node in nodes {
        circle(canvas, model, view, node, &mut touched);
    }
    touched
}

/// Returns the emphasis of an element.
fn emphasis(model: &GraphModel<'_>, view: &GraphView, element: Element) -> Emphasis {
    if view.selected.contains(&element) {
        Emphasis::Selected
    } else if view.hovered == Some(element) || model.linked.contains(&element) {
        Emphasis::Hovered
    } else {
        Emphasis::None
    }
}

/// Fades nodes of the left side on the canvas of a forbidden pattern, because they are for orientation only.
fn faded(painter: &Painter, model: &GraphModel<'_>, node: &DrawnNode<ElementId>) -> Painter {
    let mut painter = painter.clone();
    if matches!(model.graph, GraphId::Forbid(..)) && node.mark == ElementMark::Kept {
        painter.multiply_opacity(0.5);
    }
    painter
}

fn dots(painter: &Painter, canvas: &Canvas, colors: &ThemePalette) {
    if canvas.zoom() < LEAST_DETAIL {
        return;
    }
    let in_view = canvas.screen_from_world.inverse() * canvas.ui.clip_rect();
    let first = (in_view.min / STEP).floor();
    let last = (in_view.max / STEP).ceil();
    let color = blend(colors.canvas, colors.dim, 0.38);
    for y in first.y as i32..=last.y as i32 {
        for x in first.x as i32..=last.x as i32 {
            let at = canvas.screen_from_world * point_of(Site { x, y });
            painter.circle_filled(at, 1.2, color);
        }
    }
}

fn hint(painter: &Painter, canvas: &Canvas, model: &GraphModel<'_>, colors: &ThemePalette) {
    let rect = canvas.response.rect;
    let galley =
        painter.layout(model.hint.to_owned(), style::font(style::BODY), colors.dim, rect.width() - 24.0);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center() - vec2(0.0, 36.0), galley.size());
    painter.galley(at.min, galley, colors.dim);
}

fn line(
    canvas: &Canvas,
    painter: &Painter,
    edge: &DrawnEdge<usize>,
    emphasis: Emphasis,
    colors: &ThemePalette,
) {
    let points: Vec<Pos2> = edge.points.iter().map(|point| canvas.screen_from_world * *point).collect();
    let halo = match emphasis {
        Emphasis::Selected => Some((colors.accent, 7.0)),
        Emphasis::Hovered => Some((colors.strong, 5.0)),
        Emphasis::None => None,
    };
    if let Some((color, width)) = halo {
        let soft = blend(colors.canvas, color, if emphasis == Emphasis::Selected { 0.6 } else { 0.25 });
        painter.add(Shape::line(points.clone(), Stroke::new(width, soft)));
    }
    paint_edge(painter, edge, points, canvas.zoom(), colors, false);
}

fn announce_edge(
    canvas: &Canvas,
    model: &GraphModel<'_>,
    view: &GraphView,
    edge: &DrawnEdge<usize>,
    touched: &mut TouchedElements,
) {
    let element = Element::Edge(edge.id);
    let Some(middle) = edge.middle().map(|point| canvas.screen_from_world * point) else { return };
    let rect = Rect::from_center_size(middle, Vec2::splat(LEAST_TARGET)).intersect(canvas.ui.clip_rect());
    if !rect.is_positive() {
        return;
    }
    let response =
        canvas.ui.interact(rect, canvas.response.id.with(("edge", edge.id)), Sense::click_and_drag());
    let end = |index: usize| model.drawing.nodes.get(index).map_or(0, |node| node.id.0);
    let is_selected = view.selected.contains(&element);
    let symbol = edge.tooltip.first().map_or("", String::as_str);
    let name = format!("Edge {symbol} from {} to {} of {}", end(edge.from), end(edge.to), model.title());
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, is_selected, &name));
    if response.clicked() && !response.clicked_by(PointerButton::Primary) {
        touched.pressed = Some(element);
    }
    touched.all |= response;
}

fn circle(
    canvas: &mut Canvas,
    model: &GraphModel<'_>,
    view: &GraphView,
    node: &DrawnNode<ElementId>,
    touched: &mut TouchedElements,
) {
    let (id, element) = (node.id, Element::Node(node.id));
    let colors = palette(&canvas.ui);
    let middle = canvas.screen_from_world * node.at;
    let radius = node.radius * canvas.zoom();
    let rect = Rect::from_center_size(middle, Vec2::splat((2.0 * radius + 2.0 * RIM).max(LEAST_TARGET)));
    let rect = rect.intersect(canvas.ui.clip_rect());
    if !rect.is_positive() {
        return;
    }
    let response = canvas.ui.interact(rect, canvas.response.id.with(("node", id.0)), Sense::click_and_drag());
    let is_selected = view.selected.contains(&element);
    let symbol = node.tooltip.first().and_then(|line| line.split(", node ").next()).unwrap_or_default();
    let name = format!("Node {} of {}: {symbol}", id.0, model.title());
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, is_selected, &name));
    if response.clicked() && !response.clicked_by(PointerButton::Primary) {
        touched.pressed = Some(element);
    }
    touched.all |= response;
    let painter = faded(canvas.ui.painter(), model, node);
    let emphasis = emphasis(model, view, element);
    paint_node(&painter, node, canvas.screen_from_world, colors, emphasis);
    if model.has_number(id) && canvas.zoom() >= LEAST_DETAIL {
        number(&painter, middle + Vec2::angled(-0.8) * radius, id.0, colors);
    }
}

/// Paints the number of a node.
fn number(painter: &Painter, at: Pos2, number: u32, colors: &ThemePalette) {
    let galley = painter.layout_no_wrap(number.to_string(), style::font(10.0), colors.text);
    let rect = Rect::from_center_size(at, vec2((galley.size().x + 7.0).max(14.0), 14.0));
    painter.rect(
        rect,
        CornerRadius::same(7),
        colors.panel,
        Stroke::new(1.0, colors.line),
        StrokeKind::Inside,
    );
    painter.galley(rect.center() - galley.size() / 2.0, galley, colors.text);
}

/// Paints the current gesture.
pub(super) fn gesture(canvas: &Canvas, model: &GraphModel<'_>, view: &GraphView) {
    let colors = palette(&canvas.ui);
    let painter = canvas.ui.painter();
    match &view.drag {
        Drag::Marquee { from, to } => {
            let rect = canvas.screen_from_world * Rect::from_two_pos(*from, *to);
            let fill = colors.accent.gamma_multiply(0.12);
            painter.rect(
                rect,
                CornerRadius::same(2),
                fill,
                Stroke::new(1.0, colors.accent),
                StrokeKind::Inside,
            );
        }
        Drag::Wire { from, to, .. } => wire(canvas, model, *from, *to, colors),
        Drag::None | Drag::Move { .. } => {}
    }
    if let Some(site) = view.picker.as_ref().and_then(Picker::site) {
        ghost(painter, canvas, site, colors.accent);
    }
    if let Some(message) = view.message {
        let rect = canvas.response.rect;
        let galley =
            painter.layout(message.to_owned(), style::font(style::SMALL), colors.strong, rect.width() - 32.0);
        let pill =
            Rect::from_center_size(rect.center_bottom() - vec2(0.0, 22.0), galley.size() + vec2(18.0, 8.0));
        painter.rect(
            pill,
            CornerRadius::same(9),
            colors.field,
            Stroke::new(1.0, colors.line),
            StrokeKind::Inside,
        );
        painter.galley(pill.center() - galley.size() / 2.0, galley, colors.strong);
    }
}

fn wire(canvas: &Canvas, model: &GraphModel<'_>, from: ElementId, to: Pos2, colors: &ThemePalette) {
    let painter = canvas.ui.painter();
    let Some(start) = model.node(from) else { return };
    let over = model.hits.node_at(model.drawing, to, RIM / canvas.zoom());
    let target = over.and_then(|id| model.node(id));
    let end = target.map_or(to, |node| node.at);
    let along = (end - start.at).normalized();
    if (end - start.at).length() < start.radius {
        return;
    }
    let tip = target.map_or(end, |node| end - along * node.radius);
    let ends = [start.at + along * start.radius, tip].map(|point| canvas.screen_from_world * point);
    let stroke = Stroke::new(2.0, colors.accent);
    painter.line_segment(ends, stroke);
    let (back, across) = (ends[1] - along * 10.0, vec2(-along.y, along.x) * 5.0);
    painter.add(Shape::convex_polygon(
        vec![ends[1], back + across, back - across],
        colors.accent,
        Stroke::NONE,
    ));
    match target {
        Some(node) => {
            let middle = canvas.screen_from_world * node.at;
            painter.circle_stroke(middle, node.radius * canvas.zoom() + 3.0, stroke);
        }
        None => ghost(painter, canvas, model.site_at(to), colors.accent),
    }
}

/// Paints a preview of a node.
fn ghost(painter: &Painter, canvas: &Canvas, site: Site, color: Color32) {
    let middle = canvas.screen_from_world * point_of(site);
    let radius = PLACE_RADIUS * canvas.zoom();
    painter.circle(middle, radius, color.gamma_multiply(0.15), Stroke::new(1.5, color));
}
