//! The pane that shows the mission as a graph.

use egui::{Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo, WidgetType};

use super::canvas::{Canvas, Lens};
use super::command::Command;
use super::graph::{DrawnNode, Emphasis, paint_edge_labels, paint_edges, paint_node, paint_node_name};
use super::panes::Panes;
use super::style::{self, palette};
use super::view::View;

const LENS: Lens = Lens { zoom: (0.08, 4.0), framed_zoom: 1.25, is_picture: false, margin: 24.0 };

/// How near to a line the pointer must be, in points on the screen.
const REACH: f32 = 6.0;

/// Shows the mission; nodes can be chosen.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let colors = palette(ui);
    ui.painter().rect_filled(ui.max_rect(), 0.0, colors.canvas);
    let drawing = &panes.shown.mission;
    if drawing.nodes.is_empty() {
        nothing_yet(ui, "No mission yet", why_nothing(panes));
        return;
    }
    let mut canvas = panes.view.mission_camera.canvas(ui, "Mission graph", drawing.bounds(), LENS);
    let transform = canvas.screen_from_world;
    let over_node = canvas.pointer().is_some_and(|point| node_at(&drawing.nodes, point).is_some());
    let hovered_edge = canvas
        .pointer()
        .filter(|_| !over_node)
        .and_then(|point| drawing.edge_near(point, REACH / canvas.zoom()));
    let painter = canvas.ui.painter().clone();
    paint_edges(&painter, drawing, transform, colors, hovered_edge);
    for node in &drawing.nodes {
        paint_node_name(&painter, node, transform, colors, colors.canvas);
    }
    paint_edge_labels(&painter, drawing, transform, colors, colors.canvas, hovered_edge);
    for node in &drawing.nodes {
        node_ui(&mut canvas, node, panes.view, panes.commands);
    }
    if let Some(edge) = hovered_edge.and_then(|index| drawing.edges.get(index)) {
        tell(canvas.response.clone(), &edge.told);
    }
    if canvas.response.clicked() {
        panes.commands.push(Command::Select(None));
    }
}

fn node_at(nodes: &[DrawnNode], point: Pos2) -> Option<&DrawnNode> {
    nodes.iter().rev().find(|node| node.at.distance(point) <= node.radius)
}

fn node_ui(canvas: &mut Canvas, node: &DrawnNode, view: &mut View, commands: &mut Vec<Command>) {
    let middle = canvas.screen_from_world * node.at;
    let radius = node.radius * canvas.zoom();
    let rect = Rect::from_center_size(middle, Vec2::splat(2.0 * radius));
    if !rect.expand(8.0).intersects(canvas.ui.clip_rect()) {
        return;
    }
    let selected = view.selected == Some(node.id);
    let id = canvas.response.id.with(("node", node.id.0));
    let response = canvas.ui.interact(rect, id, Sense::click());
    let name = node.told.first().cloned().unwrap_or_default();
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, &name));
    if response.hovered() {
        view.hovered_now = Some(node.id);
    }
    if response.clicked() {
        commands.push(Command::Select((!selected).then_some(node.id)));
    }
    let emphasis = match (selected, view.hovered == Some(node.id)) {
        (true, _) => Emphasis::Selected,
        (false, true) => Emphasis::Hovered,
        (false, false) => Emphasis::None,
    };
    paint_node(canvas.ui.painter(), node, canvas.screen_from_world, palette(&canvas.ui), emphasis);
    tell(response, &node.told);
}

/// Lines in a tooltip, the first one as its title.
pub(super) fn tell(response: Response, told: &[String]) {
    response.on_hover_ui_at_pointer(|ui| {
        for (index, line) in told.iter().enumerate() {
            if index == 0 {
                ui.label(egui::RichText::new(line).strong());
            } else {
                ui.label(line);
            }
        }
    });
}

/// Says in the middle of an empty canvas that and why it is empty.
pub(super) fn nothing_yet(ui: &mut Ui, title: &str, why: &str) {
    let colors = palette(ui);
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.42).max(0.0));
        ui.label(egui::RichText::new(title).size(style::TITLE).color(colors.text));
        ui.label(egui::RichText::new(why).color(colors.dim));
    });
}

/// Why there is nothing to show.
pub(super) fn why_nothing<'a>(panes: &'a Panes<'_>) -> &'a str {
    match panes.shown.run.as_ref().map(|run| &run.failure) {
        None => "It is being made",
        Some(Some(failure)) => &failure.message,
        Some(None) => "The problems say why",
    }
}
