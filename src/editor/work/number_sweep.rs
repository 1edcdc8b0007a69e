//! Makes levels for several values of a number of the grammar in the background, measures them, and draws some.
//!
//! In: a request, and a number with its values. Out: the records of some seeds for each value, the same seeds for
//! all values, and the thumbnails of the first of them. Runs only while a pane wants it.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::JobKind;
use super::jobs::{Job, JobControl, JobRegistry};
use super::swept_number::{SweptNumber, swept_requests};
use super::thumbnails::image_of;
use crate::base::{Cancelled, Ceilings, Seed};
use crate::batch::Batch;
use crate::metrics::{LEVEL_METRICS, LevelMetric};
use crate::picture::TileLooks;
use crate::pipeline::{Request, Run};
use crate::survey::{Distribution, SeedRecord};

/// Number of seeds for each value.
const SEEDS: u64 = 40;
/// Number of seeds for each value whose levels are drawn.
const DRAWN: u64 = 6;
/// Longest side of a thumbnail, in pixels.
const LONGEST: u32 = 128;

/// Surveys the values of a number.
pub struct SweepNumbers;

/// The levels to make.
pub struct SweepJob {
    base: Request,
    number: SweptNumber,
    looks: Arc<TileLooks>,
    news: Sender<SweepNews>,
}

/// A result, with the position of its value.
enum SweepNews {
    Level(usize, SeedRecord, Option<ColorImage>),
    /// The grammar has a mistake with this value.
    Refused(usize, String),
}

impl Job for SweepNumbers {
    type Request = SweepJob;
    type Answer = ();

    const KIND: JobKind = JobKind::Sweep;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(SweepJob, &JobControl) -> Result<(), Cancelled> + Send + 'static {
        |job, control| sweep(job, control)
    }

    fn words(job: &SweepJob) -> Option<String> {
        Some(format!("Surveying values of {}", job.number.path))
    }
}

fn sweep(SweepJob { base, number, looks, news }: SweepJob, control: &JobControl) -> Result<(), Cancelled> {
    let requests = swept_requests(&base, &number);
    let longest = NonZeroU32::new(LONGEST).unwrap_or(NonZeroU32::MIN);
    let all = requests.len() as u64 * SEEDS;
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut done = 0;
    for (position, request) in requests.into_iter().enumerate() {
        let request = match request {
            Ok(request) => request,
            Err(why) => {
                news.send(SweepNews::Refused(position, why)).map_err(|_| Cancelled)?;
                continue;
            }
        };
        let (seeds, stop, looks) = ((1..=SEEDS).map(Seed), control.stop.clone(), Arc::clone(&looks));
        let keep = move |run: Run| {
            let drawn = run.level.as_deref().filter(|_| run.request.seed.0 <= DRAWN);
            (SeedRecord::of(&run), drawn.map(|level| image_of(level, &looks, longest)))
        };
        let batch = Batch::start(request, seeds, threads, Ceilings::default(), stop, keep);
        for (record, image) in batch.map_err(|_| Cancelled)?.in_order() {
            news.send(SweepNews::Level(position, record, image)).map_err(|_| Cancelled)?;
            done += 1;
            control.progress.set(done, all);
        }
        control.stop.unless_stopped(())?;
    }
    Ok(())
}

/// The levels for several values of a number.
#[derive(Default)]
pub struct NumberSweep {
    /// Request and number of the points.
    of: Option<(Request, SweptNumber)>,
    points: Vec<SweptPoint>,
    incoming: Option<Receiver<SweepNews>>,
    is_wanted: bool,
    is_stopped: bool,
}

/// The levels for one value.
#[derive(Default)]
pub struct SweptPoint {
    /// The value.
    pub value: i64,
    /// Records of its levels.
    pub records: Vec<SeedRecord>,
    /// Thumbnails of its first levels; `None` for a level that was not made.
    pub pictures: Vec<Option<TextureHandle>>,
    /// The mistake that the grammar has with the value.
    pub refused: Option<String>,
    /// Figures of all metrics, in their order.
    figures: Vec<Option<PointFigures>>,
}

/// The figures of a metric for one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFigures {
    /// Average.
    pub mean: f64,
    /// Ends of the middle half of the values.
    pub quartiles: (f64, f64),
}

impl NumberSweep {
    /// Number of seeds for each value.
    pub const SEEDS: u64 = SEEDS;

    /// Returns the known levels, by ascending value.
    pub fn points(&self) -> &[SweptPoint] {
        &self.points
    }

    /// Returns the mistake of the first value that the grammar refuses.
    pub fn refusal(&self) -> Option<(i64, &str)> {
        self.points.iter().find_map(|point| Some((point.value, point.refused.as_deref()?)))
    }

    /// Goes on with the levels of a request. A visible pane calls it in every frame.
    pub fn follow(
        &mut self,
        request: &Request,
        number: &SweptNumber,
        looks: &Arc<TileLooks>,
        jobs: &mut JobRegistry,
        ctx: &Context,
    ) {
        self.is_wanted = true;
        self.poll(jobs, ctx);
        let mut base = Request { seed: Seed(0), ..request.clone() };
        if let Some(name) = number.variable() {
            base.variables.remove(name);
        }
        let is_same = |(known, of): &(Request, SweptNumber)| of == number && known == &base;
        if !self.of.as_ref().is_some_and(is_same) {
            self.cancel(jobs);
            let point = |value| SweptPoint { value, ..SweptPoint::default() };
            self.points = number.values().into_iter().map(point).collect();
            self.of = Some((base, number.clone()));
            self.is_stopped = false;
        }
        if self.incoming.is_none() && !self.is_stopped && !self.is_done() {
            self.begin(looks, jobs);
        }
    }

    /// Stops until the project or the number changes, or until [`NumberSweep::go_on`].
    pub fn stop(&mut self, jobs: &mut JobRegistry) {
        self.cancel(jobs);
        self.is_stopped = true;
    }

    /// Begins again after a stop.
    pub fn go_on(&mut self) {
        self.is_stopped = false;
    }

    /// Returns `true` if the designer stopped it before it was done.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped && !self.is_done()
    }

    /// Ends a frame. A sweep that no visible pane wants is halted.
    pub fn finish_frame(&mut self, jobs: &mut JobRegistry) {
        if !std::mem::take(&mut self.is_wanted) {
            self.cancel(jobs);
        }
    }

    /// Returns `true` if all levels are known.
    pub fn is_done(&self) -> bool {
        self.points.iter().all(|point| point.refused.is_some() || point.records.len() as u64 == SEEDS)
    }

    fn begin(&mut self, looks: &Arc<TileLooks>, jobs: &mut JobRegistry) {
        let Some((base, number)) = self.of.clone() else { return };
        for point in &mut self.points {
            *point = SweptPoint { value: point.value, ..SweptPoint::default() };
        }
        let (news, incoming) = channel();
        jobs.ask::<SweepNumbers>(SweepJob { base, number, looks: Arc::clone(looks), news });
        self.incoming = Some(incoming);
    }

    fn poll(&mut self, jobs: &mut JobRegistry, ctx: &Context) {
        let Some(incoming) = &self.incoming else { return };
        let has_ended = !jobs.is_busy::<SweepNumbers>();
        for news in incoming.try_iter() {
            match news {
                SweepNews::Level(position, record, image) => {
                    let Some(point) = self.points.get_mut(position) else { continue };
                    if record.seed.0 <= DRAWN {
                        let name = format!("level {position} of seed {}", record.seed);
                        let load = |image| ctx.load_texture(name, image, TextureOptions::LINEAR);
                        point.pictures.push(image.map(load));
                    }
                    point.records.push(record);
                    point.figures.clear();
                }
                SweepNews::Refused(position, why) => {
                    if let Some(point) = self.points.get_mut(position) {
                        point.refused = Some(why);
                    }
                }
            }
        }
        let changed = self.points.iter_mut().filter(|point| point.figures.is_empty());
        changed.for_each(|point| point.figures = figures_of(&point.records));
        if has_ended {
            self.is_stopped |= jobs.take::<SweepNumbers>().is_none();
            self.incoming = None;
        }
    }

    fn cancel(&mut self, jobs: &mut JobRegistry) {
        if self.incoming.take().is_some() {
            jobs.cancel::<SweepNumbers>();
        }
    }
}

impl SweptPoint {
    /// Returns the figures of a metric; `None` if no level has a value.
    pub fn figures(&self, metric: &LevelMetric) -> Option<PointFigures> {
        let position = LEVEL_METRICS.iter().position(|other| other.name == metric.name)?;
        self.figures.get(position).copied().flatten()
    }
}

fn figures_of(records: &[SeedRecord]) -> Vec<Option<PointFigures>> {
    let figures = |metric| {
        let sample = Distribution::of(records, metric);
        Some(PointFigures { mean: sample.mean()?, quartiles: sample.quartiles()? })
    };
    LEVEL_METRICS.iter().map(figures).collect()
}
