//! Backups of files that were overwritten: the last ten contents of each.
//!
//! They are stored as `backups/<name>-<short hash of the path>/N.ron`. A higher number is newer, whatever the
//! clock says.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::Disk;
use super::draft::FileDraft;
use super::reading::read_text_file;
use super::stamp::fingerprint;
use super::{FileError, ProgramFolder};

/// Number of backups kept for each file.
pub const MOST_BACKUPS: usize = 10;

/// An earlier content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Path of the backup.
    pub path: PathBuf,
    /// Time at which the file was overwritten.
    pub time: SystemTime,
    number: u64,
}

impl ProgramFolder {
    /// Backs up a file that is about to be overwritten. Does nothing if there is no file, or if the newest
    /// backup is equal.
    ///
    /// # Errors
    /// If the file cannot be read, or the backup cannot be written.
    pub fn keep_backup(&self, path: &Path) -> Result<(), FileError> {
        let disk = self.disk();
        let bytes = match disk.read(path, u64::MAX) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            bytes => bytes.map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?,
        };
        let folder = self.backup_folder(path);
        let unwritable = |source| FileError::Unwritable { path: folder.clone(), source };
        disk.create_folders(&folder).map_err(unwritable)?;
        let mut known = numbered(disk, &folder).map_err(unwritable)?;
        let holds_this = |kept: &Path| disk.read(kept, u64::MAX).is_ok_and(|kept| kept == bytes);
        if known.first().is_some_and(|(_, newest)| holds_this(newest)) {
            return Ok(());
        }
        let newest = known.first().map_or(0, |(number, _)| *number);
        known.insert(0, keep_after(disk, &folder, newest, &bytes)?);
        for (_, old) in known.iter().skip(MOST_BACKUPS) {
            // One backup too many does no harm.
            let _ = disk.remove(old);
        }
        Ok(())
    }

    /// Returns the earlier contents of a file, the newest first.
    pub fn backups_of(&self, path: &Path) -> Vec<Backup> {
        let kept = numbered(self.disk(), &self.backup_folder(path)).unwrap_or_default().into_iter();
        let seen = kept.filter_map(|(number, path)| {
            let time = self.disk().look(&path).ok()?.modified().ok()?;
            Some(Backup { path, time, number })
        });
        seen.collect()
    }

    fn backup_folder(&self, path: &Path) -> PathBuf {
        // All spellings of a path must give the same file.
        let whole = self.disk().canonicalize(path);
        let whole = whole.or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
        let hash = fingerprint(whole.as_os_str().as_encoded_bytes()) & 0xffff_ffff;
        let name = whole.file_stem().map_or_else(|| "file".into(), |stem| stem.to_string_lossy());
        self.backups().join(format!("{name}-{hash:08x}"))
    }
}

/// Returns the backups in a folder with their numbers, the newest first.
fn numbered(disk: &dyn Disk, folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let entries = match disk.list(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        entries => entries?,
    };
    let number_of = |path: &Path| path.file_name()?.to_str()?.strip_suffix(".ron")?.parse().ok();
    let found = entries.into_iter().filter_map(|path| Some((number_of(&path)?, path)));
    let mut found: Vec<(u64, PathBuf)> = found.collect();
    found.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    Ok(found)
}

/// Writes a content under the first free number after `newest`. Another program may write at the same time.
fn keep_after(
    disk: &dyn Disk,
    folder: &Path,
    newest: u64,
    bytes: &[u8],
) -> Result<(u64, PathBuf), FileError> {
    let mut number = newest.saturating_add(1);
    loop {
        let path = folder.join(format!("{number}.ron"));
        match FileDraft::write(disk, &path, bytes)?.put_new() {
            Err(FileError::Changed { .. }) if number < u64::MAX => number += 1,
            done => return done.map(|()| (number, path)),
        }
    }
}

impl Backup {
    /// Returns the text that the file had.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self) -> Result<String, FileError> {
        read_text_file(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn newest_ten_contents_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path().join("home")).unwrap();
        let path = folder.path().join("my keep.ron");
        home.keep_backup(&path).unwrap();
        assert_eq!(home.backups_of(&path), []);
        for number in 1..=13 {
            fs::write(&path, format!("content {number}")).unwrap();
            home.keep_backup(&path).unwrap();
            home.keep_backup(&path).unwrap();
        }
        let backups = home.backups_of(&path);
        let texts: Vec<String> = backups.iter().map(|backup| backup.text().unwrap()).collect();
        let expected: Vec<String> = (4..=13).rev().map(|number| format!("content {number}")).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn files_of_one_name_in_two_folders_have_backups_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path().join("home")).unwrap();
        for name in ["a", "b"] {
            let path = folder.path().join(name).join("same.ron");
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(&path, name).unwrap();
            home.keep_backup(&path).unwrap();
            assert_eq!(home.backups_of(&path)[0].text().unwrap(), name);
        }
    }
}
