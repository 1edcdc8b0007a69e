//! `delvewright diff`: prints the difference of two levels.
//!
//! Each level is an exported file, or is generated from a grammar. The exit code tells whether they differ, as that
//! of `diff` does, but with a code of its own: 1 means invalid input for every command.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::input::{CeilingOption, Input, ending_of, failure_of, request};
use super::level_input::{is_grammar_file, read_level_of};
use super::outcome::{CliError, CliOutcome};
use super::output::{check_output, file_of, is_dash, name_of, print, refuse_input, tidy, write};
use super::seeds::parse_seed;
use super::variables::VariableOption;
use crate::base::Seed;
use crate::difference::{LevelAlignment, LevelDifference, difference_json, difference_text};
use crate::export::difference_picture;
use crate::level::Level;
use crate::picture::TileLooks;
use crate::pipeline::{Pipeline, RunContext};

#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 if the levels are equal, 5 if they differ.")]
pub(super) struct DiffArguments {
    /// The level before, as ron or json, or a grammar; - reads a level from standard input.
    before: PathBuf,
    /// The level after, or a grammar. By default the same grammar, with --seed-b.
    #[arg(required_unless_present = "seed_b")]
    after: Option<PathBuf>,
    /// The seed of grammars: a number or words.
    #[arg(long, value_name = "SEED", default_value_t = Seed(1), allow_negative_numbers = true, value_parser = parse_seed)]
    seed: Seed,
    /// The seed of the level after, if it differs.
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = parse_seed)]
    seed_b: Option<Seed>,
    /// Compares cells at the same position, or after the shift of most places that are in both levels.
    #[arg(long, value_name = "A", value_enum, default_value = "places")]
    align: DiffAlignment,
    /// Format of the difference on standard output.
    #[arg(long, value_name = "F", value_enum, default_value = "txt")]
    format: DiffFormat,
    /// Also writes a picture with both levels and the difference between them, as PNG.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    variables: VariableOption,
    #[command(flatten)]
    ceiling: CeilingOption,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DiffAlignment {
    /// By the places in both levels.
    Places,
    /// By position.
    Position,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DiffFormat {
    /// For people.
    Txt,
    /// For other programs.
    Json,
}

/// A level to compare, with everything that it was made of.
struct DiffSide {
    level: Arc<Level>,
    looks: Arc<TileLooks>,
    files: Vec<PathBuf>,
}

pub(super) fn run(arguments: &DiffArguments) -> Result<CliOutcome, CliError> {
    let picture = picture_file(arguments)?;
    let after_path = arguments.after.as_ref().unwrap_or(&arguments.before);
    if is_dash(&arguments.before) && is_dash(after_path) {
        return Err(usage("standard input holds one level; name a file for the other"));
    }
    let before = side(&arguments.before, arguments.seed, arguments)?;
    let after = side(after_path, arguments.seed_b.unwrap_or(arguments.seed), arguments)?;
    let inputs = [before.files, after.files].concat();
    refuse_input(picture, &inputs)?;
    let alignment = match arguments.align {
        DiffAlignment::Places => LevelAlignment::Places,
        DiffAlignment::Position => LevelAlignment::Position,
    };
    let difference = LevelDifference::of(&before.level, &after.level, alignment);
    if let Some(file) = picture {
        tidy(Some(file));
        write(Some(file), &difference_picture(&before.level, &after.level, &difference, &after.looks))?;
    }
    let text = match arguments.format {
        DiffFormat::Txt => difference_text(&difference),
        DiffFormat::Json => difference_json(&difference),
    };
    print(text.as_bytes())?;
    Ok(if difference.is_empty() { CliOutcome::Done } else { CliOutcome::Different })
}

/// Returns the file of the picture, if one is asked for and can be written.
fn picture_file(arguments: &DiffArguments) -> Result<Option<&Path>, CliError> {
    let Some(output) = &arguments.output else { return Ok(None) };
    let is_png = output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    let file = file_of(Some(output)).filter(|_| is_png);
    let file = file.ok_or_else(|| usage("-o writes a picture; name a file with the extension .png"))?;
    check_output(Some(file))?;
    Ok(Some(file))
}

fn usage(message: &str) -> CliError {
    CliError::new(CliOutcome::Usage, message)
}

/// Reads a level, or generates it if the file is a grammar.
fn side(path: &Path, seed: Seed, arguments: &DiffArguments) -> Result<DiffSide, CliError> {
    if !is_grammar_file(path)? {
        let level = Arc::new(read_level_of(path, None)?);
        return Ok(DiffSide { level, looks: Arc::default(), files: vec![path.to_owned()] });
    }
    let Input { request, looks, files } = request(path, &[], seed, &arguments.variables)?;
    let context = RunContext { ceilings: arguments.ceiling.ceilings(), ..RunContext::default() };
    let run = Pipeline::default().run_in(&request, context).expect("nobody stops it");
    match (failure_of(&run), run.level) {
        (None, Some(level)) => Ok(DiffSide { level, looks, files }),
        (Some(failure), _) => {
            let message = format!("{}: seed {seed} gives no level: {}", name_of(path), failure.message);
            Err(CliError::new(ending_of(&failure), message))
        }
        (None, None) => Err(CliError::new(CliOutcome::Failed, format!("seed {seed} gives no level"))),
    }
}
