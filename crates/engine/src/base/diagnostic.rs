//! What the author of a file should know: what is wrong, where, and how to mend it.

use std::fmt;
use std::path::PathBuf;

use ron_edit::{Mistake, Position, ValuePath};

use super::{Size, printable, printable_line};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used as it is.
    Error,
    /// It works, but probably not as meant.
    Warning,
    /// Good to know.
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

/// One thing that the author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name of this kind of mistake, such as `unknown-symbol`.
    pub code: &'static str,
    /// Where in the document; empty: the document as a whole.
    pub path: ValuePath,
    /// What it is about, if that is something else than what stands at `path`: where it is defined, or would be. Of a rule that uses an unknown symbol, `alphabet.nodes["Gat"]`.
    pub subject: Option<ValuePath>,
    /// The file it lies in, if it comes from one.
    pub file: Option<PathBuf>,
    /// Line and column in that file, if known.
    pub position: Option<Position>,
    /// What is wrong, in plain words, with the name of the thing as it is; to show it use [`printable_line`].
    pub message: String,
    /// How to mend it, in plain words; code reads the remedy instead.
    pub hint: Option<String>,
    /// What mends it, where more is known of that than code, path and subject say.
    pub remedy: Option<Remedy>,
    /// The nodes of the mission that it is about, by their numbers.
    pub nodes: Vec<u32>,
}

/// What mends a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// To write this name where its subject is named: the known one that was probably meant.
    Rename(String),
    /// To write something else at a path.
    Set {
        /// Where in the grammar.
        at: ValuePath,
        /// What to write there.
        to: Setting,
    },
}

/// What a remedy writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A number.
    Number(u32),
    /// How many cells something is wide and high.
    Size(Size),
    /// One of several choices, by its name in files.
    Choice(&'static str),
}

impl Diagnostic {
    /// A mistake of the given severity; add place and hint with the methods below.
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

    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// The same, at a path of the document.
    #[must_use]
    pub fn at(mut self, path: impl Into<ValuePath>) -> Self {
        self.path = path.into();
        self
    }

    /// The same, about something that is defined, or would be, at another path.
    #[must_use]
    pub fn about(mut self, subject: impl Into<ValuePath>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// The same, about these nodes of the mission, each once, in the order of their numbers.
    #[must_use]
    pub fn of_nodes(mut self, nodes: impl IntoIterator<Item = u32>) -> Self {
        self.nodes = nodes.into_iter().collect();
        self.nodes.sort_unstable();
        self.nodes.dedup();
        self
    }

    /// The same, with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same, with a hint if there is one.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }

    /// The same, with the name that was probably meant, if there is one like it.
    #[must_use]
    pub fn meant(mut self, name: Option<&str>) -> Self {
        self.remedy = name.map(|name| Remedy::Rename(name.to_owned()));
        self
    }

    /// The same, with a remedy if there is one.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<Option<Remedy>>) -> Self {
        self.remedy = remedy.into();
        self
    }
}

impl From<Mistake> for Diagnostic {
    fn from(mistake: Mistake) -> Self {
        let Mistake { code, position, message, hint, meant } = mistake;
        Self { position, hint, ..Self::error(code, message).meant(meant.as_deref()) }
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
            write!(f, " Hint: {}", printable_line(hint))?;
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
            Diagnostic::error("unknown-symbol", "no \"\u{1b}[2J\nerror: x\"").hint("\u{202e}");
        diagnostic.file = Some(PathBuf::from("a\u{7}.ron"));
        diagnostic.position = Some(Position { line: 1, column: 2 });
        let expected = r#"a\u{7}.ron:1:2: error[unknown-symbol]: no "\u{1b}[2J\nerror: x" Hint: \u{202e}"#;
        assert_eq!(diagnostic.to_string(), expected);
    }
}
