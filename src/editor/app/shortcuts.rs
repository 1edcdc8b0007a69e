//! Keys that do something anywhere in the window.

use egui::{Context, KeyboardShortcut, Modifiers};

use crate::editor::actions::Row;
use crate::editor::command::Command;

/// What the keys of this frame ask for. Nothing that a text field wants for itself; no letters if a drawing `takes_letters`.
pub fn pressed<'a>(ctx: &Context, rows: &'a [Row], takes_letters: bool) -> Vec<&'a Row> {
    let typing = ctx.text_edit_focused();
    let mut keys: Vec<(KeyboardShortcut, &Row)> =
        rows.iter().flat_map(|row| row.keys.iter().map(move |keys| (*keys, row))).collect();
    // Those with more modifiers first, so that none hides another.
    keys.sort_by_key(|(keys, _)| std::cmp::Reverse(keys.modifiers.shift));
    // A text field has an undo of its own.
    keys.retain(|(keys, row)| {
        let is_history = matches!(row.command, Command::Undo | Command::Redo);
        !(typing && is_history) && !((typing || takes_letters) && is_letter(*keys))
    });
    ctx.input_mut(|input| {
        keys.into_iter().filter(|(keys, _)| input.consume_shortcut(keys)).map(|(_, row)| row).collect()
    })
}

fn is_letter(keys: KeyboardShortcut) -> bool {
    keys.modifiers == Modifiers::NONE && keys.logical_key.name().len() == 1
}
