//! The metrics of many levels, as columns of Python values.

use std::num::NonZeroUsize;
use std::sync::Arc;

use delvewright::base::{Ceilings, Seed, StopToken};
use delvewright::batch::Batch;
use delvewright::level::Promise;
use delvewright::pipeline::{Request, Run};
use delvewright::survey::{SeedRecord, UsageIndex};
use delvewright::tables::{ColumnKind, LevelColumns, LevelRow, TableValue};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Name, kind and values of each column.
pub type Columns = Vec<(String, &'static str, Vec<PyValue>)>;

/// A value of a column; a missing one is `None` in Python.
#[derive(Clone, Debug, IntoPyObject)]
pub enum PyValue {
    Missing(Option<u64>),
    Unsigned(u64),
    Whole(i64),
    Real(f64),
    Text(String),
}

impl From<TableValue> for PyValue {
    fn from(value: TableValue) -> Self {
        match value {
            TableValue::Missing => Self::Missing(None),
            TableValue::Unsigned(number) => Self::Unsigned(number),
            TableValue::Whole(number) => Self::Whole(number),
            TableValue::Real(number) => Self::Real(number),
            TableValue::Text(text) => Self::Text(text),
        }
    }
}

/// Makes and measures the levels of seeds, in their order. Ctrl+C ends it.
pub fn measure(
    py: Python<'_>,
    request: &Request,
    ceilings: Ceilings,
    seeds: Vec<u64>,
    jobs: usize,
) -> PyResult<Columns> {
    let index = Arc::new(UsageIndex::of(request));
    let table = LevelColumns { index: UsageIndex::clone(&index), swept: None, has_times: false };
    let keep = move |run: Run| {
        let reports = run.level.iter().map(|level| &level.report);
        let broken: Vec<Promise> = reports.flat_map(|report| report.broken()).map(|(one, _)| one).collect();
        (SeedRecord::of(&run), index.usage(&run), broken)
    };
    let stop = StopToken::new();
    let (count, jobs) = (seeds.len(), NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN));
    let seeds = seeds.into_iter().map(Seed);
    let batch = Batch::start(request.clone(), seeds, jobs, ceilings, stop.clone(), keep);
    let mut results = batch.map_err(PyOSError::new_err)?.in_order();
    let names = table.columns();
    let mut columns: Vec<Vec<PyValue>> = names.iter().map(|_| Vec::with_capacity(count)).collect();
    while let Some((record, usage, broken)) = py.detach(|| results.next()) {
        let (record, usage, broken) = (&record, &usage, broken.as_slice());
        let row = table.row(LevelRow { record, usage, broken, swept: None, milliseconds: &[] });
        for (column, value) in columns.iter_mut().zip(row) {
            column.push(value.into());
        }
        if let Err(interrupted) = py.check_signals() {
            stop.stop();
            return Err(interrupted);
        }
    }
    let named = names.into_iter().zip(columns);
    Ok(named.map(|(column, values)| (column.name, name_of(column.kind), values)).collect())
}

fn name_of(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Unsigned => "uint64",
        ColumnKind::Whole => "int64",
        ColumnKind::Real => "float64",
        ColumnKind::Text => "str",
    }
}
