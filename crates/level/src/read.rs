//! Reads levels from RON and JSON.

use std::fmt;

#[cfg(any(feature = "json", feature = "ron"))]
use serde::Deserialize;

use crate::check::Problem;
use crate::level::Level;

/// The reason why a text is no level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// It cannot be read.
    Malformed {
        /// From 1.
        line: usize,
        /// From 1, in characters or bytes, as the reader of the notation counts.
        column: usize,
        /// The mistake there.
        message: String,
    },
    /// It is a level of a version that this crate does not read.
    Version {
        /// The number in its field `format`.
        format: u32,
    },
    /// It can be read, but its fields contradict each other; a list that is not empty.
    Contradicts(Vec<Problem>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { line, column, message } => write!(f, "line {line}, column {column}: {message}"),
            Self::Version { format } => {
                write!(
                    f,
                    "the level has format {format}; this program reads formats 1 to {}",
                    Level::FORMAT
                )?;
                let is_newer = *format > Level::FORMAT;
                f.write_str(if is_newer { ": build it with a newer delvewright-level" } else { "" })
            }
            Self::Contradicts(problems) => {
                let (first, others) =
                    problems.split_first().map_or((None, 0), |(first, rest)| (Some(first), rest.len()));
                f.write_str("the level contradicts itself")?;
                first.map_or(Ok(()), |problem| write!(f, ": {problem}"))?;
                if others > 0 { write!(f, "; and {others} more") } else { Ok(()) }
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// The field that every version has.
#[cfg(any(feature = "json", feature = "ron"))]
#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// Returns the error of a text that is no level: its version if this crate does not read that, otherwise the
/// mistake that the reader found.
#[cfg(any(feature = "json", feature = "ron"))]
fn refusal(version: Option<Version>, malformed: ReadError) -> ReadError {
    let other = version.filter(|version| !Level::reads(version.format));
    other.map_or(malformed, |Version { format }| ReadError::Version { format })
}

impl Level {
    /// Reads a level from JSON or RON, whichever the text looks like.
    ///
    /// # Errors
    /// As those of [`Level::from_json`] and [`Level::from_ron`].
    #[cfg(all(feature = "json", feature = "ron"))]
    pub fn from_text(text: &str) -> Result<Self, ReadError> {
        let text = without_mark(text);
        if text.trim_start().starts_with('{') { Self::from_json(text) } else { Self::from_ron(text) }
    }

    /// Reads a level from JSON, of this or an older format. Unknown fields are skipped.
    ///
    /// # Errors
    /// If the text is no level of these formats, or the level contradicts itself.
    #[cfg(feature = "json")]
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let text = without_mark(text);
        let level: Self = serde_json::from_str(text).map_err(|error| {
            let (line, column, whole) = (error.line(), error.column(), error.to_string());
            let end = format!(" at line {line} column {column}");
            let message = whole.strip_suffix(&end).unwrap_or(&whole).to_owned();
            refusal(serde_json::from_str(text).ok(), ReadError::Malformed { line, column, message })
        })?;
        level.unless_it_contradicts()
    }

    /// Reads a level from RON, of this or an older format. Unknown fields are skipped.
    ///
    /// # Errors
    /// If the text is no level of these formats, or the level contradicts itself.
    #[cfg(feature = "ron")]
    pub fn from_ron(text: &str) -> Result<Self, ReadError> {
        let text = without_mark(text);
        let level: Self = ron::from_str(text).map_err(|error| {
            let (line, column) = (error.span.start.line, error.span.start.col);
            let message = error.code.to_string();
            refusal(ron::from_str(text).ok(), ReadError::Malformed { line, column, message })
        })?;
        level.unless_it_contradicts()
    }

    #[cfg(any(feature = "json", feature = "ron"))]
    fn unless_it_contradicts(self) -> Result<Self, ReadError> {
        if !Self::reads(self.format) {
            return Err(ReadError::Version { format: self.format });
        }
        let level = self.brought_up_to_date();
        let problems = level.check();
        if problems.is_empty() { Ok(level) } else { Err(ReadError::Contradicts(problems)) }
    }

    /// Returns `true` if this crate reads levels of that format.
    #[cfg(any(feature = "json", feature = "ron"))]
    fn reads(format: u32) -> bool {
        (1..=Self::FORMAT).contains(&format)
    }
}

/// A text without the mark that some editors put before it.
#[cfg(any(feature = "json", feature = "ron"))]
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
