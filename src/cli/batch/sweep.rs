//! `--sweep`: the same seeds for each of several values of a number of the grammar.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Serialize;

use super::swept_values::Sweep;
use crate::base::{Diagnostic, Severity, counted, printable_line};
use crate::cli::diagnostics;
use crate::cli::outcome::{CliError, CliOutcome};
use crate::grammar::{Grammar, VariableValues, check_grammar, check_values};
use crate::metrics::LEVEL_METRICS;
use crate::pipeline::{ProjectFindings, Request};
use crate::survey::SeedRecord;
use crate::text::SweepPath;

/// The requests of a sweep, one for each value.
pub(super) type SweptRequests = Vec<(i64, Request)>;

/// The means of a sweep.
#[derive(Debug, Serialize)]
pub(super) struct SweepSummary {
    path: String,
    points: Vec<SweepPoint>,
}

/// The levels of one value.
#[derive(Debug, Serialize)]
struct SweepPoint {
    value: i64,
    levels: u64,
    failed: u64,
    /// Mean of each metric, in the order of [`LEVEL_METRICS`]; of levels that have it.
    means: Vec<MetricMean>,
}

#[derive(Debug, Default, Serialize)]
struct MetricMean {
    name: &'static str,
    mean: Option<f64>,
    #[serde(skip)]
    sum: f64,
    #[serde(skip)]
    count: u64,
}

impl SweepSummary {
    pub fn new(path: &str) -> Self {
        Self { path: path.to_owned(), points: Vec::new() }
    }

    /// Begins with the next value.
    pub fn begin(&mut self, value: i64) {
        let mean = |name| MetricMean { name, ..MetricMean::default() };
        let means = LEVEL_METRICS.iter().map(|metric| mean(metric.name)).collect();
        self.points.push(SweepPoint { value, levels: 0, failed: 0, means });
    }

    /// Adds a level of the value.
    pub fn add(&mut self, record: &SeedRecord) {
        let Some(point) = self.points.last_mut() else { return };
        point.levels += 1;
        point.failed += u64::from(record.failure.is_some());
        for (mean, metric) in point.means.iter_mut().zip(&LEVEL_METRICS) {
            if let Some(value) = record.value(metric) {
                mean.sum += value.as_f64();
                mean.count += 1;
                mean.mean = Some(mean.sum / mean.count as f64);
            }
        }
    }
}

/// Returns a table with a row for each metric and a column for each value.
pub(super) fn sweep_text(summary: &SweepSummary) -> String {
    let SweepSummary { path, points } = summary;
    let widest = LEVEL_METRICS.iter().map(|metric| metric.name.len()).max().unwrap_or(0);
    let longest = points.iter().map(|point| point.value.to_string().len()).max().unwrap_or(0).max(8);
    let row = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>longest$}")).collect();
        format!("{name:<widest$}{cells}\n")
    };
    let mut text = format!("mean for each value of {}\n", printable_line(path));
    text += &row("value", points.iter().map(|point| point.value.to_string()).collect());
    text += &row("levels", points.iter().map(|point| point.levels.to_string()).collect());
    text += &row("failed", points.iter().map(|point| point.failed.to_string()).collect());
    for (number, metric) in LEVEL_METRICS.iter().enumerate() {
        let mean = |point: &SweepPoint| {
            let mean = point.means.get(number).and_then(|mean| mean.mean);
            mean.map_or_else(|| "-".to_owned(), |mean| metric.unit.text_of(mean))
        };
        text += &row(metric.name, points.iter().map(mean).collect());
    }
    text
}

/// Returns a request for each value of a sweep, in order. Prints the mistakes that the grammar has with a value, and
/// the warnings that it has only with some values.
pub(super) fn requests(
    sweep: &Sweep,
    first: &Request,
    text: &str,
    file: Option<&Path>,
) -> Result<SweptRequests, CliError> {
    let found = SweepPath::find(text, &sweep.path);
    let path = found.map_err(|error| CliError::new(CliOutcome::Usage, error.to_string()))?;
    let mut warnings = SweptWarnings::besides(first);
    let mut requests = Vec::new();
    for value in &sweep.values {
        let (request, read) = request_at(&path, *value, first, text, file)?;
        warnings.add(*value, &request, read);
        requests.push((*value, request));
    }
    warnings.print();
    Ok(requests)
}

/// The warnings of a sweep, each with the first value that has it.
struct SweptWarnings {
    /// Warnings that were printed before the sweep.
    known: BTreeSet<WarningKey>,
    new: IndexMap<WarningKey, (i64, usize, Diagnostic)>,
}

/// The code and the place of a warning. With other values, its message may have other numbers.
type WarningKey = (&'static str, String);

impl SweptWarnings {
    fn besides(first: &Request) -> Self {
        let found = ProjectFindings::of(&first.grammar, &first.rooms);
        Self { known: found.iter().map(key_of).collect(), new: IndexMap::new() }
    }

    /// Adds the warnings of a value: those of the read text, and those of all files together.
    fn add(&mut self, value: i64, request: &Request, read: Vec<Diagnostic>) {
        let findings = ProjectFindings::of(&request.grammar, &request.rooms);
        let mut of_value = BTreeSet::new();
        for found in read.iter().chain(findings.iter()) {
            let key = key_of(found);
            let is_new = found.severity == Severity::Warning && !self.known.contains(&key);
            if is_new && of_value.insert(key.clone()) {
                let entry = self.new.entry(key).or_insert_with(|| (value, 0, found.clone()));
                entry.1 += 1;
            }
        }
    }

    fn print(&self) {
        for (value, count, found) in self.new.values() {
            let others = match count - 1 {
                0 => String::new(),
                more => format!(" and {}", counted(more, "other value")),
            };
            diagnostics::say(&format!("with the value {value}{others}: {found}"));
        }
    }
}

fn key_of(found: &Diagnostic) -> WarningKey {
    (found.code, found.path.to_string())
}

/// Returns the request for a value, and everything that was found while reading the grammar with it.
fn request_at(
    path: &SweepPath,
    value: i64,
    first: &Request,
    text: &str,
    file: Option<&Path>,
) -> Result<(Request, Vec<Diagnostic>), CliError> {
    let refuse = |found: Vec<Diagnostic>| {
        diagnostics::print(found.iter().filter(|found| found.severity == Severity::Error));
        let message = format!("the grammar has mistakes with the value {value} for \"{}\"", path.path());
        CliError::new(CliOutcome::WrongInput, message)
    };
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    if let Some(name) = path.variable() {
        let mut variables = first.variables.clone();
        variables.insert(name.to_owned(), value);
        let found = check_values(&first.grammar.variables, &variables);
        if found.iter().any(is_error) {
            return Err(refuse(found));
        }
        let grammar = with_values(&first.grammar, &variables).map_err(refuse)?;
        return Ok((Request { grammar, variables, ..first.clone() }, found));
    }
    let loaded = path.grammar_with(text, value, file, &first.variables);
    let (has_errors, found) = (loaded.has_errors() || !loaded.complete, loaded.diagnostics);
    let Some(grammar) = loaded.value.filter(|_| !has_errors) else { return Err(refuse(found)) };
    Ok((Request { grammar: Arc::new(grammar), ..first.clone() }, found))
}

/// Returns a grammar with the values of its variables, or its mistakes with them.
fn with_values(grammar: &Grammar, variables: &VariableValues) -> Result<Arc<Grammar>, Vec<Diagnostic>> {
    let grammar = grammar.with_values(variables);
    let found = check_grammar(&grammar);
    let has_errors = found.iter().any(|found| found.severity == Severity::Error);
    if has_errors { Err(found) } else { Ok(Arc::new(grammar)) }
}
