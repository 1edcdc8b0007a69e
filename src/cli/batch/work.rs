//! The threads of a batch: each takes one seed after the other, until none is left or the user interrupts them.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::ProgressBar;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::super::ending::Ending;
use super::{Failed, one};
use crate::base::Seed;
use crate::pipeline::{Pipeline, Request};

/// How often the thread that collects looks whether the user interrupted it.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// What came of the seeds that were done.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub done: u64,
    pub failed: Vec<Failed>,
    /// Did the user end it before all were done?
    pub interrupted: bool,
}

/// Makes the levels of so many seeds from the first on; those that failed come back in the order of their seeds.
pub(super) fn collect(
    request: &Request,
    count: u64,
    jobs: usize,
    bar: &ProgressBar,
) -> io::Result<Collected> {
    let interrupted = interruption()?;
    let (sender, results) = channel();
    let work = Arc::new(Work {
        request: request.clone(),
        count,
        next: AtomicU64::new(0),
        interrupted: Arc::clone(&interrupted),
    });
    let workers = start(&work, jobs, sender)?;
    let mut collected = gather(&results, count, &interrupted, bar);
    // Those that an interruption finds at work end with the program.
    if !collected.interrupted {
        for worker in workers {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    }
    collected.failed.sort_by_key(|failed| failed.seed);
    Ok(collected)
}

/// A flag that the first Ctrl+C sets, or a polite request of the system to end; the second ends the program at once.
fn interruption() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let code = i32::from(Ending::Interrupted.code());
        flag::register_conditional_shutdown(signal, code, Arc::clone(&interrupted))?;
        flag::register(signal, Arc::clone(&interrupted))?;
    }
    Ok(interrupted)
}

/// What all threads share.
struct Work {
    request: Request,
    count: u64,
    /// How many seeds were taken.
    next: AtomicU64,
    interrupted: Arc<AtomicBool>,
}

/// Starts the threads; where the system gives fewer, those that it gives.
fn start(work: &Arc<Work>, jobs: usize, sender: Sender<Option<Failed>>) -> io::Result<Vec<JoinHandle<()>>> {
    let mut workers = Vec::new();
    for _ in 0..jobs {
        let (work, sender) = (Arc::clone(work), sender.clone());
        match thread::Builder::new().spawn(move || work.run(&sender)) {
            Ok(worker) => workers.push(worker),
            Err(error) if workers.is_empty() => return Err(error),
            Err(_) => break,
        }
    }
    Ok(workers)
}

impl Work {
    fn run(&self, sender: &Sender<Option<Failed>>) {
        let mut pipeline = Pipeline::default();
        while !self.interrupted.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.count {
                return;
            }
            let seed = Seed(self.request.seed.0.saturating_add(index));
            let failed = one(&mut pipeline, Request { seed, ..self.request.clone() });
            if sender.send(failed).is_err() {
                return;
            }
        }
    }
}

/// Takes results until there are no more to come, or the user interrupts.
fn gather(
    results: &Receiver<Option<Failed>>,
    count: u64,
    interrupted: &AtomicBool,
    bar: &ProgressBar,
) -> Collected {
    let mut collected = Collected::default();
    let mut take = |failed: Option<Failed>| {
        collected.done += 1;
        collected.failed.extend(failed);
        bar.inc(1);
    };
    while !interrupted.load(Ordering::Relaxed) {
        match results.recv_timeout(LOOK_AGAIN) {
            Ok(failed) => take(failed),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    results.try_iter().for_each(take);
    // The threads may have seen it first, or all may be done nevertheless.
    collected.interrupted = interrupted.load(Ordering::Relaxed) && collected.done < count;
    collected
}
