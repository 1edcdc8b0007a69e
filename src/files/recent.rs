//! The list of recently opened files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{FileError, ProgramFolder};

const FILE: &str = "recent.ron";

/// Maximum length of the list.
pub const MOST_RECENT: usize = 10;

/// A recently opened file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentFile {
    /// Path of the file, which may be gone.
    pub path: PathBuf,
    /// `true` if the file still exists.
    pub exists: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Recent {
    files: Vec<String>,
}

impl ProgramFolder {
    /// Returns the recently opened files, the newest first.
    pub fn recent_files(&self) -> Vec<RecentFile> {
        let recent: Recent = self.read_own(FILE);
        let files = recent.files.into_iter().take(MOST_RECENT).map(PathBuf::from);
        let is_file = |path: &Path| self.disk().look(path).is_ok_and(|found| found.is_file());
        files.map(|path| RecentFile { exists: is_file(&path), path }).collect()
    }

    /// Adds a file to the list. A path that is not valid Unicode cannot be remembered.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn remember_recent(&self, path: &Path) -> Result<(), FileError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let Some(path) = path.to_str() else { return Ok(()) };
        let mut recent: Recent = self.own_to_change(FILE)?;
        recent.files.retain(|known| known != path);
        recent.files.insert(0, path.to_owned());
        recent.files.truncate(MOST_RECENT);
        self.write_own(FILE, &recent)
    }

    /// Clears the list.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn forget_recent(&self) -> Result<(), FileError> {
        self.write_own(FILE, &Recent::default())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn last_ten_files_are_remembered_the_newest_first_and_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path().join("home")).unwrap();
        let path = |number: usize| folder.path().join(format!("{number}.ron"));
        fs::write(path(3), "").unwrap();
        for number in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3] {
            home.remember_recent(&path(number)).unwrap();
        }
        let recent = home.recent_files();
        let numbers = [3, 11, 10, 9, 8, 7, 6, 5, 4, 2].map(path);
        assert_eq!(recent.iter().map(|file| file.path.clone()).collect::<Vec<_>>(), numbers);
        assert!(recent[0].exists && !recent[1].exists);
        home.forget_recent().unwrap();
        assert_eq!(home.recent_files(), []);
    }
}
