//! Escape in the fields of the file dialog inside the window.
//!
//! The dialog itself ignores Escape while anything in it has the keyboard, unless the path or the name of a new
//! folder is being typed: it leaves those. Here Escape clears a search, and otherwise closes the dialog.

use egui::output::OutputEvent;
use egui::{Context, Event, Id, Key, Memory, Modifiers, WidgetType};

/// The field of a dialog that has the keyboard.
#[derive(Clone, Debug, Default)]
pub(super) struct DialogFields {
    /// The field for the name of a file to write, which has the keyboard when the dialog opens.
    name: Option<Id>,
    held: Option<Id>,
    /// The text of that field.
    text: String,
    /// The field in which Escape was pressed in the last frame, and its text.
    escaped: Option<(Id, String)>,
}

impl DialogFields {
    /// Follows Escape, before the dialog is drawn. Returns `true` if it closes the dialog.
    pub(super) fn escape_closes(&mut self, ctx: &Context) -> bool {
        // A field that the dialog has left by itself is not drawn any more in the frame of the key.
        let escaped = self.escaped.take().filter(|(field, _)| ctx.read_response(*field).is_some());
        if let Some(field) = self.held
            && ctx.input(|input| input.key_pressed(Key::Escape))
        {
            self.escaped = Some((field, self.text.clone()));
            ctx.request_repaint();
        }
        match escaped {
            Some((field, text)) if self.name != Some(field) && !text.is_empty() => {
                clear(ctx, field);
                false
            }
            Some(_) => true,
            None => false,
        }
    }

    /// Looks where the keyboard is and what is typed, after the dialog was drawn.
    pub(super) fn look(&mut self, has_name: bool, ctx: &Context) {
        let focused = ctx.memory(Memory::focused);
        if has_name && self.name.is_none() {
            self.name = focused;
        }
        if focused != self.held {
            // What is typed while nothing has the keyboard begins a search.
            self.text = ctx.input(|input| input.events.iter().filter_map(typed).collect());
            self.held = focused;
        }
        let text = ctx.output(|output| output.events.iter().rev().find_map(announced));
        if let Some(text) = text {
            self.text = text;
        }
    }
}

fn typed(event: &Event) -> Option<&str> {
    match event {
        Event::Text(text) => Some(text),
        _ => None,
    }
}

/// The dialog does not tell what is searched, but its field announces each change.
fn announced(event: &OutputEvent) -> Option<String> {
    let info = event.widget_info();
    info.current_text_value.clone().filter(|_| info.typ == WidgetType::TextEdit)
}

/// Gives a field the keyboard again, and the keys that take out its text.
fn clear(ctx: &Context, field: Id) {
    ctx.memory_mut(|memory| memory.request_focus(field));
    let press =
        |key, modifiers| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    ctx.input_mut(|input| {
        input.events.extend([press(Key::A, Modifiers::COMMAND), press(Key::Backspace, Modifiers::NONE)]);
    });
}
