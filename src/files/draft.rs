//! A file that is written next to the one it will replace, and takes its name in one step.
//!
//! Until then it is called `.delvewright-<process>-<count>.tmp`, is in the folder of the file, and is locked.
//! The lock ends with the program in any case. A file with such a name but no lock is therefore a leftover,
//! and [`sweep`] removes it. Neither clocks nor process numbers are trusted, because both may repeat.
//!
//! A sweep may catch a draft between creation and locking; the draft then takes another name. On a file
//! system without locks, nothing is swept.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use super::FileError;
use super::disk::Disk;
use super::reading::exists_on;
use super::stamp::FileStamp;
use super::writing::{Destination, TargetFile, place_of, write_all};

const PREFIX: &str = ".delvewright-";
const SUFFIX: &str = ".tmp";
/// Maximum number of names tried; more are needed only if something is very wrong.
const MOST_NAMES: u32 = 100;

/// New content of a file, written completely but not yet in place. Dropping it leaves the file unchanged.
#[derive(Debug)]
pub struct FileDraft<'a> {
    disk: &'a dyn Disk,
    /// Path of the file as given.
    path: PathBuf,
    /// Path of the file after following all links.
    target: PathBuf,
    own: TemporaryFile,
    stamp: FileStamp,
}

/// The temporary file next to it.
#[derive(Debug)]
struct TemporaryFile {
    path: PathBuf,
    /// `true` if it must be removed.
    is_rubbish: bool,
    /// Open file, which holds the lock.
    file: File,
}

impl<'a> FileDraft<'a> {
    /// Writes the new content of a file next to it.
    ///
    /// # Errors
    /// If the file may not be changed or its content cannot be written.
    pub fn write(disk: &'a dyn Disk, path: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        match place_of(disk, path)? {
            Destination::File(target) => Self::write_to(disk, path, target, bytes),
            Destination::Stream => {
                let source = io::Error::new(io::ErrorKind::InvalidInput, "this is not a file");
                Err(FileError::Unwritable { path: path.to_owned(), source })
            }
        }
    }

    pub(super) fn write_to(
        disk: &'a dyn Disk,
        path: &Path,
        target: TargetFile,
        bytes: &[u8],
    ) -> Result<Self, FileError> {
        let unwritable = |source| FileError::Unwritable { path: path.to_owned(), source };
        let own = create_own(disk, &target.path).map_err(unwritable)?;
        let (path, stamp) = (path.to_owned(), FileStamp::of_bytes(bytes));
        let mut draft = Self { disk, path, target: target.path, own, stamp };
        if let Some(there) = &target.there {
            disk.copy_rights(there, &draft.own.file).map_err(unwritable)?;
        }
        write_all(disk, &mut draft.own.file, bytes).map_err(unwritable)?;
        disk.sync(&draft.own.file).map_err(unwritable)?;
        Ok(draft)
    }

    /// Replaces the file, whatever its content.
    ///
    /// # Errors
    /// If it cannot be replaced.
    pub fn put(mut self) -> Result<(), FileError> {
        self.disk.rename(&self.own.path, &self.target).map_err(|source| self.unwritable(source))?;
        self.own.is_rubbish = false;
        self.confirm()
    }

    /// Adds bytes to the content, and returns how many were taken.
    pub(super) fn grow(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(&mut self.own.file, bytes)
    }

    /// Replaces the file with a content that has grown, whatever the file's own content.
    pub(super) fn put_grown(self) -> Result<(), FileError> {
        self.disk.sync(&self.own.file).map_err(|source| self.unwritable(source))?;
        self.put()
    }

    /// Puts a content that has grown in place under a name that was not known before.
    pub(super) fn put_grown_as(mut self, path: PathBuf) -> Result<(), FileError> {
        self.target.clone_from(&path);
        self.path = path;
        self.put_grown()
    }

    /// Replaces the file if it has the known content, or is missing.
    ///
    /// A change by another program between the check and the replacement goes unnoticed.
    ///
    /// # Errors
    /// If it cannot be replaced, or has another content.
    pub fn put_over(self, known: FileStamp) -> Result<(), FileError> {
        let found = FileStamp::read(self.disk, &self.target);
        let found = found.map_err(|source| FileError::Unreadable { path: self.path.clone(), source })?;
        if !found.is_there() {
            self.put_new()
        } else if found == known || found == self.stamp {
            self.put()
        } else {
            Err(self.changed())
        }
    }

    /// Creates the file, which must not exist.
    ///
    /// # Errors
    /// If it cannot be created, or exists.
    pub fn put_new(self) -> Result<(), FileError> {
        match self.disk.link(&self.own.path, &self.target) {
            Ok(()) => self.confirm(),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(self.changed()),
            // Not every file system supports hard links.
            Err(_) if exists_on(self.disk, &self.target) => Err(self.changed()),
            Err(_) => self.put(),
        }
    }

    fn confirm(&self) -> Result<(), FileError> {
        confirm_target(self.disk, &self.path, &self.target)
    }

    fn unwritable(&self, source: io::Error) -> FileError {
        FileError::Unwritable { path: self.path.clone(), source }
    }

    fn changed(&self) -> FileError {
        FileError::Changed { path: self.path.clone() }
    }
}

impl Drop for FileDraft<'_> {
    fn drop(&mut self) {
        if self.own.is_rubbish {
            // If it stays, the next start removes it.
            let _ = self.disk.remove(&self.own.path);
        }
    }
}

/// Waits until the name of a file that already has its new content is physically on the disk.
///
/// # Errors
/// If the disk does not confirm it.
pub fn confirm(disk: &dyn Disk, path: &Path) -> Result<(), FileError> {
    match place_of(disk, path)? {
        Destination::File(target) => confirm_target(disk, path, &target.path),
        Destination::Stream => Ok(()),
    }
}

fn confirm_target(disk: &dyn Disk, path: &Path, target: &Path) -> Result<(), FileError> {
    let folder = target.parent().unwrap_or(Path::new(""));
    let unconfirmed = |source| FileError::Unconfirmed { path: path.to_owned(), source };
    disk.sync_folder(folder).map_err(unconfirmed)
}

/// Creates a locked temporary file next to another one.
fn create_own(disk: &dyn Disk, target: &Path) -> io::Result<TemporaryFile> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    for _ in 0..MOST_NAMES {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = target.with_file_name(name_of_draft(process::id(), number.into()));
        let file = match disk.create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            file => file?,
        };
        // If another process holds the lock or has removed the file, it is sweeping.
        let is_being_swept = matches!(disk.try_lock(&file), Err(std::fs::TryLockError::WouldBlock));
        if !is_being_swept && exists_on(disk, &path) {
            return Ok(TemporaryFile { path, is_rubbish: true, file });
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "there are too many temporary files"))
}

/// Returns a name that only drafts have.
pub(super) fn name_of_draft(process: u32, number: u64) -> String {
    format!("{PREFIX}{process}-{number}{SUFFIX}")
}

/// Returns `true` for a name that only drafts have.
fn is_name_of_draft(path: &Path) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = path.file_name().and_then(|name| name.to_str());
    let numbers = name.and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('-'));
    numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

/// Removes drafts of killed programs from a folder, and nothing else. Returns their number.
pub(super) fn sweep(disk: &dyn Disk, folder: &Path) -> usize {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = disk.list(folder).unwrap_or_default();
    entries.iter().filter(|path| is_name_of_draft(path) && take_away(disk, path)).count()
}

/// Removes a draft unless somebody holds its lock. A file that cannot be locked stays, because its owner is
/// unknown.
fn take_away(disk: &dyn Disk, path: &Path) -> bool {
    let is_file = disk.look_at_name(path).is_ok_and(|found| found.is_file());
    let Some(file) = is_file.then(|| disk.open(path).ok()).flatten() else { return false };
    disk.try_lock(&file).is_ok() && disk.remove(path).is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::SystemDisk;

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn draft_is_locked_until_it_is_dropped_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        let draft = FileDraft::write(&SystemDisk, &path, b"new").unwrap();
        assert_eq!(names_in(folder.path()).len(), 1);
        assert_eq!(sweep(&SystemDisk, folder.path()), 0);
        drop(draft);
        assert_eq!(names_in(folder.path()), [""; 0]);
    }

    #[test]
    fn draft_takes_a_new_name_only_if_it_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        FileDraft::write(&SystemDisk, &path, b"first").unwrap().put_new().unwrap();
        let error = FileDraft::write(&SystemDisk, &path, b"second").unwrap().put_new().unwrap_err();
        assert_eq!(error.code(), "changed-meanwhile");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names_in(folder.path()), ["a.ron"]);
    }

    #[test]
    fn draft_replaces_only_what_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        fs::write(&path, "theirs").unwrap();
        let put = |known: &str| {
            FileDraft::write(&SystemDisk, &path, b"mine").unwrap().put_over(FileStamp::of_text(known))
        };
        assert_eq!(put("old").unwrap_err().code(), "changed-meanwhile");
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        put("theirs").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"mine");
        put("what it was long ago").unwrap();
        fs::remove_file(&path).unwrap();
        put("old").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"mine");
    }

    #[test]
    fn sweep_takes_drafts_that_nobody_holds_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let others = [
            ".delvewright-1-2",
            ".delvewright--2.tmp",
            ".delvewright-a-2.tmp",
            "delvewright-1-2.tmp",
            "a.tmp",
        ];
        for name in others.iter().chain(&[".delvewright-1-2.tmp", ".delvewright-99-0.tmp"]) {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        fs::create_dir(folder.path().join(".delvewright-3-3.tmp")).unwrap();
        assert_eq!(sweep(&SystemDisk, folder.path()), 2);
        let mut left: Vec<&str> = others.iter().copied().chain([".delvewright-3-3.tmp"]).collect();
        left.sort_unstable();
        assert_eq!(names_in(folder.path()), left);
    }
}
