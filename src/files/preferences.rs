//! Preferences of a designer for the window, kept between runs.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{FileError, ProgramFolder};

const FILE: &str = "preferences.ron";

/// Preferences for the window. Unknown fields of other versions are ignored, and missing ones get their
/// defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Dark or light.
    pub theme: ThemePreference,
    /// Scale of the window, in percent.
    pub scale_percent: u32,
    /// Layout of the panes in the form of the window; empty for the default.
    pub panes: String,
    /// `true` if the tour was shown.
    pub tour_seen: bool,
    /// `true` if the last project is opened at the start.
    pub reopens_last: bool,
    /// `true` if the window was maximized when it was closed, and at the first start.
    pub maximized: bool,
    /// Folders in which files were chosen last.
    pub folders: LastFolders,
    /// Width and height of the reference in points; `None` if it was never opened.
    pub reference_size: Option<(u32, u32)>,
}

/// The folders in which files were chosen last, by kind; `None` if not yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastFolders {
    /// Folder of grammars.
    pub projects: Option<PathBuf>,
    /// Folder of room sets, and of sources and maps of rooms.
    pub rooms: Option<PathBuf>,
    /// Folder for exported levels and films.
    pub exports: Option<PathBuf>,
    /// Folder of tile sheets.
    pub sheets: Option<PathBuf>,
}

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemePreference {
    /// The system's choice.
    #[default]
    System,
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: ThemePreference::default(),
            scale_percent: 100,
            panes: String::new(),
            tour_seen: false,
            reopens_last: true,
            maximized: true,
            folders: LastFolders::default(),
            reference_size: None,
        }
    }
}

impl ProgramFolder {
    /// Returns the preferences. Missing or broken files give the defaults. An unreadable file is an error,
    /// because it must not be replaced.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn preferences_to_change(&self) -> Result<Preferences, FileError> {
        self.own_to_change(FILE)
    }

    /// Writes the preferences.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_preferences(&self, preferences: &Preferences) -> Result<(), FileError> {
        self.write_own(FILE, preferences)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn preferences_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        assert_eq!(home.preferences_to_change().unwrap(), Preferences::default());
        let preferences = Preferences {
            theme: ThemePreference::Light,
            scale_percent: 125,
            panes: "a \"quoted\"\ntext".to_owned(),
            tour_seen: true,
            reopens_last: false,
            maximized: false,
            folders: LastFolders { rooms: Some("some/rooms".into()), ..LastFolders::default() },
            reference_size: Some((700, 500)),
        };
        home.write_preferences(&preferences).unwrap();
        assert_eq!(home.preferences_to_change().unwrap(), preferences);
    }

    #[test]
    fn preferences_of_another_version_are_read_as_far_as_they_are_known() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        fs::write(folder.path().join(FILE), "(tour_seen: true, colour_of_the_sky: \"green\")").unwrap();
        assert_eq!(
            home.preferences_to_change().unwrap(),
            Preferences { tour_seen: true, ..Preferences::default() }
        );
    }

    #[test]
    fn broken_preferences_are_as_at_first() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        fs::write(folder.path().join(FILE), "(tour_seen: tr").unwrap();
        assert_eq!(home.preferences_to_change().unwrap(), Preferences::default());
    }
}
