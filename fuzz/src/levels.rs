//! Exported levels with arbitrary modifications.
//!
//! Asserted for every text that reads as a level:
//!
//! - `verify` checks every promise and never panics, and a broken promise names its cause
//! - the level reads back unchanged from every readable format, so that `verify` gives the same result
//! - it can be drawn as text and as a picture

use delvewright::base::StageContext;
use delvewright::export::{Format, export, read_level};
use delvewright::level::{Level, Promise};
use delvewright::verify::verify;

/// Maximum number of cells for making a picture, which is slow and tests nothing new for large levels.
const MOST_PAINTED: usize = 400;

/// Reads a text as a level in JSON.
pub fn json(data: &[u8]) {
    read(data, Format::Json);
}

/// Reads a text as a level in RON.
pub fn ron(data: &[u8]) {
    read(data, Format::Ron);
}

fn read(data: &[u8], format: Format) {
    match read_level(data, format) {
        Ok(level) => check(&level),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Asserts the properties of a level, whatever its content.
pub fn check(level: &Level) {
    let report = verify(level, StageContext::default()).unwrap();
    assert!(Promise::ALL.iter().all(|promise| report.promises.contains_key(promise)));
    for (promise, result) in &report.promises {
        assert_eq!(result.held, result.broken_by.is_empty(), "{promise} does not say what breaks it");
    }
    // Old formats are converted when read, and cannot be written again.
    let formats = if level.format == 1 { &[][..] } else { &[Format::Json, Format::Ron] };
    for &format in formats {
        let bytes = export(level, format).into_bytes();
        let again =
            read_level(&bytes, format).unwrap_or_else(|error| panic!("{format} cannot be read: {error}"));
        assert_eq!(&again, level, "the {format} reads as another level");
        assert_eq!(export(&again, format).into_bytes(), bytes, "the {format} is written otherwise");
        assert_eq!(verify(&again, StageContext::default()).unwrap(), report);
    }
    let others = Format::ALL.into_iter().filter(|format| !format.is_readable());
    for format in others.filter(|_| level.tiles.values().len() <= MOST_PAINTED) {
        export(level, format);
    }
}
