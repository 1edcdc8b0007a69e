//! Copies tile sheets along with room sets to a new folder, so that no set is saved without its picture.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::Document;
use crate::files::{self, Disk, FileDraft, FileError, FileStamp};
use crate::rooms::RoomSet;

/// A sheet that is missing at the new location of its room set.
pub(super) struct SheetCopy {
    to: PathBuf,
    bytes: Cow<'static, [u8]>,
}

impl SheetCopy {
    /// Writes it, unless the same content is already there.
    ///
    /// # Errors
    /// If another picture is there, or it cannot be written.
    pub(super) fn write(&self, disk: &dyn Disk) -> Result<(), FileError> {
        if files::sheet_bytes(disk, &self.to).is_ok_and(|there| there == *self.bytes) {
            return Ok(());
        }
        let in_the_way = || FileError::SheetInTheWay { path: self.to.clone() };
        if FileStamp::of_file(disk, &self.to).is_there() {
            return Err(in_the_way());
        }
        let done = FileDraft::write(disk, &self.to, &self.bytes)?.put_new();
        done.map_err(|error| if matches!(error, FileError::Changed { .. }) { in_the_way() } else { error })
    }
}

impl Document {
    /// Returns the file of a room set by its name in the grammar; `None` if it is part of the program.
    pub fn room_file(&self, name: &str) -> Option<PathBuf> {
        let known = self.storage.rooms.get(name).map(|file| file.path.clone());
        known.or_else(|| Some(self.rooms_folder.as_ref()?.join(name)))
    }

    /// Returns the sheet to copy if a room set is saved to `target`. A sheet that is missing already does not
    /// prevent saving.
    pub(super) fn sheet_to_copy(&self, name: &str, set: &RoomSet, target: &Path) -> Option<SheetCopy> {
        let file = &set.sheet.as_ref()?.file;
        let disk = &*self.storage.disk;
        let to = files::sheet_path(disk, target, file)?;
        let bytes = match self.room_file(name) {
            None => files::example_sheet(name, file)?.into(),
            Some(rooms) => {
                let from = files::sheet_path(disk, &rooms, file)?;
                if from == to {
                    return None;
                }
                files::sheet_bytes(disk, &from).ok()?.into()
            }
        };
        Some(SheetCopy { to, bytes })
    }
}
