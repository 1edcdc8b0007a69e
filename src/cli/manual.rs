//! `delvewright man`: writes the manual pages, one for each command.
//!
//! The pages are made from the definition of the command line and have no date, so they are always the same.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use super::outcome::{CliError, CliOutcome};
use super::output::{is_dash, tidy, write};
use crate::files::create_folders;

#[derive(Debug, Args)]
pub(super) struct ManualArguments {
    /// The folder to write them to, for example /usr/local/share/man/man1. It is created if it is missing.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// The program and version that pages are about.
const SOURCE: &str = concat!("delvewright ", env!("CARGO_PKG_VERSION"));

pub(super) fn run(arguments: &ManualArguments) -> Result<CliOutcome, CliError> {
    if is_dash(&arguments.folder) {
        return Err(CliError::new(
            CliOutcome::Usage,
            "there is a file for each command; name a folder for them",
        ));
    }
    create_folders(&arguments.folder)?;
    // Pages about `help` would repeat those of the commands.
    let mut root = super::command().disable_help_subcommand(true);
    root.build();
    let mut commands = Vec::new();
    add_commands(&root, &mut commands);
    for (name, command) in commands {
        let mut page = Vec::new();
        Man::new(command).title(&name).source(SOURCE).manual("Delvewright").render(&mut page)?;
        let file = arguments.folder.join(format!("{name}.1"));
        tidy(Some(&file));
        write(Some(&file), &page)?;
    }
    Ok(CliOutcome::Done)
}

/// Adds a command and those below it, each with the name of its page: `delvewright-rooms-import`.
fn add_commands(command: &Command, commands: &mut Vec<(String, Command)>) {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    commands.push((name, command.clone()));
    let below = command.get_subcommands().filter(|inner| inner.get_name() != "help");
    below.for_each(|inner| add_commands(inner, commands));
}
