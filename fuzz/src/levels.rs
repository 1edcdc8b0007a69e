//! Exported levels that somebody wrote into.
//!
//! Asserted of every text that reads as a level:
//! - `verify` looks at every promise and never panics, and a broken promise says what breaks it;
//! - in every format that can be read the level comes back as it was, so that what `verify` says of it stays the same;
//! - it can be drawn as text, and as a picture.

use delvewright::export::{Format, export, read_level};
use delvewright::level::{Level, Promise};
use delvewright::verify::verify;

/// Of more cells no picture is made: it is slow, and no other than that of a small level.
const MOST_PAINTED: usize = 400;

/// A text as a level in JSON.
pub fn json(data: &[u8]) {
    read(data, Format::Json);
}

/// A text as a level in RON.
pub fn ron(data: &[u8]) {
    read(data, Format::Ron);
}

fn read(data: &[u8], format: Format) {
    match read_level(data, format) {
        Ok(level) => check(&level),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Asserts what is promised of a level, whatever it says.
pub fn check(level: &Level) {
    let report = verify(level);
    assert!(Promise::ALL.iter().all(|promise| report.promises.contains_key(promise)));
    for (promise, result) in &report.promises {
        assert_eq!(result.held, result.broken_by.is_empty(), "{promise} does not say what breaks it");
    }
    // What an older format says is read in today's words, and never written as that format again.
    let formats = if level.format == 1 { &[][..] } else { &[Format::Json, Format::Ron] };
    for &format in formats {
        let bytes = export(level, format).into_bytes();
        let again =
            read_level(&bytes, format).unwrap_or_else(|error| panic!("{format} cannot be read: {error}"));
        assert_eq!(&again, level, "the {format} reads as another level");
        assert_eq!(export(&again, format).into_bytes(), bytes, "the {format} is written otherwise");
        assert_eq!(verify(&again), report);
    }
    let others = Format::ALL.into_iter().filter(|format| !format.is_readable());
    for format in others.filter(|_| level.tiles.values().len() <= MOST_PAINTED) {
        export(level, format);
    }
}
