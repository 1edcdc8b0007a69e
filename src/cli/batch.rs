//! `delvewright batch`: many levels, made and proved, and what failed.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use serde::Serialize;

use super::complaints;
use super::ending::{Ending, Trouble};
use super::input::{failure_of, request};
use super::output::print;
use crate::base::Seed;
use crate::level::Promise;
use crate::pipeline::{Pipeline, Request};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The grammar; - reads it from standard input.
    grammar: PathBuf,
    /// A room set besides those that the grammar names; may be given several times.
    #[arg(long, value_name = "FILE")]
    rooms: Vec<PathBuf>,
    /// The seeds: 1..101 are those from 1 to 100, and so are 1..=100.
    #[arg(long, value_name = "A..B")]
    seeds: Seeds,
    /// How many threads; as many as there are processors if it is not given. The results do not depend on it.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How to print the result.
    #[arg(long, value_name = "F", value_enum, default_value_t = Format::Txt)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A summary to read.
    Txt,
    /// One object, for other programs.
    Json,
}

/// More threads than this only wait for each other.
const MOST_JOBS: usize = 256;

/// A range of seeds that is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seeds(RangeInclusive<u64>);

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a range of seeds; write one as 1..101 or 1..=100");
        let (first, end) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let first = number(first)?;
        let last = match end.strip_prefix('=') {
            Some(last) => number(last)?,
            None => number(end)?.checked_sub(1).ok_or("there is no seed below 0")?,
        };
        if first > last {
            return Err(format!("there are no seeds in \"{text}\""));
        }
        Ok(Self(first..=last))
    }
}

/// What came of all levels; printed as it is by `--format json`.
#[derive(Debug, Default, Serialize)]
struct Summary {
    levels: u64,
    ok: u64,
    failed: Vec<Failed>,
    promises: BTreeMap<String, u64>,
    seconds: f64,
    levels_per_second: f64,
}

/// A level that was not made, or not as promised.
#[derive(Debug, Serialize)]
struct Failed {
    seed: u64,
    stage: String,
    code: &'static str,
    message: String,
    #[serde(skip)]
    broken: Vec<Promise>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Trouble> {
    let request = request(&arguments.grammar, &arguments.rooms, Seed(*arguments.seeds.0.start()))?;
    let began = Instant::now();
    let failed = failed_of(&request, &arguments.seeds, jobs(arguments));
    let summary = summary(&arguments.seeds, failed, began.elapsed().as_secs_f64());
    let text = match arguments.format {
        Format::Txt => text(&summary),
        Format::Json => json(&summary)?,
    };
    print(text.as_bytes())?;
    Ok(if summary.failed.is_empty() { Ending::Done } else { Ending::Failed })
}

fn jobs(arguments: &Arguments) -> usize {
    let available = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    arguments.jobs.unwrap_or_else(available).get()
}

/// Makes all levels; those that failed come back in the order of their seeds.
fn failed_of(request: &Request, seeds: &Seeds, jobs: usize) -> Vec<Failed> {
    let count = count(seeds);
    let bar = complaints::progress(count);
    let next = AtomicU64::new(0);
    let work = || worker(request, *seeds.0.start(), count, &next, &bar);
    let more = usize::try_from(count).unwrap_or(usize::MAX).min(jobs).min(MOST_JOBS).saturating_sub(1);
    let mut failed: Vec<Failed> = thread::scope(|scope| {
        // Where the system has no more threads, those that there are do the work.
        let threads: Vec<_> =
            (0..more).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut failed = work();
        let results = threads.into_iter().map(|thread| thread.join());
        failed.extend(
            results.flat_map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        failed
    });
    bar.finish_and_clear();
    failed.sort_by_key(|failed| failed.seed);
    failed
}

/// Takes one seed after the other until none is left.
fn worker(request: &Request, first: u64, count: u64, next: &AtomicU64, bar: &ProgressBar) -> Vec<Failed> {
    let mut pipeline = Pipeline::default();
    let mut failed = Vec::new();
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= count {
            return failed;
        }
        let seed = Seed(first.saturating_add(index));
        failed.extend(one(&mut pipeline, Request { seed, ..request.clone() }));
        bar.inc(1);
    }
}

fn one(pipeline: &mut Pipeline, request: Request) -> Option<Failed> {
    let run = pipeline.run(&request);
    let failure = failure_of(&run)?;
    let report = run.level.as_ref().map(|level| &level.report);
    Some(Failed {
        seed: request.seed.0,
        stage: failure.stage.to_string(),
        code: failure.code,
        message: failure.message,
        broken: report.into_iter().flat_map(|report| report.broken()).map(|(promise, _)| promise).collect(),
    })
}

fn count(seeds: &Seeds) -> u64 {
    (seeds.0.end() - seeds.0.start()).saturating_add(1)
}

fn summary(seeds: &Seeds, failed: Vec<Failed>, seconds: f64) -> Summary {
    let levels = count(seeds);
    let broken_in = |promise| failed.iter().filter(|failed| failed.broken.contains(&promise)).count() as u64;
    Summary {
        levels,
        ok: levels - failed.len() as u64,
        promises: Promise::ALL.iter().map(|promise| (format!("{promise:?}"), broken_in(*promise))).collect(),
        seconds,
        levels_per_second: if seconds > 0.0 { levels as f64 / seconds } else { 0.0 },
        failed,
    }
}

fn json(summary: &Summary) -> Result<String, Trouble> {
    let text = serde_json::to_string_pretty(summary);
    Ok(text.map_err(|error| Trouble::Because(Ending::Failed, error.into()))? + "\n")
}

fn text(summary: &Summary) -> String {
    let Summary { levels, ok, failed, seconds, levels_per_second, .. } = summary;
    let mut text = format!("{levels} levels, {ok} as promised, {} failed\n", failed.len());
    for Failed { seed, stage, code, message, .. } in failed {
        text += &format!("seed {seed}: {stage} [{code}]: {message}\n");
    }
    for (promise, count) in summary.promises.iter().filter(|(_, count)| **count > 0) {
        text += &format!("{promise} is broken in {count} levels\n");
    }
    text + &format!("{seconds:.1} seconds, {levels_per_second:.1} levels a second\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::input::request_of;
    use crate::files::load_example;

    #[test]
    fn more_jobs_than_there_can_be_threads_do_the_same_work() {
        let request = load_example("first_lock").and_then(|project| request_of(project, Seed(1)));
        let request = request.expect("the example can be used");
        let failed = |jobs| failed_of(&request, &Seeds(1..=2), jobs).len();
        assert_eq!((failed(1), failed(usize::MAX)), (0, 0));
    }

    #[test]
    fn seeds_are_written_as_ranges() {
        assert_eq!("1..4".parse(), Ok(Seeds(1..=3)));
        assert_eq!("1..=4".parse(), Ok(Seeds(1..=4)));
        for text in ["", "4", "4..4", "..4", "4..", "0..0", "5..=4", "-1..4", "a..b", "1...4"] {
            assert!(text.parse::<Seeds>().is_err(), "{text}");
        }
    }
}
