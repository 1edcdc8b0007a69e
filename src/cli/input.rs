//! Reads the input of commands: grammars with their room sets, and seeds.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::diagnostics;
use super::held_layout::read_held_layout;
use super::outcome::{CliError, CliOutcome};
use super::output::name_of;
use super::seeds::parse_seed;
use super::variables::VariableOption;
use crate::base::{Ceilings, Diagnostic, Number, Seed, Severity};
use crate::files::{Project, load_project_with};
use crate::grammar::FORESEEN;
use crate::picture::TileLooks;
use crate::pipeline::{Leniency, Request, Run, Stage, StageFailure};

/// Errors of grammars with missing rooms: they prevent a level, but not a mission.
const OF_ROOMS: [&str; 8] = [
    "no-room",
    "too-large",
    "no-room-for-symbol",
    "no-card-for-symbol",
    "different-board-cells",
    "board-never-filled",
    "missing-room-set",
    "unreadable-file",
];

/// The input of a command, and the files that it was read from.
pub(super) struct Input {
    pub request: Request,
    pub looks: Arc<TileLooks>,
    pub files: Vec<PathBuf>,
}

/// Arguments of commands that make levels of a grammar.
#[derive(Clone, Debug, Args)]
pub(super) struct LevelArguments {
    /// The grammar; - reads it from standard input.
    pub grammar: PathBuf,
    /// An additional room set; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub rooms: Vec<PathBuf>,
    /// The seed, a number or words: the same seed gives the same level.
    #[arg(long, value_name = "SEED", default_value_t = Seed(1), allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: Seed,
    /// Keeps places near their positions in this file, which generate --save-layout wrote.
    #[arg(long, value_name = "FILE")]
    pub hold_layout: Option<PathBuf>,
    #[command(flatten)]
    pub variables: VariableOption,
    #[command(flatten)]
    pub ceiling: CeilingOption,
}

impl LevelArguments {
    /// Completes a request and its list of files with the options of the level.
    pub fn complete(&self, input: &mut Input) -> Result<(), CliError> {
        if let Some(path) = &self.hold_layout {
            input.request.previous_layout = Some(read_held_layout(path)?);
            input.files.push(path.clone());
        }
        Ok(())
    }
}

/// The option that raises the ceilings.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct CeilingOption {
    #[arg(long, value_name = "FACTOR", default_value_t = 1, help = ceiling_help(), value_parser = ceiling_range(), allow_negative_numbers = true)]
    ceiling: u32,
}

fn ceiling_help() -> String {
    let Number { parameter, least, most, .. } = Ceilings::FACTOR;
    format!(
        "{}, {least} to {most}: steps, nodes and edges of a derivation, its work and memory, and the cells of a level. With 1, each level takes seconds and less than a gigabyte",
        parameter.tooltip
    )
}

fn ceiling_range() -> clap::builder::RangedI64ValueParser<u32> {
    let Number { least, most, .. } = Ceilings::FACTOR;
    clap::value_parser!(u32).range(i64::from(least)..=i64::from(most))
}

impl CeilingOption {
    /// Returns the factor.
    pub(super) fn factor(self) -> u32 {
        self.ceiling
    }

    pub(super) fn ceilings(self) -> Ceilings {
        Ceilings::raised(NonZeroU32::new(self.ceiling).unwrap_or(NonZeroU32::MIN))
    }
}

/// Reads a grammar with its room sets and reports all mistakes.
///
/// Errors end the command, because nothing can be made of such a grammar.
pub(super) fn request(
    grammar: &Path,
    extra_rooms: &[PathBuf],
    seed: Seed,
    variables: &VariableOption,
) -> Result<Input, CliError> {
    let project = load_project_with(grammar, extra_rooms, &variables.values())?;
    usable(project, grammar, seed, variables, |_| true)
}

/// Reports the mistakes of a project that was already read for these variables. If lenient, plain halls replace
/// rooms that are missing or have mistakes.
pub(super) fn request_from(
    project: Project,
    grammar: &Path,
    seed: Seed,
    leniency: Leniency,
    variables: &VariableOption,
) -> Result<Input, CliError> {
    let path = project.path.clone();
    usable(project, grammar, seed, variables, |error| match leniency {
        Leniency::Strict => true,
        Leniency::Lenient => !is_of_rooms(error, path.as_deref()),
    })
}

/// Reads a grammar whose mission is needed, but no level. Errors of rooms do not end the command.
/// Mistakes of the grammar that the command mends are not reported.
pub(super) fn mission_request(
    grammar: &Path,
    seed: Seed,
    variables: &VariableOption,
    is_mended: impl Fn(&Diagnostic) -> bool,
) -> Result<Input, CliError> {
    let mut project = load_project_with(grammar, &[], &variables.values())?;
    project.grammar.diagnostics.retain(|found| !is_mended(found));
    let path = project.path.clone();
    let is_of_rooms = |error: &Diagnostic| is_of_rooms(error, path.as_deref());
    usable(project, grammar, seed, variables, |error| !FORESEEN.contains(&error.code) && !is_of_rooms(error))
}

/// Returns `true` for an error about rooms, given the file of the grammar.
fn is_of_rooms(error: &Diagnostic, grammar: Option<&Path>) -> bool {
    error.file.as_deref() != grammar || OF_ROOMS.contains(&error.code)
}

/// Prints the mistakes of a project, and ends the command if one of them matters to it.
fn usable(
    project: Project,
    grammar: &Path,
    seed: Seed,
    variables: &VariableOption,
    matters: impl Fn(&Diagnostic) -> bool,
) -> Result<Input, CliError> {
    diagnostics::tell_serious(project.each_diagnostic());
    variables.check(&project)?;
    let values = variables.values();
    if project.each_diagnostic().any(|found| found.severity == Severity::Error && matters(found)) {
        let with = if values.is_empty() { "" } else { " with these values" };
        return Err(CliError::new(
            CliOutcome::WrongInput,
            format!("{} has mistakes{with}", name_of(grammar)),
        ));
    }
    let files = project.files().into_iter().collect();
    let looks = Arc::new(project.looks());
    let request = request_of(project, seed).ok_or_else(|| {
        CliError::new(CliOutcome::WrongInput, format!("{} contains no usable grammar", name_of(grammar)))
    })?;
    Ok(Input { request: Request { variables: values, ..request }, looks, files })
}

pub(super) fn request_of(project: Project, seed: Seed) -> Option<Request> {
    let rooms = project.room_sets().cloned().map(Arc::new).collect();
    Some(Request::new(Arc::new(project.grammar.value?), rooms, seed))
}

/// Returns the reason why a run gave no proved level. For a broken promise, it includes the first place that
/// breaks it.
pub(super) fn failure_of(run: &Run) -> Option<StageFailure> {
    let mut failure = run.failure.clone()?;
    let broken = run.level.iter().flat_map(|level| level.report.broken());
    if let Some(first) =
        broken.flat_map(|(_, result)| &result.broken_by).next().filter(|_| failure.stage == Stage::Verify)
    {
        failure.message = format!("{}: {}", failure.message, first.message);
    }
    Some(failure)
}

/// Returns the ending for a failure, which depends on its stage.
pub(super) fn ending_of(failure: &StageFailure) -> CliOutcome {
    if failure.stage == Stage::Check { CliOutcome::WrongInput } else { CliOutcome::Failed }
}
