//! The message on an empty canvas.

use egui::{Frame, Margin, RichText, Ui};

use super::style::{TITLE, palette};
use crate::base::printable_line;

/// Distance of the text from the edges of the pane, in points.
const MARGIN: i8 = 24;

/// Shows in the middle of an empty canvas why it is empty.
pub fn message_ui(ui: &mut Ui, title: &str, why: &str) {
    let colors = palette(ui);
    Frame::new().inner_margin(Margin::symmetric(MARGIN, 0)).show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space((ui.available_height() * 0.42).max(0.0));
            ui.label(RichText::new(title).size(TITLE).color(colors.text));
            ui.label(RichText::new(printable_line(why)).color(colors.dim));
        });
    });
}
