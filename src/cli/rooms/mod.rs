//! `delvewright rooms`: imports rooms into a room set, exports room sets, and makes new ones.

mod import;
mod new;
mod report;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::diagnostics;
use super::outcome::{CliError, CliOutcome};
use super::output::{file_of, refuse_input, tidy, write_export};
use crate::base::Diagnostic;
use crate::export::{export_rooms, name_of_files};
use crate::files::{FileError, RoomSetFile, read_room_set};
use crate::rooms::RoomSet;

#[derive(Debug, Subcommand)]
pub(super) enum RoomsCommand {
    /// Imports rooms from maps of Tiled, projects of LDtk, pictures, texts, and places of exported levels.
    Import(import::RoomsImportArguments),
    /// Writes a room set with a plain room, or plain cards, for each symbol of a grammar that has none.
    New(new::RoomsNewArguments),
    /// Writes a room set as a map that you can edit in Tiled and import again.
    Export(RoomsExportArguments),
}

#[derive(Debug, Args)]
pub(super) struct RoomsExportArguments {
    /// The room set.
    set: PathBuf,
    /// tmx. By default the extension of PATH decides.
    #[arg(long, value_name = "F", value_parser = ["tmx"])]
    format: Option<String>,
    /// The map; its tiles are written next to it.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
}

pub(super) fn run(command: &RoomsCommand) -> Result<CliOutcome, CliError> {
    match command {
        RoomsCommand::Import(arguments) => import::run(arguments),
        RoomsCommand::New(arguments) => new::run(arguments),
        RoomsCommand::Export(arguments) => export(arguments),
    }
}

fn export(arguments: &RoomsExportArguments) -> Result<CliOutcome, CliError> {
    let is_tmx =
        |path: &Path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tmx"));
    if arguments.format.is_none() && !is_tmx(&arguments.output) {
        let message = "rooms are exported as tmx; give the file this extension, or use --format tmx";
        return Err(CliError::new(CliOutcome::Usage, message));
    }
    let Some(path) = file_of(Some(&arguments.output)) else {
        let message = "a map of rooms has several files; name the first of them with -o";
        return Err(CliError::new(CliOutcome::Usage, message));
    };
    refuse_input(Some(path), std::slice::from_ref(&arguments.set))?;
    let Some(file) = read_room_set(&arguments.set)? else {
        let source = ErrorKind::NotFound.into();
        return Err(FileError::Unreadable { path: arguments.set.clone(), source }.into());
    };
    let set = usable(&file, &arguments.set)?;
    let name = name_of_files(path).unwrap_or_else(|| "rooms".to_owned());
    let (exported, left_out) = export_rooms(&set, &name);
    let here = |found| Diagnostic { file: Some(arguments.set.clone()), ..found };
    diagnostics::print(&left_out.into_iter().map(here).collect::<Vec<_>>());
    tidy(Some(path));
    write_export(path, &exported, std::slice::from_ref(&arguments.set))?;
    Ok(CliOutcome::Done)
}

/// Returns the set of a file, if writing it again would lose nothing.
fn usable(file: &RoomSetFile, path: &Path) -> Result<RoomSet, CliError> {
    if let Some(set) = file.loaded.value.clone().filter(|_| file.loaded.complete) {
        return Ok(set);
    }
    diagnostics::print(&file.loaded.diagnostics);
    let message = format!("{}: some of it cannot be read, so nothing is done", path.display());
    Err(CliError::new(CliOutcome::WrongInput, message))
}
