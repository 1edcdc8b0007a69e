//! Writes data to standard output or into a file.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::diagnostics;
use super::outcome::{CliError, CliOutcome};
use crate::base::escaped_json;
use crate::export::{Exported, Format};
use crate::files::{
    check_can_save, check_export_name, export_list_path, is_same_file, is_same_target, plan_export,
    save_bytes, save_export, sweep_folder_of,
};

/// Returns `true` if the path is `-`, for standard input or output.
pub(super) fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the file given with `-o`, or `None` for standard output.
pub(super) fn file_of(output: Option<&PathBuf>) -> Option<&Path> {
    output.map(PathBuf::as_path).filter(|path| !is_dash(path) && !is_standard_output(path))
}

/// Returns `true` if the path is a name of standard output. Its target was opened by others, who may append
/// to it, so it is never replaced.
fn is_standard_output(path: &Path) -> bool {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Removes temporary files that a killed program left in the folder of the output.
pub(super) fn tidy(file: Option<&Path>) {
    file.into_iter().for_each(sweep_folder_of);
}

/// Refuses a file that cannot be written, before doing much work for it.
pub(super) fn check_output(file: Option<&Path>) -> Result<(), CliError> {
    Ok(file.map_or(Ok(()), check_can_save)?)
}

/// Refuses a file that an export cannot be written to, before doing much work for it.
pub(super) fn check_export_output(
    file: Option<&Path>,
    format: Format,
    inputs: &[PathBuf],
) -> Result<(), CliError> {
    let list = file.filter(|_| !format.is_one_file()).and_then(export_list_path);
    refuse_input(list.as_deref(), inputs)?;
    check_output(file)?;
    Ok(file.map_or(Ok(()), |file| check_export_name(file, format))?)
}

/// Writes to the file atomically, or to standard output.
pub(super) fn write(file: Option<&Path>, bytes: &[u8]) -> Result<(), CliError> {
    match file {
        Some(path) => Ok(save_bytes(path, bytes)?),
        None => print(bytes),
    }
}

/// Refuses to overwrite a file that the command reads.
pub(super) fn refuse_input(file: Option<&Path>, inputs: &[PathBuf]) -> Result<(), CliError> {
    match file.filter(|file| inputs.iter().any(|input| is_same_file(file, input))) {
        Some(file) => {
            let message = format!(
                "{} is the input of this command and would be lost; write to another file",
                file.display()
            );
            Err(CliError::new(CliOutcome::Usage, message))
        }
        None => Ok(()),
    }
}

/// Refuses to write a file that another option writes, too.
pub(super) fn refuse_repeated(file: &Path, others: &[&Path]) -> Result<(), CliError> {
    match others.iter().any(|other| *other == file || is_same_target(file, other)) {
        true => {
            let message = format!("two options write {}; name another file for one of them", file.display());
            Err(CliError::new(CliOutcome::Usage, message))
        }
        false => Ok(()),
    }
}

/// Writes all files of an export, unless it would overwrite or delete an input.
pub(super) fn write_export(path: &Path, exported: &Exported, inputs: &[PathBuf]) -> Result<(), CliError> {
    let plan = plan_export(path, exported);
    let written = plan.files.iter().map(|file| &file.name);
    let mut lost = written.chain(&plan.deleted).map(|name| path.with_file_name(name));
    lost.try_for_each(|file| refuse_input(Some(&file), inputs))?;
    save_export(path, exported)?;
    for name in &plan.kept {
        let file = path.with_file_name(name);
        let file = file.display();
        diagnostics::say(&format!(
            "note: {file} no longer belongs to the export, but it was changed and stays"
        ));
    }
    Ok(())
}

/// Returns the name of a path in messages; `-` is standard input.
pub(super) fn name_of(path: &Path) -> String {
    if is_dash(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Returns a value as JSON, in several lines.
pub(super) fn json_of(value: &impl Serialize) -> Result<String, CliError> {
    let text = serde_json::to_string_pretty(value);
    Ok(escaped_json(text.map_err(|error| CliError::Because(CliOutcome::Failed, error.into()))? + "\n"))
}

/// Writes to standard output.
pub(super) fn print(bytes: &[u8]) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    Ok(stdout.flush()?)
}

/// Refuses to write a picture to a terminal.
pub(super) fn refuse_terminal(what: &str) -> Result<(), CliError> {
    if io::stdout().is_terminal() {
        return Err(CliError::new(
            CliOutcome::Usage,
            format!("{what} cannot be shown in a terminal; name a file with -o"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_output_has_several_names() {
        let file = |path: &str| file_of(Some(&PathBuf::from(path))).map(Path::to_owned);
        assert_eq!([file("-"), file("/dev/stdout"), file("/dev/fd/1")], [None, None, None]);
        assert_eq!(file("stdout"), Some(PathBuf::from("stdout")));
        assert_eq!(file("/dev/full"), Some(PathBuf::from("/dev/full")));
    }
}
