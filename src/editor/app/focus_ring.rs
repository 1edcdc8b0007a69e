//! A ring around what has the keyboard focus, whatever it is, while the keyboard is used.
//!
//! A click hides the ring, because the pointer shows where the focus is. A text field has a cursor of its own,
//! and gets the ring only if Tab leads to it.

use egui::{Context, CornerRadius, Event, Id, Key, Stroke, StrokeKind};

use crate::editor::widgets::style::palette_of;

/// Space between an element and its ring, and width of the ring, in points.
const GAP: f32 = 1.5;
const WIDTH: f32 = 2.0;

/// Shows the ring at the end of a frame.
pub fn show(ctx: &Context) {
    if !is_by_keys(ctx) {
        return;
    }
    let focused = ctx.memory(|memory| memory.focused());
    let Some(response) = focused.and_then(|id| ctx.read_response(id)) else { return };
    let seen = response.interact_rect;
    if !seen.is_positive() {
        return;
    }
    let color = palette_of(ctx.theme() == egui::Theme::Dark).accent;
    let ring = seen.expand(GAP).intersect(ctx.content_rect().shrink(WIDTH));
    let painter = ctx.layer_painter(response.layer_id);
    painter.rect_stroke(ring, CornerRadius::same(5), Stroke::new(WIDTH, color), StrokeKind::Middle);
}

/// Returns `true` if the keyboard was used last.
fn is_by_keys(ctx: &Context) -> bool {
    let id = Id::new("the keyboard was used last");
    let is_typing = ctx.text_edit_focused();
    let is_used = |event: &Event| match event {
        Event::Key {
            key: Key::ShiftLeft | Key::ShiftRight | Key::ControlLeft | Key::ControlRight, ..
        } => false,
        Event::Key { key, pressed: true, .. } => *key == Key::Tab || !is_typing,
        _ => false,
    };
    let (by_key, by_click) =
        ctx.input(|input| (input.events.iter().any(is_used), input.pointer.any_pressed()));
    let was = ctx.data(|data| data.get_temp(id)).unwrap_or(false);
    let is_by_keys = by_key || was && !by_click;
    ctx.data_mut(|data| data.insert_temp(id, is_by_keys));
    is_by_keys
}
