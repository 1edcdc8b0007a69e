//! Draws text in pictures, using the same font as the window.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};

/// The file of the font of pictures.
pub const PICTURE_FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;

static FONT: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(PICTURE_FONT).expect("the font that comes along can be read"));

/// Returns the scale for a font size in pixels per em.
fn scale(size: f32) -> PxScale {
    let units = FONT.units_per_em().unwrap_or(1000.0);
    PxScale::from(size * FONT.height_unscaled() / units)
}

/// Returns the letters that a font lacks, or `None` if the bytes are not a font. In a collection, the first
/// font is used.
pub fn letters_missing_in(font: &[u8], letters: &BTreeSet<char>) -> Option<BTreeSet<char>> {
    let font = FontRef::try_from_slice_and_index(font, 0).ok()?;
    Some(letters.iter().copied().filter(|letter| font.glyph_id(*letter) == GlyphId(0)).collect())
}

/// Returns `true` if the font has all letters of a text.
pub fn can_write(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || FONT.glyph_id(letter) != GlyphId(0))
}

/// Returns the width of a text, in pixels.
pub fn text_width(text: &str, size: f32) -> f32 {
    glyphs(text, size).1
}

/// Returns the height of a line of text, in pixels.
pub fn text_height(size: f32) -> f32 {
    FONT.as_scaled(scale(size)).height()
}

/// Returns the glyphs of a line with their positions, and the width of the line.
fn glyphs(text: &str, size: f32) -> (Vec<(GlyphId, f32)>, f32) {
    let font = FONT.as_scaled(scale(size));
    let (mut at, mut before) = (0.0, None);
    let mut letters = Vec::new();
    for character in text.chars() {
        let id = font.glyph_id(character);
        at += before.map_or(0.0, |before| font.kern(before, id));
        letters.push((id, at));
        at += font.h_advance(id);
        before = Some(id);
    }
    (letters, at)
}

/// Draws a line of text with its upper left corner at the given point. `put` receives each pixel with its
/// coverage, from 0 to 255.
pub(super) fn draw_text(text: &str, size: f32, (left, top): (f32, f32), mut put: impl FnMut(i32, i32, u8)) {
    let scale = scale(size);
    let baseline = top + FONT.as_scaled(scale).ascent();
    for (id, at) in glyphs(text, size).0 {
        let glyph = id.with_scale_and_position(scale, ab_glyph::point(left + at, baseline));
        let Some(outline) = FONT.outline_glyph(glyph) else { continue };
        let corner = outline.px_bounds().min;
        outline.draw(|x, y, cover| {
            let (x, y) = (corner.x as i32 + x.cast_signed(), corner.y as i32 + y.cast_signed());
            put(x, y, (cover.clamp(0.0, 1.0) * 255.0) as u8);
        });
    }
}
