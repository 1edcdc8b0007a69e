//! The command line, with one file per command.
//!
//! Data goes to standard output or to the file given with `-o`; everything else goes to standard error.
//!
//! `outcome` has the exit codes, `reference` the page that lists all of this.

mod batch;
mod check;
mod check_levels;
mod check_report;
mod completions;
mod diagnostics;
mod derive;
mod diff;
mod edit;
mod outcome;
mod explain;
mod export;
mod export_options;
mod film;
mod generate;
mod held_layout;
mod input;
mod interruption;
mod level_input;
mod looks;
mod manual;
mod merge;
mod export_looks;
mod output;
mod reference;
mod rooms;
mod schema;
mod seeds;
mod themes;
mod variables;
mod verify;
mod watch;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};

use crate::base::{did_you_mean, listed, printable, printable_text};
use crate::files::exists;
use outcome::{CliError, CliOutcome};

/// Generates dungeons from graph grammars. The tiles are the mission.
///
/// Without a command it opens the editor.
#[derive(Debug, Parser)]
#[command(name = "delvewright", version, args_conflicts_with_subcommands = true)]
#[command(after_help = reference::topics_of_help())]
struct CommandLine {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    edit: edit::EditArguments,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Opens the editor.
    Edit(edit::EditArguments),
    /// Generates levels from a grammar.
    Generate(generate::GenerateArguments),
    /// Runs only the recipe of a grammar and shows the mission.
    Derive(derive::DeriveArguments),
    /// Lists all mistakes in grammars and room sets.
    Check(check::CheckArguments),
    /// Proves the promises of an exported level.
    Verify(verify::VerifyArguments),
    /// Compares two levels: mission, tiles and metrics.
    Diff(diff::DiffArguments),
    /// Writes an exported level in another format.
    Export(export::ExportArguments),
    /// Shows how a mission grows and becomes a level, as an animated picture.
    Film(film::FilmArguments),
    /// Generates many levels, verifies them, and counts the failures.
    Batch(batch::BatchArguments),
    /// Joins the parts of a run of batch --parts into one table.
    Merge(merge::MergeArguments),
    /// Imports rooms into a room set, or exports them.
    #[command(subcommand, after_help = "The fields of room sets are listed by: delvewright reference rooms")]
    Rooms(rooms::RoomsCommand),
    /// Lists the looks that tiles and entities can have, or draws them all.
    Looks(looks::LooksArguments),
    /// Lists themes, draws them, and shares derived ones as files.
    #[command(subcommand)]
    Themes(themes::ThemesCommand),
    /// Prints the JSON Schema of exported levels.
    Schema(schema::SchemaArguments),
    /// Prints pages of the reference: fields of files, commands, diagnostics and formats.
    Reference(reference::ReferenceArguments),
    /// Prints the script with which a shell completes commands and options.
    Completions(completions::CompletionsArguments),
    /// Writes the manual pages, one for each command.
    Man(manual::ManualArguments),
}

/// Runs the command that the program was started with.
pub fn run() -> ExitCode {
    run_with(std::env::args_os())
}

/// Returns the definition of the command line, for documentation, completion or tests.
pub fn command() -> clap::Command {
    CommandLine::command()
}

pub use reference::reference_page;

/// Runs the command in `arguments`; the first is the program's name.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(words) = reference::words_of_help(&arguments) {
        return finish(reference::print_help(&words));
    }
    let line = CommandLine::try_parse_from(&arguments);
    // If the first argument is not a command, it is a file to open, whatever follows.
    let opened = match &line {
        Ok(CommandLine { command: None, edit }) => edit.file.as_deref(),
        Ok(_) => None,
        Err(_) => arguments.get(1).map(Path::new),
    };
    if let Some(trouble) = opened.and_then(refuse_as_command) {
        return finish(Err(trouble));
    }
    match line {
        Ok(line) => finish(dispatch(line)),
        Err(error) => finish(explain(error)),
    }
}

/// Refuses a word that is neither a command nor a file. It is a mistyped command, because files to open have
/// an extension or a folder.
fn refuse_as_command(file: &Path) -> Option<CliError> {
    let word = file.to_str()?;
    let commands = CommandLine::command();
    let names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
    let is_word = !word.starts_with('-') && !word.contains(['.', '/', '\\']);
    if !is_word || names.contains(&word) || word == "help" || exists(file) {
        return None;
    }
    let hint = did_you_mean(word, names.iter().copied())
        .unwrap_or_else(|| format!("The commands are {}.", listed(&names, "and")));
    let message = format!("there is no command \"{word}\" and no file of that name. {hint}");
    Some(CliError::new(CliOutcome::Usage, message))
}

/// Prints the help, the version, or a mistake in the command line. Arguments are escaped, because file names
/// may contain anything, and long ones are shortened.
fn explain(mut error: clap::Error) -> Result<CliOutcome, CliError> {
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) {
        let value = printable(value).into_owned();
        error.insert(ContextKind::InvalidValue, ContextValue::String(value));
    }
    let plain = error.render().to_string();
    let printed = match printable_text(&plain) {
        Cow::Borrowed(_) => error.print().and_then(|()| io::stdout().flush()),
        Cow::Owned(text) => write!(io::stderr(), "{text}"),
    };
    if error.use_stderr() {
        // If it cannot be printed, nobody is left to read it.
        return Ok(CliOutcome::Usage);
    }
    Ok(printed.map(|()| CliOutcome::Done)?)
}

fn dispatch(line: CommandLine) -> Result<CliOutcome, CliError> {
    match line.command {
        None => edit::run_or_show_example(&line.edit),
        Some(CliCommand::Edit(arguments)) => edit::run(&arguments),
        Some(CliCommand::Generate(arguments)) => generate::run(&arguments),
        Some(CliCommand::Derive(arguments)) => derive::run(&arguments),
        Some(CliCommand::Check(arguments)) => check::run(&arguments),
        Some(CliCommand::Verify(arguments)) => verify::run(&arguments),
        Some(CliCommand::Diff(arguments)) => diff::run(&arguments),
        Some(CliCommand::Export(arguments)) => export::run(&arguments),
        Some(CliCommand::Film(arguments)) => film::run(&arguments),
        Some(CliCommand::Batch(arguments)) => batch::run(&arguments),
        Some(CliCommand::Merge(arguments)) => merge::run(&arguments),
        Some(CliCommand::Rooms(command)) => rooms::run(&command),
        Some(CliCommand::Looks(arguments)) => looks::run(&arguments),
        Some(CliCommand::Themes(command)) => themes::run(&command),
        Some(CliCommand::Schema(arguments)) => schema::run(&arguments),
        Some(CliCommand::Reference(arguments)) => reference::run(&arguments),
        Some(CliCommand::Completions(arguments)) => completions::run(&arguments),
        Some(CliCommand::Man(arguments)) => manual::run(&arguments),
    }
}

fn finish(result: Result<CliOutcome, CliError>) -> ExitCode {
    let ending = match result {
        Ok(ending) => ending,
        Err(trouble) => {
            if let Some(message) = trouble.message() {
                diagnostics::say(&format!("error: {message}"));
            }
            trouble.ending()
        }
    };
    ExitCode::from(ending.code())
}
