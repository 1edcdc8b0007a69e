//! A question in front of the window, with a button for each answer.

use egui::{Button, Context, Id, Key, RichText, ScrollArea, Ui};

use super::style::{self, palette};

/// An answer.
#[derive(Clone, Copy, Debug)]
pub struct Choice<A> {
    /// What stands on the button.
    pub name: &'static str,
    /// What it does.
    pub tooltip: &'static str,
    /// What it means.
    pub answer: A,
}

/// Asks; the answer once there is one. The first choice is the one that Enter means, `escape` what Escape means.
pub fn question_ui<A: Clone>(
    ctx: &Context,
    id: &str,
    question: &str,
    explanation: &str,
    choices: &[Choice<A>],
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

/// A list in front of the window, with a button to leave it.
pub struct ListModal<'a> {
    /// What it is called.
    pub title: &'a str,
    /// What can be done with it.
    pub text: &'a str,
    /// How wide it is, in points.
    pub width: f32,
    /// How high the list gets at most, in points.
    pub height: f32,
    /// The button to leave it, and its tooltip.
    pub close: (&'a str, &'a str),
}

impl ListModal<'_> {
    /// Shows it; false once it is to be closed. `list_ui` is false once something was selected.
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

/// A frame in front of the window; true if it is to be closed, by Escape or a click beside it.
pub fn modal_ui(ctx: &Context, id: &str, width: f32, content: impl FnOnce(&mut Ui)) -> bool {
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18);
    let modal = egui::Modal::new(Id::new(id)).frame(frame).show(ctx, |ui| {
        ui.set_width(width);
        content(ui);
    });
    keep_lists_above(ctx, modal.response.layer_id);
    // Escape closes a list that is open in it first.
    let escapes = !modal.any_popup_open && ctx.input(|input| input.key_pressed(Key::Escape));
    modal.should_close() || escapes
}

/// Keeps lists that are open in a frame above it. A press and its release that come in one frame raise both,
/// in the order that they had before: a list that was open once already would stay behind the frame.
fn keep_lists_above(ctx: &Context, frame: egui::LayerId) {
    if !egui::Popup::is_any_open(ctx) {
        return;
    }
    let layers = ctx.memory(|memory| memory.areas().visible_layer_ids());
    for layer in layers.into_iter().filter(|layer| layer.order == frame.order && *layer != frame) {
        ctx.move_to_top(layer);
    }
}

/// What it is about.
pub fn heading_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).heading().color(palette(ui).strong));
    ui.add_space(4.0);
}

/// A button; the one to press stands out, and has the keyboard while nothing else has. True if it was pressed.
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
