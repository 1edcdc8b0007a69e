//! `--parts`: a run whose table is written in parts, shared by several machines, and resumed after a kill.
//!
//! At any moment, the folder has `run.json`, whole parts, and perhaps drafts that the next start removes.
//! A part that exists is never made again with `--resume`; a missing or torn one is made as if nothing had happened.
//! Guaranteed: the bytes of a part depend on the files, seeds and settings, but not on shards, threads or kills.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use serde::Serialize;

use super::open_part::{OpenPart, RunFolder};
use super::seed_result::SeedRunner;
use super::shard::Shard;
use super::{BatchArguments, BatchFormat, no_threads};
use crate::base::{StopToken, counted, listed};
use crate::batch::Batch;
use crate::cli::diagnostics;
use crate::cli::interruption::interruption;
use crate::cli::outcome::{CliError, CliOutcome};
use crate::cli::output::{file_of, is_dash, json_of, tidy, write};
use crate::files::{DAMAGED_PART, RunId, agree_on_run, parts_in, print_grammar, print_room_set};
use crate::level::Level;
use crate::pipeline::{Pipeline, Request, RunContext};
use crate::tables::{LevelColumns, RunManifest, RunParts, TableFormat};

/// Maximum number of parts of a run: a folder with more files is slow on every system.
pub(in crate::cli) const MOST_PARTS: u64 = 1_000_000;

/// The options of runs in parts.
#[derive(Clone, Debug, Args)]
pub(super) struct PartsOptions {
    /// Writes the table of --metrics in parts into this folder. Several machines can share the run, and a killed
    /// run can be resumed. Failed seeds are rows, and do not fail the command. Join the parts with merge.
    #[arg(long = "parts", value_name = "FOLDER", conflicts_with_all = ["metrics", "sheet", "coverage"])]
    pub folder: Option<PathBuf>,
    /// Makes only a share of the parts: 3/8 is the third of eight shares.
    #[arg(long, value_name = "I/N", default_value = "1/1", requires = "folder")]
    shard: Shard,
    /// Format of the parts.
    #[arg(long, value_name = "F", value_enum, default_value_t = PartFormat::Parquet, requires = "folder")]
    part_format: PartFormat,
    /// Number of levels in a part, 1 to 1000000.
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "folder", value_parser = clap::value_parser!(u64).range(1..=1_000_000), allow_negative_numbers = true)]
    part_rows: u64,
    /// Also writes the proved levels of each part into a .tar.gz, as one JSON file for each seed.
    #[arg(long, requires = "folder")]
    pub levels: bool,
    /// Keeps the parts in the folder, and makes those that are missing or damaged.
    #[arg(long, requires = "folder")]
    resume: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PartFormat {
    Parquet,
    Jsonl,
    Csv,
}

impl PartFormat {
    fn table(self) -> TableFormat {
        match self {
            Self::Parquet => TableFormat::Parquet,
            Self::Jsonl => TableFormat::JsonLines,
            Self::Csv => TableFormat::Csv,
        }
    }
}

/// The result of a command, printed unchanged by `--format json`.
#[derive(Debug, Default, Serialize)]
struct PartsSummary {
    /// Number of parts of the shard.
    parts: u64,
    /// Number of parts that were there already.
    kept: u64,
    /// Number of parts that were made.
    made: u64,
    /// Number of levels in the parts that were made.
    levels: u64,
    /// Number of seeds among them that give no proved level.
    failed: u64,
    interrupted: bool,
}

/// A run in parts, in its folder.
struct PartsRun<'a> {
    arguments: &'a BatchArguments,
    place: RunFolder,
    summary: PartsSummary,
}

/// Makes the parts of a shard that are missing.
pub(super) fn run(
    arguments: &BatchArguments,
    folder: &Path,
    points: Vec<(Option<i64>, Request)>,
    columns: LevelColumns,
    runner: &SeedRunner,
) -> Result<CliOutcome, CliError> {
    let manifest = manifest(arguments, &points, &columns);
    let text = manifest.to_json().map_err(|error| CliError::Because(CliOutcome::Failed, error.into()))?;
    let count = manifest.parts.count();
    if count > MOST_PARTS {
        let message = format!("that makes {count} parts, and {MOST_PARTS} is the most; raise --part-rows");
        return Err(CliError::new(CliOutcome::Usage, message));
    }
    if is_dash(folder) {
        return Err(CliError::new(CliOutcome::Usage, "--parts writes several files; name a folder for them"));
    }
    agree(folder, &manifest, &text)?;
    tidy(Some(&folder.join("run.json")));
    let shard = arguments.parts.shard;
    let place = RunFolder { folder: folder.to_owned(), id: RunId::of_text(&text), manifest, columns };
    let mut run = PartsRun { arguments, place, summary: PartsSummary::default() };
    let kept = run.kept(count)?;
    let own = (0..count).filter(|number| shard.has(*number));
    run.summary.parts = own.clone().count() as u64;
    let missing: Vec<u64> = own.filter(|number| !kept.contains(number)).collect();
    run.summary.kept = run.summary.parts - missing.len() as u64;
    run.make_all(points, &missing, runner)?;
    let text = match arguments.format {
        BatchFormat::Txt => run.summary.text(shard),
        BatchFormat::Json => json_of(&run.summary)?,
    };
    write(file_of(arguments.output.as_ref()), text.as_bytes())?;
    Ok(if run.summary.interrupted { CliOutcome::Interrupted } else { CliOutcome::Done })
}

fn manifest(
    arguments: &BatchArguments,
    points: &[(Option<i64>, Request)],
    columns: &LevelColumns,
) -> RunManifest {
    let request = points.first().map(|(_, request)| request);
    let digest = |text: &str| RunId::of_text(text).to_string();
    let rooms = request.into_iter().flat_map(|request| &request.rooms);
    RunManifest {
        format: RunManifest::FORMAT,
        program: Level::GENERATOR.to_owned(),
        grammar: request.map(|request| request.grammar.name.clone()).unwrap_or_default(),
        grammar_digest: request.map(|request| digest(&print_grammar(&request.grammar))).unwrap_or_default(),
        room_digests: rooms.map(|set| digest(&print_room_set(set))).collect(),
        variables: arguments.variables.values().into_iter().collect(),
        ceiling: arguments.ceiling.factor(),
        seeds: arguments.seeds.to_string(),
        sweep: arguments.sweep.as_ref().map(|sweep| sweep.path.clone()),
        values: points.iter().filter_map(|(value, _)| *value).collect(),
        table: arguments.parts.part_format.table(),
        levels: arguments.parts.levels,
        parts: RunParts {
            points: points.len() as u64,
            seeds: arguments.seeds.count(),
            rows: arguments.parts.part_rows,
        },
        columns: columns.columns(),
    }
}

/// Writes the description of the run, or compares it with the one in the folder.
fn agree(folder: &Path, manifest: &RunManifest, text: &str) -> Result<(), CliError> {
    let there = agree_on_run(folder, text)?;
    if there == text {
        return Ok(());
    }
    let name = folder.display();
    let message = match RunManifest::from_json(&there) {
        Ok(other) => {
            let differences = manifest.differences(&other);
            let differences =
                if differences.is_empty() { "its text".to_owned() } else { listed(&differences, "and") };
            format!("{name} has another run, which differs in {differences}; name another folder")
        }
        Err(error) => {
            format!("{name} has a run.json that cannot be understood: {error}; name another folder")
        }
    };
    Err(CliError::new(CliOutcome::WrongInput, message))
}

impl PartsRun<'_> {
    /// Returns the numbers of the parts of the shard that are there, and deletes files with another content.
    fn kept(&self, count: u64) -> Result<BTreeSet<u64>, CliError> {
        let options = &self.arguments.parts;
        let (mut tables, mut archives) = (BTreeSet::new(), BTreeSet::new());
        let found = parts_in(&self.place.folder)?;
        for part in
            found.iter().filter(|part| part.name.run == self.place.id && options.shard.has(part.name.number))
        {
            if !options.resume {
                let folder = self.place.folder.display();
                let message = format!(
                    "{folder} already has parts of this run; add --resume to keep them, or name another folder"
                );
                return Err(CliError::new(CliOutcome::Usage, message));
            }
            let kind = if part.name.kind == RunManifest::ARCHIVE { &mut archives } else { &mut tables };
            if part.is_whole()? {
                kind.insert(part.name.number);
            } else {
                let again = if part.name.number < count { ", and its part is made again" } else { "" };
                diagnostics::say(&format!("{}: {DAMAGED_PART}; it is deleted{again}", part.path.display()));
                part.delete()?;
            }
        }
        Ok(if options.levels { &tables & &archives } else { tables })
    }

    fn make_all(
        &mut self,
        points: Vec<(Option<i64>, Request)>,
        missing: &[u64],
        runner: &SeedRunner,
    ) -> Result<(), CliError> {
        let parts = self.place.manifest.parts;
        let levels = missing.iter().map(|number| parts.part(*number).1).map(|range| range.end - range.start);
        let bar = diagnostics::progress(levels.sum());
        let stop = interruption().map_err(no_threads)?;
        for (point, (value, request)) in (0..).zip(points) {
            let of_point = |number: &&u64| parts.part(**number).0 == point;
            let numbers: Vec<u64> = missing.iter().filter(of_point).copied().collect();
            if !numbers.is_empty() {
                self.make_point(value, request, numbers, runner, &stop, &bar)?;
            }
        }
        bar.finish_and_clear();
        self.summary.interrupted = self.summary.kept + self.summary.made < self.summary.parts;
        Ok(())
    }

    /// Makes parts with one value of the sweep, or without one, until all are made or the run is stopped.
    fn make_point(
        &mut self,
        value: Option<i64>,
        request: Request,
        numbers: Vec<u64>,
        runner: &SeedRunner,
        stop: &StopToken,
        bar: &ProgressBar,
    ) -> Result<(), CliError> {
        let BatchArguments { seeds: list, jobs, ceiling, .. } = self.arguments;
        let (list, parts, runner) = (list.clone(), self.place.manifest.parts, runner.clone());
        let threads = jobs.threads(parts.seeds);
        let seeds = numbers.clone().into_iter().flat_map(move |number| list.between(parts.part(number).1));
        let work = move |pipeline: &mut Pipeline, request: &Request, context: RunContext<'_>| {
            runner.run(pipeline, request, context)
        };
        let batch = Batch::start_with(request, seeds, threads, ceiling.ceilings(), stop.clone(), work);
        let mut results = batch.map_err(no_threads)?.in_order();
        for number in numbers {
            let mut part = OpenPart::new(&self.place, number)?;
            let range = parts.part(number).1;
            let mut failed = 0;
            for _ in range.clone() {
                let Some(result) = results.next() else { return Ok(()) };
                failed += u64::from(result.record.failure.is_some());
                part.add(&self.place, &result, value)?;
                bar.inc(1);
            }
            part.finish(&self.place)?;
            let levels = range.end - range.start;
            self.summary.made += 1;
            self.summary.levels += levels;
            self.summary.failed += failed;
            if bar.is_hidden() {
                let (made, own) = (self.summary.kept + self.summary.made, self.summary.parts);
                let levels = counted(levels as usize, "level");
                diagnostics::say(&format!("part {number} ({made} of {own}): {levels}, {failed} failed"));
            }
        }
        Ok(())
    }
}

impl PartsSummary {
    fn text(&self, shard: Shard) -> String {
        let Self { parts, kept, made, levels, failed, interrupted } = self;
        let parts = counted(*parts as usize, "part");
        let levels = counted(*levels as usize, "level");
        let interrupted = if *interrupted { "interrupted; add --resume to continue\n" } else { "" };
        format!(
            "{interrupted}shard {shard}: {parts}, {kept} kept, {made} made\n{levels} made, {failed} failed\n"
        )
    }
}
