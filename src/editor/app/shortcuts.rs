//! Keyboard shortcuts that work anywhere in the window.

use egui::{Context, Event, Key, KeyboardShortcut, Modifiers};

use crate::editor::actions::ActionRow;
use crate::editor::command::Command;

/// Returns the actions for the keys of this frame, except keys that a text field needs. Letters used here are
/// consumed, so that drawings do not set a symbol.
pub fn pressed<'a>(ctx: &Context, rows: &'a [ActionRow]) -> Vec<&'a ActionRow> {
    let typing = ctx.text_edit_focused();
    let mut keys: Vec<(KeyboardShortcut, &ActionRow)> =
        rows.iter().flat_map(|row| row.keys.iter().map(move |keys| (*keys, row))).collect();
    // Keys with more modifiers come first, so that none hides another.
    keys.sort_by_key(|(keys, _)| std::cmp::Reverse(keys.modifiers.shift));
    // A text field has its own undo.
    keys.retain(|(keys, row)| {
        let is_history = matches!(row.command, Command::Undo | Command::Redo);
        !(typing && (is_history || is_letter(*keys)))
    });
    ctx.input_mut(|input| {
        for (keys, _) in keys.iter().filter(|(keys, _)| is_letter(*keys)) {
            take_text_of(&mut input.events, keys.logical_key);
        }
        keys.into_iter().filter(|(keys, _)| input.consume_shortcut(keys)).map(|(_, row)| row).collect()
    })
}

fn is_letter(keys: KeyboardShortcut) -> bool {
    keys.modifiers == Modifiers::NONE && keys.logical_key.name().len() == 1
}

/// Removes the text event of a key; it directly follows the key event.
fn take_text_of(events: &mut Vec<Event>, letter: Key) {
    let mut was_pressed = false;
    events.retain(|event| {
        let is_its_text = was_pressed && matches!(event, Event::Text(_));
        was_pressed = matches!(event, Event::Key { key, pressed: true, .. } if *key == letter);
        !is_its_text
    });
}
