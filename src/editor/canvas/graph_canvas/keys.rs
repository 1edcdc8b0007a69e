//! The keys of a canvas while it has the focus and no text is being typed.

use egui::{Event, EventFilter, Key, Modifiers};

use super::actions;
use super::model::GraphModel;
use super::typed_name::{self, Typed};
use super::view::{GraphView, Picker, Purpose};
use crate::document::GraphEdit;
use crate::editor::canvas::camera::{Camera, Canvas};
use crate::editor::canvas::graph::STEP;
use crate::grammar::SymbolPattern;

/// Arrow keys and Escape belong to the canvas; Tab moves the focus on.
const KEPT: EventFilter =
    EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// Handles the keys.
pub(super) fn follow(
    canvas: &Canvas,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    camera: &mut Camera,
    edits: &mut Vec<GraphEdit>,
) {
    let ctx = canvas.ui.ctx().clone();
    if !canvas.response.has_focus() || view.picker.is_some() || ctx.text_edit_focused() {
        return;
    }
    ctx.memory_mut(|memory| memory.set_focus_lock_filter(canvas.response.id, KEPT));
    clipboard(canvas, model, view, edits);
    match typed_name::take(&ctx, !view.elements().is_empty()) {
        Some(Typed::Digit(digit)) => edits.extend(set_by_position(model, view, digit)),
        Some(Typed::Name(name)) => {
            open_picker(canvas, model, view);
            // The list handles the other keys of this frame, for example Enter.
            return view.picker.iter_mut().for_each(|picker| picker.sought.clone_from(&name));
        }
        None => {}
    }
    let pressed = |modifiers: Modifiers, key: Key| ctx.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::NONE, Key::Delete) || pressed(Modifiers::NONE, Key::Backspace) {
        edits.extend(actions::delete(model, view));
    }
    if pressed(Modifiers::COMMAND, Key::D) {
        edits.extend(actions::duplicate(model, view));
    }
    if pressed(Modifiers::COMMAND, Key::A) {
        view.selected = actions::all(model);
    }
    if pressed(Modifiers::NONE, Key::Escape) {
        view.selected.clear();
        view.message = None;
    }
    for (key, x, y) in
        [(Key::ArrowLeft, -1, 0), (Key::ArrowRight, 1, 0), (Key::ArrowUp, 0, -1), (Key::ArrowDown, 0, 1)]
    {
        if pressed(Modifiers::NONE, key) {
            if view.nodes().is_empty() {
                camera.pan(egui::vec2(x as f32, y as f32) * -STEP / 2.0);
            }
            edits.extend(actions::nudge(model, view, x, y));
        }
    }
    for (key, places) in [(Key::PageDown, 1), (Key::PageUp, -1)] {
        for (modifiers, also) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
            if pressed(modifiers, key) {
                actions::select_next(model, view, places, also);
            }
        }
    }
    if pressed(Modifiers::COMMAND, Key::J) {
        edits.extend(actions::connect_selected(model, view));
    }
    if pressed(Modifiers::NONE, Key::Insert) {
        open_picker_for_new(canvas, model, view);
    }
    if pressed(Modifiers::NONE, Key::Enter) && !view.selected.is_empty() {
        open_picker(canvas, model, view);
    }
}

/// Opens the list of symbols for a new node, next to the selection or in the middle of the visible part.
fn open_picker_for_new(canvas: &Canvas, model: &GraphModel<'_>, view: &mut GraphView) {
    let selected = view.nodes().last().and_then(|id| model.node(*id)).map(|node| node.at);
    let middle = canvas.screen_from_world.inverse() * canvas.response.rect.center();
    let at = selected.map_or(middle, |at| at + egui::vec2(STEP, 0.0));
    let purpose = Purpose::AddNode(model.site_for_new(at));
    view.picker = Some(Picker::new(purpose, canvas.screen_from_world * at));
}

/// Opens the list of symbols for the selection.
pub(super) fn open_picker(canvas: &Canvas, model: &GraphModel<'_>, view: &mut GraphView) {
    let nodes = view.nodes();
    let first = nodes.first().and_then(|id| model.node(*id));
    let at = first.map(|node| canvas.screen_from_world * node.at);
    let at = at.unwrap_or_else(|| canvas.response.rect.center());
    view.picker = Some(Picker::for_selected(view, at));
}

fn clipboard(canvas: &Canvas, model: &GraphModel<'_>, view: &mut GraphView, edits: &mut Vec<GraphEdit>) {
    let ctx = canvas.ui.ctx();
    let events = ctx.input(|input| input.events.clone());
    for event in events {
        match event {
            Event::Copy => {
                actions::copy(ctx, model, view);
            }
            Event::Cut => edits.extend(actions::cut(ctx, model, view)),
            Event::Paste(text) => {
                let at = canvas.pointer().map(|point| model.site_at(point));
                edits.extend(actions::paste(model, view, &text, at));
            }
            _ => {}
        }
    }
}

/// Sets the symbol at the position of a digit in the alphabet, counted from 1.
fn set_by_position(model: &GraphModel<'_>, view: &GraphView, digit: char) -> Option<GraphEdit> {
    let position = (digit.to_digit(10)? as usize).checked_sub(1)?;
    let alphabet = &model.grammar.alphabet;
    let name = match view.nodes().is_empty() {
        true => alphabet.edges.get_index(position)?.0,
        false => alphabet.nodes.get_index(position)?.0,
    };
    Some(actions::set_symbol(model, view, SymbolPattern::Is(name.clone())))
}
