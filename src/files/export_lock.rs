//! The lock of an export: of two programs that export to one path, the second waits for the first.
//!
//! The lock is a file beside the export that bears a name of a draft, of no process. It ends with the program that holds it, however that ends.
//! What a killed program leaves of it blocks nobody, and a sweep takes it away like any draft.
//! On a file system that knows no locks nobody waits.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::disk::Disk;
use super::draft::name_of_draft;

/// How often the file is taken away between its making and its lock before something is very wrong.
const MOST_TRIES: u32 = 10_000;

/// Held as long as an export reads and writes its files.
#[derive(Debug)]
pub(super) struct ExportLock<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
    _file: File,
}

impl<'a> ExportLock<'a> {
    /// Waits until no other export of this name is at work. The list stands for the export: all exports of a name share it.
    ///
    /// # Errors
    /// If the lock cannot be made, because nothing can be written in the folder.
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
                // Who held it has just taken it away.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                file => file.map_err(unwritable)?,
            };
            // Without locks everyone goes on at once.
            if disk.lock(&file).is_err() || is_named(disk, &file, &path) {
                return Ok(Self { disk, path, _file: file });
            }
        }
        Err(unwritable(io::Error::other("its lock is taken away again and again")))
    }
}

impl Drop for ExportLock<'_> {
    fn drop(&mut self) {
        // Whoever waits for it sees that it is gone, and makes another one. If it stays, it blocks nobody.
        let _ = self.disk.remove(&self.path);
    }
}

/// A number for a name (FNV-1a).
fn number_of(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Is this open file the one of that name?
#[cfg(unix)]
fn is_named(disk: &dyn Disk, file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let (Ok(open), Ok(named)) = (file.metadata(), disk.look_at_name(path)) else { return false };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

/// Elsewhere a file that is open keeps its name.
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
