//! `delvewright check --format json`: one object with the mistakes in all files and the verdicts about their levels.

use std::path::PathBuf;

use serde::Serialize;

use super::outcome::CliError;
use super::output::json_of;
use crate::base::{Diagnostic, Seed};

/// The result of a check.
#[derive(Debug, Default, Serialize)]
pub(super) struct CheckReport {
    /// In the order of the command line.
    pub files: Vec<FileReport>,
}

/// The result for a file.
#[derive(Debug, Serialize)]
pub(super) struct FileReport {
    pub file: String,
    pub errors: usize,
    pub warnings: usize,
    pub diagnostics: Vec<DiagnosticReport>,
    /// The levels of a grammar without errors, if there are seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<LevelsReport>,
}

/// A diagnostic.
#[derive(Debug, Serialize)]
pub(super) struct DiagnosticReport {
    severity: String,
    code: &'static str,
    message: String,
    hint: Option<String>,
    file: Option<PathBuf>,
    /// From 1, like the column.
    line: Option<u32>,
    column: Option<u32>,
}

/// The levels of a grammar.
#[derive(Debug, Serialize)]
pub(super) struct LevelsReport {
    pub asked: u64,
    pub interrupted: bool,
    pub made: u64,
    pub failed: usize,
    /// By stage and code.
    pub failures: Vec<FailureReport>,
    /// In the order of the grammar.
    pub properties: Vec<PropertyReport>,
}

/// The seeds that fail for one reason.
#[derive(Debug, Serialize)]
pub(super) struct FailureReport {
    pub stage: String,
    pub code: &'static str,
    /// The message for the lowest seed.
    pub message: String,
    pub seeds: Vec<Seed>,
}

/// The verdicts about a property.
#[derive(Debug, Serialize)]
pub(super) struct PropertyReport {
    pub sentence: String,
    /// `holds`, `fails` or `open`.
    pub verdict: &'static str,
    pub passed: u64,
    pub judged: u64,
    /// The interval with 95 % confidence for the share among all seeds, if a level was judged.
    pub interval: Option<[f64; 2]>,
    pub failing_seeds: Vec<Seed>,
    pub shortest_counter_example: Option<ExampleReport>,
}

/// A level that does not have a property.
#[derive(Debug, Serialize)]
pub(super) struct ExampleReport {
    pub seed: Seed,
    pub steps: usize,
    pub places: usize,
    pub reason: String,
}

impl CheckReport {
    /// Returns the report as JSON.
    pub fn json(&self) -> Result<String, CliError> {
        json_of(self)
    }
}

impl From<&Diagnostic> for DiagnosticReport {
    fn from(found: &Diagnostic) -> Self {
        let position = found.position;
        Self {
            severity: found.severity.to_string(),
            code: found.code,
            message: found.message.clone(),
            hint: found.hint.as_ref().map(ToString::to_string),
            file: found.file.clone(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
        }
    }
}
