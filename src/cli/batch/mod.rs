//! `delvewright batch`: makes and proves many levels, and reports the failures.
//!
//! Levels are made in any order on several threads, and reported in the order of their seeds.
//! An interrupted batch prints the results so far, and writes them to its files.

mod level_files;
mod likeness;
mod open_part;
mod parts;
mod seed_result;
mod shard;
mod summary;
mod sweep;
mod swept_values;

use std::collections::BTreeMap;
use std::io;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use super::diagnostics;
use super::input::{CeilingOption, Input, request_from};
use super::interruption::interruption;
use super::outcome::{CliError, CliOutcome};
use super::output::{check_output, file_of, json_of, refuse_input, refuse_repeated, tidy, write};
use super::seeds::{JobsOption, SeedList};
use super::variables::VariableOption;
use crate::base::{StopToken, printable};
use crate::batch::Batch;
use crate::export::ContactLayout;
use crate::files::load_project_with;
use crate::grammar::VariableValues;
use crate::pipeline::{Leniency, Pipeline, Request, RunContext};
use crate::properties::LevelProperty;
use crate::survey::UsageIndex;
use crate::tables::LevelColumns;

use level_files::{SheetFile, TableFile, check_file};
use likeness::LikenessSummary;
pub(super) use parts::MOST_PARTS;
use parts::PartsOptions;
use seed_result::{SeedResult, SeedRunner};
use summary::{Summary, SummaryDraft};
use sweep::SweepSummary;
use swept_values::Sweep;

#[derive(Debug, Args)]
pub(super) struct BatchArguments {
    /// The grammar; - reads it from standard input.
    grammar: PathBuf,
    /// An additional room set; may be given several times.
    #[arg(long, value_name = "FILE")]
    rooms: Vec<PathBuf>,
    /// The seeds: 100, 1..101 and 1..=100 all mean those from 1 to 100. Lists such as 7,goblin king,20..=29 name
    /// single seeds, words and ranges.
    #[arg(long, value_name = "SEEDS", allow_hyphen_values = true)]
    seeds: SeedList,
    #[command(flatten)]
    jobs: JobsOption,
    /// Format of the result.
    #[arg(long, value_name = "F", value_enum, default_value_t = BatchFormat::Txt)]
    format: BatchFormat,
    /// The file for the result; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Writes all metrics of each level, and how often it used each part of the grammar, to a table with one row
    /// for each seed. The extension .csv, .jsonl or .parquet decides the format.
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Adds the time of each stage to the table, in milliseconds. These columns differ from run to run.
    #[arg(long, requires = "metrics")]
    timings: bool,
    /// Reports the parts of the grammar that no level uses, a few seeds that use all others, and levels that are
    /// alike.
    #[arg(long)]
    coverage: bool,
    /// Draws all levels into one PNG, each with its seed.
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Number of pictures in a row of the sheet. For a sweep, each value has a row.
    #[arg(long, value_name = "N", default_value = "10", requires = "sheet", conflicts_with = "sweep", value_parser = parse_columns, allow_negative_numbers = true)]
    columns: NonZeroU32,
    /// Width and height of the pictures of the sheet, in pixels.
    #[arg(long, value_name = "PX", default_value = "160", requires = "sheet", value_parser = parse_thumbnail, allow_negative_numbers = true)]
    thumbnail: NonZeroU32,
    /// Makes the levels for each of several values of a number of the grammar, for example
    /// rules/Split/weight=1..=9, layout/spacing/gap=1,2,5 or variables/difficulty=0..=100/20.
    #[arg(long, value_name = "PATH=VALUES", allow_hyphen_values = true)]
    sweep: Option<Sweep>,
    #[command(flatten)]
    parts: PartsOptions,
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

/// Reads the number of columns of a sheet. More columns than pictures are none too many.
fn parse_columns(text: &str) -> Result<NonZeroU32, String> {
    let columns = text.trim().parse().ok().and_then(|columns: u64| NonZeroU64::new(columns));
    let columns = columns.map(|columns| NonZeroU32::try_from(columns).unwrap_or(NonZeroU32::MAX));
    columns.ok_or_else(|| format!("\"{}\" is not a number of columns; write 1 or more", printable(text)))
}

/// Reads the side of a thumbnail.
fn parse_thumbnail(text: &str) -> Result<NonZeroU32, String> {
    let side = text.trim().parse().ok().filter(|side: &NonZeroU32| (16..=1024).contains(&side.get()));
    side.ok_or_else(|| format!("\"{}\" is not a number of pixels from 16 to 1024", printable(text)))
}

pub(super) fn run(arguments: &BatchArguments) -> Result<CliOutcome, CliError> {
    let first = arguments.seeds.first();
    let output = file_of(arguments.output.as_ref());
    check_output(output)?;
    arguments.sheet.as_deref().map_or(Ok(()), SheetFile::check_name)?;
    let table_format = arguments.metrics.as_deref().map(TableFile::format_of).transpose()?;
    let values = arguments.first_values();
    let project = load_project_with(&arguments.grammar, &arguments.rooms, &values)?;
    let (text, file) = (Arc::clone(&project.text), project.path.clone());
    let input = request_from(project, &arguments.grammar, first, Leniency::Strict, &arguments.variables)?;
    let Input { request, files, looks } = input;
    refuse_input(output, &files)?;
    tidy(output);
    let outputs: Vec<&Path> =
        output.into_iter().chain(arguments.metrics.as_deref()).chain(arguments.sheet.as_deref()).collect();
    for (position, file) in outputs.iter().enumerate() {
        refuse_repeated(file, outputs.get(..position).unwrap_or_default())?;
    }
    for file in arguments.metrics.iter().chain(&arguments.sheet) {
        check_file(file, &files)?;
    }
    let points = match &arguments.sweep {
        None => vec![(None, request)],
        Some(sweep) => {
            let requests = sweep::requests(sweep, &request, &text, file.as_deref())?;
            requests.into_iter().map(|(value, request)| (Some(value), request)).collect()
        }
    };
    let properties =
        points.first().map(|(_, request)| request.grammar.properties.clone()).unwrap_or_default();
    let parts = arguments.parts.folder.as_deref();
    let layout = arguments.sheet_layout(points.len() as u64)?;
    let index = points.first().map(|(_, request)| Arc::new(UsageIndex::of(request)));
    let runner = SeedRunner {
        index: index.clone().filter(|_| table_format.is_some() || arguments.coverage || parts.is_some()),
        has_identity: arguments.coverage,
        has_times: arguments.timings,
        has_entry: arguments.parts.levels,
        picture: layout.map(|layout| (layout.picture_px(), looks)),
    };
    if let Some(folder) = parts {
        let columns = arguments.level_columns(&index.unwrap_or_default());
        return parts::run(arguments, folder, points, columns, &runner);
    }
    let collector = Collector::new(arguments, &index.unwrap_or_default(), properties, layout)?;
    collector.run(arguments, points, &runner, output.map(ToOwned::to_owned))
}

impl BatchArguments {
    /// Returns the values of variables for the first level: a sweep may begin with another value than the default.
    fn first_values(&self) -> VariableValues {
        let mut values = self.variables.values();
        let sweep = self.sweep.as_ref();
        let first =
            sweep.and_then(|sweep| Some((sweep.path.strip_prefix("variables/")?, sweep.values.first()?)));
        values.extend(first.map(|(name, value)| (name.to_owned(), *value)));
        values
    }

    /// Returns the columns of the table.
    fn level_columns(&self, index: &UsageIndex) -> LevelColumns {
        LevelColumns {
            index: index.clone(),
            swept: self.sweep.as_ref().map(|_| "value".to_owned()),
            has_times: self.timings,
        }
    }

    /// Returns the layout of the contact sheet, if one is wanted.
    fn sheet_layout(&self, points: u64) -> Result<Option<ContactLayout>, CliError> {
        if self.sheet.is_none() {
            return Ok(None);
        }
        let seeds = self.seeds.count();
        let columns = match &self.sweep {
            Some(_) => u32::try_from(seeds).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MAX),
            None => {
                self.columns.min(u32::try_from(seeds).ok().and_then(NonZeroU32::new).unwrap_or(self.columns))
            }
        };
        SheetFile::layout(seeds.saturating_mul(points), columns, self.thumbnail).map(Some)
    }
}

/// Collects the results of all seeds.
struct Collector {
    summary: SummaryDraft,
    table: Option<TableFile>,
    sheet: Option<SheetFile>,
}

impl Collector {
    fn new(
        arguments: &BatchArguments,
        index: &Arc<UsageIndex>,
        properties: Vec<LevelProperty>,
        layout: Option<ContactLayout>,
    ) -> Result<Self, CliError> {
        let columns = || arguments.level_columns(index);
        let table = arguments.metrics.as_deref().map(|path| TableFile::new(path, columns()));
        let sheet = arguments.sheet.as_deref().zip(layout).map(|(path, layout)| SheetFile::new(path, layout));
        let likeness = arguments.coverage.then(|| LikenessSummary::new(Arc::clone(index)));
        let sweep = arguments.sweep.as_ref().map(|sweep| SweepSummary::new(&sweep.path));
        let summary = SummaryDraft::new(properties, likeness, sweep);
        Ok(Self { summary, table: table.transpose()?, sheet: sheet.transpose()? })
    }

    /// Makes all levels, writes the files, and prints the summary.
    fn run(
        mut self,
        arguments: &BatchArguments,
        points: Vec<(Option<i64>, Request)>,
        runner: &SeedRunner,
        output: Option<PathBuf>,
    ) -> Result<CliOutcome, CliError> {
        let seeds = arguments.seeds.count();
        let asked = seeds.saturating_mul(points.len() as u64);
        let stop = interruption().map_err(no_threads)?;
        let began = Instant::now();
        let bar = diagnostics::progress(asked);
        for (number, (value, request)) in points.into_iter().enumerate() {
            let made =
                self.run_point(arguments, (value, request), number as u64 * seeds, runner, &stop, &bar);
            if made.is_err() || stop.is_stopped() {
                bar.finish_and_clear();
                made?;
                break;
            }
        }
        bar.finish_and_clear();
        let Self { summary, table, sheet } = self;
        table.map_or(Ok(()), TableFile::finish)?;
        sheet.map_or(Ok(()), SheetFile::finish)?;
        let summary = summary.finish(asked, stop.is_stopped(), began.elapsed().as_secs_f64());
        let text = match arguments.format {
            BatchFormat::Txt => summary.text(),
            BatchFormat::Json => json_of(&summary)?,
        };
        write(output.as_deref(), text.as_bytes())?;
        Ok(match summary {
            Summary { interrupted: true, .. } => CliOutcome::Interrupted,
            Summary { failed, .. } if failed.is_empty() => CliOutcome::Done,
            Summary { .. } => CliOutcome::Failed,
        })
    }

    /// Makes the levels of one value, or all levels without a sweep. `first` is the position of the first one.
    fn run_point(
        &mut self,
        arguments: &BatchArguments,
        (value, request): (Option<i64>, Request),
        first: u64,
        runner: &SeedRunner,
        stop: &StopToken,
        bar: &ProgressBar,
    ) -> Result<(), CliError> {
        self.summary.begin(value);
        let (seeds, ceilings) = (arguments.seeds.seeds(), arguments.ceiling.ceilings());
        let runner = runner.clone();
        let work = move |pipeline: &mut Pipeline, request: &Request, context: RunContext<'_>| {
            runner.run(pipeline, request, context)
        };
        let batch = Batch::start_with(
            request,
            seeds,
            arguments.jobs.threads(arguments.seeds.count()),
            ceilings,
            stop.clone(),
            work,
        );
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (position, result) in batch.map_err(no_threads)? {
            bar.inc(1);
            early.insert(position, result);
            while let Some(result) = early.remove(&next) {
                self.take(result, first + next as u64, value)?;
                next += 1;
            }
        }
        // After an interruption, some seeds before these are missing.
        early.into_iter().try_for_each(|(position, result)| self.take(result, first + position as u64, value))
    }

    fn take(&mut self, mut result: SeedResult, position: u64, value: Option<i64>) -> Result<(), CliError> {
        if let Some(table) = &mut self.table {
            table.add(&result, value)?;
        }
        if let Some((sheet, picture)) = self.sheet.as_mut().zip(result.picture.take()) {
            let seed = result.record.seed;
            let label = value.map_or_else(|| seed.to_string(), |value| format!("{value}: {seed}"));
            sheet.add(position, label, picture)?;
        }
        self.summary.add(result, value);
        Ok(())
    }
}

pub(super) fn no_threads(error: io::Error) -> CliError {
    CliError::Because(CliOutcome::Failed, anyhow::Error::new(error).context("a thread cannot be started"))
}
