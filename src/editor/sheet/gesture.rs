//! The pointer on a sheet: choosing, moving, joining, framing with a marquee.

use egui::{CursorIcon, Pos2};

use super::actions;
use super::picker::{Picker, Purpose};
use super::{Paper, SheetView, Touched, drawn_edge, drawn_node, element_at, shifted};
use crate::document::{Element, GraphEdit};
use crate::editor::canvas::Canvas;
use crate::editor::graph::Hit;
use crate::grammar::ElementId;
use crate::mission::Site;

/// What the pointer drags. Points are those of the drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Drag {
    /// Nothing.
    #[default]
    None,
    /// The chosen nodes.
    Move {
        /// Where it began.
        from: Pos2,
    },
    /// A new edge.
    Wire {
        /// The node that it leaves.
        from: ElementId,
        /// Where its end is.
        to: Pos2,
        /// Was the node left? Only then an edge back to it is meant.
        has_left: bool,
    },
    /// A frame around what is to be chosen.
    Marquee {
        /// Where it began.
        from: Pos2,
        /// Where it ends.
        to: Pos2,
    },
}

/// Nearer to the middle than this share of the radius, a node is moved; else an edge begins.
const MIDDLE: f32 = 0.62;

/// Follows the pointer.
pub(super) fn follow(
    canvas: &Canvas,
    touched: &Touched,
    paper: &Paper<'_>,
    view: &mut SheetView,
    edits: &mut Vec<GraphEdit>,
) {
    let all = &touched.all;
    let world_from_screen = canvas.screen_from_world.inverse();
    let pointer = all.interact_pointer_pos().or(all.hover_pos()).map(|point| world_from_screen * point);
    view.hovered =
        pointer.filter(|_| all.contains_pointer()).and_then(|point| element_at(canvas, paper, point));
    if view.drag == Drag::None {
        set_cursor(canvas, paper, view, pointer);
    }
    if all.clicked() || all.secondary_clicked() || all.drag_started() {
        canvas.response.request_focus();
        view.told = None;
    }
    if let Some(point) = pointer {
        press(canvas, touched, paper, view, point);
        drag(canvas, touched, paper, view, point);
    } else if let Some(element) = touched.pressed {
        choose(view, Some(element), false);
    }
    if view.drag != Drag::None && !canvas.ui.input(|input| input.pointer.any_down()) {
        let over = pointer.and_then(|point| element_at(canvas, paper, point));
        release(paper, view, over, edits, canvas);
    }
}

fn set_cursor(canvas: &Canvas, paper: &Paper<'_>, view: &SheetView, pointer: Option<Pos2>) {
    let (Some(Element::Node(id)), Some(point)) = (view.hovered, pointer) else { return };
    let icon = if is_at_rim(paper, id, point) { CursorIcon::Crosshair } else { CursorIcon::Grab };
    canvas.ui.ctx().set_cursor_icon(icon);
}

fn is_at_rim(paper: &Paper<'_>, id: ElementId, point: Pos2) -> bool {
    paper.node(id).is_some_and(|node| node.at.distance(point) > node.radius * MIDDLE)
}

/// Clicks and double clicks, and what a right click is about.
fn press(canvas: &Canvas, touched: &Touched, paper: &Paper<'_>, view: &mut SheetView, point: Pos2) {
    let all = &touched.all;
    let adds = canvas.ui.input(|input| input.modifiers.shift || input.modifiers.command);
    let under = element_at(canvas, paper, point);
    if all.secondary_clicked() {
        view.menu_at = Some(point);
        if under.is_none_or(|element| !view.chosen.contains(&element)) {
            choose(view, under, false);
        }
    } else if all.double_clicked() || all.triple_clicked() {
        let screen = canvas.screen_from_world * point;
        let purpose = match under {
            Some(Element::Node(id)) => Purpose::SetNodes(vec![Element::Node(id)]),
            Some(Element::Edge(position)) => Purpose::SetEdges(vec![Element::Edge(position)]),
            None => Purpose::AddNode(paper.site_for_new(point)),
        };
        view.picker = Some(Picker::new(purpose, screen));
    } else if all.clicked() {
        choose(view, under, adds);
    }
}

fn choose(view: &mut SheetView, element: Option<Element>, adds: bool) {
    if !adds {
        view.chosen.clear();
    }
    if let Some(element) = element
        && !view.chosen.insert(element)
    {
        view.chosen.remove(&element);
    }
}

/// Begins and follows a drag with the first button.
fn drag(canvas: &Canvas, touched: &Touched, paper: &Paper<'_>, view: &mut SheetView, point: Pos2) {
    let all = &touched.all;
    let is_first = canvas.ui.input(|input| input.pointer.primary_down() && !input.key_down(egui::Key::Space));
    if all.drag_started_by(egui::PointerButton::Primary) && is_first {
        let origin = canvas.ui.input(|input| input.pointer.press_origin());
        let from = origin.map_or(point, |screen| canvas.screen_from_world.inverse() * screen);
        view.drag = begin(canvas, paper, view, from);
    }
    match &mut view.drag {
        Drag::None => {}
        Drag::Move { from } => {
            let by = paper.site_at((point - *from).to_pos2());
            view.moving = Some(by);
        }
        Drag::Wire { from, to, has_left } => {
            *to = point;
            *has_left |= element_at(canvas, paper, point) != Some(Element::Node(*from));
        }
        Drag::Marquee { to, .. } => *to = point,
    }
}

fn begin(canvas: &Canvas, paper: &Paper<'_>, view: &mut SheetView, from: Pos2) -> Drag {
    match element_at(canvas, paper, from) {
        Some(Element::Node(id)) if is_at_rim(paper, id, from) => {
            Drag::Wire { from: id, to: from, has_left: false }
        }
        Some(element @ Element::Node(_)) => {
            if !view.chosen.contains(&element) {
                choose(view, Some(element), canvas.ui.input(|input| input.modifiers.shift));
            }
            Drag::Move { from }
        }
        Some(Element::Edge(_)) | None => Drag::Marquee { from, to: from },
    }
}

fn release(
    paper: &Paper<'_>,
    view: &mut SheetView,
    over: Option<Element>,
    edits: &mut Vec<GraphEdit>,
    canvas: &Canvas,
) {
    match std::mem::take(&mut view.drag) {
        Drag::None => {}
        Drag::Move { .. } => {
            let by = view.moving.take().unwrap_or(Site { x: 0, y: 0 });
            if by != (Site { x: 0, y: 0 }) {
                let to = shifted(&view.nodes(), paper.sites, by);
                edits.push(GraphEdit::Move { sheet: paper.sheet, to });
            }
        }
        Drag::Wire { from, to, has_left } if has_left => join(paper, view, from, over, to, edits, canvas),
        Drag::Wire { .. } => {}
        Drag::Marquee { from, to } => frame(paper, view, egui::Rect::from_two_pos(from, to), canvas),
    }
}

fn join(
    paper: &Paper<'_>,
    view: &mut SheetView,
    from: ElementId,
    over: Option<Element>,
    to: Pos2,
    edits: &mut Vec<GraphEdit>,
    canvas: &Canvas,
) {
    let Some(symbol) = paper.edge_symbol(view) else {
        view.told = Some("There are no edge symbols yet. Add one under Symbols first.");
        return;
    };
    match over {
        Some(Element::Node(to)) => edits.push(actions::connect(paper, view, from, to, symbol)),
        _ => {
            let site = paper.site_for_new(to);
            let screen = canvas.screen_from_world * to;
            view.picker = Some(Picker::new(Purpose::ConnectNew { from, edge: symbol, site }, screen));
        }
    }
}

fn frame(paper: &Paper<'_>, view: &mut SheetView, rect: egui::Rect, canvas: &Canvas) {
    if !canvas.ui.input(|input| input.modifiers.shift || input.modifiers.command) {
        view.chosen.clear();
    }
    for hit in paper.hits.within(rect) {
        let element = match hit {
            Hit::Node(index) => {
                let inside = paper.drawing.nodes.get(index).is_some_and(|node| rect.contains(node.at));
                drawn_node(paper.drawing, index).filter(|_| inside)
            }
            Hit::Edge(index) => {
                let edge = paper.drawing.edges.get(index);
                let inside = edge.is_some_and(|edge| edge.points.iter().all(|point| rect.contains(*point)));
                drawn_edge(paper.drawing, index).filter(|_| inside)
            }
        };
        view.chosen.extend(element);
    }
}
