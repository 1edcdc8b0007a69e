//! Places the glyphs of a line of text.
//!
//! A line is split three times: into runs of one direction, from left to right as they are seen; each run
//! into parts of one font; each part into glyphs by the rules of its font. Everything that a reader sees as
//! one letter stays in one font. Source of the directions: the Unicode bidirectional algorithm (UAX 9).

use std::ops::Range;

use harfrust::{Direction, UnicodeBuffer};
use skrifa::GlyphId;
use unicode_bidi::BidiInfo;
use unicode_segmentation::UnicodeSegmentation;

use super::bundled;
use super::face::{Face, is_invisible};
use super::outline::BOX_ADVANCE;

/// A glyph and its place in a line, in pixels from the start of the baseline.
pub(super) struct PlacedGlyph {
    /// The glyph in its font; `None` is the box for a letter without one.
    pub shape: Option<(&'static Face, GlyphId)>,
    pub x: f32,
    pub y: f32,
}

/// A part of a text in one font; `None` if no font has its letters.
struct FontRun {
    face: Option<&'static Face>,
    range: Range<usize>,
}

/// Returns the glyphs of a line, and the width of the line.
pub(super) fn shape_line(text: &str, size: f32) -> (Vec<PlacedGlyph>, f32) {
    let mut glyphs = Vec::new();
    let mut at = 0.0;
    for (range, is_right_to_left) in directed_runs(text) {
        let Some(part) = text.get(range) else { continue };
        let mut runs = font_runs(part);
        if is_right_to_left {
            runs.reverse();
        }
        for FontRun { face, range } in runs {
            let letters = part.get(range).unwrap_or_default();
            match face {
                Some(face) => shape_run(face, letters, is_right_to_left, size, &mut at, &mut glyphs),
                None => {
                    for _ in letters.graphemes(true) {
                        glyphs.push(PlacedGlyph { shape: None, x: at, y: 0.0 });
                        at += BOX_ADVANCE * size;
                    }
                }
            }
        }
    }
    (glyphs, at)
}

/// Returns the parts of a text from left to right as they are seen; `true` marks those written from the right.
pub(super) fn directed_runs(text: &str) -> Vec<(Range<usize>, bool)> {
    if text.is_ascii() {
        return vec![(0..text.len(), false)];
    }
    let bidi = BidiInfo::new(text, None);
    let runs = bidi.paragraphs.iter().flat_map(|paragraph| {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        let is_rtl = |run: &Range<usize>| levels.get(run.start).is_some_and(|level| level.is_rtl());
        runs.into_iter().map(|run| (run.clone(), is_rtl(&run))).collect::<Vec<_>>()
    });
    runs.collect()
}

/// Splits a text into parts of one font, in the order of its letters.
fn font_runs(text: &str) -> Vec<FontRun> {
    let mut runs: Vec<FontRun> = Vec::new();
    for (start, letter) in text.grapheme_indices(true) {
        let end = start + letter.len();
        let before = runs.last().and_then(|run| run.face);
        if letter.chars().all(is_invisible) {
            // It may shape the letters next to it, but has no glyph of its own.
            if let Some(run) = runs.last_mut().filter(|run| run.face.is_some()) {
                run.range.end = end;
            }
            continue;
        }
        let face = bundled::face_for(letter, before);
        let is_same = |run: &FontRun| match (run.face, face) {
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            (None, None) => true,
            _ => false,
        };
        match runs.last_mut() {
            Some(run) if run.range.end == start && is_same(run) => run.range.end = end,
            _ => runs.push(FontRun { face, range: start..end }),
        }
    }
    runs
}

fn shape_run(
    face: &'static Face,
    text: &str,
    is_right_to_left: bool,
    size: f32,
    at: &mut f32,
    glyphs: &mut Vec<PlacedGlyph>,
) {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(if is_right_to_left { Direction::RightToLeft } else { Direction::LeftToRight });
    buffer.guess_segment_properties();
    let shaper = face.shaper.shaper(&face.font).build();
    let shaped = shaper.shape(buffer, harfrust::ShapeOptions::new());
    let scale = face.scale(size);
    for (info, place) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
        glyphs.push(PlacedGlyph {
            shape: Some((face, GlyphId::new(info.glyph_id))),
            x: *at + place.x_offset as f32 * scale,
            y: -(place.y_offset as f32) * scale,
        });
        *at += place.x_advance as f32 * scale;
    }
}
