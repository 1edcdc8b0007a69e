//! Diagnostics: mistakes and remarks for the author of a file.
//!
//! Each one has a place and, where possible, a remedy that code can apply.
//! Checks collect all diagnostics instead of ending at the first one.

use std::fmt;
use std::path::PathBuf;

use ron_edit::{Mistake, Position, ValuePath};

use super::{Hint, Size, printable, printable_line};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used as it is.
    Error,
    /// The file works, but probably not as meant.
    Warning,
    /// Information.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// One mistake or remark for the author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// A stable name of this kind of mistake, for example `unknown-symbol`.
    pub code: &'static str,
    /// The place in the document; empty for the document as a whole.
    pub path: ValuePath,
    /// The path that the mistake is about, if it differs from `path`: the place of a definition, existing or
    /// missing.
    ///
    /// For a rule that uses an unknown symbol, this is for example `alphabet.nodes["Gat"]`.
    pub subject: Option<ValuePath>,
    /// The file that contains the place, if there is one.
    pub file: Option<PathBuf>,
    /// Line and column in that file, if known.
    pub position: Option<Position>,
    /// The mistake in plain words. Names are unescaped; use [`printable_line`] to show the message.
    pub message: String,
    /// The remedy in words. Code reads `remedy` instead.
    pub hint: Option<Hint>,
    /// The remedy for code, unless code, path and subject are enough to find it.
    pub remedy: Option<Remedy>,
    /// The numbers of the mission nodes that the diagnostic is about.
    pub nodes: Vec<u32>,
}

/// A change that fixes a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Replace the name of the subject by this one, which was probably meant.
    Rename(String),
    /// Write another value at a path.
    Set {
        /// The path in the grammar.
        at: ValuePath,
        /// The value to write.
        to: RemedyValue,
    },
}

/// A value that a remedy writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemedyValue {
    /// A number.
    Number(u32),
    /// Width and height, in cells.
    Size(Size),
    /// One of several choices, by its name in files.
    Choice(&'static str),
}

impl Diagnostic {
    /// Returns a diagnostic of the given severity. Add place and hint with the methods below.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            path: ValuePath::default(),
            subject: None,
            file: None,
            position: None,
            message: message.into(),
            hint: None,
            remedy: None,
            nodes: Vec::new(),
        }
    }

    /// Returns an error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Returns a warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// Sets the path in the document.
    #[must_use]
    pub fn at(mut self, path: impl Into<ValuePath>) -> Self {
        self.path = path.into();
        self
    }

    /// Sets the subject: the path of the definition that this is about, existing or missing.
    #[must_use]
    pub fn about(mut self, subject: impl Into<ValuePath>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Sets the mission nodes that this is about: sorted by number, without duplicates.
    #[must_use]
    pub fn of_nodes(mut self, nodes: impl IntoIterator<Item = u32>) -> Self {
        self.nodes = nodes.into_iter().collect();
        self.nodes.sort_unstable();
        self.nodes.dedup();
        self
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets or clears the hint.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<Hint>) -> Self {
        self.hint = hint;
        self
    }

    /// Sets the remedy to the name that was probably meant, if there is a similar one.
    #[must_use]
    pub fn meant(mut self, name: Option<&str>) -> Self {
        self.remedy = name.map(|name| Remedy::Rename(name.to_owned()));
        self
    }

    /// Sets or clears the remedy.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<Option<Remedy>>) -> Self {
        self.remedy = remedy.into();
        self
    }
}

impl From<Mistake> for Diagnostic {
    fn from(mistake: Mistake) -> Self {
        let Mistake { code, position, message, hint, meant } = mistake;
        Self { position, hint: hint.map(Hint::new), ..Self::error(code, message).meant(meant.as_deref()) }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", printable(&file.display().to_string()))?;
        }
        if let Some(Position { line, column }) = self.position {
            write!(f, "{line}:{column}:")?;
        }
        if self.file.is_some() || self.position.is_some() {
            f.write_str(" ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, printable_line(&self.message))?;
        if !self.path.is_empty() && self.position.is_none() {
            write!(f, " (at {})", printable_line(&self.path.to_string()))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, " Hint: {}", printable_line(&hint.to_string()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagnostics_are_one_line_whatever_is_in_their_names() {
        let mut diagnostic =
            Diagnostic::error("unknown-symbol", "no \"\u{1b}[2J\nerror: x\"").hint("\u{202e}.");
        diagnostic.file = Some(PathBuf::from("a\u{7}.ron"));
        diagnostic.position = Some(Position { line: 1, column: 2 });
        let expected = r#"a\u{7}.ron:1:2: error[unknown-symbol]: no "\u{1b}[2J\nerror: x" Hint: \u{202e}."#;
        assert_eq!(diagnostic.to_string(), expected);
    }
}
