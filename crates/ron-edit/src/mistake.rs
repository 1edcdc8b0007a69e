//! Mistakes in a text, with their positions and hints.

use std::fmt;

/// A position in a text file, line and column counted from 1; columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A mistake of the author of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// A stable name of this kind of mistake, for example `unknown-field`.
    pub code: &'static str,
    /// The position in the text, once it is known.
    pub position: Option<Position>,
    /// A description in plain words.
    pub message: String,
    /// A remedy in plain words.
    pub hint: Option<String>,
    /// The known name that was probably meant.
    pub meant: Option<String>,
}

impl Mistake {
    /// Returns a mistake without position and hint; add them with the methods below.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, position: None, message: message.into(), hint: None, meant: None }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a hint if there is one.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }

    /// Adds the name that was probably meant, if there is a similar one.
    #[must_use]
    pub fn meant(mut self, name: Option<&str>) -> Self {
        self.meant = name.map(str::to_owned);
        self
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.position {
            write!(f, "{line}:{column}: ")?;
        }
        write!(f, "error[{}]: {}", self.code, self.message)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, " Hint: {hint}"))
    }
}
