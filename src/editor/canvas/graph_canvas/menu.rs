//! The context menu: all actions for the clicked element.

use egui::{Button, Response, Ui};

use super::actions;
use super::model::GraphModel;
use super::view::{GraphView, Picker, Purpose};
use crate::document::{GraphEdit, GraphId};
use crate::grammar::{EdgeDirection, ElementId, Start};

/// Shows the menu while it is open.
pub(super) fn show(all: &Response, model: &GraphModel<'_>, view: &mut GraphView, edits: &mut Vec<GraphEdit>) {
    all.context_menu(|ui| {
        ui.set_min_width(190.0);
        if view.selected.is_empty() {
            background_menu(ui, model, view);
        } else {
            selected_menu(ui, all, model, view, edits);
        }
    });
}

fn item(ui: &mut Ui, text: &str, keys: &str) -> bool {
    let clicked = ui.add(Button::new(text).shortcut_text(keys)).clicked();
    if clicked {
        ui.close();
    }
    clicked
}

fn background_menu(ui: &mut Ui, model: &GraphModel<'_>, view: &mut GraphView) {
    if item(ui, "Add node…", "Double-click")
        && let Some(point) = view.menu_at
    {
        let screen = ui.min_rect().left_top();
        view.picker = Some(Picker::new(Purpose::AddNode(model.site_for_new(point)), screen));
    }
    if item(ui, "Paste", "Ctrl+V") {
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::RequestPaste);
    }
    ui.separator();
    if item(ui, "Select everything", "Ctrl+A") {
        view.selected = actions::all(model);
    }
    if item(ui, "Show everything", "F") {
        view.frames_all = true;
    }
}

fn selected_menu(
    ui: &mut Ui,
    all: &Response,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    edits: &mut Vec<GraphEdit>,
) {
    let (nodes, edges) = (view.nodes(), view.edges());
    if item(ui, "Change symbol…", "Enter") {
        view.picker = Some(Picker::for_selected(view, ui.min_rect().left_top()));
    }
    if let Some(edge) = actions::only_edge(view)
        && item(ui, "Insert node…", "Double-click")
    {
        view.picker = Some(Picker::new(Purpose::Insert(edge), ui.min_rect().left_top()));
    }
    if !edges.is_empty() {
        ui.separator();
        edge_items(ui, model, view, edits, &edges);
    }
    keep_items(ui, model, view, edits);
    if model.graph == GraphId::Start {
        site_items(ui, model, edits, &nodes);
    }
    ui.separator();
    if item(ui, "Cut", "Ctrl+X") {
        edits.extend(actions::cut(ui.ctx(), model, view));
    }
    if item(ui, "Copy", "Ctrl+C") {
        actions::copy(ui.ctx(), model, view);
    }
    if item(ui, "Paste", "Ctrl+V") {
        all.request_focus();
        ui.ctx().send_viewport_cmd(egui::ViewportCommand::RequestPaste);
    }
    if item(ui, "Duplicate", "Ctrl+D") {
        edits.extend(actions::duplicate(model, view));
    }
    ui.separator();
    if item(ui, "Delete", "Delete") {
        edits.extend(actions::delete(model, view));
    }
}

/// Shows the items that decide who positions nodes of the start in levels: the drawing, or the layout.
fn site_items(ui: &mut Ui, model: &GraphModel<'_>, edits: &mut Vec<GraphEdit>, nodes: &[ElementId]) {
    let Start::Graph { at, .. } = &model.grammar.start else { return };
    let mut set = |is_sited: bool| edits.push(GraphEdit::SetSited { nodes: nodes.to_vec(), is_sited });
    if nodes.iter().any(|id| !at.contains_key(id)) && item(ui, "Let it lie in levels as drawn", "") {
        set(true);
    }
    if nodes.iter().any(|id| at.contains_key(id)) && item(ui, "Let the layout place it", "") {
        set(false);
    }
}

fn edge_items(
    ui: &mut Ui,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    edits: &mut Vec<GraphEdit>,
    edges: &[usize],
) {
    if item(ui, "Turn round", "") {
        edits.push(actions::reverse(model, view));
    }
    match edges.first().and_then(|edge| model.direction(*edge)) {
        Some(EdgeDirection::FromTo) if item(ui, "Let it point either way", "") => {
            edits.push(actions::set_direction(model, view, EdgeDirection::EitherWay));
        }
        Some(EdgeDirection::EitherWay) if item(ui, "Let it point one way", "") => {
            edits.push(actions::set_direction(model, view, EdgeDirection::FromTo));
        }
        _ => {}
    }
}

/// Shows the items that decide which results keep an element of the left side.
fn keep_items(ui: &mut Ui, model: &GraphModel<'_>, view: &GraphView, edits: &mut Vec<GraphEdit>) {
    let kept = view.selected.first().map_or(Vec::new(), |element| actions::kept_in(model, *element));
    if !kept.is_empty() {
        ui.separator();
    }
    for (side, is_kept) in kept.iter().enumerate() {
        let where_ = if kept.len() == 1 { String::new() } else { format!(" in After {}", side + 1) };
        let text = if *is_kept { format!("Let the rule delete it{where_}") } else { format!("Keep{where_}") };
        if item(ui, &text, "") {
            edits.extend(actions::keep(model, view, side, !is_kept));
        }
    }
}
