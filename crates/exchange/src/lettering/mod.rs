//! Sets and draws lines of text in any script, for pictures.
//!
//! In: a line of text and a font size. Out: its width, or the coverage of its pixels. Letters are joined,
//! stacked and ordered as their script demands, also from right to left. Only the bundled fonts are used, so
//! that a text has the same pixels on every machine. A letter without a glyph becomes a box;
//! [`letters_without_font`] names such letters.

mod bundled;
mod face;
mod outline;
mod scripts;
mod shaping;
mod visual;

pub use bundled::{BundledFont, bundled_fonts_with};
pub use face::{PICTURE_FONT, letters_missing_in};
pub use scripts::{letters_without_font, scripts_of};
pub use visual::in_visual_order;

use face::Face;
use shaping::PlacedGlyph;

/// Returns the width of a text, in pixels.
pub fn text_width(text: &str, size: f32) -> f32 {
    shaping::shape_line(text, size).1
}

/// Returns the height of a line of text, in pixels.
pub fn text_height(size: f32) -> f32 {
    let (ascent, descent) = Face::main().heights(size);
    ascent - descent
}

/// Draws a line of text with its upper left corner at the given point. `put` receives each pixel with its
/// coverage, from 0 to 255.
pub(crate) fn draw_text(text: &str, size: f32, (left, top): (f32, f32), mut put: impl FnMut(i32, i32, u8)) {
    let baseline = top + Face::main().heights(size).0;
    for PlacedGlyph { shape, x, y } in shaping::shape_line(text, size).0 {
        let at = (left + x, baseline + y);
        match shape {
            Some((face, glyph)) => face.outline(glyph, size, at).fill(&mut put),
            None => outline::box_outline(size, at).fill(&mut put),
        }
    }
}

#[cfg(test)]
mod tests;
