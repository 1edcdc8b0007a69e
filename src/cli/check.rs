//! `delvewright check`: reports all mistakes in grammars and room sets.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::diagnostics;
use super::input::request_of;
use super::outcome::{CliError, CliOutcome};
use super::output::{is_dash, print};
use crate::base::{Diagnostic, Seed, Severity, counted, printable};
use crate::files::{
    FileError, Project, is_room_set, load_project, load_project_from, parse_room_set, parse_room_set_of,
    read_text_file, read_text_from,
};
use crate::grammar::note_missing_ends;
use crate::pipeline::Sample;

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// Grammars, each checked with its room sets, and room sets; - is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(arguments: &CheckArguments) -> Result<CliOutcome, CliError> {
    if arguments.files.iter().filter(|file| is_dash(file)).count() > 1 {
        return Err(CliError::new(
            CliOutcome::Usage,
            "standard input can be read only once; write - only once",
        ));
    }
    let mut ending = CliOutcome::Done;
    let mut all = Vec::new();
    let mut summary = String::new();
    for file in &arguments.files {
        let found = diagnostics_of(file).unwrap_or_else(|error| vec![error.diagnostic()]);
        let [errors, warnings] = [Severity::Error, Severity::Warning].map(|severity| count(&found, severity));
        if errors > 0 {
            ending = CliOutcome::WrongInput;
        }
        let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
        summary += &format!("{}: {errors}, {warnings}\n", printable(&file.display().to_string()));
        all.extend(found.into_iter().map(|diagnostic| with_plain_path(file, diagnostic)));
    }
    diagnostics::print(&all);
    print(summary.as_bytes())?;
    Ok(ending)
}

/// Returns all mistakes in a file; for a grammar, also those in its room sets.
fn diagnostics_of(file: &Path) -> Result<Vec<Diagnostic>, FileError> {
    let is_input = is_dash(file);
    let text = if is_input { read_text_from(io::stdin().lock(), file)? } else { read_text_file(file)? };
    if is_room_set(&text) {
        let set = if is_input { parse_room_set(&text, None) } else { parse_room_set_of(&text, file) };
        return Ok(set.diagnostics);
    }
    let project = if is_input {
        load_project_from(text.as_bytes(), Path::new(""), &[])?
    } else {
        load_project(file, &[])?
    };
    let of_sample = if project.has_errors() { None } else { of_some_levels(&project) };
    let grammar = project.grammar.value.as_ref().filter(|_| !project.has_errors());
    let of_ends: Vec<Diagnostic> = grammar.map(note_missing_ends).unwrap_or_default();
    let of_ends: Vec<Diagnostic> =
        of_ends.into_iter().map(|found| project.source_text().locate(found)).collect();
    let of_rooms = project.rooms.into_iter().flat_map(|rooms| rooms.set.diagnostics);
    Ok(project.grammar.diagnostics.into_iter().chain(of_ends).chain(of_sample).chain(of_rooms).collect())
}

/// Makes a few levels of a grammar without errors, and reports if all of them fail.
fn of_some_levels(project: &Project) -> Option<Diagnostic> {
    let request = request_of(project.clone(), Seed(1))?;
    Sample::of(&request).verdict().map(|found| project.source_text().locate(found))
}

fn count(found: &[Diagnostic], severity: Severity) -> usize {
    found.iter().filter(|diagnostic| diagnostic.severity == severity).count()
}

/// Simplifies the file path of a diagnostic, so that a room set named in two ways is reported once.
fn with_plain_path(checked: &Path, mut diagnostic: Diagnostic) -> Diagnostic {
    if let Some(file) = diagnostic.file.as_mut().filter(|file| *file != checked) {
        *file = without_detours(file);
    }
    diagnostic
}

/// Removes detours from a path: `grammars/../rooms/keep.ron` becomes `rooms/keep.ron`.
fn without_detours(path: &Path) -> PathBuf {
    use std::path::Component;

    let mut plain = PathBuf::new();
    for component in path.components() {
        let can_go_up = matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match component {
            Component::ParentDir if can_go_up => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detours_are_taken_out_of_paths() {
        assert_eq!(without_detours(Path::new("grammars/../rooms/keep.ron")), Path::new("rooms/keep.ron"));
        assert_eq!(without_detours(Path::new("../rooms/./keep.ron")), Path::new("../rooms/keep.ron"));
        assert_eq!(without_detours(Path::new("/a/../../b")), Path::new("/../b"));
    }
}
