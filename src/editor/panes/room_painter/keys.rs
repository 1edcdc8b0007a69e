//! Letter keys that select tools while the pointer is over the pane or the canvas has the focus.

use egui::{Key, Rect, Ui};

use super::open::Open;
use super::placement::canvas_id;
use super::reach::WIDEST;
use super::tool::Tool;
use super::view::PainterView;

/// Handles the keys of this frame.
pub(super) fn pressed(ui: &Ui, pane: Rect, view: &mut PainterView, open: &Open<'_>) {
    let ctx = ui.ctx();
    let is_here = ui.rect_contains_pointer(pane) || ctx.memory(|memory| memory.has_focus(canvas_id()));
    if ctx.text_edit_focused() || !is_here {
        return;
    }
    let modifiers = ctx.input(|input| input.modifiers);
    if modifiers.ctrl || modifiers.command || modifiers.alt {
        return;
    }
    for key in [Key::B, Key::U, Key::G, Key::E, Key::I, Key::M, Key::S] {
        if let Some(tool) = Tool::of_key(key, modifiers.shift)
            && ctx.input(|input| input.key_pressed(key))
        {
            view.tool = tool;
            view.stroke = None;
        }
    }
    for (key, by) in [(Key::OpenBracket, -1), (Key::CloseBracket, 1)] {
        if ctx.input(|input| input.key_pressed(key)) {
            view.width = (view.width + by).clamp(1, WIDEST);
        }
    }
    // A digit selects a legend entry by position.
    let digits =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    for (position, key) in digits.into_iter().enumerate() {
        if !modifiers.shift
            && ctx.input(|input| input.key_pressed(key))
            && let Some((character, _)) = open.set.legend.get_index(position)
        {
            view.character = Some(*character);
        }
    }
}
