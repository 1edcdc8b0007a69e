//! `delvewright derive`: prints the mission of a grammar without making a level.
//!
//! With `--explain`, it explains why a rule does not apply.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::complaints;
use super::ending::{Ending, Trouble};
use super::explain::{self, Question};
use super::input::{CeilingOption, Input, mission_request};
use super::output::{file_of, refuse_input, tidy, write};
use crate::base::{PrettyPrinter, Seed, Stop, escaped_json, escaped_ron};
use crate::grammar::{
    Derivation, DerivationView, Grammar, derive_within, print_derivation_text, print_mission_dot,
};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The grammar; - reads it from standard input.
    grammar: PathBuf,
    /// The seed: the same seed gives the same mission, and `generate` makes the level for it.
    #[arg(long, value_name = "N", default_value_t = Seed(1), allow_negative_numbers = true)]
    seed: Seed,
    /// Format of the output. By default, the extension of PATH decides; without PATH it is txt.
    #[arg(long, value_name = "F", value_enum)]
    format: Option<Format>,
    /// The file to write; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    ceiling: CeilingOption,
    #[command(flatten)]
    question: Question,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The steps and the mission, in the notation of the grammar files.
    Ron,
    /// The steps and the mission, for other programs.
    Json,
    /// The mission as a graph for Graphviz.
    Dot,
    /// The steps and the mission, for people.
    Txt,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Trouble> {
    let format = format(arguments)?;
    let file = file_of(arguments.output.as_ref());
    let Input { request, files, .. } = mission_request(&arguments.grammar, arguments.seed)?;
    refuse_input(file, &files)?;
    // This child seed is also used when a level is made.
    let seed = request.seed.child("derive");
    let outcome = derive_within(&request.grammar, seed, arguments.ceiling.ceilings());
    complaints::print(&outcome.diagnostics);
    let text = match explain::answer(&arguments.question, &request.grammar, &outcome.value)? {
        Some(answer) => answer,
        None => text(format, &request.grammar, request.seed, &outcome.value)?,
    };
    tidy(file);
    write(file, text.as_bytes())?;
    match outcome.stop {
        Stop::Done => Ok(Ending::Done),
        Stop::Budget { .. } | Stop::Failed => {
            let message =
                format!("seed {} gives a mission that is not finished: {}", request.seed, outcome.stop);
            Err(Trouble::new(Ending::Failed, message))
        }
    }
}

fn text(format: Format, grammar: &Grammar, seed: Seed, derivation: &Derivation) -> Result<String, Trouble> {
    let record = DerivationView { grammar, seed, derivation };
    Ok(match format {
        Format::Ron => escaped_ron(LINES.print(&ron::to_string(&record).map_err(unwritable)?) + "\n"),
        Format::Json => escaped_json(serde_json::to_string_pretty(&record).map_err(unwritable)?) + "\n",
        Format::Dot => print_mission_dot(&derivation.alphabet, &derivation.mission),
        Format::Txt => print_derivation_text(grammar, derivation),
    })
}

/// Prints one line per step, node or edge.
const LINES: PrettyPrinter = PrettyPrinter {
    indent: "  ",
    space: " ",
    broken: &[&[], &["*"], &["*", "*"]],
    line_chars: None,
    has_final_comma: true,
};

fn unwritable(error: impl std::error::Error + Send + Sync + 'static) -> Trouble {
    Trouble::Because(Ending::Failed, anyhow::Error::new(error).context("the derivation cannot be written"))
}

fn format(arguments: &Arguments) -> Result<Format, Trouble> {
    match (arguments.format, file_of(arguments.output.as_ref())) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(Format::Txt),
        (None, Some(path)) => format_of(path).ok_or_else(|| {
            let message = format!(
                "{}: the extension says no format; say --format ron, json, dot or txt",
                path.display()
            );
            Trouble::new(Ending::Usage, message)
        }),
    }
}

fn format_of(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()?.to_lowercase().as_str() {
        "gv" => Some(Format::Dot),
        other => Format::from_str(other, true).ok(),
    }
}
