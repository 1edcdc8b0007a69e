//! Writes the levels of several seeds, one after the other, each to its own file.
//!
//! A seed that fails does not keep the others from being written. A stopped export leaves whole files only.

use std::path::PathBuf;
use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use super::seed_requests::SeedRuns;
use crate::base::{Cancelled, Seed, StageContext, counted};
use crate::document::Content;
use crate::editor::export_settings::ExportSettings;
use crate::export::{check_export_size, export_in};
use crate::files::save_export;
use crate::picture::TileLooks;
use crate::pipeline::{ProjectFindings, Run};

/// Writes the levels of several seeds.
pub struct ExportSeeds;

/// The levels to write.
pub struct SeedExportJob {
    /// Project with its mistakes.
    pub content: Content,
    pub findings: Arc<ProjectFindings>,
    pub looks: Arc<TileLooks>,
    /// Format and options.
    pub settings: ExportSettings,
    /// Seeds, each with its main file.
    pub files: Vec<(Seed, PathBuf)>,
}

/// The result of an export of several seeds.
#[derive(Debug, Default)]
pub struct ExportedSeeds {
    /// Number of written levels.
    pub written: usize,
    /// Seeds that could not be written, with the reasons.
    pub failed: Vec<(Seed, String)>,
    /// Folder of the files.
    pub folder: PathBuf,
}

impl Job for ExportSeeds {
    type Request = SeedExportJob;
    type Answer = ExportedSeeds;

    const KIND: JobKind = JobKind::Export;
    const ONLY_LATEST: bool = false;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(SeedExportJob, &JobControl) -> Result<ExportedSeeds, Cancelled> + Send + 'static {
        |job, control| export_all(&job, control)
    }

    fn words(job: &SeedExportJob) -> Option<String> {
        Some(format!("Exporting {}", counted(job.files.len(), "level")))
    }
}

fn export_all(job: &SeedExportJob, control: &JobControl) -> Result<ExportedSeeds, Cancelled> {
    let mut runs = SeedRuns::of(job.content.clone(), Arc::clone(&job.findings));
    let folder = job.settings.folder.clone().unwrap_or_default();
    let mut done = ExportedSeeds { folder, ..ExportedSeeds::default() };
    let count = job.files.len() as u64;
    for (number, (seed, path)) in (1..).zip(&job.files) {
        let run = runs.run(*seed, &control.stop)?;
        match export_one(job, &run, path, control)? {
            Ok(()) => done.written += 1,
            Err(why) => done.failed.push((*seed, why)),
        }
        control.progress.set(number, count);
    }
    Ok(done)
}

fn export_one(
    job: &SeedExportJob,
    run: &Run,
    path: &std::path::Path,
    control: &JobControl,
) -> Result<Result<(), String>, Cancelled> {
    let Some(level) = &run.level else {
        let why = run.failure.as_ref().map(|failure| failure.message.clone());
        return Ok(Err(why.unwrap_or_else(|| "it has no level".to_owned())));
    };
    let format = job.settings.format;
    let rooms: Vec<_> = job.content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
    let options = job.settings.options(path, (&job.content.grammar, &rooms), &job.looks, &run.seals);
    if let Err(error) = check_export_size(level, format, &options) {
        return Ok(Err(error.to_string()));
    }
    let exported = export_in(level, format, &options, StageContext::stopped_by(&control.stop))?;
    Ok(save_export(path, &exported).map_err(|error| error.to_string()))
}
