//! The program's own folder, for data of a designer other than saved files.
//!
//! ```text
//! preferences.ron   the preferences of the window
//! recent.ron        recently opened files
//! projects.ron      the last view of each project
//! marks.ron         stars, notes and tags of seeds, by project
//! folders.ron       folders with written files, for cleaning up after a crash
//! backups/          earlier contents of files
//! recovery/         unsaved work, one folder for each running program
//! ```
//!
//! The folder is in the system's location for program data, or given by the environment variable
//! `DELVEWRIGHT_HOME`. It is optional: without it the program works, but cannot restore anything after a
//! crash.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::FileError;
use super::disk::{Disk, system_disk};
use super::reading::read_text_on;
use super::writing::save_bytes_on;

/// Environment variable with the path of the folder.
pub const HOME_VARIABLE: &str = "DELVEWRIGHT_HOME";

/// The program's own folder.
#[derive(Clone, Debug)]
pub struct ProgramFolder {
    root: PathBuf,
    disk: Arc<dyn Disk>,
}

impl ProgramFolder {
    /// Opens the folder of the current user; creates it if necessary.
    ///
    /// # Errors
    /// If the system has no such location, or the folder cannot be created.
    pub fn of_user() -> Result<Self, FileError> {
        let said = env::var_os(HOME_VARIABLE).filter(|said| !said.is_empty()).map(PathBuf::from);
        let usual =
            || directories::ProjectDirs::from("", "", "delvewright").map(|dirs| dirs.data_dir().to_owned());
        Self::at(said.or_else(usual).ok_or(FileError::NoHome)?)
    }

    /// Opens a given folder; creates it if necessary.
    ///
    /// # Errors
    /// If it cannot be created or is not writable.
    pub fn at(root: impl Into<PathBuf>) -> Result<Self, FileError> {
        Self::on(system_disk(), root)
    }

    /// Opens a given folder on a disk.
    ///
    /// # Errors
    /// Those of [`ProgramFolder::at`].
    pub fn on(disk: Arc<dyn Disk>, root: impl Into<PathBuf>) -> Result<Self, FileError> {
        let home = Self { root: root.into(), disk };
        for folder in [home.recovery(), home.backups()] {
            let made = home.disk.create_folders(&folder);
            made.map_err(|source| FileError::Unwritable { path: folder.clone(), source })?;
        }
        Ok(home)
    }

    /// Returns its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the disk that it is on.
    pub fn disk(&self) -> &dyn Disk {
        &*self.disk
    }

    pub(super) fn shared_disk(&self) -> Arc<dyn Disk> {
        Arc::clone(&self.disk)
    }

    pub(super) fn recovery(&self) -> PathBuf {
        self.root.join("recovery")
    }

    pub(super) fn backups(&self) -> PathBuf {
        self.root.join("backups")
    }

    /// Reads one of the program's own files. A missing or broken file gives the default.
    pub(super) fn read_own<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        self.own_to_change(name).unwrap_or_default()
    }

    /// Reads one of the program's own files in order to change it. An unreadable file is an error, because
    /// writing it again would lose it.
    pub(super) fn own_to_change<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T, FileError> {
        match read_text_on(self.disk(), &self.root.join(name)) {
            Ok(text) => Ok(options().from_str(&text).unwrap_or_default()),
            Err(FileError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(T::default())
            }
            Err(error @ FileError::Unreadable { .. }) => Err(error),
            Err(_) => Ok(T::default()),
        }
    }

    /// Writes one of the program's own files.
    pub(super) fn write_own(&self, name: &str, value: &impl Serialize) -> Result<(), FileError> {
        let path = self.root.join(name);
        let text = own_text(value).map_err(|source| FileError::Unwritable { path: path.clone(), source })?;
        save_bytes_on(self.disk(), &path, text.as_bytes())
    }
}

/// Returns the text of one of the program's own files. It is readable: long texts in it are not escaped.
pub(super) fn own_text(value: &impl Serialize) -> io::Result<String> {
    let pretty =
        ron::ser::PrettyConfig::new().struct_names(true).escape_strings(false).new_line("\n".to_owned());
    options().to_string_pretty(value, pretty).map(|text| text + "\n").map_err(io::Error::other)
}

pub(super) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn home_is_made_where_it_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path().join("a/b")).unwrap();
        assert!(home.root().join("recovery").is_dir());
        assert!(home.root().join("backups").is_dir());
    }

    #[test]
    fn home_that_cannot_be_made_is_an_error_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = ProgramFolder::at(&file).unwrap_err();
        assert_eq!(error.code(), "unwritable-file");
        assert!(error.to_string().contains("file"), "{error}");
    }
}
