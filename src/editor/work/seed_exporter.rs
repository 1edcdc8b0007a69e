//! Writes the levels of several seeds: each to its own file, or maps together to one world or project.
//!
//! A seed that fails does not keep the others from being written. A stopped export leaves whole files only.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use super::seed_requests::SeedRuns;
use crate::base::{Cancelled, Cell, Seed, StageContext, counted};
use crate::document::Content;
use crate::editor::export_settings::ExportSettings;
use crate::export::{ExportOptions, check_export_size, export_in, export_levels};
use crate::files::save_export;
use crate::level::Level;
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
    /// The file for all levels, if the format joins them.
    pub together: Option<PathBuf>,
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
    let mut waiting = Vec::new();
    for (number, (seed, path)) in (1..).zip(&job.files) {
        let run = runs.run(*seed, &control.stop)?;
        match level_of(job, &run, path) {
            Ok(level) if job.together.is_some() => waiting.push((*seed, level)),
            Ok(level) => {
                let exported = export_one(job, &level, (path, &run.seals), control)?;
                done.note(&[*seed], exported);
            }
            Err(why) => done.failed.push((*seed, why)),
        }
        control.progress.set(number, job.files.len() as u64);
    }
    if let Some(path) = job.together.as_ref().filter(|_| !waiting.is_empty()) {
        let (seeds, levels): (Vec<Seed>, Vec<Arc<Level>>) = waiting.into_iter().unzip();
        done.note(&seeds, export_together(job, &levels, path));
    }
    Ok(done)
}

impl ExportedSeeds {
    /// Notes that the levels of these seeds were written, or why not.
    fn note(&mut self, seeds: &[Seed], result: Result<(), String>) {
        match result {
            Ok(()) => self.written += seeds.len(),
            Err(why) => self.failed.extend(seeds.iter().map(|seed| (*seed, why.clone()))),
        }
    }
}

/// Returns the level of a run, or why it cannot be exported.
fn level_of(job: &SeedExportJob, run: &Run, path: &Path) -> Result<Arc<Level>, String> {
    let Some(level) = &run.level else {
        let why = run.failure.as_ref().map(|failure| failure.message.clone());
        return Err(why.unwrap_or_else(|| "it has no level".to_owned()));
    };
    let options = options(job, path, &run.seals);
    check_export_size(level, job.settings.format, &options).map_err(|error| error.to_string())?;
    Ok(Arc::clone(level))
}

fn options(job: &SeedExportJob, path: &Path, seals: &Arc<[Cell]>) -> ExportOptions {
    let rooms: Vec<_> = job.content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
    job.settings.options(path, (&job.content.grammar, &rooms), &job.looks, seals)
}

fn export_one(
    job: &SeedExportJob,
    level: &Level,
    (path, seals): (&Path, &Arc<[Cell]>),
    control: &JobControl,
) -> Result<Result<(), String>, Cancelled> {
    let options = options(job, path, seals);
    let context = StageContext::stopped_by(&control.stop);
    let exported = export_in(level, job.settings.format, &options, context)?;
    Ok(save_export(path, &exported).map_err(|error| error.to_string()))
}

/// Writes levels into one world or project.
fn export_together(job: &SeedExportJob, levels: &[Arc<Level>], path: &Path) -> Result<(), String> {
    let levels: Vec<&Level> = levels.iter().map(Arc::as_ref).collect();
    let options = options(job, path, &Arc::default());
    let exported = export_levels(&levels, job.settings.format, &options)
        .ok_or_else(|| "the format has a file for each level".to_owned())?;
    save_export(path, &exported).map_err(|error| error.to_string())
}
