//! The program: opens the editor, or runs a command.

use std::process::ExitCode;

#[cfg(any(unix, windows))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    delvewright::cli::run()
}
