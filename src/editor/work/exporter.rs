//! Writes levels in the background.

use std::path::PathBuf;
use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use crate::base::{Cancelled, StageContext, printable_line};
use crate::export::{ExportOptions, Format, check_export_size, export_in};
use crate::files::save_export;
use crate::level::Level;

/// A level to write.
#[derive(Clone, Debug)]
pub struct ExportJob {
    pub level: Arc<Level>,
    pub format: Format,
    pub options: ExportOptions,
    /// Main file.
    pub path: PathBuf,
    /// `true` if it follows a change automatically.
    pub is_following: bool,
}

/// The result of writing a level: an error message if it failed.
#[derive(Debug)]
pub struct ExportResult {
    pub order: ExportJob,
    pub result: Result<(), String>,
}

/// Writes one level after the other.
pub struct WriteLevel;

impl Job for WriteLevel {
    type Request = ExportJob;
    type Answer = ExportResult;

    const KIND: JobKind = JobKind::Export;
    const ONLY_LATEST: bool = false;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(ExportJob, &JobControl) -> Result<ExportResult, Cancelled> + Send + 'static {
        write
    }

    /// Of automatic exports to a file, only the last one is kept.
    fn replaces(newer: &ExportJob, waiting: &ExportJob) -> bool {
        waiting.is_following && waiting.path == newer.path
    }

    fn words(order: &ExportJob) -> Option<String> {
        let name = order.path.file_name().unwrap_or_default().to_string_lossy();
        Some(format!("Exporting {}", printable_line(&name)))
    }
}

fn write(order: ExportJob, control: &JobControl) -> Result<ExportResult, Cancelled> {
    if let Err(error) = check_export_size(&order.level, order.format, &order.options) {
        return Ok(ExportResult { order, result: Err(error.to_string()) });
    }
    let JobControl { stop, progress } = control;
    let context = StageContext { progress: progress.clone(), ..StageContext::stopped_by(stop) };
    let exported = export_in(&order.level, order.format, &order.options, context)?;
    // From here on it cannot be stopped, so that all of its files are written or none.
    let result = save_export(&order.path, &exported).map_err(|error| error.to_string());
    Ok(ExportResult { order, result })
}
