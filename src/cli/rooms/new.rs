//! `delvewright rooms new`: writes plain rooms and cards to start with.

use std::path::PathBuf;

use clap::Args;

use crate::base::Seed;
use crate::cli::input::mission_request;
use crate::cli::outcome::{CliError, CliOutcome};
use crate::cli::output::{file_of, name_of, print, refuse_input, tidy};
use crate::document::missing_rooms;
use crate::files::{print_room_set, save_room_set};
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
    let input = mission_request(&arguments.grammar, Seed(1))?;
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
