//! The native half of the Python package `delvewright`: loads projects, makes levels, and measures them.
//!
//! In: paths, seeds and values of variables. Out: plain Python values and bytes; the Python half makes arrays,
//! graphs and exceptions of them, so that no numerical library is needed to build this.
//! Guaranteed: the same files and seeds give the same bytes as the command line, whatever the number of threads.
//! No thread holds the interpreter while it makes levels.

mod columns;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use delvewright::base::{Ceilings, Diagnostic, Seed, StopToken};
use delvewright::export::{Format, export};
use delvewright::files::load_project_with;
use delvewright::level::Level;
use delvewright::pipeline::{Pipeline, Request, RunContext};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use columns::Columns;

/// A diagnostic: severity, code, message, file, line, column and hint.
type DiagnosticFields = (String, String, String, Option<String>, Option<u32>, Option<u32>, Option<String>);

/// The reason why a seed gives no proved level: stage, code and message.
type FailureFields = (String, String, String);

/// A grammar with its room sets, ready to make levels.
#[pyclass(frozen, name = "Project", module = "delvewright._native")]
struct NativeProject {
    request: Request,
    ceilings: Ceilings,
}

/// A finished level.
#[pyclass(frozen, name = "Level", module = "delvewright._native")]
struct NativeLevel {
    level: Arc<Level>,
}

/// Reads a grammar and its room sets. Without a project, the diagnostics have errors.
#[pyfunction]
fn load(
    py: Python<'_>,
    grammar: PathBuf,
    rooms: Vec<PathBuf>,
    variables: BTreeMap<String, i64>,
    ceiling: u32,
) -> PyResult<(Option<NativeProject>, Vec<DiagnosticFields>)> {
    let factor = NonZeroU32::new(ceiling).filter(|factor| factor.get() <= 1000);
    let factor = factor.ok_or_else(|| PyValueError::new_err("ceiling is a factor from 1 to 1000"))?;
    let values = variables.into_iter().collect();
    let project = py.detach(|| load_project_with(&grammar, &rooms, &values));
    let project = project.map_err(|error| PyOSError::new_err(error.to_string()))?;
    let mut found: Vec<Diagnostic> = project.diagnostics();
    if let Some(grammar) = &project.grammar.value {
        found.extend(delvewright::grammar::check_values(&grammar.variables, &values));
    }
    let is_usable = !found.iter().any(|one| one.severity == delvewright::base::Severity::Error);
    let sets = project.room_sets().cloned().map(Arc::new).collect();
    let grammar = project.grammar.value.filter(|_| is_usable);
    let native = grammar.map(|grammar| NativeProject {
        request: Request { variables: values, ..Request::new(Arc::new(grammar), sets, Seed(0)) },
        ceilings: Ceilings::raised(factor),
    });
    Ok((native, found.into_iter().map(fields).collect()))
}

fn fields(found: Diagnostic) -> DiagnosticFields {
    let Diagnostic { severity, code, message, file, position, hint, .. } = found;
    let hint = hint.map(|hint| hint.to_string());
    let file = file.map(|file| file.display().to_string());
    let (line, column) = position.map(|at| (at.line, at.column)).unzip();
    (severity.to_string(), code.to_owned(), message, file, line, column, hint)
}

#[pymethods]
impl NativeProject {
    /// Makes the level of a seed. Without a proved level, returns the reason.
    fn generate(&self, py: Python<'_>, seed: u64) -> PyResult<(Option<NativeLevel>, Option<FailureFields>)> {
        let request = Request { seed: Seed(seed), ..self.request.clone() };
        let run = py.detach(|| {
            let stop = StopToken::never();
            let context = RunContext { ceilings: self.ceilings, ..RunContext::stopped_by(&stop) };
            Pipeline::default().run_in(&request, context)
        });
        let run = run.map_err(|_| PyValueError::new_err("the run was stopped"))?;
        let failure =
            run.failure.map(|failure| (failure.stage.to_string(), failure.code.to_owned(), failure.message));
        let level = run.level.filter(|_| failure.is_none());
        Ok((level.map(|level| NativeLevel { level }), failure))
    }

    /// Measures the levels of seeds, with the columns that `delvewright batch --metrics` writes.
    fn metrics(&self, py: Python<'_>, seeds: Vec<u64>, jobs: usize) -> PyResult<Columns> {
        columns::measure(py, &self.request, self.ceilings, seeds, jobs)
    }
}

#[pymethods]
impl NativeLevel {
    #[getter]
    fn seed(&self) -> u64 {
        self.level.seed.0
    }

    #[getter]
    fn width(&self) -> u32 {
        self.level.width
    }

    #[getter]
    fn height(&self) -> u32 {
        self.level.height
    }

    /// Character, name and walkability of each tile; `tiles` has positions in this list.
    #[getter]
    fn legend(&self) -> Vec<(char, String, bool)> {
        let tiles = self.level.legend.iter();
        tiles.map(|(character, tile)| (*character, tile.name.clone(), tile.walkable)).collect()
    }

    /// The position in the legend of each cell, row by row, as 16 bits each.
    fn tiles<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let numbers: BTreeMap<char, u16> = self.level.legend.keys().copied().zip(0..).collect();
        let missing = u16::MAX;
        let cells = self.level.tiles.values().iter();
        let bytes: Vec<u8> =
            cells.flat_map(|tile| numbers.get(tile).unwrap_or(&missing).to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    /// The owner of each cell, row by row, as 32 bits each: 0 nobody, n place n, -n passage n.
    fn owners<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let cells = self.level.owners.values().iter();
        let bytes: Vec<u8> = cells.flat_map(|owner| owner.0.to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    /// The level as `delvewright generate --format json` writes it.
    fn json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let level = &self.level;
        PyBytes::new(py, &py.detach(|| export(level, Format::Json).into_bytes()))
    }
}

/// The functions and classes of the native half.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeProject>()?;
    module.add_class::<NativeLevel>()?;
    module.add_function(wrap_pyfunction!(load, module)?)?;
    module.add("GENERATOR", Level::GENERATOR)
}
