//! `delvewright edit`: the window, or what there is to see without one.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::complaints::say;
use super::ending::{Ending, Trouble};
use super::input::failure_of;
use super::output::print;
use crate::base::Seed;
use crate::export::{Format, export};
use crate::files::{parse_grammar, parse_room_set};
use crate::pipeline::{Pipeline, Request};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The grammar to open.
    file: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn of(file: PathBuf) -> Self {
        Self { file: Some(file) }
    }
}

/// The smallest of the examples that come with the program.
const EXAMPLE: (&str, &str) =
    (include_str!("../../grammars/first_lock.ron"), include_str!("../../rooms/cellar.ron"));

/// Opens the window. Without a display that cannot be done.
pub(super) fn run(arguments: &Arguments) -> Result<Ending, Trouble> {
    match open(arguments) {
        Ok(()) => Ok(Ending::Done),
        Err(reason) => Err(Trouble::new(Ending::NoDisplay, reason)),
    }
}

/// Opens the window; without a display, shows a level in the terminal and how to go on.
pub(super) fn run_without_file() -> Result<Ending, Trouble> {
    match open(&Arguments { file: None }) {
        Ok(()) => Ok(Ending::Done),
        Err(reason) => show_example(&reason),
    }
}

/// Runs the editor until its window is closed, or says why there is none.
fn open(_arguments: &Arguments) -> Result<(), String> {
    Err("this build has no window; the commands work all the same".to_owned())
}

fn show_example(reason: &str) -> Result<Ending, Trouble> {
    say(reason);
    say("Here is a level of the example \"First lock\" instead. To go on:");
    for line in [
        "  delvewright generate grammars/first_lock.ron --seed 2      another level",
        "  delvewright generate GRAMMAR --seed 2 -o level.json        a level for your game",
        "  delvewright check GRAMMAR                                  what is wrong with a grammar",
        "  delvewright --help                                         everything else",
        "",
    ] {
        say(line);
    }
    let run = Pipeline::default().run(&example());
    if let Some(failure) = failure_of(&run) {
        return Err(Trouble::new(Ending::Failed, format!("the example gives no level: {}", failure.message)));
    }
    let level = run.level.as_ref().map(|level| export(level, Format::Txt)).unwrap_or_default();
    print(&level)?;
    Ok(Ending::Done)
}

fn example() -> Request {
    let (grammar, rooms) = EXAMPLE;
    let grammar = parse_grammar(grammar, None).value.expect("the example is tested to be a grammar");
    let rooms = parse_room_set(rooms, None).value.expect("the example is tested to have a room set");
    Request { grammar: Arc::new(grammar), rooms: vec![Arc::new(rooms)], seed: Seed(1) }
}
