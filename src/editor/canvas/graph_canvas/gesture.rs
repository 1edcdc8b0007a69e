//! Mouse gestures on a canvas: selecting, moving, joining, and framing with a marquee.

use egui::{CursorIcon, PointerButton, Pos2};

use super::actions;
use super::model::{GraphModel, element_at};
use super::view::{Drag, GraphView, Picker, Purpose, TouchedElements, shifted};
use crate::document::{Element, GraphEdit};
use crate::editor::canvas::camera::Canvas;
use crate::grammar::ElementId;
use crate::mission::Site;

/// Share of a node's radius within which a drag moves it; outside, a drag begins an edge.
const MIDDLE: f32 = 0.62;

/// Follows the pointer.
pub(super) fn follow(
    canvas: &Canvas,
    touched: &TouchedElements,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    edits: &mut Vec<GraphEdit>,
) {
    let all = &touched.all;
    let world_from_screen = canvas.screen_from_world.inverse();
    let pointer = all.interact_pointer_pos().or(all.hover_pos()).map(|point| world_from_screen * point);
    view.hovered =
        pointer.filter(|_| all.contains_pointer()).and_then(|point| element_at(canvas, model, point));
    if view.drag == Drag::None {
        set_cursor(canvas, model, view, pointer);
    }
    // Enter and Space on the focused element are clicks too, wherever the pointer is.
    if all.clicked_by(PointerButton::Primary) || all.secondary_clicked() || all.drag_started() {
        canvas.response.request_focus();
        view.message = None;
    }
    if let Some(element) = touched.pressed {
        select(view, Some(element), false);
    }
    if let Some(point) = pointer {
        press(canvas, touched, model, view, point);
        drag(canvas, touched, model, view, point);
    }
    if view.drag != Drag::None && !canvas.ui.input(|input| input.pointer.any_down()) {
        let over = pointer.and_then(|point| element_at(canvas, model, point));
        release(model, view, over, edits, canvas);
    }
}

fn set_cursor(canvas: &Canvas, model: &GraphModel<'_>, view: &GraphView, pointer: Option<Pos2>) {
    let (Some(Element::Node(id)), Some(point)) = (view.hovered, pointer) else { return };
    let icon = if is_at_rim(model, id, point) { CursorIcon::Crosshair } else { CursorIcon::Grab };
    canvas.ui.ctx().set_cursor_icon(icon);
}

fn is_at_rim(model: &GraphModel<'_>, id: ElementId, point: Pos2) -> bool {
    model.node(id).is_some_and(|node| node.at.distance(point) > node.radius * MIDDLE)
}

/// Handles clicks and double clicks, and sets the target of a right click.
fn press(
    canvas: &Canvas,
    touched: &TouchedElements,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    point: Pos2,
) {
    let all = &touched.all;
    let adds = canvas.ui.input(|input| input.modifiers.shift || input.modifiers.command);
    let under = element_at(canvas, model, point);
    if all.secondary_clicked() {
        view.menu_at = Some(point);
        if under.is_none_or(|element| !view.selected.contains(&element)) {
            select(view, under, false);
        }
    } else if all.double_clicked_by(PointerButton::Primary) || all.triple_clicked_by(PointerButton::Primary) {
        let screen = canvas.screen_from_world * point;
        let purpose = match under {
            Some(Element::Edge(position)) => Purpose::Insert(position),
            Some(element) => Purpose::Set(vec![element]),
            None => Purpose::AddNode(model.site_for_new(point)),
        };
        view.picker = Some(Picker::new(purpose, screen));
    } else if all.clicked_by(PointerButton::Primary) {
        select(view, under, adds);
    }
}

fn select(view: &mut GraphView, element: Option<Element>, adds: bool) {
    if !adds {
        view.selected.clear();
    }
    if let Some(element) = element
        && !view.selected.insert(element)
    {
        view.selected.remove(&element);
    }
}

/// Begins and follows a drag with the primary button.
fn drag(
    canvas: &Canvas,
    touched: &TouchedElements,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    point: Pos2,
) {
    let all = &touched.all;
    let is_first = canvas.ui.input(|input| input.pointer.primary_down() && !input.key_down(egui::Key::Space));
    if all.drag_started_by(PointerButton::Primary) && is_first {
        let origin = canvas.ui.input(|input| input.pointer.press_origin());
        let from = origin.map_or(point, |screen| canvas.screen_from_world.inverse() * screen);
        view.drag = begin(canvas, model, view, from);
    }
    match &mut view.drag {
        Drag::None => {}
        Drag::Move { from } => {
            let by = model.site_at((point - *from).to_pos2());
            view.moving = Some(by);
        }
        Drag::Wire { from, to, has_left } => {
            *to = point;
            *has_left |= element_at(canvas, model, point) != Some(Element::Node(*from));
        }
        Drag::Marquee { to, .. } => *to = point,
    }
}

fn begin(canvas: &Canvas, model: &GraphModel<'_>, view: &mut GraphView, from: Pos2) -> Drag {
    match element_at(canvas, model, from) {
        Some(Element::Node(id)) if is_at_rim(model, id, from) => {
            Drag::Wire { from: id, to: from, has_left: false }
        }
        Some(element @ Element::Node(_)) => {
            if !view.selected.contains(&element) {
                select(view, Some(element), canvas.ui.input(|input| input.modifiers.shift));
            }
            Drag::Move { from }
        }
        Some(Element::Edge(_)) | None => Drag::Marquee { from, to: from },
    }
}

fn release(
    model: &GraphModel<'_>,
    view: &mut GraphView,
    over: Option<Element>,
    edits: &mut Vec<GraphEdit>,
    canvas: &Canvas,
) {
    match std::mem::take(&mut view.drag) {
        Drag::None => {}
        Drag::Move { .. } => {
            let by = view.moving.take().unwrap_or(Site { x: 0, y: 0 });
            if by != (Site { x: 0, y: 0 }) {
                let to = shifted(&view.nodes(), model.sites, by);
                edits.push(GraphEdit::Move { graph: model.graph, to });
            }
        }
        Drag::Wire { from, to, has_left } if has_left => join(model, view, from, over, to, edits, canvas),
        Drag::Wire { .. } => {}
        Drag::Marquee { from, to } => frame(model, view, egui::Rect::from_two_pos(from, to), canvas),
    }
}

fn join(
    model: &GraphModel<'_>,
    view: &mut GraphView,
    from: ElementId,
    over: Option<Element>,
    to: Pos2,
    edits: &mut Vec<GraphEdit>,
    canvas: &Canvas,
) {
    match over {
        Some(Element::Node(to)) => edits.push(actions::connect(model, view, from, to)),
        _ => {
            let site = model.site_for_new(to);
            let screen = canvas.screen_from_world * to;
            view.picker = Some(Picker::new(Purpose::ConnectNew { from, site }, screen));
        }
    }
}

fn frame(model: &GraphModel<'_>, view: &mut GraphView, rect: egui::Rect, canvas: &Canvas) {
    if !canvas.ui.input(|input| input.modifiers.shift || input.modifiers.command) {
        view.selected.clear();
    }
    let is_inside = |element: &Element| match element {
        Element::Node(id) => model.node(*id).is_some_and(|node| rect.contains(node.at)),
        Element::Edge(position) => {
            let edge = model.edge(*position);
            edge.is_some_and(|edge| edge.points.iter().all(|point| rect.contains(*point)))
        }
    };
    view.selected.extend(model.hits.within(rect).into_iter().filter(is_inside));
}
