//! Keys that do something anywhere in the window.

use egui::{Context, KeyboardShortcut, Modifiers};

use super::actions::Action;

/// What the keys of this frame ask for. Nothing that a text field wants for itself.
pub fn pressed(ctx: &Context) -> Vec<Action> {
    let typing = ctx.text_edit_focused();
    let mut keys: Vec<(KeyboardShortcut, Action)> = Action::all()
        .flat_map(|action| action.shortcuts().into_iter().map(move |keys| (keys, action)))
        .collect();
    // Those with more modifiers first, so that none hides another.
    keys.sort_by_key(|(keys, _)| std::cmp::Reverse(keys.modifiers.shift));
    keys.retain(|(keys, action)| !(typing && is_for_text(*keys, *action)));
    ctx.input_mut(|input| {
        keys.into_iter().filter(|(keys, _)| input.consume_shortcut(keys)).map(|(_, action)| action).collect()
    })
}

/// Letters are typed, and a text field has an undo of its own.
fn is_for_text(keys: KeyboardShortcut, action: Action) -> bool {
    let is_letter = keys.modifiers == Modifiers::NONE && keys.logical_key.name().len() == 1;
    is_letter || matches!(action, Action::Undo | Action::Redo)
}
