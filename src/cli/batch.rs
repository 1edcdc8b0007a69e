//! `delvewright batch`: makes and proves many levels, and reports the failures.
//!
//! An interrupted batch prints the results so far.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use serde::Serialize;

use super::diagnostics;
use super::input::{CeilingOption, Input, failure_of, request};
use super::interruption::interruption;
use super::metric_table::{MetricFile, MetricRow};
use super::outcome::{CliError, CliOutcome};
use super::output::{check_output, file_of, refuse_input, tidy, write};
use super::seeds::{JobsOption, SeedRange};
use super::variables::VariableOption;
use crate::base::{Diagnostic, Severity, StopToken, counted, escaped_json, printable_line};
use crate::batch::Batch;
use crate::layout::{LayoutMetrics, Metric, median};
use crate::level::{PassRecord, Promise};
use crate::pipeline::Run;
use crate::properties::{LevelProperty, PropertyTally, PropertyVerdict, judge_properties};

#[derive(Debug, Args)]
pub(super) struct BatchArguments {
    /// The grammar; - reads it from standard input.
    grammar: PathBuf,
    /// An additional room set; may be given several times.
    #[arg(long, value_name = "FILE")]
    rooms: Vec<PathBuf>,
    /// The seeds: 100, 1..101 and 1..=100 all mean those from 1 to 100.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    seeds: SeedRange,
    #[command(flatten)]
    jobs: JobsOption,
    /// Format of the result.
    #[arg(long, value_name = "F", value_enum, default_value_t = BatchFormat::Txt)]
    format: BatchFormat,
    /// The file for the result; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Writes all metrics of each level to a table, one row for each seed. The extension .csv or .jsonl decides
    /// the format.
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    #[command(flatten)]
    variables: VariableOption,
    #[command(flatten)]
    ceiling: CeilingOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BatchFormat {
    /// A summary for people.
    Txt,
    /// One object, for other programs.
    Json,
}

/// The results of all levels; printed unchanged by `--format json`.
#[derive(Debug, Default, Serialize)]
struct Summary {
    /// Number of levels that were finished.
    levels: u64,
    /// Number of levels that the command asked for.
    asked: u64,
    /// `true` if the user stopped it before all were finished.
    interrupted: bool,
    ok: u64,
    failed: Vec<FailedRun>,
    promises: BTreeMap<String, u64>,
    /// Results of the passes of the grammar, summed over all levels, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    passes: BTreeMap<String, PassCount>,
    /// Verdicts about the properties of the grammar, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<PropertyShare>,
    /// Warnings of all levels, by code.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    warnings: BTreeMap<&'static str, WarningCount>,
    /// Medians of the layout readings, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    layout: BTreeMap<&'static str, f64>,
    #[serde(skip)]
    readings: Vec<LayoutMetrics>,
    seconds: f64,
    levels_per_second: f64,
}

/// The levels with a warning of one code.
#[derive(Clone, Debug, Serialize)]
struct WarningCount {
    /// Number of levels.
    levels: u64,
    /// Lowest seed among them.
    first_seed: u64,
    /// Message for the lowest seed.
    message: String,
}

/// The results of a pass.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct PassCount {
    /// Number of entities, tiles and walls placed.
    placed: u64,
    /// Number of placements undone because they would have broken a promise.
    taken_back: u64,
}

/// The share of levels that have a property.
#[derive(Clone, Debug, Serialize)]
struct PropertyShare {
    sentence: String,
    /// Number of levels that have it.
    passed: u64,
    /// Number of levels with something to judge.
    judged: u64,
    /// The interval with 95 % confidence for the share among all seeds, if a level was judged.
    interval: Option<[f64; 2]>,
    #[serde(skip)]
    tally: PropertyTally,
}

impl PropertyShare {
    fn new(property: &LevelProperty, tally: PropertyTally) -> Self {
        let interval = tally.share().map(|share| [share.least, share.most]);
        Self { sentence: property.sentence(), passed: tally.passed, judged: tally.judged, interval, tally }
    }
}

/// The part of a run that is kept.
#[derive(Debug)]
struct RunSummary {
    failed: Option<FailedRun>,
    passes: Vec<(String, PassCount)>,
    verdicts: Vec<PropertyVerdict>,
    /// First warning of each code.
    warnings: BTreeMap<&'static str, WarningCount>,
    reading: Option<LayoutMetrics>,
    metrics: Option<MetricRow>,
}

/// A level that was not made, or not as promised.
#[derive(Debug, Serialize)]
struct FailedRun {
    seed: u64,
    stage: String,
    code: &'static str,
    message: String,
    #[serde(skip)]
    broken: Vec<Promise>,
}

pub(super) fn run(arguments: &BatchArguments) -> Result<CliOutcome, CliError> {
    let first = arguments.seeds.first();
    let output = file_of(arguments.output.as_ref());
    check_output(output)?;
    let mut input = request(&arguments.grammar, &arguments.rooms, first)?;
    arguments.variables.apply(&mut input)?;
    let Input { request, files, .. } = input;
    let properties = request.grammar.properties.clone();
    refuse_input(output, &files)?;
    let metrics = arguments.metrics.as_deref().map(MetricFile::new).transpose()?;
    tidy(output);
    tidy(arguments.metrics.as_deref());
    let count = arguments.seeds.count();
    let stop = interruption().map_err(no_threads)?;
    let began = Instant::now();
    let bar = diagnostics::progress(count);
    let (jobs, ceilings) = (arguments.jobs.threads(count), arguments.ceiling.ceilings());
    let seeds = arguments.seeds.seeds();
    let is_measured = metrics.is_some();
    let keep = move |run| kept(run, is_measured);
    let batch = Batch::start(request, seeds, jobs, ceilings, stop.clone(), keep);
    let collected = batch.map(|batch| collect(batch, count, &stop, &bar));
    bar.finish_and_clear();
    let mut collected = collected.map_err(no_threads)?;
    if let Some(file) = metrics {
        file.write(std::mem::take(&mut collected.metrics), &files)?;
    }
    let summary = summary(count, &properties, collected, began.elapsed().as_secs_f64());
    let text = match arguments.format {
        BatchFormat::Txt => text(&summary),
        BatchFormat::Json => escaped_json(json(&summary)?),
    };
    write(output, text.as_bytes())?;
    Ok(match summary {
        Summary { interrupted: true, .. } => CliOutcome::Interrupted,
        Summary { failed, .. } if failed.is_empty() => CliOutcome::Done,
        Summary { .. } => CliOutcome::Failed,
    })
}

pub(super) fn no_threads(error: io::Error) -> CliError {
    CliError::Because(CliOutcome::Failed, anyhow::Error::new(error).context("a thread cannot be started"))
}

/// The results of the finished seeds.
#[derive(Debug, Default)]
struct BatchSummary {
    done: u64,
    /// Failures, sorted by seed.
    failed: Vec<FailedRun>,
    passes: BTreeMap<String, PassCount>,
    tallies: Vec<PropertyTally>,
    warnings: BTreeMap<&'static str, WarningCount>,
    readings: Vec<LayoutMetrics>,
    /// The rows of the table of metrics, if it is wanted.
    metrics: Vec<MetricRow>,
    /// `true` if the user stopped it before all were finished.
    interrupted: bool,
}

/// Waits until all levels are finished, or until the user interrupts the batch.
fn collect(batch: Batch<RunSummary>, count: u64, stop: &StopToken, bar: &ProgressBar) -> BatchSummary {
    let mut collected = BatchSummary::default();
    for (_, kept) in batch {
        collected.done += 1;
        collected.failed.extend(kept.failed);
        collected.readings.extend(kept.reading);
        collected.metrics.extend(kept.metrics);
        let known = collected.tallies.len().max(kept.verdicts.len());
        collected.tallies.resize(known, PropertyTally::default());
        collected.tallies.iter_mut().zip(&kept.verdicts).for_each(|(tally, verdict)| tally.add(verdict));
        for (name, count) in kept.passes {
            let sum = collected.passes.entry(name).or_default();
            sum.placed += count.placed;
            sum.taken_back += count.taken_back;
        }
        for (code, warning) in kept.warnings {
            collected.note(code, warning);
        }
        bar.inc(1);
    }
    collected.failed.sort_by_key(|failed| failed.seed);
    // All levels may be finished in spite of an interruption.
    collected.interrupted = stop.is_stopped() && collected.done < count;
    collected
}

impl BatchSummary {
    /// Counts a level with a warning. Levels finish in any order; the message of the lowest seed is kept.
    fn note(&mut self, code: &'static str, warning: WarningCount) {
        match self.warnings.entry(code) {
            Entry::Vacant(vacant) => {
                vacant.insert(warning);
            }
            Entry::Occupied(mut known) => {
                let levels = known.get().levels + warning.levels;
                if warning.first_seed < known.get().first_seed {
                    known.insert(warning);
                }
                known.get_mut().levels = levels;
            }
        }
    }
}

/// Returns the part of a run to keep. Its metrics are measured only if they are wanted.
fn kept(run: Run, is_measured: bool) -> RunSummary {
    let passes = run.level.iter().flat_map(|level| &level.populate);
    let count = |pass: &PassRecord| {
        let count = PassCount { placed: pass.placed() as u64, taken_back: u64::from(pass.taken_back) };
        (pass.name.clone(), count)
    };
    let laid_out = run.plan.as_ref().zip(run.level.as_ref());
    let reading = laid_out.map(|(plan, level)| LayoutMetrics::new(plan, level));
    let failed = failed(&run);
    let properties = &run.request.grammar.properties;
    let verdicts = run.level.as_deref().filter(|_| failed.is_none());
    let verdicts = verdicts.map(|level| judge_properties(properties, level)).unwrap_or_default();
    let failure = || {
        failed.as_ref().map_or_else(Default::default, |failed| [failed.stage.clone(), failed.code.to_owned()])
    };
    RunSummary {
        passes: passes.map(count).collect(),
        verdicts,
        metrics: is_measured.then(|| MetricRow::of(&run, failure())),
        failed,
        warnings: warnings(&run),
        reading,
    }
}

/// Returns the first warning of each code in a run.
fn warnings(run: &Run) -> BTreeMap<&'static str, WarningCount> {
    let of_run = run.diagnostics.iter().filter(|found| found.severity == Severity::Warning);
    let mut warnings = BTreeMap::new();
    for Diagnostic { code, message, .. } in of_run {
        let first_seed = run.request.seed.0;
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
        seed: run.request.seed.0,
        stage: failure.stage.to_string(),
        code: failure.code,
        message: failure.message,
        broken: report.into_iter().flat_map(|report| report.broken()).map(|(promise, _)| promise).collect(),
    })
}

fn summary(asked: u64, properties: &[LevelProperty], collected: BatchSummary, seconds: f64) -> Summary {
    let BatchSummary { done: levels, failed, passes, tallies, warnings, readings, interrupted, .. } =
        collected;
    let tally = |position: usize| tallies.get(position).copied().unwrap_or_default();
    let properties = properties.iter().enumerate();
    let figure = |figure: &Metric| {
        let thousandths = median(&readings, *figure)?;
        Some((figure.name(), thousandths as f64 / 1000.0))
    };
    let broken_in = |promise| failed.iter().filter(|failed| failed.broken.contains(&promise)).count() as u64;
    Summary {
        levels,
        asked,
        interrupted,
        ok: levels - failed.len() as u64,
        promises: Promise::ALL.iter().map(|promise| (format!("{promise:?}"), broken_in(*promise))).collect(),
        passes,
        properties: properties.map(|(at, property)| PropertyShare::new(property, tally(at))).collect(),
        warnings,
        layout: Metric::ALL.iter().filter_map(figure).collect(),
        readings,
        seconds,
        levels_per_second: if seconds > 0.0 { levels as f64 / seconds } else { 0.0 },
        failed,
    }
}

fn json(summary: &Summary) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(summary);
    Ok(text.map_err(|error| CliError::Because(CliOutcome::Failed, error.into()))? + "\n")
}

fn text(summary: &Summary) -> String {
    let Summary { levels, asked, ok, failed, seconds, levels_per_second, .. } = summary;
    let mut text = format!("{levels} levels, {ok} kept every promise, {} failed\n", failed.len());
    if summary.interrupted {
        text = format!("interrupted after {levels} of {asked} levels\n{text}");
    }
    for FailedRun { seed, stage, code, message, .. } in failed {
        text += &format!("seed {seed}: {stage} [{code}]: {}\n", printable_line(message));
    }
    for (promise, count) in summary.promises.iter().filter(|(_, count)| **count > 0) {
        text += &format!("{promise} is broken in {count} levels\n");
    }
    for (name, PassCount { placed, taken_back }) in &summary.passes {
        let name = printable_line(name);
        text += &format!("the pass \"{name}\" placed {placed}, and took back {taken_back}\n");
    }
    for PropertyShare { sentence, tally, .. } in &summary.properties {
        text += &format!("the property \"{}\" holds in {tally}\n", printable_line(sentence));
    }
    for (code, WarningCount { levels, first_seed, message }) in &summary.warnings {
        let of = counted(*levels as usize, "level");
        text +=
            &format!("warning [{code}] in {of}, first at seed {first_seed}: {}\n", printable_line(message));
    }
    for figure in Metric::ALL {
        if let Some(thousandths) = median(&summary.readings, figure) {
            let by_hand = figure.by_hand().map(|maps| format!(" ({maps})")).unwrap_or_default();
            text += &format!("{} {}{by_hand}\n", figure.name(), figure.text(thousandths));
        }
    }
    text + &format!("{seconds:.1} seconds, {levels_per_second:.1} levels a second\n")
}
