//! The command line: one file a command.
//!
//! Data goes to standard output or to the file that `-o` names; everything else goes to standard error.
//! The exit code is 0 if all is done, 1 if the input is wrong, 2 if the command is, 3 without a display, 4 if a budget ran out or generation failed, 130 if the user interrupted it.

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
    /// Makes many levels, proves them, and counts what failed.
    Batch(batch::Arguments),
    /// Brings rooms from elsewhere into a room set.
    #[command(subcommand)]
    Rooms(rooms::Command),
    /// Prints the JSON Schema of exported levels.
    Schema(schema::Arguments),
}

/// Runs the command that the program was started with.
pub fn run() -> ExitCode {
    run_with(std::env::args_os())
}

/// What the command line understands: for those who describe it, complete it, or only read it.
pub fn command() -> clap::Command {
    CommandLine::command()
}

/// Runs the command that these arguments say; the first is the program's name.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let line = CommandLine::try_parse_from(&arguments);
    // The first argument is a file to open if it is no command, whatever follows.
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

/// Refuses a word that is neither a command nor a file: it is a mistyped command, for files to open have an extension or lie in a folder.
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

/// Shows help, the version, or what is wrong with the command line. Arguments may be names of files, which may hold anything.
fn explain(error: &clap::Error) -> Result<Ending, Trouble> {
    let plain = error.render().to_string();
    let printable = match printable_text(&plain) {
        Cow::Borrowed(_) => error.print().and_then(|()| io::stdout().flush()),
        Cow::Owned(printable) => write!(io::stderr(), "{printable}"),
    };
    if error.use_stderr() {
        // If it cannot be shown nobody is left to read it.
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
