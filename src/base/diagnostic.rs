//! What the author of a file should know: what is wrong, where, and how to mend it.

use std::fmt;
use std::path::PathBuf;

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

/// A place in a text file, both counted from 1; columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// One thing that the author should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name of this kind of mistake, such as `unknown-symbol`.
    pub code: &'static str,
    /// Where in the document, as field names, keys and indices: `rules[3].lhs.nodes[2]`. Empty: the document as a whole.
    pub path: String,
    /// The file it lies in, if it comes from one.
    pub file: Option<PathBuf>,
    /// Line and column in that file, if known.
    pub position: Option<Position>,
    /// What is wrong, in plain words, with the name of the thing.
    pub message: String,
    /// How to mend it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// A mistake of the given severity; add place and hint with the methods below.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            path: String::new(),
            file: None,
            position: None,
            message: message.into(),
            hint: None,
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
    pub fn at(mut self, path: impl fmt::Display) -> Self {
        self.path = path.to_string();
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
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", file.display())?;
        }
        if let Some(Position { line, column }) = self.position {
            write!(f, "{line}:{column}:")?;
        }
        if self.file.is_some() || self.position.is_some() {
            f.write_str(" ")?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)?;
        if !self.path.is_empty() && self.position.is_none() {
            write!(f, " (at {})", self.path)?;
        }
        if let Some(hint) = &self.hint {
            write!(f, " Hint: {hint}")?;
        }
        Ok(())
    }
}

/// The known name that is most like the unknown one, if any is like it.
pub fn nearest<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer ones are texts rather than names, and to compare them takes time and memory.
    const LONGEST_NAME: usize = 200;
    // Pairs of characters that are compared at most.
    const MOST_WORK: usize = 5_000_000;
    if unknown.len() > LONGEST_NAME {
        return None;
    }
    let folded = unknown.to_lowercase();
    let (length, mut work) = (folded.chars().count(), 0);
    let is_as_long = |name: &&str| {
        let count = name.chars().count();
        name.len() <= LONGEST_NAME && count.abs_diff(length) <= 2 + count / 4
    };
    known
        .into_iter()
        .filter(is_as_long)
        .take_while(|name| {
            work += (1 + length) * (1 + name.len());
            work <= MOST_WORK
        })
        .map(|name| (strsim::damerau_levenshtein(&folded, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 4)
        .min()
        .map(|(_, name)| name)
}

/// "did you mean …?" for the known name that is most like the unknown one, if any is like it.
pub fn did_you_mean<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(unknown, known).map(|name| format!("did you mean \"{name}\"?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn did_you_mean_finds_the_nearest_name_or_none() {
        let known = ["Hollow", "Hall", "Gate"];
        assert_eq!(did_you_mean("hollow", known).as_deref(), Some("did you mean \"Hollow\"?"));
        assert_eq!(did_you_mean("Hllow", known).as_deref(), Some("did you mean \"Hollow\"?"));
        assert_eq!(did_you_mean("Treasury", known), None);
    }
}
