//! Makes the levels of many seeds in the background, and measures them.
//!
//! In: a request and seeds. Out: the record of each seed, in the order of the seeds, as soon as it is known.
//! Uses all processors. A stopped survey has sent the records of the first seeds.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::mpsc::Sender;
use std::thread;

use super::JobKind;
use super::jobs::{Job, JobControl};
use crate::base::{Cancelled, Ceilings, Seed, counted};
use crate::batch::Batch;
use crate::pipeline::Request;
use crate::survey::SeedRecord;

/// Surveys the levels of many seeds.
pub struct SurveyLevels;

/// The levels to survey.
#[derive(Debug)]
pub struct SurveyJob {
    /// Everything but the seed.
    pub request: Request,
    /// Numbers of the seeds.
    pub seeds: Range<u64>,
    /// Receives a record for each seed.
    pub records: Sender<SeedRecord>,
}

impl Job for SurveyLevels {
    type Request = SurveyJob;
    type Answer = ();

    const KIND: JobKind = JobKind::SeedSurvey;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(SurveyJob, &JobControl) -> Result<(), Cancelled> + Send + 'static {
        |order, control| survey(order, control)
    }

    fn words(SurveyJob { seeds, .. }: &SurveyJob) -> Option<String> {
        let count = usize::try_from(seeds.end.saturating_sub(seeds.start)).ok()?;
        Some(format!("Surveying {}", counted(count, "level")))
    }
}

fn survey(SurveyJob { request, seeds, records }: SurveyJob, control: &JobControl) -> Result<(), Cancelled> {
    let count = seeds.end.saturating_sub(seeds.start);
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads =
        NonZeroUsize::new(usize::try_from(count).unwrap_or(usize::MAX)).unwrap_or(threads).min(threads);
    let (ceilings, stop) = (Ceilings::default(), control.stop.clone());
    let batch = Batch::start(request, seeds.map(Seed), threads, ceilings, stop, |run| SeedRecord::of(&run));
    // Without a thread there are no records, which the owner notices.
    let batch = batch.map_err(|_| Cancelled)?;
    for (done, record) in (1..).zip(batch.in_order()) {
        records.send(record).map_err(|_| Cancelled)?;
        control.progress.set(done, count);
    }
    control.stop.unless_stopped(())
}
