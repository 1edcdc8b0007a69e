//! Dialogs in front of the window: questions with a button for each answer, and lists.

use egui::{Button, Context, Id, Key, RichText, ScrollArea, Ui};

use super::style::{self, palette};

/// An answer.
#[derive(Clone, Copy, Debug)]
pub struct AnswerOption<A> {
    /// Label of the button.
    pub name: &'static str,
    /// Description of its effect.
    pub tooltip: &'static str,
    /// Value of the answer.
    pub answer: A,
}

/// Asks a question. Returns the answer once there is one. Enter selects the first choice, Escape the answer
/// `escape`.
pub fn question_ui<A: Clone>(
    ctx: &Context,
    id: &str,
    question: &str,
    explanation: &str,
    choices: &[AnswerOption<A>],
    escape: A,
) -> Option<A> {
    let mut answer = None;
    let closed = modal_ui(ctx, id, 360.0, |ui| {
        heading_ui(ui, question);
        ui.label(explanation);
        ui.add_space(12.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            for (position, choice) in choices.iter().enumerate() {
                if choice_ui(ui, choice.name, choice.tooltip, position == 0) {
                    answer = Some(choice.answer.clone());
                }
            }
        });
    });
    answer.or(closed.then_some(escape))
}

/// A list in front of the window, with a button to close it.
pub struct ListModal<'a> {
    /// Title of the dialog.
    pub title: &'a str,
    /// Explanation below the title.
    pub text: &'a str,
    /// Width of the dialog, in points.
    pub width: f32,
    /// Maximum height of the list, in points.
    pub height: f32,
    /// Label and tooltip of the button to close it.
    pub close: (&'a str, &'a str),
}

impl ListModal<'_> {
    /// Shows the dialog. Returns `false` when it should close. `list_ui` returns `false` once an item was
    /// selected.
    pub fn ui(&self, ctx: &Context, list_ui: impl FnOnce(&mut Ui) -> bool) -> bool {
        let mut stays = true;
        let closed = modal_ui(ctx, self.title, self.width, |ui| {
            heading_ui(ui, self.title);
            ui.label(self.text);
            ui.add_space(8.0);
            stays = ScrollArea::vertical().max_height(self.height).show(ui, list_ui).inner;
            ui.add_space(8.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                stays &= !choice_ui(ui, self.close.0, self.close.1, false);
            });
        });
        stays && !closed
    }
}

/// Shows a frame in front of the window. Returns `true` when it should close, after Escape or a click
/// outside.
pub fn modal_ui(ctx: &Context, id: &str, width: f32, content: impl FnOnce(&mut Ui)) -> bool {
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18);
    let modal = egui::Modal::new(Id::new(id)).frame(frame).show(ctx, |ui| {
        ui.set_width(width);
        content(ui);
    });
    keep_lists_above(ctx, modal.response.layer_id);
    // Escape first closes a list that is open in the frame.
    let escapes = !modal.any_popup_open && ctx.input(|input| input.key_pressed(Key::Escape));
    modal.should_close() || escapes
}

/// Keeps open lists above their frame. If press and release arrive in one frame, both layers are raised in
/// their previous order. A list that was open before would then stay behind the frame.
fn keep_lists_above(ctx: &Context, frame: egui::LayerId) {
    if !egui::Popup::is_any_open(ctx) {
        return;
    }
    let layers = ctx.memory(|memory| memory.areas().visible_layer_ids());
    for layer in layers.into_iter().filter(|layer| layer.order == frame.order && *layer != frame) {
        ctx.move_to_top(layer);
    }
}

/// Shows the heading of a dialog.
pub fn heading_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).heading().color(palette(ui).strong));
    ui.add_space(4.0);
}

/// Shows a button. The first one is emphasized, and has the focus if nothing else has it. Returns `true` if
/// it was pressed.
pub fn choice_ui(ui: &mut Ui, name: &str, tooltip: &str, is_first: bool) -> bool {
    let colors = palette(ui);
    let button = if is_first {
        Button::new(RichText::new(name).color(style::text_on(colors.accent))).fill(colors.accent)
    } else {
        Button::new(name)
    };
    let response = ui.add(button).on_hover_text(tooltip);
    if is_first && ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    response.clicked()
}
