//! Makes thumbnails and records of seeds in the background, in the order in which they are wanted.
//!
//! The list of wanted seeds changes while the work goes on: seeds that were scrolled out of sight are dropped, and
//! those in sight come first. Results are sent as they come. Several threads work, all but one of the processors.

use std::collections::{BTreeSet, VecDeque};
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use egui::{ColorImage, Context};

use super::JobKind;
use super::jobs::{Job, JobControl};
use super::seed_requests::SeedRuns;
use crate::base::{Cancelled, Seed, StopToken};
use crate::document::Content;
use crate::level::Level;
use crate::picture::{TileLooks, thumbnail};
use crate::pipeline::ProjectFindings;
use crate::survey::SeedRecord;

/// Delay of a frame after a result, so that many results share one.
const FRAME: Duration = Duration::from_millis(60);

/// Makes thumbnails.
pub struct MakeThumbnails;

/// A project, and the connection to the pane.
pub struct ThumbnailJob {
    /// Project whose levels are drawn.
    pub content: Content,
    /// Known mistakes of the project.
    pub findings: Arc<ProjectFindings>,
    /// Custom looks of tiles.
    pub looks: Arc<TileLooks>,
    /// Seeds that are wanted.
    pub queue: Arc<SeedQueue>,
    /// Receives the results.
    pub results: Sender<DrawnSeed>,
    /// Window that shows them.
    pub ctx: Context,
    /// Number of the state of the project, which comes back with each result.
    pub generation: u64,
}

/// The result of a seed.
#[derive(Debug)]
pub struct DrawnSeed {
    /// The record.
    pub record: SeedRecord,
    /// Thumbnail; `None` if there is no level, or if only the record was wanted.
    pub image: Option<ColorImage>,
    /// Longest side that was wanted, in pixels.
    pub longest: Option<NonZeroU32>,
    /// Number of the state of the project.
    pub generation: u64,
}

/// A seed that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedSeed {
    /// The seed.
    pub seed: Seed,
    /// Longest side of its thumbnail in pixels; `None` if only its record is wanted.
    pub longest: Option<NonZeroU32>,
}

/// The seeds that are wanted, the first to be made first.
#[derive(Debug, Default)]
pub struct SeedQueue(Mutex<QueueState>);

#[derive(Debug, Default)]
struct QueueState {
    waiting: VecDeque<WantedSeed>,
    /// Seeds being made.
    begun: BTreeSet<Seed>,
}

impl SeedQueue {
    /// Replaces the seeds that are waiting. Those being made are left out. Returns the number of seeds that are
    /// waiting now.
    pub fn replace(&self, wanted: impl IntoIterator<Item = WantedSeed>) -> usize {
        let mut state = self.state();
        let QueueState { waiting, begun } = &mut *state;
        waiting.clear();
        waiting.extend(wanted.into_iter().filter(|wanted| !begun.contains(&wanted.seed)));
        waiting.len()
    }

    /// Takes the next seed.
    fn begin(&self) -> Option<WantedSeed> {
        let mut state = self.state();
        let next = state.waiting.pop_front()?;
        state.begun.insert(next.seed);
        Some(next)
    }

    fn finish(&self, seed: Seed) {
        self.state().begun.remove(&seed);
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job for MakeThumbnails {
    type Request = ThumbnailJob;
    type Answer = ();

    const KIND: JobKind = JobKind::Thumbnails;

    fn work() -> impl FnMut(ThumbnailJob, &JobControl) -> Result<(), Cancelled> + Send + 'static {
        |job, control| {
            let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
            thread::scope(|scope| {
                for _ in 1..processors.max(2) {
                    let work = || work_off(&job, &control.stop);
                    // With fewer threads it only takes longer.
                    if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                        break;
                    }
                }
            });
            control.stop.unless_stopped(())
        }
    }
}

/// Makes seeds until none is wanted or the work is stopped.
fn work_off(job: &ThumbnailJob, stop: &StopToken) {
    let mut runs = SeedRuns::of(job.content.clone(), Arc::clone(&job.findings));
    while let Some(WantedSeed { seed, longest }) = job.queue.begin() {
        let run = runs.run(seed, stop);
        let sent = run.ok().is_some_and(|run| {
            let level = longest.and_then(|longest| Some((run.level.as_deref()?, longest)));
            let image = level.map(|(level, longest)| image_of(level, &job.looks, longest));
            let record = SeedRecord::of(&run);
            job.results.send(DrawnSeed { record, image, longest, generation: job.generation }).is_ok()
        });
        job.queue.finish(seed);
        if !sent {
            return;
        }
        job.ctx.request_repaint_after(FRAME);
    }
}

/// Draws a thumbnail.
pub fn image_of(level: &Level, looks: &Arc<TileLooks>, longest: NonZeroU32) -> ColorImage {
    let image = thumbnail(level, looks, longest);
    let size = [image.size.width as usize, image.size.height as usize];
    ColorImage::from_rgb(size, &image.rgb())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(seed: u64) -> WantedSeed {
        WantedSeed { seed: Seed(seed), longest: NonZeroU32::new(64) }
    }

    #[test]
    fn seeds_are_begun_in_order_and_not_twice_at_once() {
        let queue = SeedQueue::default();
        assert_eq!(queue.replace([1, 2, 3].map(wanted)), 3);
        assert_eq!(queue.begin(), Some(wanted(1)));
        assert_eq!(queue.replace([1, 3, 2].map(wanted)), 2, "the first is being made");
        assert_eq!([queue.begin(), queue.begin(), queue.begin()], [Some(wanted(3)), Some(wanted(2)), None]);
        queue.finish(Seed(1));
        assert_eq!(queue.replace([1, 2].map(wanted)), 1);
        assert_eq!(queue.begin(), Some(wanted(1)));
    }
}
