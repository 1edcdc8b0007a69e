//! Writes the metrics of many levels as a table, one row for each seed: CSV, or JSON Lines.
//!
//! Columns are always the same: `seed`, `stage` and `code` of the failure, then all metrics in their order.
//! Failed seeds have empty metrics.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::outcome::{CliError, CliOutcome};
use super::output::{check_output, refuse_input, write};
use crate::metrics::{LEVEL_METRICS, LevelMetric, MeasuredLevel, MetricValue};
use crate::pipeline::Run;

/// The columns before the metrics.
const FIRST_COLUMNS: [&str; 3] = ["seed", "stage", "code"];

/// The metrics of a seed.
#[derive(Debug)]
pub(super) struct MetricRow {
    seed: u64,
    /// The stage and code of the failure, empty if there is none.
    failure: [String; 2],
    values: Vec<Option<MetricValue>>,
}

impl MetricRow {
    /// Measures the level of a run.
    pub fn of(run: &Run, failure: [String; 2]) -> Self {
        let measured = run.level.as_deref().map(MeasuredLevel::new);
        let value = |metric: &LevelMetric| metric.measure(measured.as_ref()?);
        Self { seed: run.request.seed.0, failure, values: LEVEL_METRICS.iter().map(value).collect() }
    }
}

/// A file for a table of metrics.
#[derive(Clone, Copy, Debug)]
pub(super) struct MetricFile<'a> {
    path: &'a Path,
    format: MetricFormat,
}

#[derive(Clone, Copy, Debug)]
enum MetricFormat {
    Csv,
    JsonLines,
}

impl<'a> MetricFile<'a> {
    /// Checks that a file can be written. Its extension decides the format.
    pub fn new(path: &'a Path) -> Result<Self, CliError> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let format = match extension {
            Some("csv") => MetricFormat::Csv,
            Some("jsonl") => MetricFormat::JsonLines,
            _ => {
                let message =
                    format!("{} has no extension .csv or .jsonl, which decides its format", path.display());
                return Err(CliError::new(CliOutcome::Usage, message));
            }
        };
        check_output(Some(path))?;
        Ok(Self { path, format })
    }

    /// Writes all rows in the order of their seeds.
    pub fn write(self, mut rows: Vec<MetricRow>, inputs: &[PathBuf]) -> Result<(), CliError> {
        rows.sort_by_key(|row| row.seed);
        refuse_input(Some(self.path), inputs)?;
        let bytes = match self.format {
            MetricFormat::Csv => csv(&rows),
            MetricFormat::JsonLines => json_lines(&rows),
        };
        write(Some(self.path), &bytes)
    }
}

/// Returns the table as CSV. No value has a comma or a quote: there are names, codes and numbers.
fn csv(rows: &[MetricRow]) -> Vec<u8> {
    let names = FIRST_COLUMNS.into_iter().chain(LEVEL_METRICS.iter().map(|metric| metric.name));
    let mut table = names.collect::<Vec<&str>>().join(",") + "\n";
    for MetricRow { seed, failure, values } in rows {
        let values = values.iter().map(|value| value.map(|value| value.to_string()).unwrap_or_default());
        let row: Vec<String> =
            [seed.to_string()].into_iter().chain(failure.iter().cloned()).chain(values).collect();
        table += &(row.join(",") + "\n");
    }
    table.into_bytes()
}

fn json_lines(rows: &[MetricRow]) -> Vec<u8> {
    let mut lines = String::new();
    for MetricRow { seed, failure, values } in rows {
        let mut line = Map::new();
        line.insert(FIRST_COLUMNS[0].to_owned(), Value::from(*seed));
        for (name, text) in FIRST_COLUMNS.iter().skip(1).zip(failure) {
            line.insert((*name).to_owned(), Some(text.as_str()).filter(|text| !text.is_empty()).into());
        }
        for (metric, value) in LEVEL_METRICS.iter().zip(values) {
            line.insert(metric.name.to_owned(), value.map_or(Value::Null, number));
        }
        lines += &format!("{}\n", Value::Object(line));
    }
    lines.into_bytes()
}

/// Returns a value as a number, whole if it is one.
fn number(value: MetricValue) -> Value {
    value.to_string().parse::<u64>().map_or_else(|_| Value::from(value.as_f64()), Value::from)
}
