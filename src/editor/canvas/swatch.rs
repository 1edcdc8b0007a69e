//! The circle of a symbol next to its name, as in the mission.

use egui::{Align2, Color32, Painter, Pos2, Stroke};

use crate::base::printable;
use crate::editor::widgets::style::{font, paint_of, palette_of, text_on};
use crate::mission::Alphabet;

/// Minimum radius for more than one letter, in points.
const LEAST_FOR_LETTERS: f32 = 8.0;

/// Paints the circle of a node symbol; an empty one if the alphabet lacks it.
pub fn swatch(painter: &Painter, middle: Pos2, radius: f32, name: &str, alphabet: &Alphabet) {
    match alphabet.nodes.get(name) {
        Some(symbol) => {
            let fill = paint_of(alphabet.color_of_node(name));
            disc(painter, middle, radius, &symbol.letters(name), fill);
        }
        None => {
            let is_dark = painter.ctx().theme() == egui::Theme::Dark;
            painter.circle_stroke(middle, radius, Stroke::new(1.5, palette_of(is_dark).bad));
        }
    }
}

/// Paints a disc with one to three letters.
pub fn disc(painter: &Painter, middle: Pos2, radius: f32, label: &str, fill: Color32) {
    painter.circle_filled(middle, radius, fill);
    let most = if radius < LEAST_FOR_LETTERS { 1 } else { 3 };
    let letters: String = label.chars().take(most).collect();
    let size = if letters.chars().count() > 2 { 0.9 * radius } else { 1.1 * radius };
    painter.text(middle, Align2::CENTER_CENTER, printable(&letters), font(size), text_on(fill));
}
