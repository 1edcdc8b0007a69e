//! The survey of the open project: the metrics of many levels, and of the same levels before the last edit.
//!
//! All panes that show many levels read the same survey. It is made in the background while one of them is
//! visible. More seeds extend it, then the records of before; a changed project starts it again and keeps the records
//! of before as [`LevelSurvey::previous`]. While a slider is dragged, it goes on with a value for a moment before it
//! takes the next one, so that charts move. Returning to the project of before, for example by undo, takes them back.
//! At most [`LevelSurvey::MOST_SEEDS`] records are kept of each.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::jobs::JobRegistry;
use super::property_counts::PropertyCounts;
use super::survey::{SurveyJob, SurveyLevels};
use crate::base::Seed;
use crate::pipeline::Request;
use crate::survey::SeedRecord;

/// The survey of the open project.
#[derive(Debug)]
pub struct LevelSurvey {
    first: Seed,
    count: usize,
    now: Option<RequestRecords>,
    previous: Option<RequestRecords>,
    /// The running job.
    incoming: Option<IncomingRecords>,
    /// `true` if later edits are compared with the same records.
    pub keeps_previous: bool,
    /// `true` if the designer stopped it.
    is_stopped: bool,
    /// `true` if a pane has asked for it in this frame.
    is_wanted: bool,
    version: u64,
    /// Counts of the records with that version.
    counts: Option<(u64, PropertyCounts)>,
    /// Time since which levels of another project are asked for but held back.
    held_since: Option<Instant>,
}

/// A project whose levels are surveyed.
#[derive(Clone, Debug)]
pub struct SurveyedProject {
    /// Everything but the seed.
    pub request: Request,
    /// Number of the step of the history that led to it. Changes within a step are compared with what was
    /// before the step.
    pub step: usize,
    /// Name of that step.
    pub edit: Option<String>,
}

/// Minimum time for the levels of a project before those of a changed one are made, and the time for fewer than
/// [`FEW_LEVELS`] of them.
const LEAST_TIME: (Duration, Duration) = (Duration::from_millis(200), Duration::from_millis(700));
/// Number of levels below which charts say little.
const FEW_LEVELS: usize = 20;

/// Longest time for which the levels of a changed project are held back while it goes on changing.
const MOST_PATIENCE: Duration = Duration::from_millis(150);

/// The records that a running job sends.
#[derive(Debug)]
struct IncomingRecords {
    records: Receiver<SeedRecord>,
    /// `true` if they are of before the last edit.
    are_previous: bool,
    begun: Instant,
}

/// The records of a request, in the order of the seeds.
#[derive(Clone, Debug)]
struct RequestRecords {
    project: SurveyedProject,
    records: Vec<Arc<SeedRecord>>,
}

impl Default for LevelSurvey {
    fn default() -> Self {
        Self {
            first: Seed(1),
            count: Self::FEWEST_SEEDS,
            now: None,
            previous: None,
            incoming: None,
            keeps_previous: false,
            is_stopped: false,
            is_wanted: false,
            version: 0,
            counts: None,
            held_since: None,
        }
    }
}

impl LevelSurvey {
    /// Number of seeds that is asked for at first.
    pub const FEWEST_SEEDS: usize = 100;
    /// Maximum number of seeds.
    pub const MOST_SEEDS: usize = 100_000;

    /// Returns the known records, in the order of the seeds from [`LevelSurvey::first_seed`] without a gap.
    pub fn records(&self) -> &[Arc<SeedRecord>] {
        self.of_asked(self.now.as_ref())
    }

    /// Returns the records of the same seeds before the last edit. Empty if there are none.
    pub fn previous(&self) -> &[Arc<SeedRecord>] {
        self.of_asked(self.previous.as_ref())
    }

    /// Returns the name of the edit since [`LevelSurvey::previous`].
    pub fn last_edit(&self) -> Option<&str> {
        self.now.as_ref()?.project.edit.as_deref()
    }

    /// Returns the request that the records belong to; its seed has no meaning.
    pub fn request(&self) -> Option<&Request> {
        self.now.as_ref().map(|now| &now.project.request)
    }

    /// Returns the verdicts about the levels by property.
    pub fn property_counts(&mut self) -> &PropertyCounts {
        let (version, records) = (self.version, self.of_asked(self.now.as_ref()));
        let properties = self.now.as_ref().map_or(&[][..], |now| &now.project.request.grammar.properties);
        let counts = match self.counts.take() {
            Some(known) if known.0 == version => known,
            _ => (version, PropertyCounts::of(properties, records)),
        };
        &self.counts.insert(counts).1
    }

    /// Returns the first seed.
    pub fn first_seed(&self) -> Seed {
        self.first
    }

    /// Returns the number of seeds that are asked for.
    pub fn asked(&self) -> usize {
        self.count
    }

    /// Returns `true` if all records are known.
    pub fn is_done(&self) -> bool {
        self.records().len() == self.count
    }

    /// Returns `true` if the designer stopped it before it was done.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped && !self.is_done()
    }

    /// Returns a number that changes whenever records do.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Changes the seeds. Known records are kept if the first seed is the same.
    pub fn ask(&mut self, first: Seed, count: usize, jobs: &mut JobRegistry) {
        let count = count.clamp(1, Self::MOST_SEEDS);
        if (first, count) == (self.first, self.count) {
            return;
        }
        if first != self.first || count < self.count {
            self.cancel(jobs);
        }
        if first != self.first {
            (self.now, self.previous) = (None, None);
        }
        (self.first, self.count, self.is_stopped) = (first, count, false);
        self.version += 1;
    }

    /// Drops everything about the project. The number of seeds stays.
    pub fn forget_project(&mut self) {
        *self = Self { count: self.count, version: self.version + 1, ..Self::default() };
    }

    /// Stops until the project or the seeds change, or until [`LevelSurvey::go_on`].
    pub fn stop(&mut self, jobs: &mut JobRegistry) {
        self.cancel(jobs);
        self.is_stopped = true;
    }

    /// Continues after a stop.
    pub fn go_on(&mut self) {
        self.is_stopped = false;
    }

    /// Keeps the records while there is something more urgent to do. Levels of another request are not made any
    /// more. A visible pane calls it instead of [`LevelSurvey::follow`].
    pub fn hold(&mut self, request: &Request, jobs: &mut JobRegistry) {
        self.is_wanted = true;
        self.poll(jobs);
        if self.now.as_mut().is_some_and(|now| now.is_of(request)) {
            return;
        }
        self.held_since.get_or_insert_with(Instant::now);
        if !self.has_just_begun() {
            self.cancel(jobs);
        }
    }

    /// Returns `true` if levels of a changed project were held back for so long that they should be made now.
    pub fn is_overdue(&self) -> bool {
        self.held_since.is_some_and(|since| since.elapsed() >= MOST_PATIENCE)
    }

    /// Takes over records, and goes on with the levels of a project. A visible pane calls it in every frame.
    pub fn follow(&mut self, project: SurveyedProject, jobs: &mut JobRegistry) {
        self.is_wanted = true;
        self.poll(jobs);
        if !self.now.as_mut().is_some_and(|now| now.is_of(&project.request)) {
            if self.has_just_begun() {
                return;
            }
            self.begin(project, jobs);
        }
        self.held_since = None;
        if self.incoming.is_none() && !self.is_stopped {
            self.go_on_with(jobs);
        }
    }

    /// Makes missing levels of the project, and then those of before the last edit.
    fn go_on_with(&mut self, jobs: &mut JobRegistry) {
        let are_previous = self.is_done();
        let (side, known) = match are_previous {
            false => (&self.now, self.records().len()),
            true => (&self.previous, self.previous().len()),
        };
        let Some(side) = side.as_ref().filter(|_| known < self.count) else { return };
        let seed = |number: usize| self.first.0.saturating_add(number as u64);
        let (request, seeds) = (side.project.request.clone(), seed(known)..seed(self.count));
        let (sender, records) = channel();
        jobs.ask::<SurveyLevels>(SurveyJob { request, seeds, records: sender });
        self.incoming = Some(IncomingRecords { records, are_previous, begun: Instant::now() });
    }

    /// Returns `true` if levels of the last project are made since a moment only.
    fn has_just_begun(&self) -> bool {
        let least = if self.records().len() < FEW_LEVELS { LEAST_TIME.1 } else { LEAST_TIME.0 };
        self.incoming.as_ref().is_some_and(|job| !job.are_previous && job.begun.elapsed() < least)
    }

    /// Ends a frame. A survey that no visible pane wants is halted, and goes on when one does.
    pub fn finish_frame(&mut self, jobs: &mut JobRegistry) {
        if !std::mem::take(&mut self.is_wanted) {
            self.cancel(jobs);
        }
    }

    /// Takes over the records that are ready.
    fn poll(&mut self, jobs: &mut JobRegistry) {
        let Some(incoming) = &self.incoming else { return };
        // Asked before the records are taken, so that none is missed.
        let has_ended = !jobs.is_busy::<SurveyLevels>();
        let new: Vec<Arc<SeedRecord>> = incoming.records.try_iter().map(Arc::new).collect();
        self.version += u64::from(!new.is_empty());
        let side = if incoming.are_previous { &mut self.previous } else { &mut self.now };
        if let Some(side) = side {
            side.records.extend(new);
        }
        if has_ended {
            let is_answered = jobs.take::<SurveyLevels>().is_some();
            self.incoming = None;
            // Work that broke off must not begin again and again.
            self.is_stopped |= !is_answered;
        }
    }

    fn cancel(&mut self, jobs: &mut JobRegistry) {
        if self.incoming.is_some() {
            self.poll(jobs);
            jobs.cancel::<SurveyLevels>();
            self.incoming = None;
        }
    }

    /// Changes to another project.
    fn begin(&mut self, project: SurveyedProject, jobs: &mut JobRegistry) {
        self.cancel(jobs);
        let is_before = self.previous.as_mut().is_some_and(|previous| previous.is_of(&project.request));
        let next = RequestRecords { project, records: Vec::new() };
        if is_before {
            if self.keeps_previous {
                self.now.clone_from(&self.previous);
            } else {
                std::mem::swap(&mut self.now, &mut self.previous);
            }
            if let Some(now) = &mut self.now {
                now.project = next.project;
            }
        } else {
            self.previous = match (self.now.replace(next), self.previous.take()) {
                (Some(last), Some(before)) if !self.replaces(&last, &before) => Some(before),
                (Some(last), _) => Some(last).filter(|last| !last.records.is_empty()),
                (None, before) => before,
            };
        }
        self.is_stopped = false;
        self.version += 1;
    }

    /// Returns `true` if the records of the last project are those before the current edit, and enough to
    /// compare with.
    fn replaces(&self, last: &RequestRecords, before: &RequestRecords) -> bool {
        if self.keeps_previous {
            return false;
        }
        let is_other_step = self.now.as_ref().is_some_and(|now| now.project.step != last.project.step);
        is_other_step && last.records.len() >= self.count.min(before.records.len())
    }

    fn of_asked<'a>(&self, records: Option<&'a RequestRecords>) -> &'a [Arc<SeedRecord>] {
        let records = records.map_or(&[][..], |known| &known.records);
        records.get(..self.count).unwrap_or(records)
    }
}

impl RequestRecords {
    /// Returns `true` if the request differs only by its seed.
    fn is_of(&mut self, request: &Request) -> bool {
        let known = &self.project.request;
        let are_same_rooms =
            || known.rooms.iter().zip(&request.rooms).all(|(one, other)| Arc::ptr_eq(one, other));
        let is_same = Arc::ptr_eq(&known.grammar, &request.grammar)
            && known.rooms.len() == request.rooms.len()
            && are_same_rooms()
            && known.variables == request.variables;
        if is_same {
            return true;
        }
        let is_equal = *known == Request { seed: known.seed, ..request.clone() };
        if is_equal {
            // The next comparison is quick again.
            self.project.request = request.clone();
        }
        is_equal
    }
}
