//! `delvewright schema`: prints the JSON Schema of exported levels.

use std::path::PathBuf;

use clap::Args;

use super::outcome::{CliError, CliOutcome};
use super::output::{file_of, tidy, write};
use crate::export::LEVEL_SCHEMA;

#[derive(Debug, Args)]
pub(super) struct SchemaArguments {
    /// The file to write; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &SchemaArguments) -> Result<CliOutcome, CliError> {
    let file = file_of(arguments.output.as_ref());
    tidy(file);
    write(file, LEVEL_SCHEMA.as_bytes())?;
    Ok(CliOutcome::Done)
}
