//! `delvewright schema`: prints the JSON Schema of exported levels.

use std::path::PathBuf;

use clap::Args;

use super::ending::{Ending, Trouble};
use super::output::{file_of, tidy, write};
use crate::export::LEVEL_SCHEMA;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The file to write; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending, Trouble> {
    let file = file_of(arguments.output.as_ref());
    tidy(file);
    write(file, LEVEL_SCHEMA.as_bytes())?;
    Ok(Ending::Done)
}
