//! The two sides of the rule next to each other, each with its tabs, and the inspector below them.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{CursorIcon, PointerButton, Rect, Sense, Ui, UiBuilder, Vec2, vec2};
use egui_phosphor::regular as icon;

use super::drawn::RuleDrawingCache;
use super::tabs;
use super::view::RuleView;
use crate::document::{Edit, Element, GraphEdit, GraphId};
use crate::editor::canvas::graph::{DrawnEdge, ElementMark, MARKS, mark_color, paint_graph};
use crate::editor::canvas::graph_canvas::{
    GraphModel, GraphView, INSPECTOR_HEIGHT, LENS, graph_ui, inspector_ui,
};
use crate::editor::command::Command;
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{Grammar, Rule, pair_edges};

/// Width of the arrow between the sides, in points.
const ARROW: f32 = 26.0;
/// Minimum width for sides next to each other, in points. With less, the right side is below the left one.
const LEAST_BESIDE: f32 = 600.0;
/// Minimum height for stacked sides, in points. With less, they stay next to each other.
const LEAST_BELOW: f32 = 500.0;

/// Shows the sides and the inspector.
pub(super) fn sides_ui(
    ui: &mut Ui,
    view: &mut RuleView,
    commands: &mut Vec<Command>,
    grammar: &Arc<Grammar>,
    rule: &Rule,
    position: usize,
) {
    let drawn = view.drawn(grammar, rule, position);
    if view.is_one_picture {
        one_picture_ui(ui, view, &drawn, grammar, rule);
        return;
    }
    let links = links(view, rule);
    let at_hand = EditedRule { drawn: &drawn, grammar, rule, position, links: &links };
    let whole = ui.available_rect_before_wrap();
    let whole = whole.with_max_y(whole.max.y - INSPECTOR_HEIGHT);
    let (left, right) = models(view, &at_hand);
    let mut edits = inspector_ui(ui, &[(&left, &view.left), (&right, &view.right)]);
    // A tall inspector covers the lower end, so that the sides do not move.
    let rect = ui.available_rect_before_wrap();
    let is_beside = whole.width() >= LEAST_BESIDE || whole.height() < LEAST_BELOW;
    let (first, line, second) = split(whole, view.split, is_beside);
    let room = first.size().min(second.size()) - vec2(0.0, tabs::HEIGHT);
    let (first, line, second) = (first.intersect(rect), line.intersect(rect), second.intersect(rect));
    let area = |rect: Rect, name: &str| UiBuilder::new().max_rect(rect).id_salt(name.to_owned());
    edits.extend(left_ui(&mut ui.new_child(area(first, "left")), view, &at_hand, room));
    edits.extend(right_ui(&mut ui.new_child(area(second, "right")), view, &at_hand, room));
    drag_split(ui, whole, line, &mut view.split, is_beside);
    arrow(ui, line, is_beside);
    commands.extend(edits.into_iter().map(|edit| Command::Edit(Edit::Graph(edit))));
}

/// Returns the elements lit because they are hovered or selected on the other side: for the left, then for
/// the right.
fn links(view: &RuleView, rule: &Rule) -> (BTreeSet<Element>, BTreeSet<Element>) {
    let Some(side) = rule.alternatives().nth(view.side) else { return Default::default() };
    let partners = pair_edges(&rule.lhs, side);
    let on_left = |element: &Element| match element {
        Element::Node(id) => rule.lhs.nodes.contains_key(id).then_some(*element),
        Element::Edge(at) => partners.get(*at).copied().flatten().map(Element::Edge),
    };
    let on_right = |element: &Element| match element {
        Element::Node(id) => side.nodes.contains_key(id).then_some(*element),
        Element::Edge(at) => partners.iter().position(|partner| *partner == Some(*at)).map(Element::Edge),
    };
    let right = view.right.selected.iter().chain(&view.right.hovered).filter_map(on_left).collect();
    // Forbidden patterns have edges of their own.
    let is_linked = |element: &&Element| view.forbid.is_none() || matches!(element, Element::Node(_));
    let left =
        view.left.selected.iter().chain(&view.left.hovered).filter(is_linked).filter_map(on_right).collect();
    (right, left)
}

/// Elements lit on the left because of the right, and on the right because of the left.
type SideLinks = (BTreeSet<Element>, BTreeSet<Element>);

/// The open rule.
struct EditedRule<'a> {
    drawn: &'a RuleDrawingCache,
    grammar: &'a Grammar,
    rule: &'a Rule,
    position: usize,
    links: &'a SideLinks,
}

fn models<'a>(view: &RuleView, at_hand: &EditedRule<'a>) -> (GraphModel<'a>, GraphModel<'a>) {
    let EditedRule { drawn, grammar, rule, position, links } = *at_hand;
    let (to_left, to_right) = links;
    let (graph, drawing, hits, below, hint) = match view.forbid {
        None => (
            GraphId::Lhs(position),
            &drawn.drawing.lhs,
            &*drawn.lhs,
            None,
            "Double-click to add a node:\nwhat must be there",
        ),
        Some(number) => (
            GraphId::Forbid(position, number),
            drawn.drawing.forbid.get(number).unwrap_or(&drawn.drawing.lhs),
            drawn.forbid.get(number).unwrap_or(&drawn.lhs),
            Some(&drawn.drawing.lhs),
            "Draw what must not be there",
        ),
    };
    let name = match view.forbid {
        None => "Before canvas",
        Some(_) => "Must not be there",
    };
    let left = GraphModel {
        graph,
        name,
        grammar,
        drawing,
        hits,
        below,
        sites: &drawn.sites,
        linked: to_left,
        world: drawn.world,
        hint,
    };
    let side = view.side.min(rule.or.len());
    let right = GraphModel {
        graph: GraphId::Rhs(position, side),
        name: "After canvas",
        drawing: drawn.drawing.sides.get(side).unwrap_or(&drawn.drawing.lhs),
        hits: drawn.sides.get(side).unwrap_or(&drawn.lhs),
        below: None,
        linked: to_right,
        hint: "Nothing stays.\nDouble-click to add a node",
        ..left
    };
    (left, right)
}

/// Returns the rectangles of the Before side, of the line between, and of the After side.
fn split(rect: Rect, share: f32, is_beside: bool) -> (Rect, Rect, Rect) {
    let at = rect.min + rect.size() * share;
    if is_beside {
        let line = Rect::from_x_y_ranges(at.x - 4.0..=at.x + 4.0, rect.y_range());
        (rect.with_max_x(at.x - 1.0), line, rect.with_min_x(at.x + 1.0))
    } else {
        let line = Rect::from_x_y_ranges(rect.x_range(), at.y - 4.0..=at.y + 4.0);
        (rect.with_max_y(at.y - 1.0), line, rect.with_min_y(at.y + 1.0))
    }
}

/// Makes the line between the sides draggable, mainly by its arrow. It is above the canvases.
fn drag_split(ui: &Ui, whole: Rect, line: Rect, share: &mut f32, is_beside: bool) {
    let knob = Rect::from_center_size(line.center(), Vec2::splat(ARROW));
    for (name, rect) in [("split", line), ("split arrow", knob)] {
        let response = ui.interact(rect, ui.id().with(name), Sense::drag());
        if response.hovered() || response.dragged() {
            let (beside, below) = (CursorIcon::ResizeHorizontal, CursorIcon::ResizeVertical);
            ui.ctx().set_cursor_icon(if is_beside { beside } else { below });
        }
        let by = response.drag_delta() / whole.size().max(vec2(1.0, 1.0));
        *share = (*share + if is_beside { by.x } else { by.y }).clamp(0.2, 0.8);
    }
}

/// Paints the line between the sides, and its arrow.
fn arrow(ui: &Ui, bar: Rect, is_beside: bool) {
    let (colors, painter, middle) = (palette(ui), ui.painter(), bar.center());
    let stroke = egui::Stroke::new(1.0, colors.line);
    let sign = if is_beside {
        painter.vline(middle.x, bar.y_range(), stroke);
        icon::ARROW_RIGHT
    } else {
        painter.hline(bar.x_range(), middle.y, stroke);
        icon::ARROW_DOWN
    };
    painter.circle_filled(middle, ARROW / 2.0, colors.canvas);
    painter.text(middle, egui::Align2::CENTER_CENTER, sign, style::font(18.0), colors.dim);
}

fn left_ui(ui: &mut Ui, view: &mut RuleView, at_hand: &EditedRule<'_>, room: Vec2) -> Vec<GraphEdit> {
    let mut edits = Vec::new();
    tabs::left_ui(ui, view, at_hand.rule, at_hand.position, &mut edits);
    let (model, _) = models(view, at_hand);
    let before = view.left.selected.clone();
    edits.extend(graph_ui(ui, model, &mut view.camera, &mut view.left, room));
    keep_one_selection(&before, &view.left, &mut view.right);
    edits
}

/// Keeps a single selection: selecting on one side clears the other.
fn keep_one_selection(before: &BTreeSet<Element>, one: &GraphView, other: &mut GraphView) {
    if one.selected != *before && !one.selected.is_empty() {
        other.selected.clear();
    }
}

fn right_ui(ui: &mut Ui, view: &mut RuleView, at_hand: &EditedRule<'_>, room: Vec2) -> Vec<GraphEdit> {
    let mut edits = Vec::new();
    tabs::right_ui(ui, view, at_hand.rule, at_hand.position, &mut edits);
    let (_, model) = models(view, at_hand);
    let before = view.right.selected.clone();
    edits.extend(graph_ui(ui, model, &mut view.camera, &mut view.right, room));
    keep_one_selection(&before, &view.right, &mut view.left);
    edits
}

/// Shows the whole rule as one graph, read-only.
fn one_picture_ui(
    ui: &mut Ui,
    view: &mut RuleView,
    drawn: &RuleDrawingCache,
    grammar: &Grammar,
    rule: &Rule,
) {
    let drawing = view.one_picture(drawn, grammar, rule);
    let drawing = drawing.as_ref();
    let room = ui.available_size();
    let canvas = view.camera.steady_canvas(ui, "The rule as one picture", drawing.bounds(), LENS, room);
    if canvas.response.double_clicked_by(PointerButton::Primary) {
        view.camera.frame_all();
    }
    let (colors, transform) = (palette(&canvas.ui), canvas.screen_from_world);
    let painter = canvas.ui.painter();
    paint_graph(painter, drawing, transform, colors, colors.canvas);
    for node in drawing.nodes.iter().filter(|node| node.mark == ElementMark::Forbidden) {
        cross(painter, transform * node.at, node.radius * transform.scaling, colors.bad);
    }
    let forbidden = drawing.edges.iter().filter(|edge| edge.mark == ElementMark::Forbidden);
    for middle in forbidden.filter_map(DrawnEdge::middle) {
        cross(painter, transform * middle, 6.0, colors.bad);
    }
    key_ui(&canvas.ui, canvas.response.rect);
}

/// Paints a cross for something that must not exist.
fn cross(painter: &egui::Painter, middle: egui::Pos2, radius: f32, color: egui::Color32) {
    let stroke = egui::Stroke::new(2.5, color);
    for corner in [vec2(1.0, 1.0), vec2(1.0, -1.0)] {
        let end = corner * radius * 0.8;
        painter.line_segment([middle - end, middle + end], stroke);
    }
}

/// Shows the meanings of the colours.
fn key_ui(ui: &Ui, rect: Rect) {
    let colors = palette(ui);
    let mut at = rect.left_bottom() + vec2(12.0, -12.0);
    for (word, mark) in MARKS {
        let color = mark_color(mark, colors).unwrap_or(colors.text);
        let drawn = ui.painter().text(at, egui::Align2::LEFT_BOTTOM, word, style::font(style::SMALL), color);
        at.x = drawn.right() + 14.0;
    }
}
