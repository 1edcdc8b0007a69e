//! The part of a run that a batch keeps.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use crate::base::{Cancelled, Diagnostic, Seed, Severity};
use crate::cli::input::failure_of;
use crate::export::{ContactContent, Format, export};
use crate::files::archive_entry;
use crate::level::{Level, PassRecord, Promise};
use crate::picture::{TileLooks, thumbnail};
use crate::pipeline::{Pipeline, Request, Run, RunContext, RunMoment, RunPart, Stage};
use crate::properties::PropertyVerdict;
use crate::survey::{LevelIdentity, SeedRecord, Usage, UsageIndex};
use crate::tables::LevelRow;

/// Runs seeds, and keeps of each run what is wanted besides its failure, passes and warnings.
#[derive(Clone, Debug)]
pub(super) struct SeedRunner {
    /// The parts of the grammar to count, if usage is wanted.
    pub index: Option<Arc<UsageIndex>>,
    /// `true` to compare levels.
    pub has_identity: bool,
    /// `true` to time the stages.
    pub has_times: bool,
    /// `true` to pack levels for an archive.
    pub has_entry: bool,
    /// The side of thumbnails, if there are some, and the looks of their tiles.
    pub picture: Option<(NonZeroU32, Arc<TileLooks>)>,
}

/// The result of a seed.
#[derive(Debug)]
pub(super) struct SeedResult {
    pub record: SeedRecord,
    pub failed: Option<FailedRun>,
    pub passes: Vec<(String, PassCount)>,
    /// Verdicts about the properties of the grammar. Empty if there is no proved level.
    pub verdicts: Vec<PropertyVerdict>,
    /// First warning of each code.
    pub warnings: BTreeMap<&'static str, WarningCount>,
    pub usage: Usage,
    /// `None` if there is no proved level.
    pub identity: Option<LevelIdentity>,
    pub picture: Option<ContactContent>,
    pub milliseconds: Vec<(Stage, f64)>,
    /// Entry of an archive, if it is wanted and there is a proved level.
    pub entry: Option<io::Result<Vec<u8>>>,
}

/// A level that was not made, or not as promised.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FailedRun {
    pub seed: Seed,
    pub stage: String,
    pub code: &'static str,
    pub message: String,
    #[serde(skip)]
    pub broken: Vec<Promise>,
}

/// The results of a pass.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct PassCount {
    /// Number of entities, tiles and walls placed.
    pub placed: u64,
    /// Number of placements undone because they would have broken a promise.
    pub taken_back: u64,
}

/// The levels with a warning of one code.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WarningCount {
    /// Number of levels.
    pub levels: u64,
    /// Lowest seed among them.
    pub first_seed: Seed,
    /// Message for the lowest seed.
    pub message: String,
}

impl SeedResult {
    /// Returns its row in a table.
    pub fn row(&self, swept: Option<i64>) -> LevelRow<'_> {
        let Self { record, failed, usage, milliseconds, .. } = self;
        let broken = failed.as_ref().map(|failed| failed.broken.as_slice()).unwrap_or_default();
        LevelRow { record, usage, broken, swept, milliseconds }
    }
}

impl SeedRunner {
    /// Runs a request and keeps what is wanted of it.
    pub fn run(
        &self,
        pipeline: &mut Pipeline,
        request: &Request,
        context: RunContext<'_>,
    ) -> Result<SeedResult, Cancelled> {
        let mut began = None;
        let mut milliseconds = Vec::new();
        let mut watch = |moment| match moment {
            RunMoment::Begins(RunPart::Stage(_)) => began = Some(Instant::now()),
            RunMoment::Ends(RunPart::Stage(stage)) => {
                let time = began.take().map(|began: Instant| 1000.0 * began.elapsed().as_secs_f64());
                milliseconds.extend(time.map(|time| (stage, time)));
            }
            _ => {}
        };
        let mut context: RunContext<'_> = context.unwatched();
        if self.has_times {
            context.watcher = Some(&mut watch);
        }
        let run = pipeline.run_in(request, context)?;
        Ok(self.kept(&run, milliseconds))
    }

    fn kept(&self, run: &Run, milliseconds: Vec<(Stage, f64)>) -> SeedResult {
        let passes = run.level.iter().flat_map(|level| &level.populate);
        let count = |pass: &PassRecord| {
            let count = PassCount { placed: pass.placed() as u64, taken_back: u64::from(pass.taken_back) };
            (pass.name.clone(), count)
        };
        let proved = run.level.as_deref().filter(|_| run.failure.is_none());
        let (record, verdicts) = SeedRecord::judged(run);
        SeedResult {
            record,
            failed: failed(run),
            passes: passes.map(count).collect(),
            verdicts,
            warnings: warnings(run),
            usage: self.index.as_ref().map(|index| index.usage(run)).unwrap_or_default(),
            identity: proved.filter(|_| self.has_identity).map(LevelIdentity::of),
            picture: self.picture.as_ref().map(|(longest, looks)| picture(run, looks, *longest)),
            milliseconds,
            entry: proved.filter(|_| self.has_entry).map(entry),
        }
    }
}

fn entry(level: &Level) -> io::Result<Vec<u8>> {
    archive_entry(&format!("{}.json", level.seed), &export(level, Format::Json).into_bytes())
}

fn picture(run: &Run, looks: &Arc<TileLooks>, longest_px: NonZeroU32) -> ContactContent {
    match (&run.level, &run.failure) {
        (Some(level), None) => ContactContent::Level(thumbnail(level, looks, longest_px)),
        (_, failure) => ContactContent::Failed(
            failure.as_ref().map_or_else(String::new, |failure| failure.code.to_owned()),
        ),
    }
}

/// Returns the first warning of each code in a run.
fn warnings(run: &Run) -> BTreeMap<&'static str, WarningCount> {
    let of_run = run.diagnostics.iter().filter(|found| found.severity == Severity::Warning);
    let mut warnings = BTreeMap::new();
    for Diagnostic { code, message, .. } in of_run {
        let first_seed = run.request.seed;
        let first = || WarningCount { levels: 1, first_seed, message: message.clone() };
        warnings.entry(*code).or_insert_with(first);
    }
    warnings
}

/// Returns a description of a failed run, or `None` if it did not fail.
fn failed(run: &Run) -> Option<FailedRun> {
    let failure = failure_of(run)?;
    let report = run.level.as_ref().map(|level| &level.report);
    Some(FailedRun {
        seed: run.request.seed,
        stage: failure.stage.to_string(),
        code: failure.code,
        message: failure.message,
        broken: report.into_iter().flat_map(|report| report.broken()).map(|(promise, _)| promise).collect(),
    })
}
