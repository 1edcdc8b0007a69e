//! `delvewright export`: an exported level in another format.

use std::path::PathBuf;

use clap::Args;

use super::ending::{Ending, Trouble};
use super::export_options::ExportArguments;
use super::level_input::read_level_of;
use super::output::{file_of, refuse_input, tidy};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The level, as ron or json; - reads it from standard input.
    level: PathBuf,
    #[command(flatten)]
    export: ExportArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Trouble> {
    let format = arguments.export.format()?;
    let level = read_level_of(&arguments.level, None)?;
    let file = file_of(arguments.export.output.as_ref());
    refuse_input(file, std::slice::from_ref(&arguments.level))?;
    tidy(file);
    arguments.export.write(&level, format, file, None)?;
    Ok(Ending::Done)
}
