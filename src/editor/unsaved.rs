//! The question before something that was not saved would be lost.

use egui::{Button, Context, Id, Key, RichText};

use super::command::Command;
use super::style::palette;

/// What was asked for, and waits for the answer.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// What goes on then.
    pub then: Command,
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save, then go on.
    Save,
    /// Go on without.
    Discard,
    /// Do not go on.
    Cancel,
}

/// Asks; the answer once there is one.
pub fn ask_ui(ctx: &Context, title: &str) -> Option<Answer> {
    let mut answer = None;
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18);
    let modal = egui::Modal::new(Id::new("unsaved")).frame(frame).show(ctx, |ui| {
        ui.set_width(340.0);
        let question = format!("Save the changes to “{title}”?");
        ui.label(RichText::new(question).heading().color(palette(ui).strong));
        ui.add_space(4.0);
        ui.label("They are lost if you do not save them.");
        ui.add_space(12.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let colors = palette(ui);
            let text = RichText::new("Save").color(super::style::text_on(colors.accent));
            for (button, what) in [
                (Button::new(text).fill(colors.accent), Answer::Save),
                (Button::new("Discard"), Answer::Discard),
                (Button::new("Cancel"), Answer::Cancel),
            ] {
                if ui.add(button).clicked() {
                    answer = Some(what);
                }
            }
        });
    });
    let escaped = modal.should_close() || ctx.input(|input| input.key_pressed(Key::Escape));
    answer.or(escaped.then_some(Answer::Cancel))
}
