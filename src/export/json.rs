//! JSON, for game engines.

use serde::Serialize;

use super::shape::{Notation, write as write_shape};
use super::{ReadError, malformed};
use crate::base::escaped_json;
use crate::level::Level;

struct Json;

impl Notation for Json {
    const FIELDS: [char; 2] = ['{', '}'];

    fn line<T: Serialize + ?Sized>(&self, value: &T) -> String {
        serde_json::to_string(value).expect("all keys of a level are names, and it holds no fractions")
    }

    fn field(&self, name: &str) -> String {
        format!("\"{name}\": ")
    }
}

pub(super) fn write(level: &Level) -> String {
    escaped_json(write_shape(&Json, level))
}

pub(super) fn read(text: &str) -> Result<Level, ReadError> {
    serde_json::from_str(text).map_err(|error| {
        let whole = error.to_string();
        // The position stands in a field of its own, so the message does not repeat it.
        let place = format!(" at line {} column {}", error.line(), error.column());
        malformed(error.line(), error.column(), whole.strip_suffix(&place).unwrap_or(&whole).to_owned())
    })
}
