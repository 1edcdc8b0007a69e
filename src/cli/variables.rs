//! The option that sets variables of a grammar.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;

use super::diagnostics;
use super::input::Input;
use super::outcome::{CliError, CliOutcome};
use crate::base::{Diagnostic, Severity, printable};
use crate::files::Project;
use crate::grammar::{VariableValues, check_grammar, check_values};
use crate::pipeline::Request;

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

    /// Sets the variables of a request. Prints the mistakes that its grammar has only with these values.
    pub fn apply(&self, input: &mut Input) -> Result<(), CliError> {
        let values = self.values();
        if values.is_empty() {
            return Ok(());
        }
        let request = &mut input.request;
        refuse(check_values(&request.grammar.variables, &values), "--set does not fit the grammar")?;
        request.grammar = Arc::new(request.grammar.with_values(&values));
        request.variables = values;
        refuse(check_grammar(&request.grammar), "the grammar has mistakes with these values")
    }

    /// Sets the variables of a request without mistakes.
    ///
    /// Returns the mistakes of the values, or those that the grammar has only with them.
    pub fn find_mistakes(&self, request: &mut Request) -> Vec<Diagnostic> {
        let values = self.values();
        if values.is_empty() {
            return Vec::new();
        }
        let of_values = check_values(&request.grammar.variables, &values);
        if !of_values.is_empty() {
            return of_values;
        }
        let before = check_grammar(&request.grammar);
        request.grammar = Arc::new(request.grammar.with_values(&values));
        request.variables = values;
        let mut found = check_grammar(&request.grammar);
        found.retain(|found| !before.contains(found));
        found
    }

    /// Refuses values that do not fit the grammar of a project.
    pub fn check(&self, project: &Project) -> Result<(), CliError> {
        let grammar = project.grammar.value.as_ref();
        let found =
            grammar.map(|grammar| check_values(&grammar.variables, &self.values())).unwrap_or_default();
        refuse(found, "--set does not fit the grammar")
    }
}

/// Prints the errors; if there are any, ends the command for that reason.
fn refuse(mut found: Vec<Diagnostic>, why: &str) -> Result<(), CliError> {
    found.retain(|found| found.severity == Severity::Error);
    diagnostics::print(&found);
    if found.is_empty() { Ok(()) } else { Err(CliError::new(CliOutcome::WrongInput, why)) }
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
