//! A folder in which the blocks of a page are tried, with copies of the examples.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use delvewright::base::{Diagnostic, Seed, Severity};
use delvewright::cli;
use delvewright::files::load_project;
use delvewright::pipeline::{Pipeline, Request};
use delvewright::text::parse_room_set;
use tempfile::TempDir;

use super::page::ShownCommand;
use super::{fields, home};
use crate::{PROGRAM, quiet};

/// Begins blocks that show mistakes.
const HAS_MISTAKES: &str = "// Has mistakes";

/// The grammar before the last change of its fields.
pub const BEFORE: &str = "before.ron";

pub struct Workbench {
    pub folder: TempDir,
    /// The path of the file that was written last.
    last: String,
}

impl Workbench {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["grammars", "grammars/published", "rooms"] {
            let copies = folder.path().join(name);
            fs::create_dir(&copies).expect("a folder");
            for entry in fs::read_dir(home().join(name)).expect("the examples can be read") {
                let entry = entry.expect("the examples can be read");
                if entry.path().is_file() {
                    fs::copy(entry.path(), copies.join(entry.file_name())).expect("it can be copied");
                }
            }
        }
        Self { folder, last: String::new() }
    }

    /// Writes a file and checks it, unless it shows mistakes.
    pub fn write(&mut self, path: &str, text: &str) -> Result<(), String> {
        path.clone_into(&mut self.last);
        let file = self.folder.path().join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent).map_err(|error| error.to_string())?;
        }
        fs::write(&file, text).map_err(|error| error.to_string())?;
        self.check(&file, text, Severity::Warning)
    }

    /// Checks a file, unless it shows mistakes.
    fn check(&self, file: &Path, text: &str, lowest: Severity) -> Result<(), String> {
        if text.starts_with(HAS_MISTAKES) {
            return Ok(());
        }
        let mut found = if text.starts_with("RoomSet(") {
            parse_room_set(text, None).diagnostics
        } else if text.starts_with("Grammar(") {
            check_grammar(file)?
        } else {
            Vec::new()
        };
        found.retain(|one| one.severity <= lowest);
        if found.is_empty() { Ok(()) } else { Err(format!("{found:#?}")) }
    }

    /// Replaces fields of the file that was written last. It may have warnings now, for example of symbols
    /// that the new rules do not use.
    pub fn replace_fields(&mut self, changes: &str) -> Result<(), String> {
        let file = self.folder.path().join(&self.last);
        let text = fs::read_to_string(&file).map_err(|_| "no file before these fields".to_owned())?;
        fs::write(self.folder.path().join(BEFORE), &text).map_err(|error| error.to_string())?;
        let text = text.strip_prefix(HAS_MISTAKES).unwrap_or(&text).trim_start();
        let replaced = fields::replace(text, changes).ok_or("the file before these fields has none")?;
        fs::write(&file, &replaced).map_err(|error| error.to_string())?;
        let shown = if changes.starts_with(HAS_MISTAKES) { changes } else { &replaced };
        self.check(&file, shown, Severity::Error)
    }

    /// Runs a command line.
    pub fn run(&self, line: &str) -> Result<Output, String> {
        parse_program(line)?;
        let mut command = quiet(Command::new(PROGRAM));
        command.args(words(line).iter().skip(1)).current_dir(self.folder.path());
        command.env("DELVEWRIGHT_HOME", self.folder.path().join("home")).env("COLUMNS", "100");
        command.env("NO_COLOR", "1");
        command.output().map_err(|error| error.to_string())
    }

    /// Runs a command and compares its output with that of the page. Commands that open a window are only
    /// parsed.
    pub fn try_command(&self, shown: &ShownCommand) -> Result<(), String> {
        if shown.line.contains(" --screenshot ") {
            return parse_program(&shown.line);
        }
        let output = self.run(&shown.line)?;
        let printed = crate::out(&output) + &crate::err(&output);
        let is_failure = |line: &str| line.starts_with("error") || line.starts_with("fails ");
        let fails = shown.output.iter().any(|line| is_failure(&line.to_lowercase()));
        let fails = fails || shown.output.iter().any(|line| line.contains("error["));
        if has_worked(&shown.line, &output) == fails {
            return Err(format!("{:?} ends with {}:\n{printed}", shown.line, output.status));
        }
        let mut lines = printed.lines();
        for expected in shown.output.iter().filter(|line| *line != "…" && !line.is_empty()) {
            let fits = |line: &str| match expected.strip_suffix('…') {
                Some(begin) => line.starts_with(begin.trim_end()),
                None => line.trim_end() == expected.trim_end(),
            };
            if !lines.any(fits) {
                return Err(format!("{:?} does not print {expected:?}:\n{printed}", shown.line));
            }
        }
        Ok(())
    }
}

/// Returns `true` if a command did its work. `diff` ends with 5 if the levels differ.
pub fn has_worked(line: &str, output: &Output) -> bool {
    output.status.success() || (line.starts_with("delvewright diff ") && output.status.code() == Some(5))
}

/// Returns the diagnostics of a grammar, its rooms, and a level of it.
fn check_grammar(file: &Path) -> Result<Vec<Diagnostic>, String> {
    let project = load_project(file, &[]).map_err(|error| error.to_string())?;
    let found: Vec<Diagnostic> = project.each_diagnostic().cloned().collect();
    let rooms = project.room_sets().cloned().map(Arc::new).collect();
    let Some(grammar) = project.grammar.value.filter(|_| found.is_empty()) else { return Ok(found) };
    let request = Request::new(Arc::new(grammar), rooms, Seed(1));
    match Pipeline::default().run(&request).failure {
        Some(failure) => Err(format!("{failure:?}")),
        None => Ok(found),
    }
}

/// Splits a command line at blanks, but not within quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for one in line.chars() {
        match one {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            one => words.last_mut().expect("never empty").push(one),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Checks that a command line of the program can be parsed.
pub fn parse_program(line: &str) -> Result<(), String> {
    let words = words(line);
    if words.first().is_none_or(|program| program != "delvewright") {
        return Err(format!("{line:?} is no command of the program"));
    }
    match cli::command().try_get_matches_from(words) {
        Err(error) if error.use_stderr() => Err(format!("{line:?}: {error}")),
        _ => Ok(()),
    }
}

/// Checks a command line that is not run: of the program, or of cargo and a few tools that contributors use.
pub fn parse_shell(line: &str) -> Result<(), String> {
    let line = line.split(" #").next().unwrap_or(line).trim();
    let after_cargo = line.strip_prefix("cargo run --release -- ");
    if let Some(arguments) = after_cargo {
        return parse_program(&format!("delvewright {arguments}"));
    }
    if line.starts_with("delvewright ") {
        return parse_program(line);
    }
    let variables =
        |word: &&str| word.contains('=') && word.starts_with(|one: char| one.is_ascii_uppercase());
    let tool = line.split(' ').find(|word| !variables(word)).unwrap_or_default();
    let known = [
        "",
        "#",
        ".ci/run",
        "appstreamcli",
        "cargo",
        "crates/c-api/test",
        "desktop-file-validate",
        "docs/make-pictures",
        "fuzz/run",
        "man",
        "mdbook",
        "packaging/appimage/make",
        "sudo",
        "tests/clients/run",
    ];
    if known.contains(&tool) { Ok(()) } else { Err(format!("{line:?} is no known tool")) }
}
