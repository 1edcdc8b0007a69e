//! JSON, for game engines.

use serde::de::DeserializeSeed;

use super::strict::strict;
use super::{LINES, LevelReadError, malformed};
use crate::base::print_json;
use crate::level::Level;

/// The JSON Schema (draft 7) of the levels that this program writes, see [`Level::FORMAT`]. It rejects
/// unknown fields.
pub const LEVEL_SCHEMA: &str = include_str!("level.schema.json");

pub(super) fn write(level: &Level) -> String {
    print_json(level, LINES.broken)
}

pub(super) fn read(text: &str) -> Result<Level, LevelReadError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let level = strict::<Level>().deserialize(&mut json);
    level.and_then(|level| json.end().map(|()| level)).map_err(|error| {
        let whole = error.to_string();
        // The position has a field of its own, so the message does not repeat it.
        let place = format!(" at line {} column {}", error.line(), error.column());
        malformed(error.line(), error.column(), whole.strip_suffix(&place).unwrap_or(&whole).to_owned())
    })
}
