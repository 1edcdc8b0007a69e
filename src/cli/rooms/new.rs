//! `delvewright rooms new`: writes plain rooms and cards to start with.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::{Diagnostic, Seed};
use crate::cli::input::mission_request;
use crate::cli::outcome::{CliError, CliOutcome};
use crate::cli::output::{file_of, name_of, print, refuse_input, tidy};
use crate::cli::variables::VariableOption;
use crate::document::missing_rooms;
use crate::files::{is_same_target, print_room_set, save_room_set};
use crate::rooms::RoomSet;

#[derive(Debug, Args)]
pub(in crate::cli) struct RoomsNewArguments {
    /// The grammar. Add the new room set to its list `rooms`.
    grammar: PathBuf,
    /// The file of the room set, which must not exist yet. By default, it is printed.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &RoomsNewArguments) -> Result<CliOutcome, CliError> {
    let path = file_of(arguments.output.as_ref());
    let folder = arguments.grammar.parent().unwrap_or(Path::new(""));
    let is_new = |name: &str| path.is_some_and(|path| is_same_target(path, &folder.join(name)));
    let is_mended = |found: &Diagnostic| match found.code {
        "no-room-for-symbol" | "no-card-for-symbol" => true,
        "missing-room-set" => found.subject.as_ref().and_then(|path| path.keys().last()).is_some_and(is_new),
        _ => false,
    };
    let input = mission_request(&arguments.grammar, Seed(1), &VariableOption::default(), is_mended)?;
    refuse_input(path, &input.files)?;
    let known: Vec<&RoomSet> = input.request.rooms.iter().map(AsRef::as_ref).collect();
    let Some(set) = missing_rooms(&input.request.grammar, &known) else {
        let message = format!("{}: no symbol needs a room or a card", name_of(&arguments.grammar));
        return Err(CliError::new(CliOutcome::WrongInput, message));
    };
    match path {
        Some(path) => {
            tidy(Some(path));
            // A new file replaces none, so there is nothing to back up.
            save_room_set(path, None, &set)?;
        }
        None => print(print_room_set(&set).as_bytes())?,
    }
    Ok(CliOutcome::Done)
}
