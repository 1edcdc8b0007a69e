//! What files held before they were saved over: the last ten contents of each.
//!
//! They lie in `backups/<name>-<short hash of the path>/N.ron`; the higher the number, the newer.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::disk::{read_text_file, save_bytes};
use super::stamp::fingerprint;
use super::{FileError, Home};

/// How many are kept for each file.
pub const MOST_BACKUPS: usize = 10;

/// What a file held once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Where the content lies now.
    pub path: PathBuf,
    /// When it was saved over.
    pub time: SystemTime,
    number: u64,
}

impl Home {
    /// Keeps what a file holds, as it is about to be saved over. Nothing is done if there is no file, or if the newest backup holds the same.
    ///
    /// # Errors
    /// If the backup cannot be written.
    pub fn keep_backup(&self, path: &Path) -> Result<(), FileError> {
        let Ok(bytes) = fs::read(path) else { return Ok(()) };
        let folder = self.backup_folder(path);
        fs::create_dir_all(&folder)
            .map_err(|source| FileError::Unwritable { path: folder.clone(), source })?;
        let known = self.backups_of(path);
        if known.first().is_some_and(|newest| fs::read(&newest.path).is_ok_and(|kept| kept == bytes)) {
            return Ok(());
        }
        let number = known.first().map_or(1, |newest| newest.number + 1);
        save_bytes(&folder.join(format!("{number}.ron")), &bytes)?;
        for old in known.iter().skip(MOST_BACKUPS - 1) {
            // One too many does no harm.
            let _ = fs::remove_file(&old.path);
        }
        Ok(())
    }

    /// What a file held before, the newest first.
    pub fn backups_of(&self, path: &Path) -> Vec<Backup> {
        let Ok(entries) = fs::read_dir(self.backup_folder(path)) else { return Vec::new() };
        let mut backups: Vec<Backup> = entries
            .flatten()
            .filter_map(|entry| {
                let number = entry.file_name().to_str()?.strip_suffix(".ron")?.parse().ok()?;
                let time = entry.metadata().ok()?.modified().ok()?;
                Some(Backup { path: entry.path(), time, number })
            })
            .collect();
        backups.sort_by_key(|backup| std::cmp::Reverse(backup.number));
        backups
    }

    fn backup_folder(&self, path: &Path) -> PathBuf {
        // However the path is written, the file is one and the same.
        let whole =
            fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
        let hash = fingerprint(whole.as_os_str().as_encoded_bytes()) & 0xffff_ffff;
        let name = whole.file_stem().map_or_else(|| "file".into(), |stem| stem.to_string_lossy());
        self.backups().join(format!("{name}-{hash:08x}"))
    }
}

impl Backup {
    /// The text that the file held.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self) -> Result<String, FileError> {
        read_text_file(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_ten_contents_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("home")).unwrap();
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
        let home = Home::at(folder.path().join("home")).unwrap();
        for name in ["a", "b"] {
            let path = folder.path().join(name).join("same.ron");
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(&path, name).unwrap();
            home.keep_backup(&path).unwrap();
            assert_eq!(home.backups_of(&path)[0].text().unwrap(), name);
        }
    }
}
