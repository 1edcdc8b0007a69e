//! The program's own folder: what it keeps for a designer beside the files that are saved.
//!
//! ```text
//! preferences.ron   how the window is liked
//! recent.ron        what was open last
//! backups/          what files held before they were saved over
//! recovery/         what is not saved yet, one folder for each running program
//! ```
//!
//! The folder is where the system keeps the data of programs, or where the environment variable `DELVEWRIGHT_HOME` says.
//! Nothing in it is needed: without it the program works, but cannot help after an accident.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::FileError;
use super::disk::{read_text_file, save_text};

/// The environment variable that says where the folder is.
pub const HOME_VARIABLE: &str = "DELVEWRIGHT_HOME";

/// The program's own folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
}

impl Home {
    /// The folder of whoever runs the program; made if it is not there.
    ///
    /// # Errors
    /// If the system names none, or if it cannot be made.
    pub fn of_user() -> Result<Self, FileError> {
        let said = env::var_os(HOME_VARIABLE).filter(|said| !said.is_empty()).map(PathBuf::from);
        let usual =
            || directories::ProjectDirs::from("", "", "delvewright").map(|dirs| dirs.data_dir().to_owned());
        Self::at(said.or_else(usual).ok_or(FileError::NoHome)?)
    }

    /// This folder; made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made or may not be written to.
    pub fn at(root: impl Into<PathBuf>) -> Result<Self, FileError> {
        let home = Self { root: root.into() };
        for folder in [home.recovery(), home.backups()] {
            fs::create_dir_all(&folder)
                .map_err(|source| FileError::Unwritable { path: folder.clone(), source })?;
        }
        Ok(home)
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn recovery(&self) -> PathBuf {
        self.root.join("recovery")
    }

    pub(super) fn backups(&self) -> PathBuf {
        self.root.join("backups")
    }

    /// Reads one of the program's own files; as at first if it is not there or broken.
    pub(super) fn read_own<T: DeserializeOwned + Default>(&self, name: &str) -> T {
        let text = read_text_file(&self.root.join(name)).ok();
        text.and_then(|text| options().from_str(&text).ok()).unwrap_or_default()
    }

    /// Writes one of the program's own files.
    pub(super) fn write_own(&self, name: &str, value: &impl Serialize) -> Result<(), FileError> {
        let path = self.root.join(name);
        save_text(
            &path,
            &own_text(value).map_err(|source| FileError::Unwritable { path: path.clone(), source })?,
        )
    }
}

/// The text of one of the program's own files, readable for people: longer texts in it stand as they are.
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
    use super::*;

    #[test]
    fn home_is_made_where_it_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("a/b")).unwrap();
        assert!(home.root().join("recovery").is_dir());
        assert!(home.root().join("backups").is_dir());
    }

    #[test]
    fn home_that_cannot_be_made_is_an_error_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let error = Home::at(&file).unwrap_err();
        assert_eq!(error.code(), "unwritable-file");
        assert!(error.to_string().contains("file"), "{error}");
    }
}
