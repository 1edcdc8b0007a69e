//! Imports rooms from other programs as templates of a room set.
//!
//! Sources are maps of Tiled, projects of LDtk, pictures, texts, tables, files of REXPaint, and places of our
//! own levels. In: the bytes of a source, and a lexicon for its names. Out: a [`SourceDrawing`] of rooms, and a
//! remark for everything that could not be taken over. Each format fills the model of `source`, which makes
//! the rooms; `places` draws the places of our own levels. [`merge`] then adds or updates rooms of a set.
//! No source is trusted: sizes are limited, packed layers are unpacked only to their size, and no file causes
//! a panic. Other files are requested by name; this module never reads the disk.

mod characters;
mod csv;
mod diagnostics;
mod drawing;
mod json;
mod ldtk;
mod lexicon;
mod merge;
mod pixels;
mod places;
mod rexpaint;
mod source;
mod tiled;

use std::path::Path;

use crate::base::{Diagnostic, Hint};
use crate::export::{Format, read_level};
use crate::level::{Level, PlaceId};

pub use diagnostics::IMPORT_DIAGNOSTICS;
pub use drawing::{
    CellMeaning, DrawnRoom, DrawnSet, DrawnSettings, MeaningPalette, Remarks, SolidCandidate, SolidRule,
    SourceDrawing,
};
pub use lexicon::{Lexicon, SourceLegend};
pub use merge::{Merged, MergedChange, MergedRoom, merge, merge_sound, new_errors, room_errors, set_for};
pub use places::draw_places;

/// Returns the content of another file by its path relative to the source, or the reason why it cannot be
/// read.
pub type FileLookup<'b> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'b;

/// A format that rooms can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SourceFormat {
    /// A Tiled map in XML.
    Tmx,
    /// A Tiled map in JSON.
    Tmj,
    /// An LDtk project.
    Ldtk,
    /// A picture in which each pixel is a tile.
    Png,
    /// Characters in a plain text.
    Text,
    /// A table of numbers or words.
    Csv,
    /// Glyphs of REXPaint.
    RexPaint,
    /// A level of our own, in RON or JSON.
    Level,
}

impl SourceFormat {
    /// All formats, in the order in which they are listed.
    pub const ALL: [Self; 8] =
        [Self::Tmx, Self::Tmj, Self::Ldtk, Self::Png, Self::Text, Self::Csv, Self::RexPaint, Self::Level];

    /// Returns the extensions of its files.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Tmx => &["tmx"],
            Self::Tmj => &["tmj"],
            Self::Ldtk => &["ldtk"],
            Self::Png => &["png"],
            Self::Text => &["txt"],
            Self::Csv => &["csv"],
            Self::RexPaint => &["xp"],
            Self::Level => &["json", "ron"],
        }
    }

    /// Detects the format by the extension of a file; for JSON, also by its content.
    pub fn of(path: &Path, bytes: &[u8]) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        let found = Self::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))?;
        if extension != "json" {
            return Some(found);
        }
        let head = String::from_utf8_lossy(bytes.get(..bytes.len().min(4096)).unwrap_or_default());
        let has = |key: &str| head.contains(&format!("\"{key}\""));
        Some(if has("__header__") || has("iid") {
            Self::Ldtk
        } else if has("compressionlevel") || has("tiledversion") || has("layers") && !has("generator") {
            Self::Tmj
        } else {
            Self::Level
        })
    }
}

/// A source of rooms.
#[derive(Clone, Copy, Debug)]
pub struct ImportSource<'s> {
    /// Format of the bytes.
    pub format: SourceFormat,
    /// Name for a room that has none in the source.
    pub name: &'s str,
    /// Whole content.
    pub bytes: &'s [u8],
    /// Explanation of its names.
    pub lexicon: Lexicon<'s>,
    /// Places to import from a level; empty for all.
    pub places: &'s [PlaceId],
}

/// Reads the rooms of a source.
///
/// # Errors
/// If the source cannot be read, with the position where known.
pub fn read_rooms(
    source: &ImportSource<'_>,
    beside: &mut FileLookup<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    let ImportSource { format, name, bytes, lexicon, places } = source;
    if *format != SourceFormat::Level && !places.is_empty() {
        let mistake = Diagnostic::error(
            "no-level",
            "This is not an exported level, so it has no places to choose from.",
        );
        return Err(Box::new(mistake.hint("Import the whole file.")));
    }
    let text = || {
        let wrong = |_| Box::new(Diagnostic::error("not-utf8", "This file is not UTF-8 text."));
        std::str::from_utf8(bytes).map_err(wrong)
    };
    match format {
        SourceFormat::Tmx => tiled::read_tmx(text()?, name, lexicon, beside),
        SourceFormat::Tmj => tiled::read_tmj(text()?, name, lexicon, beside),
        SourceFormat::Ldtk => ldtk::read(text()?, lexicon, beside),
        SourceFormat::Png => pixels::read(bytes, name, lexicon),
        SourceFormat::Text => Ok(characters::read(text()?, name, lexicon)),
        SourceFormat::Csv => csv::read(text()?, name, lexicon, beside),
        SourceFormat::RexPaint => rexpaint::read(bytes, name, lexicon),
        SourceFormat::Level => {
            let is_json = text()?.trim_start_matches('\u{feff}').trim_start().starts_with('{');
            if text()?.trim().is_empty() {
                let message = "This is not an exported level: it is empty.";
                return Err(Box::new(Diagnostic::error("no-level", message)));
            }
            let level = read_level(bytes, if is_json { Format::Json } else { Format::Ron });
            let wrong = |error| {
                Box::new(Diagnostic::error("no-level", format!("This is not an exported level: {error}.")))
            };
            let level = level.map_err(wrong)?;
            check_places(&level, places)?;
            Ok(draw_places(&level, places))
        }
    }
}

/// Reports a requested place that does not exist.
fn check_places(level: &Level, places: &[PlaceId]) -> Result<(), Box<Diagnostic>> {
    let Some(missing) = places.iter().find(|id| level.place(**id).is_none()) else { return Ok(()) };
    let mistake = Diagnostic::error("no-place", format!("The level has no place {missing}."));
    let ids = || level.places.iter().map(|place| place.id);
    let hint =
        ids().min().zip(ids().max()).map(|(first, last)| format!("Choose a place from {first} to {last}."));
    Err(Box::new(mistake.maybe_hint(hint.map(Hint::from))))
}
