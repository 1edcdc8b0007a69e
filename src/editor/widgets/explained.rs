//! Notes which part of the reference explains the thing under the pointer, or that with the focus.
//!
//! Rows, forms and panes say what explains them while they are drawn. F1 reads it at the end of the frame.

use egui::{Context, Id, Rect, Response, Ui};

use crate::reference::ReferenceSubject;

/// The notes of one frame. Inner parts are drawn before those around them.
#[derive(Clone, Default)]
struct ExplainedParts {
    pass: u64,
    focused: Vec<ReferenceSubject>,
    hovered: Vec<ReferenceSubject>,
}

fn notes_id() -> Id {
    Id::new("explained parts")
}

/// Notes the subject of everything in a rectangle of a ui.
pub fn explained(ui: &Ui, rect: Rect, subject: impl FnOnce() -> ReferenceSubject) {
    let (has_focus, is_hovered) = (has_focus(ui, rect), ui.rect_contains_pointer(rect));
    if !has_focus && !is_hovered {
        return;
    }
    let subject = subject();
    note(ui, |notes| {
        if has_focus {
            notes.focused.push(subject.clone());
        }
        if is_hovered {
            notes.hovered.push(subject);
        }
    });
}

/// Notes the subject of a dialog, wherever the pointer is.
pub fn explained_dialog(ui: &Ui, subject: ReferenceSubject) {
    note(ui, |notes| notes.hovered.push(subject));
}

/// Adds to the notes of this frame.
fn note(ui: &Ui, add: impl FnOnce(&mut ExplainedParts)) {
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| {
        let notes = data.get_temp_mut_or_default::<ExplainedParts>(notes_id());
        if notes.pass != pass {
            *notes = ExplainedParts { pass, ..ExplainedParts::default() };
        }
        add(notes);
    });
}

/// Shows a part of the window with its subject.
pub fn explained_ui<R>(ui: &mut Ui, subject: ReferenceSubject, content: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = ui.scope(content);
    explained(ui, shown.response.rect, || subject);
    shown.inner
}

/// Returns the subjects of what has the focus, or otherwise of what the pointer is over. The innermost part
/// comes first.
pub fn subjects_at_hand(ctx: &Context) -> Vec<ReferenceSubject> {
    let pass = ctx.cumulative_pass_nr();
    let notes: Option<ExplainedParts> = ctx.data(|data| data.get_temp(notes_id()));
    match notes.filter(|notes| notes.pass == pass) {
        Some(notes) if !notes.focused.is_empty() => notes.focused,
        Some(notes) => notes.hovered,
        None => Vec::new(),
    }
}

/// Returns the widget that has the focus; `None` in a frame in which a button is pressed or released.
///
/// To read a widget during a click on another one takes the focus from it.
pub fn focused_widget(ctx: &Context) -> Option<Response> {
    let is_clicking = ctx.input(|input| input.pointer.any_pressed() || input.pointer.any_released());
    ctx.memory(|memory| memory.focused()).filter(|_| !is_clicking).and_then(|id| ctx.read_response(id))
}

fn has_focus(ui: &Ui, rect: Rect) -> bool {
    focused_widget(ui.ctx())
        .is_some_and(|widget| widget.layer_id == ui.layer_id() && rect.contains(widget.rect.center()))
}
