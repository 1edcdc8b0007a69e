//! `delvewright derive`: prints the mission of a grammar without making a level.
//!
//! With `--explain`, it explains why a rule does not apply.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::diagnostics;
use super::explain::{self, ExplainArguments};
use super::input::{CeilingOption, Input, mission_request};
use super::outcome::{CliError, CliOutcome};
use super::output::{file_of, refuse_input, tidy, write};
use super::seeds::parse_seed;
use super::variables::VariableOption;
use crate::base::{PrettyPrinter, Seed, StopReason, escaped_json, escaped_ron};
use crate::grammar::{
    Derivation, DerivationView, DeriveContext, Grammar, derive, print_derivation_text, print_mission_dot,
};

#[derive(Debug, Args)]
pub(super) struct DeriveArguments {
    /// The grammar; - reads it from standard input.
    grammar: PathBuf,
    /// The seed, a number or words: the same seed gives the same mission, and `generate` makes the level for it.
    #[arg(long, value_name = "SEED", default_value_t = Seed(1), allow_negative_numbers = true, value_parser = parse_seed)]
    seed: Seed,
    /// Format of the output. By default, the extension of PATH decides; without PATH it is txt.
    #[arg(long, value_name = "F", value_enum)]
    format: Option<DeriveFormat>,
    /// The file to write; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    variables: VariableOption,
    #[command(flatten)]
    ceiling: CeilingOption,
    #[command(flatten)]
    question: ExplainArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DeriveFormat {
    /// The steps and the mission, in the notation of the grammar files.
    Ron,
    /// The steps and the mission, for other programs.
    Json,
    /// The mission as a graph for Graphviz.
    Dot,
    /// The steps and the mission, for people.
    Txt,
}

pub(super) fn run(arguments: &DeriveArguments) -> Result<CliOutcome, CliError> {
    let format = format(arguments)?;
    let file = file_of(arguments.output.as_ref());
    let input = mission_request(&arguments.grammar, arguments.seed, &arguments.variables, |_| false)?;
    let Input { request, files, .. } = input;
    refuse_input(file, &files)?;
    // This child seed is also used when a level is made.
    let seed = request.seed.child("derive");
    let context = DeriveContext { ceilings: arguments.ceiling.ceilings(), ..DeriveContext::default() };
    let outcome = derive(&request.grammar, seed, context).expect("nobody stops it");
    diagnostics::print(&outcome.diagnostics);
    let text = match explain::answer(&arguments.question, &request.grammar, &outcome.value)? {
        Some(answer) => answer,
        None => text(format, &request.grammar, request.seed, &outcome.value)?,
    };
    tidy(file);
    write(file, text.as_bytes())?;
    match outcome.stop {
        StopReason::Done => Ok(CliOutcome::Done),
        StopReason::Budget { .. } | StopReason::Failed => {
            let message = format!("seed {} gives an unfinished mission. {}", request.seed, outcome.stop);
            Err(CliError::new(CliOutcome::Failed, message))
        }
    }
}

fn text(
    format: DeriveFormat,
    grammar: &Grammar,
    seed: Seed,
    derivation: &Derivation,
) -> Result<String, CliError> {
    let record = DerivationView { grammar, seed, derivation };
    Ok(match format {
        DeriveFormat::Ron => escaped_ron(LINES.print(&ron::to_string(&record).map_err(unwritable)?) + "\n"),
        DeriveFormat::Json => escaped_json(serde_json::to_string_pretty(&record).map_err(unwritable)?) + "\n",
        DeriveFormat::Dot => print_mission_dot(&derivation.alphabet, &derivation.mission),
        DeriveFormat::Txt => print_derivation_text(grammar, derivation),
    })
}

/// Prints one line per step, node or edge.
const LINES: PrettyPrinter = PrettyPrinter {
    indent: "  ",
    space: " ",
    broken: &[&[], &["*"], &["*", "*"]],
    line_chars: None,
    has_final_comma: true,
    numbers: None,
};

fn unwritable(error: impl std::error::Error + Send + Sync + 'static) -> CliError {
    CliError::Because(
        CliOutcome::Failed,
        anyhow::Error::new(error).context("the derivation cannot be written"),
    )
}

fn format(arguments: &DeriveArguments) -> Result<DeriveFormat, CliError> {
    match (arguments.format, file_of(arguments.output.as_ref())) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(DeriveFormat::Txt),
        (None, Some(path)) => format_of(path).ok_or_else(|| {
            let message = format!(
                "{}: the extension names no format; choose one with --format ron, json, dot or txt",
                path.display()
            );
            CliError::new(CliOutcome::Usage, message)
        }),
    }
}

fn format_of(path: &Path) -> Option<DeriveFormat> {
    match path.extension()?.to_str()?.to_lowercase().as_str() {
        "gv" => Some(DeriveFormat::Dot),
        other => DeriveFormat::from_str(other, true).ok(),
    }
}
