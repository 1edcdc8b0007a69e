//! `delvewright completions`: prints the script with which a shell completes commands and options.
//!
//! The script is made from the definition of the command line, so it always fits the program that printed it.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::outcome::{CliError, CliOutcome};
use super::output::{file_of, tidy, write};

#[derive(Debug, Args)]
pub(super) struct CompletionsArguments {
    /// The shell that reads the script.
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
    /// The file to write; - is standard output.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &CompletionsArguments) -> Result<CliOutcome, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(), "delvewright", &mut script);
    let file = file_of(arguments.output.as_ref());
    tidy(file);
    write(file, &script)?;
    Ok(CliOutcome::Done)
}
