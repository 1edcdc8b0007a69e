//! The files that a batch writes while it runs: a table of all levels, and a contact sheet.
//!
//! Both grow with the levels, in the order of the seeds, and replace their predecessors at the end.

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use super::seed_result::SeedResult;
use crate::base::{listed, printable};
use crate::cli::outcome::{CliError, CliOutcome};
use crate::cli::output::{check_output, refuse_input, tidy};
use crate::export::{ContactContent, ContactLayout, ContactPicture, ContactSheet};
use crate::files::{FileError, GrowingFile};
use crate::tables::{LevelColumns, TableFormat, TableWriter};

/// A table in the making.
pub(super) struct TableFile {
    path: PathBuf,
    columns: LevelColumns,
    writer: TableWriter<GrowingFile>,
}

impl TableFile {
    /// Returns the format of a table, which the extension decides.
    pub fn format_of(path: &Path) -> Result<TableFormat, CliError> {
        TableFormat::of(path).ok_or_else(|| {
            let extensions = TableFormat::ALL.map(|format| format!(".{}", format.extension()));
            let extensions = listed(&extensions, "or");
            let name = printable(&path.display().to_string()).into_owned();
            let message = format!(
                "--metrics writes a table; instead of \"{name}\", name a file with the extension {extensions}"
            );
            CliError::new(CliOutcome::Usage, message)
        })
    }

    /// Begins a table.
    pub fn new(path: &Path, columns: LevelColumns) -> Result<Self, CliError> {
        let file = GrowingFile::new(path)?;
        let writer = TableWriter::new(Self::format_of(path)?, &columns.columns(), file);
        Ok(Self { path: path.to_owned(), columns, writer: writer.map_err(|error| unwritable(path, error))? })
    }

    /// Adds the row of a seed.
    pub fn add(&mut self, result: &SeedResult, swept: Option<i64>) -> Result<(), CliError> {
        let row = self.columns.row(result.row(swept));
        self.writer.add(&row).map_err(|error| unwritable(&self.path, error))
    }

    /// Puts the table in place.
    pub fn finish(self) -> Result<(), CliError> {
        let file = self.writer.finish().map_err(|error| unwritable(&self.path, error))?;
        Ok(file.finish()?)
    }
}

/// A contact sheet in the making.
pub(super) struct SheetFile {
    path: PathBuf,
    sheet: ContactSheet,
    file: GrowingFile,
    /// Number of pictures so far.
    count: u64,
}

impl SheetFile {
    /// Refuses a path that is no file for a picture.
    pub fn check_name(path: &Path) -> Result<(), CliError> {
        let is_png = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        let message = "--sheet writes a picture; name a file with the extension .png";
        if is_png { Ok(()) } else { Err(CliError::new(CliOutcome::Usage, message)) }
    }

    /// Plans a sheet.
    pub fn layout(
        pictures: u64,
        columns: NonZeroU32,
        picture_px: NonZeroU32,
    ) -> Result<ContactLayout, CliError> {
        let layout = ContactLayout::new(pictures, columns, picture_px);
        layout.map_err(|error| CliError::new(CliOutcome::Usage, error.to_string()))
    }

    /// Begins a sheet.
    pub fn new(path: &Path, layout: ContactLayout) -> Result<Self, CliError> {
        let file = GrowingFile::new(path)?;
        Ok(Self { path: path.to_owned(), sheet: ContactSheet::new(layout), file, count: 0 })
    }

    /// Adds the picture of a position. Positions left out stay empty.
    pub fn add(&mut self, position: u64, label: String, content: ContactContent) -> Result<(), CliError> {
        while self.count < position {
            let nothing = ContactPicture { label: String::new(), content: ContactContent::Missing };
            self.put(nothing)?;
        }
        self.put(ContactPicture { label, content })
    }

    fn put(&mut self, picture: ContactPicture) -> Result<(), CliError> {
        self.count += 1;
        let bytes = self.sheet.add(picture);
        self.file.write_all(&bytes).map_err(|error| unwritable(&self.path, error))
    }

    /// Puts the sheet in place.
    pub fn finish(mut self) -> Result<(), CliError> {
        let bytes = self.sheet.finish();
        self.file.write_all(&bytes).map_err(|error| unwritable(&self.path, error))?;
        Ok(self.file.finish()?)
    }
}

/// Checks that a file can be written which does not replace an input.
pub(super) fn check_file(path: &Path, inputs: &[PathBuf]) -> Result<(), CliError> {
    check_output(Some(path))?;
    refuse_input(Some(path), inputs)?;
    tidy(Some(path));
    Ok(())
}

fn unwritable(path: &Path, source: io::Error) -> CliError {
    FileError::Unwritable { path: path.to_owned(), source }.into()
}
