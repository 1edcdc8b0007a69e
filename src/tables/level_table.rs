//! The table of levels: one row for each seed.
//!
//! Columns: `seed`; `stage`, `code` and `reason` of the failure; the `broken` promises; all metrics; then how often
//! each part of the grammar was used. A sweep has its value in front, and times are at the end.
//! Failed seeds have no metrics; their usage counts the parts that were used before the failure.

use super::{ColumnKind, TableColumn, TableValue};
use crate::level::Promise;
use crate::metrics::{LEVEL_METRICS, MetricUnit, MetricValue};
use crate::pipeline::Stage;
use crate::survey::{SeedRecord, Usage, UsageIndex};

/// The stages whose times a table may have, each with the name of its column.
const TIMED_STAGES: [(Stage, &str); 5] = [
    (Stage::Derive, "ms:derive"),
    (Stage::Layout, "ms:layout"),
    (Stage::Form, "ms:form"),
    (Stage::Populate, "ms:populate"),
    (Stage::Verify, "ms:verify"),
];

/// The columns of a table of levels.
#[derive(Clone, Debug)]
pub struct LevelColumns {
    /// The parts of the grammar that have a column.
    pub index: UsageIndex,
    /// The name of the column for the value of a sweep, if there is one.
    pub swept: Option<String>,
    /// `true` to add the time of each stage, in milliseconds.
    pub has_times: bool,
}

/// A row of a table of levels.
#[derive(Clone, Copy, Debug)]
pub struct LevelRow<'a> {
    /// Result of the seed.
    pub record: &'a SeedRecord,
    /// Parts that it used.
    pub usage: &'a Usage,
    /// Promises that the level breaks, in order.
    pub broken: &'a [Promise],
    /// Value of the sweep.
    pub swept: Option<i64>,
    /// Milliseconds of each stage that ran.
    pub milliseconds: &'a [(Stage, f64)],
}

impl LevelColumns {
    /// Returns all columns, in order.
    pub fn columns(&self) -> Vec<TableColumn> {
        let column = |name: &str, kind| TableColumn { name: name.to_owned(), kind };
        let mut columns: Vec<TableColumn> =
            self.swept.iter().map(|name| column(name, ColumnKind::Whole)).collect();
        columns.push(column("seed", ColumnKind::Unsigned));
        columns.extend(["stage", "code", "reason", "broken"].map(|name| column(name, ColumnKind::Text)));
        columns.extend(LEVEL_METRICS.iter().map(|metric| column(metric.name, kind_of(metric.unit))));
        let parts = self.index.parts().iter();
        columns.extend(parts.map(|part| column(&part.to_string(), ColumnKind::Whole)));
        if self.has_times {
            columns.extend(TIMED_STAGES.iter().map(|(_, name)| column(name, ColumnKind::Real)));
        }
        columns
    }

    /// Returns the values of a row, in the order of the columns.
    pub fn row(&self, row: LevelRow<'_>) -> Vec<TableValue> {
        let LevelRow { record, usage, broken, swept, milliseconds } = row;
        let mut values: Vec<TableValue> = Vec::new();
        if self.swept.is_some() {
            values.push(swept.map_or(TableValue::Missing, TableValue::Whole));
        }
        values.push(TableValue::Unsigned(record.seed.0));
        let failure = record.failure.as_ref();
        let text = |text: Option<String>| text.map_or(TableValue::Missing, TableValue::Text);
        values.push(text(failure.map(|failure| failure.stage.to_string())));
        values.push(text(failure.map(|failure| failure.code.to_owned())));
        values.push(text(failure.map(|failure| failure.message.clone())));
        let broken: Vec<String> = broken.iter().map(|promise| format!("{promise:?}")).collect();
        values.push(text((!broken.is_empty()).then(|| broken.join(" "))));
        values.extend(LEVEL_METRICS.iter().map(|metric| number(record.value(metric), metric.unit)));
        let parts = (0..self.index.parts().len() as u32).map(|part| i64::from(usage.count(part)));
        values.extend(parts.map(TableValue::Whole));
        if self.has_times {
            let time = |(stage, _): &(Stage, &str)| {
                let time = milliseconds.iter().find(|(timed, _)| timed == stage);
                time.map_or(TableValue::Missing, |(_, time)| TableValue::Real(*time))
            };
            values.extend(TIMED_STAGES.iter().map(time));
        }
        values
    }
}

fn kind_of(unit: MetricUnit) -> ColumnKind {
    if unit.is_whole() { ColumnKind::Whole } else { ColumnKind::Real }
}

fn number(value: Option<MetricValue>, unit: MetricUnit) -> TableValue {
    let Some(value) = value else { return TableValue::Missing };
    match value.as_whole().and_then(|whole| i64::try_from(whole).ok()) {
        Some(whole) if unit.is_whole() => TableValue::Whole(whole),
        _ => TableValue::Real(value.as_f64()),
    }
}
