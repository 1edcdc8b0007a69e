//! `delvewright check`: reports all mistakes in grammars and room sets.
//!
//! With `--seeds` it also makes levels of each grammar without errors, and judges its properties.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::check_levels::LevelCheckArguments;
use super::check_report::{CheckReport, DiagnosticReport, FileReport};
use super::diagnostics;
use super::input::request_of;
use super::outcome::{CliError, CliOutcome};
use super::output::{is_dash, print};
use crate::base::{Diagnostic, Seed, Severity, counted, printable};
use crate::files::{
    FileError, is_room_set, load_project_with, load_text_with, parse_room_set, parse_room_set_of,
    read_text_file, read_text_from,
};
use crate::grammar::note_missing_ends;
use crate::pipeline::{BoardSample, Request, Sample};

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// Grammars, each checked with its room sets, and room sets; - is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    levels: LevelCheckArguments,
    /// Format of the result on standard output.
    #[arg(long, value_name = "F", value_enum, default_value_t = CheckFormat::Txt)]
    format: CheckFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// A summary for people.
    Txt,
    /// One object, for other programs.
    Json,
}

/// The result of checking one file.
#[derive(Default)]
struct CheckedFile {
    found: Vec<Diagnostic>,
    /// The request for levels of a grammar without errors.
    request: Option<Request>,
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
    let (mut summary, mut report) = (String::new(), CheckReport::default());
    for file in &arguments.files {
        let CheckedFile { found, request } = checked(file, &arguments.levels)
            .unwrap_or_else(|error| CheckedFile { found: vec![error.diagnostic()], request: None });
        let [errors, warnings] = [Severity::Error, Severity::Warning].map(|severity| count(&found, severity));
        if errors > 0 {
            ending = CliOutcome::WrongInput;
        }
        let name = file.display().to_string();
        let counts = (counted(errors, "error"), counted(warnings, "warning"));
        summary += &format!("{}: {}, {}\n", printable(&name), counts.0, counts.1);
        let found: Vec<Diagnostic> =
            found.into_iter().map(|diagnostic| with_plain_path(file, diagnostic)).collect();
        let levels = request.map(|request| arguments.levels.check(&request)).transpose()?.flatten();
        let diagnostics = found.iter().map(DiagnosticReport::from).collect();
        all.extend(found);
        if let Some(levels) = &levels {
            summary += &levels.text(arguments.levels.command(file).as_deref());
            ending = worse(ending, levels.outcome());
        }
        let levels = levels.map(|levels| levels.report());
        report.files.push(FileReport { file: name, errors, warnings, diagnostics, levels });
        if ending == CliOutcome::Interrupted {
            break;
        }
    }
    diagnostics::print(&all);
    let text = if arguments.format == CheckFormat::Json { report.json()? } else { summary };
    print(text.as_bytes())?;
    Ok(ending)
}

/// Returns the result that matters more: interruption, then a level that was not made, then wrong input.
fn worse(one: CliOutcome, other: CliOutcome) -> CliOutcome {
    let order = [CliOutcome::Interrupted, CliOutcome::Failed, CliOutcome::WrongInput];
    order.into_iter().find(|outcome| [one, other].contains(outcome)).unwrap_or(other)
}

/// Returns all mistakes in a file; for a grammar, also those in its room sets.
fn checked(file: &Path, levels: &LevelCheckArguments) -> Result<CheckedFile, FileError> {
    let is_input = is_dash(file);
    let text = if is_input { read_text_from(io::stdin().lock(), file)? } else { read_text_file(file)? };
    if is_room_set(&text) {
        let set = if is_input { parse_room_set(&text, None) } else { parse_room_set_of(&text, file) };
        return Ok(CheckedFile { found: set.diagnostics, request: None });
    }
    let values = levels.variables.values();
    let project =
        if is_input { load_text_with(&text, &[], &values)? } else { load_project_with(file, &[], &values)? };
    let source = project.source_text();
    let of_values = levels.variables.find_mistakes(&project);
    let is_usable = !project.has_errors() && of_values.is_empty();
    let request = is_usable.then(|| request_of(project.clone(), Seed(1))).flatten();
    let request = request.map(|request| Request { variables: values, ..request });
    let sampled = request.as_ref().filter(|_| !levels.makes_levels());
    let of_boards = sampled.map(|request| BoardSample::of(request).verdict()).unwrap_or_default();
    let of_sample = sampled.and_then(|request| Sample::of(request).verdict());
    let of_sample: Vec<Diagnostic> =
        of_sample.into_iter().chain(of_boards).map(|found| source.locate(found)).collect();
    let grammar = project.grammar.value.as_ref().filter(|_| !project.has_errors());
    let of_ends: Vec<Diagnostic> = grammar.map(note_missing_ends).unwrap_or_default();
    let of_ends: Vec<Diagnostic> = of_ends.into_iter().map(|found| source.locate(found)).collect();
    let of_rooms = project.rooms.into_iter().flat_map(|rooms| rooms.set.diagnostics);
    let of_grammar = project.grammar.diagnostics.into_iter().chain(of_ends).chain(of_values);
    Ok(CheckedFile { found: of_grammar.chain(of_sample).chain(of_rooms).collect(), request })
}

/// Returns the number of diagnostics of a severity.
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
