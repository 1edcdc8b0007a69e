//! A part in the making: its table, and perhaps its archive of levels.

use std::io::{self, Write};
use std::path::PathBuf;

use super::seed_result::SeedResult;
use crate::cli::outcome::CliError;
use crate::files::{FileError, PartFile, PartName, RunId, archive_end};
use crate::tables::{LevelColumns, RunManifest, TableWriter};

/// The folder of a run, with its description.
pub(super) struct RunFolder {
    pub folder: PathBuf,
    pub id: RunId,
    pub manifest: RunManifest,
    pub columns: LevelColumns,
}

impl RunFolder {
    fn name_of(&self, number: u64, kind: &str) -> PartName {
        PartName { run: self.id, number, kind: kind.to_owned() }
    }

    fn unwritable(&self, source: io::Error) -> CliError {
        FileError::Unwritable { path: self.folder.clone(), source }.into()
    }
}

/// A part in the making.
pub(super) struct OpenPart {
    table: TableWriter<PartFile>,
    archive: Option<PartFile>,
}

impl OpenPart {
    pub fn new(run: &RunFolder, number: u64) -> Result<Self, CliError> {
        let RunManifest { table: format, levels, columns, .. } = &run.manifest;
        let file = PartFile::new(&run.folder, run.name_of(number, format.extension()))?;
        let table = TableWriter::new(*format, columns, file).map_err(|error| run.unwritable(error))?;
        let archive = levels.then(|| PartFile::new(&run.folder, run.name_of(number, RunManifest::ARCHIVE)));
        Ok(Self { table, archive: archive.transpose()? })
    }

    pub fn add(&mut self, run: &RunFolder, result: &SeedResult, swept: Option<i64>) -> Result<(), CliError> {
        let row = run.columns.row(result.row(swept));
        let added =
            self.table.add(&row).and_then(|()| match self.archive.as_mut().zip(result.entry.as_ref()) {
                Some((archive, entry)) => archive.write_all(entry.as_ref().map_err(|error| error.kind())?),
                None => Ok(()),
            });
        added.map_err(|error| run.unwritable(error))
    }

    /// Puts both files in place: the table last, which makes the part complete.
    pub fn finish(self, run: &RunFolder) -> Result<(), CliError> {
        if let Some(mut archive) = self.archive {
            let end = archive_end().and_then(|end| archive.write_all(&end));
            end.map_err(|error| run.unwritable(error))?;
            archive.finish()?;
        }
        Ok(self.table.finish().map_err(|error| run.unwritable(error))?.finish()?)
    }
}
