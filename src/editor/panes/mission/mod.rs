//! The pane with the mission as a graph.

mod pins;

use egui::emath::TSTransform;
use egui::{Painter, PointerButton, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetType};

use super::level::place_menu_ui;
use super::origin;
use super::timeline::timeline_ui;
use super::trial::{MatchHighlight, TrialMoment};
use crate::base::{counted, printable, printable_line};
use crate::editor::canvas::camera::{Camera, Canvas, Lens};
use crate::editor::canvas::graph::{
    DrawnNode, Emphasis, GraphDrawing, paint_edge_labels, paint_edges, paint_names, paint_node,
};
use crate::editor::command::Command;
use crate::editor::panes::context::{PaneContext, SharedView};
use crate::editor::panes::previous_run::{dim, earlier_ui};
use crate::editor::widgets::info;
use crate::editor::widgets::message::message_ui;
use crate::editor::widgets::style::{self, ThemePalette, palette};
use crate::level::Level;
use crate::mission::NodeId;

const LENS: Lens = Lens { zoom: (0.08, 4.0), framed_zoom: 1.25, is_picture: false, margin: 24.0 };

/// Maximum distance of the pointer from a line, in points.
const REACH: f32 = 12.0;
/// Minimum clickable size of a node, in points.
const LEAST_TARGET: f32 = 24.0;
/// Maximum number of nodes with their own widgets, because each costs time in every frame. Beyond that, only
/// the one at the pointer has one.
const MOST_TARGETS: usize = 1_000;

/// The view of the mission.
#[derive(Debug, Default)]
pub struct MissionPaneView {
    camera: Camera,
    /// Node being dragged.
    held: Option<pins::DraggedNode>,
}

impl MissionPaneView {
    /// Shows everything.
    pub fn frame_all(&mut self) {
        self.camera.frame_all();
    }
}

/// Shows the mission. Nodes can be selected, and places dragged.
pub fn pane_ui(ui: &mut Ui, view: &mut MissionPaneView, context: &mut PaneContext<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    timeline_ui(ui, context);
    mission_ui(ui, "Mission graph", view, context);
}

/// Shows the mission on a canvas with this name, including the matches of a rule being tried.
pub fn mission_ui(ui: &mut Ui, name: &str, view: &mut MissionPaneView, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    let run_view = context.run_view;
    let tried = context.shared.trial.lit();
    context.shared.run_to.update(run_view, context.document.grammar());
    banner_ui(ui, context);
    let SharedView { trial, run_to, film, .. } = &*context.shared;
    let is_trying = trial.is_on;
    let film = film.shown().filter(|_| trial.drawing().is_none());
    let lit = film.map(|(_, lit)| lit.clone()).or(tried);
    // Items related to the last selection get rings too.
    let related = &context.shared.related.marks().nodes;
    let lit = lit.or_else(|| {
        (!related.is_empty()).then(|| MatchHighlight { all: related.clone(), ..MatchHighlight::default() })
    });
    let other = trial.drawing().or(film.map(|(drawing, _)| drawing));
    let other = other.or_else(|| run_to.shown().and_then(|(_, drawing)| drawing)).cloned();
    let drawing = other.as_ref().unwrap_or(&run_view.mission);
    if drawing.nodes.is_empty() {
        message_ui(ui, "No mission yet", context.why_nothing());
        return;
    }
    let is_earlier = other.is_none() && run_view.has_earlier_mission();
    if is_earlier {
        earlier_ui(ui, "mission", context);
    }
    // Another mission tells nothing about the positions of the level's places.
    let is_of_level = other.is_none() && !is_trying && !run_view.has_earlier_level();
    let level = run_view.level().filter(|_| is_of_level && !is_earlier);
    let is_held = view.held.is_some();
    let mut canvas = view.camera.canvas_unless(ui, name, drawing.bounds(), LENS, |canvas| {
        level.is_some() && (is_held || pins::begins_on_selected(canvas, drawing, context))
    });
    let transform = canvas.screen_from_world;
    let over_node = canvas.pointer().is_some_and(|point| node_at(&drawing.nodes, point).is_some());
    let hovered_edge = canvas
        .pointer()
        .filter(|_| !over_node)
        .and_then(|point| drawing.edge_near(point, REACH / canvas.zoom()));
    let painter = canvas.ui.painter().clone();
    if let Some(lit) = &lit {
        paint_matches(&painter, drawing, transform, colors, lit);
    }
    paint_edges(&painter, drawing, transform, colors, hovered_edge);
    paint_names(&painter, &drawing.nodes, transform, colors, colors.canvas);
    paint_edge_labels(&painter, drawing, transform, colors, colors.canvas, hovered_edge);
    // The node's widget then covers the canvas, which therefore does not see the pointer.
    let is_over =
        drawing.nodes.len() > MOST_TARGETS && canvas.ui.rect_contains_pointer(canvas.ui.clip_rect());
    let pointer = canvas.ui.input(|input| input.pointer.latest_pos()).filter(|_| is_over);
    let reach = LEAST_TARGET / canvas.zoom();
    let node_under = |at: Pos2| node_near(&drawing.nodes, transform.inverse() * at, reach);
    let pointed = pointer.and_then(node_under);
    for node in &drawing.nodes {
        let is_target = drawing.nodes.len() <= MOST_TARGETS || pointed == Some(node.id);
        let response = node_ui(&mut canvas, node, is_target, context.shared, context.commands);
        if let Some(response) = response.filter(|_| is_of_level && !is_earlier) {
            menu_ui(&response, node.id, level.map(AsRef::as_ref), context);
        }
    }
    if let Some(level) = level {
        pins::paint_pins(&canvas, drawing, level, context);
        pins::hold(&canvas, &mut view.held, drawing, level, context);
    }
    if let Some(edge) = hovered_edge.and_then(|index| drawing.edges.get(index)) {
        tooltip_ui(canvas.response.clone(), &edge.tooltip);
    }
    if canvas.response.double_clicked_by(PointerButton::Primary) {
        view.camera.frame_all();
    } else if canvas.response.clicked_by(PointerButton::Primary) {
        // On touch screens there is no hover before the press, so the node has no widget yet.
        let node = canvas.response.interact_pointer_pos().and_then(node_under);
        context.commands.push(Command::Select(node));
    }
    if is_earlier {
        dim(&canvas);
    }
}

/// Shows a line if this is not the mission of the level, with a button to return.
fn banner_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let SharedView { trial, run_to, .. } = &mut *context.shared;
    if trial.drawing().is_none() && run_to.shown().is_none() {
        return;
    }
    let colors = palette(ui);
    let fill = style::blend(colors.canvas, colors.accent, 0.16);
    egui::Frame::new().fill(fill).inner_margin(egui::Margin::symmetric(10, 3)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            let now = trial.moment();
            let moments = trial.moments();
            let name = moments.iter().find(|(moment, _)| *moment == now && now != TrialMoment::End);
            let is_tried = trial.drawing().is_some();
            let name = name.map(|(_, name)| (*name).to_owned()).filter(|_| is_tried);
            let run_to_step = run_to.shown().filter(|_| !is_tried).map(|(name, _)| name.to_owned());
            let tried = (is_tried && trial.applied > 0)
                .then(|| format!("With {} tried", counted(trial.applied, "rule")));
            for text in name.into_iter().chain(run_to_step).chain(tried) {
                ui.label(egui::RichText::new(printable(&text)).color(colors.strong));
            }
            let reset = ui.button("Reset");
            if reset.on_hover_text("Shows the mission of the level again").clicked() {
                trial.set_moment(TrialMoment::End);
                trial.reset();
                run_to.stop();
            }
        });
    });
}

/// Paints a soft ring around all matches, and a strong one around the current match.
pub(super) fn paint_matches(
    painter: &Painter,
    drawing: &GraphDrawing,
    transform: TSTransform,
    colors: &ThemePalette,
    lit: &MatchHighlight,
) {
    let soft = style::blend(colors.canvas, colors.accent, 0.4);
    let size = transform.scaling.clamp(0.3, 1.0);
    for edge in drawing.edges.iter().filter(|edge| lit.edges.contains(&edge.id)) {
        let points = edge.points.iter().map(|point| transform * *point).collect();
        painter.add(egui::Shape::line(points, Stroke::new(9.0 * size, soft)));
    }
    for node in &drawing.nodes {
        let (middle, radius) = (transform * node.at, node.radius * transform.scaling);
        if lit.nodes.contains(&node.id) {
            painter.circle(middle, radius + 8.0 * size, soft, Stroke::new(1.0 + 2.0 * size, colors.accent));
        } else if lit.all.contains(&node.id) {
            painter.circle_stroke(middle, radius + 5.0 * size, Stroke::new(1.0 + 2.0 * size, soft));
        }
    }
}

fn node_at(nodes: &[DrawnNode], point: Pos2) -> Option<&DrawnNode> {
    nodes.iter().rev().find(|node| node.at.distance(point) <= node.radius)
}

/// Returns the node nearest to a point, if it is within reach or the point is inside it.
fn node_near(nodes: &[DrawnNode], point: Pos2, reach: f32) -> Option<NodeId> {
    let far = |node: &DrawnNode| node.at.distance(point);
    let near = nodes.iter().filter(|node| far(node) <= node.radius.max(reach / 2.0));
    near.min_by(|one, other| far(one).total_cmp(&far(other))).map(|node| node.id)
}

fn node_ui(
    canvas: &mut Canvas,
    node: &DrawnNode,
    is_target: bool,
    view: &mut SharedView,
    commands: &mut Vec<Command>,
) -> Option<Response> {
    let middle = canvas.screen_from_world * node.at;
    let radius = node.radius * canvas.zoom();
    let rect = Rect::from_center_size(middle, Vec2::splat((2.0 * radius).max(LEAST_TARGET)));
    if !rect.expand(8.0).intersects(canvas.ui.clip_rect()) {
        return None;
    }
    let selected = view.is_selected(node.id);
    let response = is_target.then(|| target_ui(canvas, node, rect, selected, view, commands));
    let emphasis = match (selected, view.hovered == Some(node.id)) {
        (true, _) => Emphasis::Selected,
        (false, true) => Emphasis::Hovered,
        (false, false) => Emphasis::None,
    };
    paint_node(canvas.ui.painter(), node, canvas.screen_from_world, palette(&canvas.ui), emphasis);
    response.map(|response| tooltip_ui(response, &node.tooltip))
}

/// Shows the context menu of a node: its origin, and actions for its place.
fn menu_ui(response: &Response, node: NodeId, level: Option<&Level>, context: &mut PaneContext<'_>) {
    if response.secondary_clicked() {
        context.commands.push(Command::SelectFirst(node));
    }
    response.context_menu(|ui| {
        let facts = origin::facts_of_node(node, context);
        origin::menu_ui(ui, &facts, context);
        if let Some(level) = level {
            place_menu_ui(ui, level, context);
        }
    });
}

/// Adds the clickable widget of a node.
fn target_ui(
    canvas: &Canvas,
    node: &DrawnNode,
    rect: Rect,
    selected: bool,
    view: &mut SharedView,
    commands: &mut Vec<Command>,
) -> Response {
    let id = canvas.response.id.with(("node", node.id.0));
    let response = canvas.ui.interact(rect, id, Sense::click());
    let name = node.tooltip.first().cloned().unwrap_or_default();
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, selected, &name));
    if response.hovered() {
        view.hovered_now = Some(node.id);
    }
    if response.clicked() {
        if view.trial.is_on && view.trial.is_asking {
            view.trial.ask(node.id);
        } else {
            let adds = canvas.ui.input(|input| input.modifiers.command || input.modifiers.shift);
            commands.push(if adds { Command::SelectAlso(node.id) } else { Command::Select(Some(node.id)) });
        }
    }
    response
}

/// Shows lines in a tooltip, the first one as its title.
fn tooltip_ui(response: Response, tooltip: &[String]) -> Response {
    response.on_hover_ui_at_pointer(|ui| {
        for (index, line) in tooltip.iter().enumerate() {
            if index == 0 {
                ui.label(egui::RichText::new(printable_line(line)).strong());
            } else {
                ui.label(printable_line(line).into_owned());
            }
        }
    })
}
