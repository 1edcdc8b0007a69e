//! `delvewright generate`: makes levels from a grammar.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::diagnostics;
use super::export_options::{ExportOptionArguments, PictureSources};
use super::held_layout::save_layout;
use super::input::{Input, LevelArguments, ending_of, failure_of, request_from};
use super::interruption::interruption;
use super::outcome::{CliError, CliOutcome};
use super::output::{
    check_export_output, check_output, file_of, is_dash, refuse_input, refuse_repeated, tidy,
};
use super::watch::{FileWatcher, Output};
use crate::base::{Ceilings, Diagnostic, Seed, Severity, StopToken};
use crate::export::{BevyComponents, Format, MapPalette};
use crate::files::{Project, SeedFiles, load_project_with};
use crate::level::Level;
use crate::metrics::{LEVEL_METRICS, MeasuredLevel};
use crate::pipeline::{
    LIMIT_REACHED, Leniency, Pipeline, ProjectFindings, Request, Run, RunContext, Sample, Stage, StageFailure,
};
use crate::properties::{LevelProperty, PropertyVerdict, judge_properties};

#[derive(Debug, Args)]
pub(super) struct GenerateArguments {
    #[command(flatten)]
    level: LevelArguments,
    /// Number of levels to generate, with this seed and the following ones.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count, allow_negative_numbers = true)]
    count: u64,
    #[command(flatten)]
    export: ExportOptionArguments,
    /// Writes the positions of the places, for --hold-layout. For several levels, each file has its seed
    /// before the extension.
    #[arg(long, value_name = "FILE")]
    save_layout: Option<PathBuf>,
    /// Prints all metrics of each level, and the verdicts about all properties, to standard error.
    #[arg(long)]
    metrics: bool,
    /// Generates a level even if rooms are missing or have mistakes. Plain halls replace them, with a warning.
    #[arg(long)]
    lenient: bool,
    /// Writes the levels again whenever the grammar, one of its room sets or their tile sheets changes, until
    /// Ctrl+C. While a file has mistakes, the last level stays.
    #[arg(long)]
    watch: bool,
}

fn parse_count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| format!("\"{text}\" is not a number of levels; write 1 or more"))
}

pub(super) fn run(arguments: &GenerateArguments) -> Result<CliOutcome, CliError> {
    let format = arguments.export.format()?;
    let LevelArguments { grammar, rooms, variables, .. } = &arguments.level;
    let pipeline = Pipeline::default().with_leniency(arguments.leniency());
    let main = arguments.file_of_all(format).or_else(|| arguments.file_for(arguments.level.seed));
    check_export_output(main.as_deref(), format, &[])?;
    let layout = arguments.layout_file_for(arguments.level.seed);
    arguments.check_layout_file(layout.as_deref(), main.as_deref())?;
    let others: Vec<&Path> = main.iter().chain(&layout).map(PathBuf::as_path).collect();
    arguments.export.check_types(&others)?;
    let mut generator = Generator { arguments, format, pipeline, stop: StopToken::never() };
    if arguments.watch {
        return watch(&mut generator);
    }
    generator.make(load_project_with(grammar, rooms, &variables.values())?)
}

/// Makes the levels, and makes them again whenever a file of the project changes, until interrupted.
fn watch(generator: &mut Generator<'_>) -> Result<CliOutcome, CliError> {
    let LevelArguments { grammar, rooms, variables, .. } = &generator.arguments.level;
    let Some(output) = file_of(generator.arguments.export.output.as_ref()) else {
        let message = "--watch writes a file again and again; name the file with -o";
        return Err(CliError::new(CliOutcome::Usage, message));
    };
    if is_dash(grammar) {
        return Err(CliError::new(
            CliOutcome::Usage,
            "standard input cannot be watched; name the file of the grammar",
        ));
    }
    let no_signals = |error| CliError::Because(CliOutcome::Failed, anyhow::Error::new(error));
    generator.stop = interruption().map_err(no_signals)?;
    let stop = generator.stop.clone();
    let (count, first) = (generator.arguments.count, generator.arguments.level.seed);
    let of_seeds = SeedFiles::new(output, count);
    let output = match of_seeds.together(generator.format) {
        Some(file) => Output::One(file),
        None if count == 1 => Output::One(of_seeds.of_seed(first)),
        None => {
            let last = Seed(first.0.saturating_add(count - 1));
            Output::Several(of_seeds.of_seed(first), of_seeds.of_seed(last))
        }
    };
    let files: Vec<PathBuf> = std::iter::once(grammar).chain(rooms).cloned().collect();
    FileWatcher::new(files, stop).run(
        &output,
        || load_project_with(grammar, rooms, &variables.values()),
        |project| generator.make(project),
    )
}

impl GenerateArguments {
    fn leniency(&self) -> Leniency {
        if self.lenient { Leniency::Lenient } else { Leniency::Strict }
    }

    /// Returns the files of all levels, or `None` for standard output.
    fn seed_files(&self) -> Option<SeedFiles> {
        file_of(self.export.output.as_ref()).map(|path| SeedFiles::new(path, self.count))
    }

    /// Returns the file for the level of a seed, or `None` for standard output.
    fn file_for(&self, seed: Seed) -> Option<PathBuf> {
        self.seed_files().map(|files| files.of_seed(seed))
    }

    /// Returns the file for all levels together, if there is one.
    fn file_of_all(&self, format: Format) -> Option<PathBuf> {
        self.seed_files()?.together(format)
    }

    /// Returns the file for the layout of a seed, if it is wanted.
    fn layout_file_for(&self, seed: Seed) -> Option<PathBuf> {
        self.save_layout.as_ref().map(|path| SeedFiles::new(path, self.count).of_seed(seed))
    }

    /// Refuses a file for the layout that is none, or that would replace the level, before the work.
    fn check_layout_file(&self, layout: Option<&Path>, level: Option<&Path>) -> Result<(), CliError> {
        let Some(layout) = layout else { return Ok(()) };
        if self.save_layout.as_deref().is_some_and(is_dash) {
            let message =
                "--save-layout writes a file, because the level may go to standard output; name one";
            return Err(CliError::new(CliOutcome::Usage, message));
        }
        refuse_repeated(layout, level.as_slice())?;
        check_output(Some(layout))
    }
}

/// Makes the levels that the command asks for.
struct Generator<'a> {
    arguments: &'a GenerateArguments,
    format: Format,
    /// Reuses the stages whose input did not change since the previous levels.
    pipeline: Pipeline,
    stop: StopToken,
}

impl Generator<'_> {
    fn make(&mut self, project: Project) -> Result<CliOutcome, CliError> {
        let (arguments, level) = (self.arguments, &self.arguments.level);
        let source = project.source_text();
        let mut input =
            request_from(project, &level.grammar, level.seed, arguments.leniency(), &level.variables)?;
        level.complete(&mut input)?;
        let Input { request: first, looks, files } = input;
        let last = first.seed.0.checked_add(arguments.count - 1);
        let last =
            last.ok_or_else(|| CliError::new(CliOutcome::Usage, "the seeds end before that many levels"))?;
        tidy(file_of(arguments.export.output.as_ref()));
        let mut ending = CliOutcome::Done;
        let bar = (arguments.count > 1).then(|| diagnostics::progress(arguments.count));
        // Files that would end the command have no mistakes left here.
        let findings = Arc::new(match arguments.leniency() {
            Leniency::Strict => ProjectFindings::default(),
            Leniency::Lenient => ProjectFindings::of(&first.grammar, &first.rooms),
        });
        self.pipeline.assume_checked(&first, findings);
        let ceilings = level.ceiling.ceilings();
        let mut is_first = true;
        let palette = self.palette(&first);
        let joins = arguments.file_of_all(self.format).is_some();
        let mut together = Vec::new();
        let mut components = BevyComponents::default();
        for seed in first.seed.0..=last {
            let request = Request { seed: Seed(seed), ..first.clone() };
            if !joins {
                refuse_input(arguments.file_for(request.seed).as_deref(), &files)?;
            }
            refuse_input(arguments.layout_file_for(request.seed).as_deref(), &files)?;
            let context = RunContext { ceilings, ..RunContext::stopped_by(&self.stop) };
            let Ok(run) = self.pipeline.run_in(&request, context) else {
                ending = CliOutcome::Interrupted;
                break;
            };
            let is_alone = std::mem::take(&mut is_first);
            if let Some(found) = is_alone.then(|| self.every_level_fails(&run)).flatten() {
                bar.iter().for_each(|bar| bar.finish_and_clear());
                diagnostics::print([&source.locate(found)]);
                return Ok(CliOutcome::WrongInput);
            }
            let sources = PictureSources {
                alphabet: Some(&request.grammar.alphabet),
                looks: Arc::clone(&looks),
                seals: Some(Arc::clone(&run.seals)),
                palette: palette.clone(),
            };
            let write_level = |level: &Level| {
                if joins {
                    return Ok(());
                }
                let file = arguments.file_for(request.seed);
                arguments.export.write(level, self.format, file.as_deref(), &sources, &files)
            };
            ending = write(arguments, &run, write_level)?.unwrap_or(ending);
            let is_sound = failure_of(&run).is_none();
            together.extend(run.level.iter().filter(|_| joins && is_sound).cloned());
            run.level.iter().for_each(|level| arguments.export.note_types(level, &sources, &mut components));
            if let Some(path) = arguments.layout_file_for(request.seed) {
                save_layout(&path, &run)?;
            }
            bar.iter().for_each(|bar| bar.inc(1));
        }
        bar.iter().for_each(|bar| bar.finish_and_clear());
        if let Some(file) = arguments.file_of_all(self.format).filter(|_| !together.is_empty()) {
            let sources =
                PictureSources { alphabet: Some(&first.grammar.alphabet), looks, seals: None, palette };
            let levels: Vec<&Level> = together.iter().map(Arc::as_ref).collect();
            arguments.export.write_together(&levels, self.format, &file, &sources, &files)?;
        }
        arguments.export.save_types(&components, &files)?;
        Ok(ending)
    }

    /// Returns everything that maps of the project can show, if the format is one of maps.
    fn palette(&self, request: &Request) -> Option<Arc<MapPalette>> {
        let rooms = request.rooms.iter().map(Arc::as_ref);
        self.format.joins_levels().then(|| Arc::new(MapPalette::of_project(&request.grammar, rooms)))
    }

    /// Returns the error that `check` reports if every seed fails, not just this one.
    ///
    /// A budget that ran out is not a mistake of the files. Options that `check` does not know may make a
    /// difference.
    fn every_level_fails(&self, run: &Run) -> Option<Diagnostic> {
        let GenerateArguments { level, lenient, .. } = self.arguments;
        let is_as_checked =
            level.ceiling.ceilings() == Ceilings::default() && level.hold_layout.is_none() && !lenient;
        let failure = run.failure.as_ref().filter(|failure| failure.code != LIMIT_REACHED)?;
        if !is_as_checked || failure.stage == Stage::Check {
            return None;
        }
        Sample::of(&run.request).verdict().filter(|found| found.severity == Severity::Error)
    }
}

/// Writes the level of a run with `write_level`. If there is none, prints the reason and returns the matching ending.
fn write(
    arguments: &GenerateArguments,
    run: &Run,
    write_level: impl FnOnce(&Level) -> Result<(), CliError>,
) -> Result<Option<CliOutcome>, CliError> {
    let request = &run.request;
    if let Some(failure) = failure_of(run) {
        let StageFailure { stage, code, message } = &failure;
        // The reason is printed only once.
        let (of_failure, others): (Vec<_>, Vec<_>) =
            run.diagnostics.iter().partition(|found| found.code == *code && found.message == *message);
        diagnostics::print(others);
        let message = format!("Seed {} gives no level ({stage}): {message}", request.seed);
        let hint = of_failure.first().and_then(|found| found.hint.clone());
        diagnostics::print([&Diagnostic::error(code, message).maybe_hint(hint)]);
        return Ok(Some(ending_of(&failure)));
    }
    diagnostics::tell_serious(&run.diagnostics);
    for pass in run.level.iter().flat_map(|level| &level.populate).filter(|pass| pass.taken_back > 0) {
        let (seed, placed, taken_back) = (request.seed, pass.placed(), pass.taken_back);
        diagnostics::say(&format!(
            "seed {seed}: the pass \"{}\" placed {placed} and undid {taken_back}, which would have broken a promise",
            pass.name
        ));
    }
    if let Some(level) = &run.level {
        if arguments.metrics {
            print_metrics(level);
        }
        print_properties(&request.grammar.properties, level, arguments.metrics);
        write_level(level)?;
    }
    Ok(None)
}

/// Prints the properties that a level does not have, or the verdicts about all of them.
fn print_properties(properties: &[LevelProperty], level: &Level, are_all_shown: bool) {
    for (property, verdict) in properties.iter().zip(judge_properties(properties, level)) {
        let reason = match &verdict {
            PropertyVerdict::Fails(example) => format!(": {}", example.reason),
            PropertyVerdict::Nothing(missing) if are_all_shown => format!(": {missing}"),
            PropertyVerdict::Holds if are_all_shown => String::new(),
            PropertyVerdict::Nothing(_) | PropertyVerdict::Holds => continue,
        };
        let (seed, sentence, word) = (level.seed, property.sentence(), verdict.name());
        diagnostics::say(&format!("seed {seed}: the property \"{sentence}\" {word}{reason}"));
    }
}

fn print_metrics(level: &Level) {
    let measured = MeasuredLevel::new(level);
    for metric in LEVEL_METRICS {
        let value = metric.measure(&measured).map_or_else(|| "none".to_owned(), |value| value.to_string());
        diagnostics::say(&format!("seed {}: {} {value} ({})", level.seed, metric.name, metric.unit.name()));
    }
}
