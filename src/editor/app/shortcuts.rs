//! Keys that do something anywhere in the window.

use egui::{Context, KeyboardShortcut, Modifiers};

use crate::editor::actions::Action;

/// What the keys of this frame ask for. Nothing that a text field wants for itself; no letters if a drawing `takes_letters`.
pub fn pressed(ctx: &Context, takes_letters: bool) -> Vec<Action> {
    let typing = ctx.text_edit_focused();
    let mut keys: Vec<(KeyboardShortcut, Action)> = Action::all()
        .flat_map(|action| action.shortcuts().into_iter().map(move |keys| (keys, action)))
        .collect();
    // Those with more modifiers first, so that none hides another.
    keys.sort_by_key(|(keys, _)| std::cmp::Reverse(keys.modifiers.shift));
    // A text field has an undo of its own.
    keys.retain(|(keys, action)| {
        let is_history = matches!(action, Action::Undo | Action::Redo);
        !(typing && is_history) && !((typing || takes_letters) && is_letter(*keys))
    });
    ctx.input_mut(|input| {
        keys.into_iter().filter(|(keys, _)| input.consume_shortcut(keys)).map(|(_, action)| action).collect()
    })
}

fn is_letter(keys: KeyboardShortcut) -> bool {
    keys.modifiers == Modifiers::NONE && keys.logical_key.name().len() == 1
}
