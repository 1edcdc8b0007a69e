//! `delvewright merge`: joins the parts of a run into the table that one run would have written.
//!
//! All parts are checked before the first one is joined: each must be there, once, whole, and of the same run.
//! Rows are in the order of the run, whichever shard made them. Memory holds one row group of one part.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::batch::{MOST_PARTS, no_threads};
use super::diagnostics;
use super::interruption::interruption;
use super::outcome::{CliError, CliOutcome};
use super::output::{check_output, refuse_input, tidy};
use crate::base::{Diagnostic, counted, listed};
use crate::files::{FileError, FoundPart, GrowingFile, RunId, check_parts, parts_in, read_run};
use crate::tables::{RunManifest, TableFormat, TableWriter, each_parquet_row};

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// Folders with the parts of a run; all of them together must have every part once.
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The table to write. Its extension must be that of the parts; Parquet parts also give .csv and .jsonl.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(arguments: &MergeArguments) -> Result<CliOutcome, CliError> {
    let output = arguments.output.as_path();
    check_output(Some(output))?;
    let (manifest, id) = read_runs(&arguments.folders)?;
    let format = format_of(output, manifest.table)?;
    let mut found: Vec<FoundPart> = Vec::new();
    for (position, folder) in arguments.folders.iter().enumerate() {
        let same = |other: &PathBuf| other.components().eq(folder.components());
        if arguments.folders.iter().take(position).any(same) {
            let message = format!("the folder {} is named twice", folder.display());
            return Err(CliError::new(CliOutcome::Usage, message));
        }
        found.extend(parts_in(folder)?);
    }
    let inputs: Vec<PathBuf> = found.iter().map(|part| part.path.clone()).collect();
    refuse_input(Some(output), &inputs)?;
    tidy(Some(output));
    let count = manifest.parts.count();
    if count > MOST_PARTS || manifest.parts.rows == 0 {
        let message = format!("run.json describes {count} parts, and a run has 1 to {MOST_PARTS}");
        return Err(CliError::new(CliOutcome::WrongInput, message));
    }
    let kind = manifest.table.extension();
    let mistakes = check_parts(&found, id, &manifest.kinds(), count)?;
    if !mistakes.is_empty() {
        diagnostics::print(&mistakes);
        return Ok(CliOutcome::WrongInput);
    }
    found.retain(|part| part.name.kind == kind);
    found.sort_by_key(|part| part.name.number);
    if !join(output, format, &manifest, &found)? {
        diagnostics::say("interrupted; nothing is written");
        return Ok(CliOutcome::Interrupted);
    }
    let parts = counted(found.len(), "part");
    diagnostics::say(&format!("{parts} joined in {}", output.display()));
    Ok(CliOutcome::Done)
}

/// Reads the descriptions of all folders, which must be the same.
fn read_runs(folders: &[PathBuf]) -> Result<(RunManifest, RunId), CliError> {
    let mut first: Option<(RunManifest, RunId, &Path)> = None;
    let mut foreign = Vec::new();
    for folder in folders {
        let text = read_run(folder).map_err(|error| no_run(folder, error))?;
        let id = RunId::of_text(&text);
        let manifest = RunManifest::from_json(&text).map_err(|error| {
            let message = format!("{}: run.json cannot be understood: {error}", folder.display());
            CliError::new(CliOutcome::WrongInput, message)
        })?;
        match &first {
            None => first = Some((manifest, id, folder)),
            Some((expected, expected_id, other)) if *expected_id != id => {
                let differences = listed(&manifest.differences(expected), "and");
                let message =
                    format!("This run differs from the one in {} in {differences}.", other.display());
                let hint = "Merge them separately, or run one of them again with the settings of the other.";
                let found = Diagnostic::error("foreign-run", message).hint(hint);
                foreign.push(Diagnostic { file: Some(folder.clone()), ..found });
            }
            Some(_) => {}
        }
    }
    if !foreign.is_empty() {
        diagnostics::print(&foreign);
    }
    let nothing = || CliError::new(CliOutcome::WrongInput, "the folders have different runs");
    let (manifest, id, _) = first.filter(|_| foreign.is_empty()).ok_or_else(nothing)?;
    Ok((manifest, id))
}

/// Explains why a folder has no description of a run, if that is because it is no such folder.
fn no_run(folder: &Path, error: FileError) -> CliError {
    let is_missing =
        matches!(&error, FileError::Unreadable { source, .. } if source.kind() == ErrorKind::NotFound);
    match parts_in(folder) {
        Err(of_folder) => of_folder.into(),
        Ok(_) if is_missing => {
            let name = folder.display();
            let message =
                format!("{name}: no run of batch --parts is in this folder, because it has no run.json");
            CliError::new(CliOutcome::WrongInput, message)
        }
        Ok(_) => error.into(),
    }
}

/// Returns the format of the table, if parts of that format can be joined to it.
fn format_of(output: &Path, parts: TableFormat) -> Result<TableFormat, CliError> {
    let fits = |format: &TableFormat| *format == parts || parts == TableFormat::Parquet;
    TableFormat::of(output).filter(fits).ok_or_else(|| {
        let formats = TableFormat::ALL.into_iter().filter(fits);
        let extensions: Vec<String> = formats.map(|format| format!(".{}", format.extension())).collect();
        let extensions = listed(&extensions, "or");
        let message = format!(
            "the parts are {} files; name a table with the extension {extensions}",
            parts.extension()
        );
        CliError::new(CliOutcome::Usage, message)
    })
}

/// Writes the table. Returns `false` if it was interrupted; then nothing is written.
fn join(
    output: &Path,
    format: TableFormat,
    manifest: &RunManifest,
    parts: &[FoundPart],
) -> Result<bool, CliError> {
    let stop = interruption().map_err(no_threads)?;
    let unwritable = |source| CliError::from(FileError::Unwritable { path: output.to_owned(), source });
    let mut file = GrowingFile::new(output)?;
    let head = manifest.table.head(&manifest.columns).map_err(unwritable)?;
    if let Some(head) = head {
        file.write_all(&head).map_err(unwritable)?;
        for part in parts {
            if stop.is_stopped() {
                return Ok(false);
            }
            let content = content_after(&head, part)?;
            copy(content, |bytes| file.write_all(bytes).map_err(unwritable), |error| unjoined(part, error))?;
        }
        file.finish()?;
        return Ok(true);
    }
    let mut table = TableWriter::new(format, &manifest.columns, file).map_err(unwritable)?;
    for part in parts {
        if stop.is_stopped() {
            return Ok(false);
        }
        // A failure of the table must not be blamed on the part.
        let mut failure = None;
        let added = each_parquet_row(part.open()?, &manifest.columns, |row| {
            table.add(row).map_err(|error| {
                let kind = error.kind();
                failure = Some(error);
                kind.into()
            })
        });
        added.map_err(|error| failure.map_or_else(|| unjoined(part, error), unwritable))?;
    }
    table.finish().map_err(unwritable)?.finish()?;
    Ok(true)
}

/// Opens a part and skips the head, which it has in common with all others.
fn content_after(head: &[u8], part: &FoundPart) -> Result<impl BufRead + use<>, CliError> {
    let mut content = BufReader::new(part.open()?);
    let mut own = vec![0; head.len()];
    content.read_exact(&mut own).map_err(|error| unjoined(part, error))?;
    if own != head {
        let error = io::Error::new(ErrorKind::InvalidData, "this part has other columns");
        return Err(unjoined(part, error));
    }
    Ok(content)
}

/// Copies the rest of a content.
fn copy(
    mut content: impl BufRead,
    mut write: impl FnMut(&[u8]) -> Result<(), CliError>,
    unreadable: impl Fn(io::Error) -> CliError,
) -> Result<(), CliError> {
    loop {
        let bytes = content.fill_buf().map_err(&unreadable)?;
        if bytes.is_empty() {
            return Ok(());
        }
        write(bytes)?;
        let count = bytes.len();
        content.consume(count);
    }
}

fn unjoined(part: &FoundPart, source: io::Error) -> CliError {
    let message = format!("{}: cannot be joined: {source}", part.path.display());
    CliError::new(CliOutcome::WrongInput, message)
}
