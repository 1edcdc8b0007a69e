//! Hints: remedies in words.
//!
//! A hint is one whole sentence that names one fix. Its text is made where it is shown: the command line adds the
//! option that applies the fix, and the window shows only the sentence, because it has a control for the fix.

use std::fmt;

/// A remedy in words, for the author.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hint {
    sentence: String,
    on_command_line: Option<CommandLineRemark>,
}

/// The part of a hint that only the command line shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum CommandLineRemark {
    /// Options that apply the fix.
    Options(Vec<String>),
    /// An example in the syntax of a file.
    Example(String),
    /// The option that raises a ceiling, and its factor.
    Ceiling(u64),
}

impl Hint {
    /// Returns a hint.
    ///
    /// # Panics
    /// Panics in debug builds if it is not a whole sentence: a capital letter at the start, and a full stop or a
    /// question mark at the end.
    pub fn new(sentence: impl Into<String>) -> Self {
        let sentence = sentence.into();
        debug_assert!(is_sentence(&sentence), "a hint is a whole sentence: {sentence}");
        Self { sentence, on_command_line: None }
    }

    /// Adds command line options, each with its value. Any one of them applies the fix.
    #[must_use]
    pub fn with_options(mut self, options: Vec<String>) -> Self {
        self.on_command_line = Some(CommandLineRemark::Options(options));
        self
    }

    /// Adds an example in the syntax of a file.
    #[must_use]
    pub fn with_example(mut self, example: impl Into<String>) -> Self {
        self.on_command_line = Some(CommandLineRemark::Example(example.into()));
        self
    }

    /// Adds the option that multiplies the ceilings by `factor`.
    #[must_use]
    pub fn with_ceiling(mut self, factor: u64) -> Self {
        self.on_command_line = Some(CommandLineRemark::Ceiling(factor));
        self
    }

    /// Returns the text for the window.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }
}

/// Returns `true` for a text that does not start with a lower-case letter, and that ends like a sentence.
fn is_sentence(text: &str) -> bool {
    !text.starts_with(char::is_lowercase) && text.ends_with(['.', '?', '!'])
}

impl From<&str> for Hint {
    fn from(sentence: &str) -> Self {
        Self::new(sentence)
    }
}

impl From<String> for Hint {
    fn from(sentence: String) -> Self {
        Self::new(sentence)
    }
}

/// Writes the text for the command line.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = self.sentence.trim_end_matches('.');
        match &self.on_command_line {
            None => f.write_str(&self.sentence),
            Some(CommandLineRemark::Options(options)) => {
                write!(f, "{open}: {}.", super::listed(options, "or"))
            }
            Some(CommandLineRemark::Example(example)) => write!(f, "{open}, for example {example}."),
            Some(CommandLineRemark::Ceiling(factor)) => {
                write!(f, "{} {} {factor} raises the ceiling.", self.sentence, super::Ceilings::OPTION)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_command_line_shows_options_and_examples() {
        let solid = Hint::new("Choose what is solid.");
        let options = vec!["--solid \"Wall\"".to_owned(), "--solid-layer \"High\"".to_owned()];
        for (hint, expected) in [
            (solid.clone(), "Choose what is solid."),
            (
                solid.clone().with_options(options),
                "Choose what is solid: --solid \"Wall\" or --solid-layer \"High\".",
            ),
            (solid.clone().with_example("3: Wall"), "Choose what is solid, for example 3: Wall."),
            (solid.with_ceiling(10), "Choose what is solid. --ceiling 10 raises the ceiling."),
        ] {
            assert_eq!(hint.to_string(), expected);
            assert_eq!(hint.sentence(), "Choose what is solid.");
        }
    }

    #[test]
    #[should_panic(expected = "a hint is a whole sentence: choose it.")]
    fn hint_starts_with_a_capital_letter() {
        let _ = Hint::new("choose it.");
    }
}
