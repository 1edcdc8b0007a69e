//! Makes levels for several values of a variable in the background, and measures them.
//!
//! In: a request, a variable and its values. Out: the records of some seeds for each value, the same seeds for
//! all values. Runs only while a pane wants it.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::JobKind;
use super::jobs::{Job, JobControl, JobRegistry};
use crate::base::{Cancelled, Ceilings, Seed};
use crate::batch::Batch;
use crate::grammar::Variable;
use crate::metrics::LevelMetric;
use crate::pipeline::Request;
use crate::survey::{Distribution, SeedRecord};

/// Maximum number of values of the variable.
const MOST_VALUES: i64 = 11;
/// Number of seeds for each value.
const SEEDS: u64 = 40;

/// Surveys the values of a variable.
pub struct SweepVariable;

/// The levels to make.
#[derive(Debug)]
pub struct SweepJob {
    /// A request for each value; their seeds have no meaning.
    pub requests: Vec<Request>,
    /// Receives records with the position of their request.
    pub records: Sender<(usize, SeedRecord)>,
}

impl Job for SweepVariable {
    type Request = SweepJob;
    type Answer = ();

    const KIND: JobKind = JobKind::Sweep;
    const REPORTS_PROGRESS: bool = true;

    fn work() -> impl FnMut(SweepJob, &JobControl) -> Result<(), Cancelled> + Send + 'static {
        |order, control| sweep(order, control)
    }
}

fn sweep(SweepJob { requests, records }: SweepJob, control: &JobControl) -> Result<(), Cancelled> {
    let all = requests.len() as u64 * SEEDS;
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut done = 0;
    for (position, request) in requests.into_iter().enumerate() {
        let (seeds, stop) = ((1..=SEEDS).map(Seed), control.stop.clone());
        let keep = |run| SeedRecord::of(&run);
        let batch = Batch::start(request, seeds, threads, Ceilings::default(), stop, keep);
        for record in batch.map_err(|_| Cancelled)?.in_order() {
            records.send((position, record)).map_err(|_| Cancelled)?;
            done += 1;
            control.progress.set(done, all);
        }
        control.stop.unless_stopped(())?;
    }
    Ok(())
}

/// The levels for several values of a variable.
#[derive(Debug, Default)]
pub struct VariableSweep {
    /// Request without a value of the variable, and its name.
    of: Option<(Request, String)>,
    points: Vec<VariablePoint>,
    incoming: Option<Receiver<(usize, SeedRecord)>>,
    is_wanted: bool,
    is_stopped: bool,
}

/// The levels for one value.
#[derive(Clone, Debug)]
pub struct VariablePoint {
    /// Value of the variable.
    pub value: i64,
    /// Records of its levels.
    pub records: Vec<SeedRecord>,
}

impl VariableSweep {
    /// Number of seeds for each value.
    pub const SEEDS: u64 = SEEDS;

    /// Returns the known levels, by ascending value.
    pub fn points(&self) -> &[VariablePoint] {
        &self.points
    }

    /// Goes on with the levels of a request. A visible pane calls it in every frame.
    pub fn follow(&mut self, request: &Request, (name, variable): (&str, &Variable), jobs: &mut JobRegistry) {
        self.is_wanted = true;
        self.poll(jobs);
        let mut base = Request { seed: Seed(0), ..request.clone() };
        base.variables.remove(name);
        let is_same = |(known, of): &(Request, String)| of == name && known == &base;
        if !self.of.as_ref().is_some_and(is_same) {
            self.cancel(jobs);
            let values = values(variable);
            self.points = values.map(|value| VariablePoint { value, records: Vec::new() }).collect();
            self.of = Some((base, name.to_owned()));
            self.is_stopped = false;
        }
        if self.incoming.is_none() && !self.is_stopped && !self.is_done() {
            self.begin(jobs);
        }
    }

    /// Stops until the project or the variable changes.
    pub fn stop(&mut self, jobs: &mut JobRegistry) {
        self.cancel(jobs);
        self.is_stopped = true;
    }

    /// Ends a frame. A sweep that no visible pane wants is halted.
    pub fn finish_frame(&mut self, jobs: &mut JobRegistry) {
        if !std::mem::take(&mut self.is_wanted) {
            self.cancel(jobs);
        }
    }

    fn is_done(&self) -> bool {
        self.points.iter().all(|point| point.records.len() as u64 == SEEDS)
    }

    fn begin(&mut self, jobs: &mut JobRegistry) {
        let Some((base, name)) = &self.of else { return };
        self.points.iter_mut().for_each(|point| point.records.clear());
        let with_value = |point: &VariablePoint| {
            let mut request = base.clone();
            request.variables.insert(name.clone(), point.value);
            request
        };
        let requests = self.points.iter().map(with_value).collect();
        let (records, incoming) = channel();
        jobs.ask::<SweepVariable>(SweepJob { requests, records });
        self.incoming = Some(incoming);
    }

    fn poll(&mut self, jobs: &mut JobRegistry) {
        let Some(incoming) = &self.incoming else { return };
        let has_ended = !jobs.is_busy::<SweepVariable>();
        for (position, record) in incoming.try_iter() {
            if let Some(point) = self.points.get_mut(position) {
                point.records.push(record);
            }
        }
        if has_ended {
            self.is_stopped |= jobs.take::<SweepVariable>().is_none();
            self.incoming = None;
        }
    }

    fn cancel(&mut self, jobs: &mut JobRegistry) {
        if self.incoming.take().is_some() {
            jobs.cancel::<SweepVariable>();
        }
    }
}

impl VariablePoint {
    /// Returns the values of a metric.
    pub fn sample(&self, metric: &LevelMetric) -> Distribution {
        Distribution::of(&self.records, metric)
    }
}

/// Returns some values of a variable, evenly from its lowest to its highest.
fn values(variable: &Variable) -> impl Iterator<Item = i64> {
    let (low, high) = (variable.range.0, variable.range.1.max(variable.range.0));
    let span = high.saturating_sub(low);
    let steps = span.min(MOST_VALUES - 1);
    let value = move |step: i64| {
        let offset = i128::from(span) * i128::from(step) / i128::from(steps.max(1));
        low.saturating_add(i64::try_from(offset).unwrap_or(span))
    };
    (0..=steps).map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_spread_over_the_range() {
        let of = |range| values(&Variable { default: 1, range, notes: String::new() }).collect::<Vec<i64>>();
        assert_eq!(of((1, 4)), [1, 2, 3, 4]);
        assert_eq!(of((0, 100)), [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
        assert_eq!(of((5, 5)), [5]);
        assert_eq!(of((i64::MIN, i64::MAX)).len(), 11);
    }
}
