//! The lock of an export: if two programs export to one path, the second waits for the first.
//!
//! The lock is a file next to the export with the name of a draft. It ends with the program that holds it in
//! any case. Leftovers of a killed program block nobody, and a sweep removes them like any draft. On a file
//! system without locks, nobody waits.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::disk::Disk;
use super::draft::name_of_draft;

/// Maximum number of attempts if the file is removed between creation and locking.
const MOST_TRIES: u32 = 10_000;

/// A lock held while an export reads and writes its files.
#[derive(Debug)]
pub(super) struct ExportLock<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
    _file: File,
}

impl<'a> ExportLock<'a> {
    /// Waits until no other export with this name is running. The lock is derived from the list, which all
    /// exports of a name share.
    ///
    /// # Errors
    /// If the lock cannot be created, because the folder is not writable.
    pub fn take(disk: &'a dyn Disk, list: &Path) -> Result<Self, FileError> {
        let name = list.file_name().unwrap_or_default().to_string_lossy();
        let path = list.with_file_name(name_of_draft(0, number_of(&name)));
        let unwritable = |source| FileError::Unwritable { path: list.to_owned(), source };
        for _ in 0..MOST_TRIES {
            let file = match disk.create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => disk.open(&path),
                file => file,
            };
            let file = match file {
                // The previous holder has just removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                file => file.map_err(unwritable)?,
            };
            // Without locks, everybody continues at once.
            if disk.lock(&file).is_err() || is_named(disk, &file, &path) {
                return Ok(Self { disk, path, _file: file });
            }
        }
        Err(unwritable(io::Error::other("its lock is taken away again and again")))
    }
}

impl Drop for ExportLock<'_> {
    fn drop(&mut self) {
        // Programs waiting for it notice that it is gone, and create another one. If it stays, it blocks
        // nobody.
        let _ = self.disk.remove(&self.path);
    }
}

/// Returns a number for a name (FNV-1a).
fn number_of(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns `true` if this open file is the one with that name.
#[cfg(unix)]
fn is_named(disk: &dyn Disk, file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let (Ok(open), Ok(named)) = (file.metadata(), disk.look_at_name(path)) else { return false };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

/// Returns `true` if the file still has this name. On this system, an open file keeps its name.
#[cfg(not(unix))]
fn is_named(disk: &dyn Disk, _: &File, path: &Path) -> bool {
    disk.look_at_name(path).is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::files::SystemDisk;

    #[test]
    fn only_one_holds_the_lock_of_a_name() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("map.export.json");
        let (inside, most) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let lock = ExportLock::take(&SystemDisk, &list).unwrap();
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 1);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn lock_that_a_killed_program_left_blocks_nobody_and_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("map.export.json");
        let lock = ExportLock::take(&SystemDisk, &list).unwrap();
        let path = lock.path.clone();
        assert_eq!(crate::files::draft::sweep(&SystemDisk, folder.path()), 0);
        drop(lock);
        fs::write(&path, "").unwrap();
        drop(ExportLock::take(&SystemDisk, &list).unwrap());
        fs::write(&path, "").unwrap();
        assert_eq!(crate::files::draft::sweep(&SystemDisk, folder.path()), 1);
    }
}
