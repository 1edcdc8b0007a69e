//! The option that sets variables of a grammar.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use clap::Args;

use super::diagnostics;
use super::outcome::{CliError, CliOutcome};
use crate::base::{Diagnostic, printable};
use crate::files::Project;
use crate::grammar::{VariableValues, check_values};

/// The option that sets variables.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct VariableOption {
    /// Sets a variable of the grammar, for example difficulty=7; may be given several times. Variables that
    /// are not set have their defaults.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    values: Vec<VariableSetting>,
}

/// A variable with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct VariableSetting {
    name: String,
    value: i64,
}

impl FromStr for VariableSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = "write a name and a whole number, for example difficulty=7";
        let wrong = || format!("\"{}\" sets no variable; {example}", printable(text));
        let (name, value) = text.split_once('=').ok_or_else(wrong)?;
        if name.trim().is_empty() {
            return Err(format!("\"{}\" names no variable; {example}", printable(text)));
        }
        let value = value.trim();
        let value = value.parse().map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => {
                format!("{} does not fit into 64 bits; {example}", printable(value))
            }
            _ => wrong(),
        })?;
        Ok(Self { name: name.trim().to_owned(), value })
    }
}

impl VariableOption {
    /// Returns the options again, each after a space, for a command to show.
    pub fn as_arguments(&self) -> String {
        self.values().iter().map(|(name, value)| format!(" --set {name}={value}")).collect()
    }

    /// Returns the values; if a variable is set twice, the last one.
    pub fn values(&self) -> VariableValues {
        self.values.iter().map(|setting| (setting.name.clone(), setting.value)).collect()
    }

    /// Returns the values that no variable of the grammar of a project can have, as mistakes in its file.
    pub fn find_mistakes(&self, project: &Project) -> Vec<Diagnostic> {
        let grammar = project.grammar.value.as_ref();
        let found = grammar.map(|grammar| check_values(&grammar.variables, &self.values()));
        let source = project.source_text();
        found.into_iter().flatten().map(|found| source.locate(found)).collect()
    }

    /// Refuses values that do not fit the grammar of a project, and prints why.
    pub fn check(&self, project: &Project) -> Result<(), CliError> {
        let found = self.find_mistakes(project);
        diagnostics::print(&found);
        match found.is_empty() {
            true => Ok(()),
            false => Err(CliError::new(CliOutcome::WrongInput, "--set does not fit the grammar")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_is_a_name_and_a_whole_number() {
        let read = |text: &str| text.parse::<VariableSetting>().map(|setting| (setting.name, setting.value));
        assert_eq!(read("difficulty=7"), Ok(("difficulty".to_owned(), 7)));
        assert_eq!(read(" size = -3 "), Ok(("size".to_owned(), -3)));
        for text in ["difficulty", "difficulty=", "difficulty=x", "difficulty=1.5", "=", "", "=3"] {
            let error = read(text).unwrap_err();
            assert!(error.contains("difficulty=7"), "{text}: {error}");
        }
        assert!(read("=3").unwrap_err().contains("names no variable"));
        let error = read(&format!("rooms={}", "9".repeat(400))).unwrap_err();
        assert!(error.contains("does not fit into 64 bits") && error.len() < 250, "{error}");
    }
}
