//! Delvewright's engine as a library for C.
//!
//! In: the text of a grammar, and of its room sets, with a seed. Out: a level, whose tiles, owners and JSON a
//! program reads, or the reason why there is none.
//! Every function accepts `NULL` as a level. Nothing here unwinds into C: a panic ends the program.
//!
//! The header `delvewright.h` is made from this file: `UPDATE_HEADER=1 crates/c-api/test`.
//! There is no unsafe code: `safer-ffi` checks at compile time that all types have a layout that C knows.

use std::ffi::CString;
use std::sync::Arc;

use delvewright_engine::base::escaped_json;
use delvewright_engine::prelude::{Diagnostic, Level, Loaded, Pipeline, Request, Seed, Severity};
use delvewright_engine::prelude::{parse_grammar, parse_room_set};
use safer_ffi::prelude::*;

/// A level, or the reason why there is none.
#[derive_ReprC(rename = "delvewright_level")]
#[repr(opaque)]
pub struct GeneratedLevel {
    tiles: Vec<u32>,
    owners: Vec<i32>,
    width: u32,
    json: Option<char_p::Box>,
    error: Option<char_p::Box>,
}

/// Generates the level of a grammar without room sets for a seed. Never returns `NULL`.
///
/// The text is UTF-8 and has the notation of grammar files. Release the level with `delvewright_free`.
#[ffi_export]
pub fn delvewright_generate(grammar: c_slice::Ref<'_, u8>, seed: u64) -> repr_c::Box<GeneratedLevel> {
    generated(grammar.as_slice(), &[], seed)
}

/// Generates the level of a grammar with room sets, in the order in which the grammar names them.
///
/// Never returns `NULL`. Release the level with `delvewright_free`.
#[ffi_export]
pub fn delvewright_generate_with_rooms(
    grammar: c_slice::Ref<'_, u8>,
    room_sets: c_slice::Ref<'_, c_slice::Ref<'_, u8>>,
    seed: u64,
) -> repr_c::Box<GeneratedLevel> {
    let sets: Vec<&[u8]> = room_sets.as_slice().iter().map(|set| set.as_slice()).collect();
    generated(grammar.as_slice(), &sets, seed)
}

/// Returns the reason why there is no level; `NULL` if there is one.
#[ffi_export]
pub fn delvewright_error(level: Option<&GeneratedLevel>) -> Option<char_p::Ref<'_>> {
    level.and_then(|level| level.error.as_ref()).map(|text| text.as_ref())
}

/// Returns the width in cells; 0 without a level.
#[ffi_export]
pub fn delvewright_width(level: Option<&GeneratedLevel>) -> u32 {
    level.map_or(0, |level| level.width)
}

/// Returns the height in cells; 0 without a level.
#[ffi_export]
pub fn delvewright_height(level: Option<&GeneratedLevel>) -> u32 {
    level.map_or(0, |level| (level.tiles.len() as u32).checked_div(level.width).unwrap_or(0))
}

/// Returns the tiles, row by row: characters of the legend in the JSON, as Unicode numbers. `#` is wall.
#[ffi_export]
pub fn delvewright_tiles(level: Option<&GeneratedLevel>) -> c_slice::Ref<'_, u32> {
    level.map_or(&[][..], |level| &level.tiles).into()
}

/// Returns the owner of each cell, row by row: 0 nobody, n place n, -n passage n.
#[ffi_export]
pub fn delvewright_owners(level: Option<&GeneratedLevel>) -> c_slice::Ref<'_, i32> {
    level.map_or(&[][..], |level| &level.owners).into()
}

/// Returns the complete level as JSON; `NULL` if there is none.
#[ffi_export]
pub fn delvewright_json(level: Option<&GeneratedLevel>) -> Option<char_p::Ref<'_>> {
    level.and_then(|level| level.json.as_ref()).map(|text| text.as_ref())
}

/// Releases a level with all its texts and lists.
#[ffi_export]
pub fn delvewright_free(level: Option<repr_c::Box<GeneratedLevel>>) {
    drop(level);
}

/// Writes the header.
///
/// # Errors
/// If the file cannot be written.
#[cfg(feature = "headers")]
pub fn write_header(path: &str) -> std::io::Result<()> {
    safer_ffi::headers::builder().to_file(path)?.generate()
}

fn generated(grammar: &[u8], room_sets: &[&[u8]], seed: u64) -> repr_c::Box<GeneratedLevel> {
    let level = level_of(grammar, room_sets, seed).and_then(|level| {
        let json = serde_json::to_string(&*level).map_err(|error| error.to_string())?;
        Ok((level, escaped_json(json)))
    });
    let empty = GeneratedLevel { tiles: Vec::new(), owners: Vec::new(), width: 0, json: None, error: None };
    Box::new(match level {
        Ok((level, json)) => GeneratedLevel {
            tiles: level.tiles.values().iter().map(|tile| u32::from(*tile)).collect(),
            owners: level.owners.values().iter().map(|owner| owner.0).collect(),
            width: level.width,
            json: Some(for_c(json)),
            ..empty
        },
        Err(error) => GeneratedLevel { error: Some(for_c(error)), ..empty },
    })
    .into()
}

/// Returns the level, or the reason why there is none.
fn level_of(grammar: &[u8], room_sets: &[&[u8]], seed: u64) -> Result<Arc<Level>, String> {
    let grammar = Arc::new(usable(parse_grammar(text_of("grammar", grammar)?, None))?);
    let rooms: Result<Vec<_>, String> = room_sets
        .iter()
        .map(|set| Ok(Arc::new(usable(parse_room_set(text_of("room set", set)?, None))?)))
        .collect();
    let run = Pipeline::default().run(&Request::new(grammar, rooms?, Seed(seed)));
    match (run.level, run.failure) {
        (Some(level), None) => Ok(level),
        (_, Some(failure)) => Err(failure.message),
        (None, None) => Err("there is no level".to_owned()),
    }
}

fn text_of<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, String> {
    std::str::from_utf8(bytes).map_err(|error| format!("the {name} is not UTF-8: {error}"))
}

/// Returns what was read, or all errors, one a line.
fn usable<T>(loaded: Loaded<T>) -> Result<T, String> {
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    let errors: Vec<String> = loaded.diagnostics.iter().filter(is_error).map(ToString::to_string).collect();
    loaded.value.filter(|_| errors.is_empty()).ok_or_else(|| errors.join("\n"))
}

/// Returns a text that ends with a NUL. JSON and messages escape the NULs inside.
fn for_c(text: String) -> char_p::Box {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default().into()
}
