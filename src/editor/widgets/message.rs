//! What an empty canvas says.

use egui::{RichText, Ui};

use super::style::{TITLE, palette};
use crate::base::printable_line;

/// Says in the middle of an empty canvas that and why it is empty.
pub fn message_ui(ui: &mut Ui, title: &str, why: &str) {
    let colors = palette(ui);
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.42).max(0.0));
        ui.label(RichText::new(title).size(TITLE).color(colors.text));
        ui.label(RichText::new(printable_line(why)).color(colors.dim));
    });
}
