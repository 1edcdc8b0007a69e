//! A font in memory: its letters, their outlines, and the tables that shape them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use harfrust::ShaperData;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::outline::Outline;

/// The file of the main font of pictures.
pub const PICTURE_FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;

static MAIN: LazyLock<Face> =
    LazyLock::new(|| Face::new(PICTURE_FONT).expect("the font that comes along can be read"));

/// A font that can shape and draw text.
pub(super) struct Face {
    pub font: FontRef<'static>,
    pub shaper: ShaperData,
    charmap: Charmap<'static>,
    outlines: OutlineGlyphCollection<'static>,
    units_per_em: f32,
    ascent: f32,
    descent: f32,
}

impl Face {
    /// Reads a font. `None` if the bytes are not a font.
    pub fn new(bytes: &'static [u8]) -> Option<Self> {
        let font = FontRef::from_index(bytes, 0).ok()?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        Some(Self {
            shaper: ShaperData::new(&font),
            charmap: font.charmap(),
            outlines: font.outline_glyphs(),
            units_per_em: f32::from(metrics.units_per_em.max(1)),
            ascent: metrics.ascent,
            descent: metrics.descent,
            font,
        })
    }

    /// Returns the font that is asked first, and whose height lines have.
    pub fn main() -> &'static Self {
        &MAIN
    }

    pub fn has(&self, letter: char) -> bool {
        self.charmap.map(letter).is_some_and(|glyph| glyph != GlyphId::NOTDEF)
    }

    /// Returns the number of pixels per unit of the font.
    pub fn scale(&self, size: f32) -> f32 {
        size / self.units_per_em
    }

    /// Returns the ascent and the descent of a line, in pixels; the descent is negative.
    pub fn heights(&self, size: f32) -> (f32, f32) {
        (self.ascent * self.scale(size), self.descent * self.scale(size))
    }

    /// Returns the outline of a glyph whose origin is at the given point; empty for a space.
    pub fn outline(&self, glyph: GlyphId, size: f32, at: (f32, f32)) -> Outline {
        let mut outline = Outline::new(self.scale(size), at);
        // Unscaled outlines are exact; the pen scales them with the same few operations everywhere.
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        let drawn = self.outlines.get(glyph).map(|found| found.draw(settings, &mut outline));
        match drawn {
            Some(Ok(_)) => outline,
            Some(Err(_)) | None => Outline::new(1.0, at),
        }
    }
}

/// Returns the letters that a font lacks, or `None` if the bytes are not a font. In a collection, the first
/// font is used.
pub fn letters_missing_in(font: &[u8], letters: &BTreeSet<char>) -> Option<BTreeSet<char>> {
    let charmap = FontRef::from_index(font, 0).ok()?.charmap();
    let is_missing = |letter: &char| charmap.map(*letter).is_none_or(|glyph| glyph == GlyphId::NOTDEF);
    Some(letters.iter().copied().filter(is_missing).collect())
}

/// Returns `true` for characters that have no glyph of their own: spaces, joiners, marks of direction.
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}')
        || letter.is_control()
}
