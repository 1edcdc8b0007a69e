//! How a designer likes the window; kept between runs.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{FileError, Home};

const FILE: &str = "preferences.ron";

/// How a designer likes the window. What a file of another version knows besides is passed over, what it lacks is as at first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Dark or light.
    pub theme: ThemePreference,
    /// How large everything is, in percent.
    pub scale_percent: u32,
    /// Where the panes are, as the window writes it; empty: as at first.
    pub panes: String,
    /// Was the tour shown?
    pub tour_seen: bool,
    /// Is the project that was open last opened at the start?
    pub reopens_last: bool,
    /// Did the window cover the screen when it was closed?
    pub maximized: bool,
    /// Where files were chosen last.
    pub folders: LastFolders,
}

/// The folders in which files were chosen last, by what they are; none: never yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastFolders {
    /// Of grammars.
    pub projects: Option<PathBuf>,
    /// Of room sets, and of what rooms are imported from and exported to.
    pub rooms: Option<PathBuf>,
    /// To which levels and films were exported.
    pub exports: Option<PathBuf>,
    /// Of tile sheets.
    pub sheets: Option<PathBuf>,
}

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThemePreference {
    /// As the system has it.
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
            maximized: false,
            folders: LastFolders::default(),
        }
    }
}

impl Home {
    /// The preferences; those to begin with if there are none or the file is broken. What cannot be read just now must not be replaced.
    ///
    /// # Errors
    /// If there is a file and it cannot be read.
    pub fn preferences_to_change(&self) -> Result<Preferences, FileError> {
        self.own_to_change(FILE)
    }

    /// Keeps the preferences.
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
        let home = Home::at(folder.path()).unwrap();
        assert_eq!(home.preferences_to_change().unwrap(), Preferences::default());
        let preferences = Preferences {
            theme: ThemePreference::Light,
            scale_percent: 125,
            panes: "a \"quoted\"\ntext".to_owned(),
            tour_seen: true,
            reopens_last: false,
            maximized: true,
            folders: LastFolders { rooms: Some("some/rooms".into()), ..LastFolders::default() },
        };
        home.write_preferences(&preferences).unwrap();
        assert_eq!(home.preferences_to_change().unwrap(), preferences);
    }

    #[test]
    fn preferences_of_another_version_are_read_as_far_as_they_are_known() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path()).unwrap();
        fs::write(folder.path().join(FILE), "(tour_seen: true, colour_of_the_sky: \"green\")").unwrap();
        assert_eq!(
            home.preferences_to_change().unwrap(),
            Preferences { tour_seen: true, ..Preferences::default() }
        );
    }

    #[test]
    fn broken_preferences_are_as_at_first() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path()).unwrap();
        fs::write(folder.path().join(FILE), "(tour_seen: tr").unwrap();
        assert_eq!(home.preferences_to_change().unwrap(), Preferences::default());
    }
}
