//! Runs one request with many seeds, on several threads with one pipeline each.
//!
//! Input: a request, seeds, and a function that selects what to keep of each run.
//! Output: the kept values, as they come or in the order of the seeds.
//! The result of a seed does not depend on the number of threads. A stopped run gives nothing.

use std::collections::BTreeMap;
use std::io;
use std::iter::Enumerate;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crate::base::{Cancelled, Ceilings, Seed, StopToken};
use crate::pipeline::{Pipeline, Request, Run, RunContext};

/// Runs in progress.
///
/// As an iterator it waits for each result and returns it at once, with the position of its seed.
/// It ends when all are done, or soon after the token is stopped.
/// If you drop it, the runs in progress are the last.
#[derive(Debug)]
pub struct Batch<T> {
    results: Receiver<(usize, T)>,
    workers: Vec<JoinHandle<()>>,
}

/// The data shared by all threads.
struct SharedBatch<I, F> {
    request: Request,
    ceilings: Ceilings,
    seeds: Mutex<Enumerate<I>>,
    work: F,
    stop: StopToken,
}

impl<T: Send + 'static> Batch<T> {
    /// Begins to run a request with other seeds, on up to `jobs` threads.
    ///
    /// Uses fewer threads if the system provides fewer.
    /// `keep` is called on these threads and returns the value to keep of a run.
    ///
    /// # Errors
    /// Returns an error if the system provides no thread at all.
    pub fn start<I, F>(
        request: Request,
        seeds: I,
        jobs: NonZeroUsize,
        ceilings: Ceilings,
        stop: StopToken,
        keep: F,
    ) -> io::Result<Self>
    where
        I: Iterator<Item = Seed> + Send + 'static,
        F: Fn(Run) -> T + Send + Sync + 'static,
    {
        let work = move |pipeline: &mut Pipeline, request: &Request, context: RunContext<'_>| {
            pipeline.run_in(request, context).map(&keep)
        };
        Self::start_with(request, seeds, jobs, ceilings, stop, work)
    }

    /// Begins to work on a request with other seeds, on up to `jobs` threads.
    ///
    /// `work` is called on these threads, for example to run the request with a watcher.
    ///
    /// # Errors
    /// Returns an error if the system provides no thread at all.
    pub fn start_with<I, F>(
        request: Request,
        seeds: I,
        jobs: NonZeroUsize,
        ceilings: Ceilings,
        stop: StopToken,
        work: F,
    ) -> io::Result<Self>
    where
        I: Iterator<Item = Seed> + Send + 'static,
        F: Fn(&mut Pipeline, &Request, RunContext<'_>) -> Result<T, Cancelled> + Send + Sync + 'static,
    {
        let seeds = Mutex::new(seeds.enumerate());
        let work = Arc::new(SharedBatch { request, ceilings, seeds, work, stop });
        let (sender, results) = channel();
        let mut workers = Vec::new();
        for _ in 0..jobs.get() {
            let (work, sender) = (Arc::clone(&work), sender.clone());
            match thread::Builder::new().spawn(move || work.run(&sender)) {
                Ok(worker) => workers.push(worker),
                Err(error) if workers.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        Ok(Self { results, workers })
    }

    /// Returns the results since the last call, without waiting.
    pub fn ready(&mut self) -> impl Iterator<Item = (usize, T)> {
        self.results.try_iter()
    }

    /// Returns the results in the order of the seeds; each waits for those before it.
    ///
    /// It ends at the first result that is missing because the batch was stopped.
    pub fn in_order(mut self) -> impl Iterator<Item = T> {
        let mut early = BTreeMap::new();
        (0..).map_while(move |position| {
            while !early.contains_key(&position) {
                let (done, result) = self.next()?;
                early.insert(done, result);
            }
            early.remove(&position)
        })
    }
}

impl<T> Iterator for Batch<T> {
    type Item = (usize, T);

    /// Returns the next result.
    ///
    /// # Panics
    /// Panics if a stage panicked on one of the threads, when all others are done.
    fn next(&mut self) -> Option<(usize, T)> {
        self.results.recv().ok().or_else(|| {
            for worker in self.workers.drain(..) {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            None
        })
    }
}

impl<I: Iterator<Item = Seed>, F> SharedBatch<I, F> {
    fn run<T>(&self, sender: &Sender<(usize, T)>)
    where
        F: Fn(&mut Pipeline, &Request, RunContext<'_>) -> Result<T, Cancelled>,
    {
        let mut pipeline = Pipeline::default();
        while let Some((position, seed)) = self.next_seed() {
            let request = Request { seed, ..self.request.clone() };
            let context = RunContext { ceilings: self.ceilings, ..RunContext::stopped_by(&self.stop) };
            let Ok(kept) = (self.work)(&mut pipeline, &request, context) else { return };
            if sender.send((position, kept)).is_err() {
                return;
            }
        }
    }

    fn next_seed(&self) -> Option<(usize, Seed)> {
        self.seeds.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::grammar::Grammar;
    use crate::rooms::RoomSet;
    use crate::text::{parse_grammar, parse_room_set};

    /// Returns an example of the repository.
    fn example(name: &str) -> (Grammar, Vec<Arc<RoomSet>>) {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../grammars"));
        let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
        let grammar = parse_grammar(&read(&format!("{name}.ron")), None).value.unwrap();
        let sets =
            grammar.rooms.iter().map(|path| Arc::new(parse_room_set(&read(path), None).value.unwrap()));
        let sets = sets.collect();
        (grammar, sets)
    }

    fn request() -> Request {
        let (grammar, rooms) = example("first_lock");
        Request::new(Arc::new(grammar), rooms, Seed(0))
    }

    fn start(
        seeds: impl Iterator<Item = Seed> + Send + 'static,
        jobs: usize,
        stop: &StopToken,
    ) -> Batch<Run> {
        let jobs = NonZeroUsize::new(jobs).unwrap();
        Batch::start(request(), seeds, jobs, Ceilings::default(), stop.clone(), |run| run).unwrap()
    }

    #[test]
    fn batch_gives_the_same_on_one_thread_and_on_many() {
        let seeds = [5, 3, 8, 3, 1].map(Seed);
        let levels = |jobs| -> Vec<_> {
            start(seeds.into_iter(), jobs, &StopToken::never()).in_order().map(|run| run.level).collect()
        };
        let expected: Vec<_> =
            seeds.map(|seed| Pipeline::default().run(&Request { seed, ..request() }).level).into();
        assert_eq!(levels(1), expected);
        assert_eq!(levels(3), expected);
    }

    #[test]
    fn each_seed_gives_one_result_with_its_position() {
        let mut batch = start((1..=6).map(Seed), 2, &StopToken::never());
        let first = batch.next().unwrap();
        let mut results: Vec<_> = std::iter::once(first).chain(batch).collect();
        results.sort_by_key(|(position, _)| *position);
        let found: Vec<_> =
            results.into_iter().map(|(position, run)| (position, run.request.seed.0)).collect();
        assert_eq!(found, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]);
    }

    #[test]
    fn endless_batch_ends_when_it_is_stopped() {
        let stop = StopToken::new();
        let mut batch = start((0..).map(Seed), 2, &stop);
        assert!(batch.next().is_some());
        assert!(batch.ready().all(|(_, run)| run.failure.is_none()));
        stop.stop();
        assert!(batch.in_order().all(|run| run.failure.is_none()));
    }
}
