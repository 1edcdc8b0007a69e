//! Removes temporary files that killed programs left next to files they were writing.
//!
//! `folders.ron` lists the folders in which files were written, the newest first. The program's own folders
//! are always included. A folder is listed before anything is written to it, so that a crash at any time is
//! covered.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::SystemDisk;
use super::draft::sweep;
use super::writing::{Destination, place_of};
use super::{FileError, ProgramFolder};

const FILE: &str = "folders.ron";

/// Maximum number of folders remembered.
const MOST_FOLDERS: usize = 100;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Folders {
    folders: Vec<String>,
}

impl ProgramFolder {
    /// Remembers the folder in which a file is about to be written. A path that is not valid Unicode cannot
    /// be remembered.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn remember_folder_of(&self, path: &Path) -> Result<(), FileError> {
        // Links are followed, because the file is written at their end.
        let Destination::File(target) = place_of(self.disk(), path)? else { return Ok(()) };
        let whole = std::path::absolute(&target.path).unwrap_or(target.path);
        let Some(folder) = whole.parent().and_then(Path::to_str) else { return Ok(()) };
        let mut known: Folders = self.own_to_change(FILE)?;
        // Folders near the front need not move up.
        if known.folders.iter().take(MOST_FOLDERS / 2).any(|known| known == folder) {
            return Ok(());
        }
        known.folders.retain(|known| known != folder);
        known.folders.insert(0, folder.to_owned());
        known.folders.truncate(MOST_FOLDERS);
        self.write_own(FILE, &known)
    }

    /// Removes drafts of killed programs and returns their number. Files of running programs and other files
    /// are not touched.
    pub fn sweep(&self) -> usize {
        let known: Folders = self.read_own(FILE);
        let own = [self.root().to_owned(), self.recovery(), self.backups()];
        let inner = [self.recovery(), self.backups()].map(|folder| self.disk().list(&folder));
        let inner = inner.into_iter().flat_map(Result::unwrap_or_default);
        let folders = own.into_iter().chain(inner).chain(known.folders.into_iter().map(PathBuf::from));
        folders.map(|folder| sweep(self.disk(), &folder)).sum()
    }
}

/// Removes drafts of killed programs from the folder of a file that is about to be written.
pub fn sweep_folder_of(path: &Path) {
    if let Ok(Destination::File(target)) = place_of(&SystemDisk, path) {
        sweep(&SystemDisk, target.path.parent().unwrap_or(Path::new("")));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const LEFT: &str = ".delvewright-1-1.tmp";

    #[test]
    fn what_was_left_is_swept_from_every_folder_that_was_written_in() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path().join("home")).unwrap();
        let written = folder.path().join("written");
        let other = folder.path().join("other");
        for made in [&written, &other, &home.backups().join("a"), &home.recovery().join("1")] {
            fs::create_dir(made).unwrap();
            fs::write(made.join(LEFT), "x").unwrap();
        }
        fs::write(home.root().join(LEFT), "x").unwrap();
        home.remember_folder_of(&written.join("a.ron")).unwrap();
        assert_eq!(home.sweep(), 4);
        assert!(!written.join(LEFT).exists());
        assert!(other.join(LEFT).exists(), "nobody has written there");
    }

    #[cfg(unix)]
    #[test]
    fn folder_at_the_end_of_a_link_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path().join("home")).unwrap();
        let elsewhere = folder.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let link = folder.path().join("link.ron");
        std::os::unix::fs::symlink("elsewhere/a.ron", &link).unwrap();
        home.remember_folder_of(&link).unwrap();
        fs::write(elsewhere.join(LEFT), "x").unwrap();
        assert_eq!(home.sweep(), 1);
    }

    #[test]
    fn last_hundred_folders_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        for number in 0..103 {
            home.remember_folder_of(&folder.path().join(format!("{number}/a.ron"))).unwrap();
        }
        home.remember_folder_of(&folder.path().join("50/a.ron")).unwrap();
        let known: Folders = home.read_own(FILE);
        assert_eq!(known.folders.len(), MOST_FOLDERS);
        assert!(known.folders[0].ends_with("50") && known.folders[1].ends_with("102"));
    }
}
