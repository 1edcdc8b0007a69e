//! RON, the notation of the grammar files.

use ron::extensions::Extensions;
use serde::Serialize;

use super::shape::{Notation, write as write_shape};
use super::{ReadError, malformed};
use crate::base::escaped_ron;
use crate::level::Level;

struct Ron;

impl Notation for Ron {
    const FIELDS: [char; 2] = ['(', ')'];

    fn line<T: Serialize + ?Sized>(&self, value: &T) -> String {
        ron::to_string(value).expect("a level holds nothing that RON cannot write")
    }

    fn field(&self, name: &str) -> String {
        format!("{name}: ")
    }
}

pub(super) fn write(level: &Level) -> String {
    escaped_ron(write_shape(&Ron, level))
}

pub(super) fn read(text: &str) -> Result<Level, ReadError> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|error| {
        let at = error.span.start;
        malformed(at.line, at.col, error.code.to_string())
    })
}
