//! The pane that shows the mission as a graph.

use egui::emath::TSTransform;
use egui::{Painter, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, WidgetType};

use super::trial::Lit;
use crate::base::printable_line;
use crate::editor::app::view::View;
use crate::editor::canvas::camera::{Canvas, Lens};
use crate::editor::canvas::graph::{
    Drawing, DrawnNode, Emphasis, paint_edge_labels, paint_edges, paint_node, paint_node_name,
};
use crate::editor::command::Command;
use crate::editor::panes::Panes;
use crate::editor::widgets::style::{self, Palette, palette};

const LENS: Lens = Lens { zoom: (0.08, 4.0), framed_zoom: 1.25, is_picture: false, margin: 24.0 };

/// How near to a line the pointer must be, in points on the screen.
const REACH: f32 = 6.0;

/// Where the mission is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// In the pane of its own.
    Pane,
    /// Below the rule that is tried on it.
    Trial,
}

/// Shows the mission; nodes can be chosen.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, palette(ui).canvas);
    mission_ui(ui, panes, Sight::Pane);
}

/// Shows the mission, with the matches of a rule that is being tried.
pub fn mission_ui(ui: &mut Ui, panes: &mut Panes<'_>, sight: Sight) {
    let colors = palette(ui);
    let run_view = panes.run_view;
    let lit = panes.view.trial.lit();
    banner_ui(ui, panes);
    let tried = panes.view.trial.drawing().cloned();
    let drawing = tried.as_ref().unwrap_or(&run_view.mission);
    if drawing.nodes.is_empty() {
        nothing_yet(ui, "No mission yet", why_nothing(panes));
        return;
    }
    let (camera, name) = match sight {
        Sight::Pane => (&mut panes.view.mission_camera, "Mission graph"),
        Sight::Trial => (&mut panes.view.trial.camera, "Mission to try the rule on"),
    };
    let mut canvas = camera.canvas(ui, name, drawing.bounds(), LENS);
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

/// That what is shown is not the mission of the level, and the way back.
fn banner_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let trial = &mut panes.view.trial;
    if trial.drawing().is_none() {
        return;
    }
    let colors = palette(ui);
    let fill = style::blend(colors.canvas, colors.accent, 0.16);
    egui::Frame::new().fill(fill).inner_margin(egui::Margin::symmetric(10, 3)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            let applied = trial.applied;
            let noun = if applied == 1 { "rule" } else { "rules" };
            ui.label(egui::RichText::new(format!("With {applied} {noun} tried")).color(colors.strong));
            let reset = ui.button("Reset");
            if reset.on_hover_text("Shows the mission of the level again").clicked() {
                trial.reset();
            }
        });
    });
}

/// A soft ring around what matches, a strong one around the match that is looked at.
fn paint_matches(painter: &Painter, drawing: &Drawing, transform: TSTransform, colors: &Palette, lit: &Lit) {
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
        if view.trial.is_on && view.trial.is_asking {
            view.trial.ask(node.id);
        } else {
            commands.push(Command::Select((!selected).then_some(node.id)));
        }
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
                ui.label(egui::RichText::new(printable_line(line)).strong());
            } else {
                ui.label(printable_line(line).into_owned());
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
        ui.label(egui::RichText::new(printable_line(why)).color(colors.dim));
    });
}

/// Why there is nothing to show.
pub(super) fn why_nothing<'a>(panes: &'a Panes<'_>) -> &'a str {
    match panes.run_view.run.as_ref().map(|run| &run.failure) {
        None => "It is being made",
        Some(Some(failure)) => &failure.message,
        Some(None) => "The problems say why",
    }
}
