//! Writes a contact sheet: small pictures of levels with their seeds, as one PNG.
//!
//! The levels are those of several seeds, or those of a sweep with a row for each value.
//! Levels that cannot be made show the reason.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use super::seed_requests::SeedRuns;
use super::swept_number::{SweptNumber, swept_requests};
use crate::base::{Cancelled, Seed};
use crate::document::Content;
use crate::export::{ContactContent, ContactLayout, ContactPicture, ContactSheet};
use crate::files::GrowingFile;
use crate::grammar::VariableValues;
use crate::picture::{TileLooks, thumbnail};
use crate::pipeline::{Pipeline, ProjectFindings, Request, Run, RunContext};

/// Writes contact sheets.
pub struct WriteContactSheet;

/// A contact sheet to write.
pub struct ContactSheetJob {
    /// Project with its mistakes.
    pub content: Content,
    pub findings: Arc<ProjectFindings>,
    pub looks: Arc<TileLooks>,
    /// Levels in their order.
    pub levels: SheetLevels,
    /// Target file.
    pub path: PathBuf,
}

/// The levels of a contact sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetLevels {
    /// The levels of these seeds.
    Seeds(Vec<Seed>),
    /// A row of levels for each value of a number.
    Sweep(SweptNumber),
}

/// The file of a contact sheet, and an error message if it could not be written.
pub type WrittenSheet = (PathBuf, Result<(), String>);

/// Longest sides of the pictures of seeds and of a sweep, in pixels. Very many pictures are smaller.
const SIDES: (u32, u32) = (256, 160);
/// Number of levels for each value of a sweep.
const SEEDS_OF_SWEEP: u32 = 8;

impl Job for WriteContactSheet {
    type Request = ContactSheetJob;
    type Answer = WrittenSheet;

    const KIND: JobKind = JobKind::Export;
    const ONLY_LATEST: bool = false;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(ContactSheetJob, &JobControl) -> Result<WrittenSheet, Cancelled> + Send + 'static
    {
        |job, control| {
            let written = match &job.levels {
                SheetLevels::Seeds(seeds) => sheet_of_seeds(&job, seeds, control)?,
                SheetLevels::Sweep(number) => sheet_of_sweep(&job, number, control)?,
            };
            Ok((job.path, written))
        }
    }

    fn words(_job: &ContactSheetJob) -> Option<String> {
        Some("Drawing the contact sheet".to_owned())
    }
}

fn sheet_of_seeds(
    job: &ContactSheetJob,
    seeds: &[Seed],
    control: &JobControl,
) -> Result<Result<(), String>, Cancelled> {
    let mut runs = SeedRuns::of(job.content.clone(), Arc::clone(&job.findings));
    let count = u32::try_from(seeds.len()).unwrap_or(u32::MAX);
    let pictures = seeds.iter().map(|seed| {
        let run = runs.run(*seed, &control.stop)?;
        Ok((seed.to_string(), Ok(run)))
    });
    write(job, pictures, (count, columns_of(count)), SIDES.0, control)
}

fn sheet_of_sweep(
    job: &ContactSheetJob,
    number: &SweptNumber,
    control: &JobControl,
) -> Result<Result<(), String>, Cancelled> {
    let content = &job.content;
    let rooms = content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect();
    let base = Request {
        variables: VariableValues::clone(&content.values),
        ..Request::new(Arc::clone(&content.grammar), rooms, Seed(0))
    };
    let requests = swept_requests(&base, number);
    let count = u32::try_from(requests.len()).unwrap_or(u32::MAX).saturating_mul(SEEDS_OF_SWEEP);
    let mut pipeline = Pipeline::default();
    let values = number.values().into_iter().zip(requests);
    let cells = values.flat_map(|(value, request)| {
        (1..=u64::from(SEEDS_OF_SWEEP)).map(move |seed| (value, Seed(seed), request.clone()))
    });
    let pictures = cells.map(|(value, seed, request)| {
        let label = format!("{value}: seed {seed}");
        let Ok(request) = request.map(|request| Request { seed, ..request }) else {
            return Ok((label, Err("not possible".to_owned())));
        };
        let run = pipeline.run_in(&request, RunContext::stopped_by(&control.stop))?;
        Ok((label, Ok(run)))
    });
    write(job, pictures, (count, SEEDS_OF_SWEEP), SIDES.1, control)
}

/// A label, and the run that is drawn above it or the reason why there is none.
type LabelledRun = (String, Result<Run, String>);

/// Draws the levels, and writes the sheet piece by piece.
fn write(
    job: &ContactSheetJob,
    runs: impl Iterator<Item = Result<LabelledRun, Cancelled>>,
    (count, columns): (u32, u32),
    side: u32,
    control: &JobControl,
) -> Result<Result<(), String>, Cancelled> {
    let one = NonZeroU32::MIN;
    let (columns, side) = (NonZeroU32::new(columns).unwrap_or(one), NonZeroU32::new(side).unwrap_or(one));
    let layout = match ContactLayout::fitting(count.into(), columns, side) {
        Ok(layout) => layout,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let mut file = match GrowingFile::new(&job.path) {
        Ok(file) => file,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let mut sheet = ContactSheet::new(layout);
    for (done, labelled) in (1..).zip(runs) {
        let (label, run) = labelled?;
        let content = match run {
            Ok(run) => content_of(&run, &job.looks, layout.picture_px()),
            Err(why) => ContactContent::Failed(why),
        };
        if let Err(error) = put(&mut file, &job.path, &sheet.add(ContactPicture { label, content })) {
            return Ok(Err(error));
        }
        control.progress.set(done, count.into());
    }
    let written = put(&mut file, &job.path, &sheet.finish());
    Ok(written.and_then(|()| file.finish().map_err(|error| error.to_string())))
}

fn put(file: &mut GrowingFile, path: &Path, bytes: &[u8]) -> Result<(), String> {
    use std::io::Write;
    file.write_all(bytes).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

fn content_of(run: &Run, looks: &Arc<TileLooks>, longest: NonZeroU32) -> ContactContent {
    match &run.level {
        Some(level) => ContactContent::Level(thumbnail(level, looks, longest)),
        None => {
            ContactContent::Failed(run.failure.as_ref().map_or("no level", |failure| failure.code).to_owned())
        }
    }
}

/// Returns a number of columns for a sheet that is about square.
fn columns_of(count: u32) -> u32 {
    (1..).find(|columns: &u32| columns.saturating_mul(*columns) >= count).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_about_square() {
        assert_eq!([0, 1, 2, 4, 5, 100].map(columns_of), [1, 1, 2, 2, 3, 10]);
    }
}
