//! The program as it is started: the command line, files on a full disk, and the documentation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

mod batches;
mod command_line;
mod complaints;
mod diffs;
mod docs;
mod full_disk;
mod help;
mod odd_input;
mod parts;
mod properties;
mod refusals;
mod room_imports;
mod sample;
mod set_variables;
mod shells;
mod themes;
mod watching;

const GRAMMAR: &str = "grammars/first_lock.ron";

const PROGRAM: &str = env!("CARGO_BIN_EXE_delvewright");

/// Runs a command in the project's folder, without a display and without input.
fn quiet(mut command: Command) -> Command {
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command
}

fn program(arguments: &[&str]) -> Command {
    let mut command = quiet(Command::new(PROGRAM));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    program(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn write_file(folder: &tempfile::TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path
}
