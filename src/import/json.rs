//! JSON with the place of its mistakes.

use serde_json::Value;

use crate::base::{Diagnostic, Position};

/// Reads a text. Brackets that lie more than 128 deep are a mistake like any other.
pub(super) fn parse(text: &str) -> Result<Value, Box<Diagnostic>> {
    serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let position = Position { line: number(error.line()), column: number(error.column()) };
        let message = format!("This is no JSON that can be read: {error}.");
        Box::new(Diagnostic { position: Some(position), ..Diagnostic::error("no-json", message) })
    })
}
