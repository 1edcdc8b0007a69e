//! Escape in the fields of the file dialog inside the window.
//!
//! The dialog ignores Escape while one of its fields has the focus. It only leaves the path and the name of a new
//! folder. Here Escape closes the dialog from every other field, as it closes all dialogs.

use egui::{Context, Id, Key, Memory};

/// The focus in a dialog.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DialogFields {
    /// Field with the focus at the end of the last frame.
    focused: Option<Id>,
    /// Field that had the focus when Escape was pressed in the last frame.
    escaped: Option<Id>,
}

impl DialogFields {
    /// Follows Escape, before the dialog is drawn. Returns `true` if the dialog must close.
    ///
    /// It takes a frame to know whether the dialog has left the field itself, because such a field is not drawn.
    pub(super) fn closes(&mut self, ctx: &Context) -> bool {
        let escaped = self.escaped.take();
        if ctx.input(|input| input.key_pressed(Key::Escape)) {
            self.escaped = self.focused;
            ctx.request_repaint();
        }
        escaped.is_some_and(|field| ctx.read_response(field).is_some())
    }

    /// Remembers the focus, after the dialog is drawn.
    pub(super) fn look(&mut self, ctx: &Context) {
        self.focused = ctx.memory(Memory::focused);
    }
}
