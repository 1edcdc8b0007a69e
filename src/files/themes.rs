//! Themes as files of their own: reads them, and adds them to the file of a grammar.

use std::path::Path;

use super::{
    FileDraft, FileError, FileStamp, ProgramFolder, SystemDisk, parse_grammar, read_text_file, update_grammar,
};
use crate::base::Diagnostic;
use crate::grammar::VariableValues;
use crate::text::{SharedTheme, parse_theme};

/// Reads a theme from a file.
///
/// # Errors
/// All mistakes, if there are any.
pub fn read_theme(path: &Path) -> Result<SharedTheme, Vec<Diagnostic>> {
    let text = read_text_file(path).map_err(|error| vec![error.diagnostic()])?;
    parse_theme(&text, Some(path))
}

/// Adds a theme to the file of a grammar, and keeps the comments there. A theme of that name is replaced.
///
/// The previous content is kept as a backup. Returns the reason if that failed.
///
/// # Errors
/// The mistakes of the grammar, if some of it cannot be read; otherwise that it cannot be written.
pub fn add_theme(
    path: &Path,
    theme: &SharedTheme,
) -> Result<Result<Option<FileError>, FileError>, Vec<Diagnostic>> {
    let text = read_text_file(path).map_err(|error| vec![error.diagnostic()])?;
    let loaded = parse_grammar(&text, Some(path));
    let Some(grammar) = loaded.value.filter(|_| loaded.complete) else { return Err(loaded.diagnostics) };
    let changed = grammar.with_change(&VariableValues::new(), |grammar| {
        grammar.alphabet.themes.insert(theme.name.clone(), theme.theme.clone());
    });
    Ok(write_over(path, &text, &update_grammar(&text, &changed)))
}

fn write_over(path: &Path, before: &str, text: &str) -> Result<Option<FileError>, FileError> {
    let draft = FileDraft::write(&SystemDisk, path, text.as_bytes())?;
    let problem = ProgramFolder::of_user().and_then(|home| home.keep_backup(path)).err();
    draft.put_over(FileStamp::of_text(before))?;
    Ok(problem)
}
