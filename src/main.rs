//! Starts the editor, or a command.

use std::process::ExitCode;

fn main() -> ExitCode {
    delvewright::cli::run()
}
