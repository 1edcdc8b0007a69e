//! RON, the notation of the grammar files.

use ron::extensions::Extensions;

use super::strict::strict;
use super::{LINES, LevelReadError, malformed};
use crate::base::escaped_ron;
use crate::level::Level;

pub(super) fn write(level: &Level) -> String {
    let compact = ron::to_string(level).expect("a level holds nothing that RON cannot write");
    escaped_ron(LINES.print(&compact) + "\n")
}

pub(super) fn read(text: &str) -> Result<Level, LevelReadError> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    options.from_str_seed(text, strict::<Level>()).map_err(|error| {
        let at = error.span.start;
        malformed(at.line, at.col, error.code.to_string())
    })
}
