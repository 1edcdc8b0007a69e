//! The command line, with one file per command.
//!
//! Data goes to standard output or to the file given with `-o`; everything else goes to standard error.
//!
//! The exit codes are:
//!
//! - 0: everything is done
//! - 1: the input is wrong
//! - 2: the command line is wrong
//! - 3: there is no display
//! - 4: a budget ran out, or generation failed
//! - 130: the user interrupted it

mod batch;
mod check;
mod complaints;
mod derive;
mod edit;
mod ending;
mod explain;
mod export;
mod export_options;
mod film;
mod generate;
mod input;
mod interruption;
mod level_input;
mod looks;
mod output;
mod rooms;
mod schema;
mod verify;
mod watch;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::base::{did_you_mean, listed, printable_text};
use crate::files::exists;
use ending::{Ending, Trouble};

/// Dungeons by graph grammars: the tiles are the mission.
///
/// Without a command it opens the editor.
#[derive(Debug, Parser)]
#[command(name = "delvewright", version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    edit: edit::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Opens the editor.
    Edit(edit::Arguments),
    /// Makes levels from a grammar.
    Generate(generate::Arguments),
    /// Runs only the recipe of a grammar and shows the mission.
    Derive(derive::Arguments),
    /// Lists everything that is wrong with grammars and room sets.
    Check(check::Arguments),
    /// Proves the promises of an exported level.
    Verify(verify::Arguments),
    /// Writes an exported level in another format.
    Export(export::Arguments),
    /// Shows how a mission grows and becomes a level, as an animated picture.
    Film(film::Arguments),
    /// Makes many levels, proves them, and counts the failures.
    Batch(batch::Arguments),
    /// Imports rooms into a room set, or exports them.
    #[command(subcommand)]
    Rooms(rooms::Command),
    /// Prints the JSON Schema of exported levels.
    Schema(schema::Arguments),
}

/// Runs the command that the program was started with.
pub fn run() -> ExitCode {
    run_with(std::env::args_os())
}

/// Returns the definition of the command line, for documentation, completion or tests.
pub fn command() -> clap::Command {
    CommandLine::command()
}

/// Runs the command in `arguments`; the first is the program's name.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
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
        Err(error) => finish(explain(&error)),
    }
}

/// Refuses a word that is neither a command nor a file. It is a mistyped command, because files to open have
/// an extension or a folder.
fn refuse_as_command(file: &Path) -> Option<Trouble> {
    let word = file.to_str()?;
    let commands = CommandLine::command();
    let names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
    let is_word = !word.starts_with('-') && !word.contains(['.', '/', '\\']);
    if !is_word || names.contains(&word) || word == "help" || exists(file) {
        return None;
    }
    let hint = did_you_mean(word, names.iter().copied())
        .unwrap_or_else(|| format!("the commands are {}", listed(&names, "and")));
    let message = format!("there is no command \"{word}\", and no file of that name; {hint}");
    Some(Trouble::new(Ending::Usage, message))
}

/// Prints the help, the version, or a mistake in the command line. Arguments are escaped, because file names
/// may contain anything.
fn explain(error: &clap::Error) -> Result<Ending, Trouble> {
    let plain = error.render().to_string();
    let printable = match printable_text(&plain) {
        Cow::Borrowed(_) => error.print().and_then(|()| io::stdout().flush()),
        Cow::Owned(printable) => write!(io::stderr(), "{printable}"),
    };
    if error.use_stderr() {
        // If it cannot be printed, nobody is left to read it.
        return Ok(Ending::Usage);
    }
    Ok(printable.map(|()| Ending::Done)?)
}

fn dispatch(line: CommandLine) -> Result<Ending, Trouble> {
    match line.command {
        None => edit::run_or_show_example(&line.edit),
        Some(Command::Edit(arguments)) => edit::run(&arguments),
        Some(Command::Generate(arguments)) => generate::run(&arguments),
        Some(Command::Derive(arguments)) => derive::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Film(arguments)) => film::run(&arguments),
        Some(Command::Batch(arguments)) => batch::run(&arguments),
        Some(Command::Rooms(command)) => rooms::run(&command),
        Some(Command::Schema(arguments)) => schema::run(&arguments),
    }
}

fn finish(result: Result<Ending, Trouble>) -> ExitCode {
    let ending = match result {
        Ok(ending) => ending,
        Err(trouble) => {
            if let Some(message) = trouble.message() {
                complaints::say(&format!("error: {message}"));
            }
            trouble.ending()
        }
    };
    ExitCode::from(ending.code())
}
