//! Keyboard shortcuts that work anywhere in the window.

use egui::{Context, Event, Key, KeyboardShortcut, Modifiers};

use crate::editor::actions::ActionRow;
use crate::editor::canvas::graph_canvas::is_typed;
use crate::editor::command::Command;

/// Returns those of the actions whose keys are pressed in this frame.
///
/// Letters in a text field, or in a name typed on a drawing, are no shortcuts; nor are capital letters.
/// Shortcut letters are consumed, so that drawings do not set a symbol.
pub fn pressed<'a>(ctx: &Context, rows: impl Iterator<Item = &'a ActionRow>) -> Vec<&'a ActionRow> {
    let is_in_field = ctx.text_edit_focused();
    let is_typing = is_in_field || is_typed(ctx);
    let mut keys: Vec<(KeyboardShortcut, &ActionRow)> =
        rows.flat_map(|row| row.keys.iter().map(move |keys| (*keys, row))).collect();
    // Keys with more modifiers come first, so that none hides another.
    keys.sort_by_key(|(keys, _)| std::cmp::Reverse(keys.modifiers.shift));
    // A text field has its own undo.
    keys.retain(|(keys, row)| {
        let is_history = matches!(row.command, Command::Undo | Command::Redo);
        !(is_in_field && is_history || is_typing && is_letter(*keys))
    });
    ctx.input_mut(|input| {
        let mut is_pressed = |keys: &KeyboardShortcut| {
            if is_letter(*keys) {
                take_letter(&mut input.events, keys.logical_key)
            } else {
                input.consume_shortcut(keys)
            }
        };
        keys.into_iter().filter(|(keys, _)| is_pressed(keys)).map(|(_, row)| row).collect()
    })
}

fn is_letter(keys: KeyboardShortcut) -> bool {
    keys.modifiers == Modifiers::NONE && keys.logical_key.name().len() == 1
}

/// Removes a key that was pressed without modifiers, and the text event that directly follows it.
///
/// Returns `true` if it was pressed.
fn take_letter(events: &mut Vec<Event>, letter: Key) -> bool {
    let mut was_taken = false;
    let mut is_found = false;
    events.retain(|event| {
        let is_its_text = was_taken && matches!(event, Event::Text(_));
        was_taken = matches!(event, Event::Key { key, pressed: true, modifiers, .. }
            if *key == letter && modifiers.is_none());
        is_found |= was_taken;
        !(is_its_text || was_taken)
    });
    is_found
}
