//! An unsaved project as stored in the recovery folder: everything needed to continue it, in one file.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize, Serializer};

use super::disk::Disk;
use super::home::{options, own_text};
use super::project::{Project, Texts, build};
use super::reading::read_text_on;
use super::stamp::FileStamp;
use crate::grammar::VariableValues;
use crate::text::parse_room_set;

/// An unsaved project. Paths that are not valid Unicode are left out, because the work matters more than its
/// origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Recovery")]
pub struct Unsaved {
    /// Format of the file: [`Unsaved::FORMAT`].
    pub format: u32,
    /// Name of the project.
    pub title: String,
    /// File that it belongs to, if any.
    #[serde(default, skip_serializing_if = "is_no_text")]
    pub path: Option<PathBuf>,
    /// Folder that the paths of room sets are relative to, if any.
    #[serde(default, skip_serializing_if = "is_no_text")]
    pub rooms_folder: Option<PathBuf>,
    /// `true` if saving would lose a part of the file that could not be read.
    #[serde(default)]
    pub saving_loses: bool,
    /// Time at which it was kept.
    #[serde(rename = "seconds", with = "seconds")]
    pub time: SystemTime,
    /// Text of the grammar, as it would be saved.
    pub grammar: String,
    /// Room sets of the project.
    pub rooms: Vec<UnsavedRooms>,
    /// Stamps of the project's files when they were last read or written.
    #[serde(default, serialize_with = "stamps_of_texts")]
    pub stamps: Vec<(PathBuf, FileStamp)>,
}

/// A room set of an unsaved project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "RecoveryRooms")]
pub struct UnsavedRooms {
    /// Name in the grammar.
    pub name: String,
    /// File of the set, if any.
    #[serde(default, skip_serializing_if = "is_no_text")]
    pub path: Option<PathBuf>,
    /// `true` if all of its file could be read.
    pub is_whole: bool,
    /// Text, as it would be saved; `None` if nothing of its file could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

fn is_no_text(path: &Option<PathBuf>) -> bool {
    path.as_deref().and_then(Path::to_str).is_none()
}

fn stamps_of_texts<S: Serializer>(stamps: &[(PathBuf, FileStamp)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(stamps.iter().filter(|(path, _)| path.to_str().is_some()))
}

/// Stores a time as whole seconds since 1970.
mod seconds {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
        time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SystemTime, D::Error> {
        let since = Duration::from_secs(u64::deserialize(deserializer)?);
        Ok(UNIX_EPOCH.checked_add(since).unwrap_or(UNIX_EPOCH))
    }
}

impl Unsaved {
    /// Current format.
    pub const FORMAT: u32 = 1;

    /// Prints the text of its recovery file.
    pub(super) fn print(&self) -> std::io::Result<String> {
        own_text(self)
    }

    /// Reads the text of a recovery file.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        options().from_str(text).map_err(|error| error.to_string())
    }

    /// Returns it as a project, with all its mistakes.
    pub fn project(&self) -> Project {
        let rooms = self.rooms.iter().map(|rooms| (rooms.name.as_str(), rooms.text.as_deref()));
        let project =
            build(&self.grammar, self.path.as_deref(), &Texts(rooms.collect()), &[], &VariableValues::new());
        project.expect("only room sets that are asked for besides can fail to be read")
    }

    /// Returns `true` if its files already hold all of it, so that nothing would be lost. This happens if the
    /// program ended between saving and discarding.
    pub(super) fn is_in_its_files(&self, disk: &dyn Disk) -> bool {
        let holds = |path: &Path, text: &str| read_text_on(disk, path).is_ok_and(|found| found == text);
        let is_saved = |rooms: &UnsavedRooms| match (&rooms.path, &rooms.text) {
            (Some(path), Some(text)) => {
                let found = read_text_on(disk, path).map(|found| parse_room_set(&found, None).value);
                found.is_ok_and(|found| found.is_some() && found == parse_room_set(text, None).value)
            }
            (None, Some(_)) => false,
            (_, None) => true,
        };
        self.path.as_ref().is_some_and(|path| holds(path, &self.grammar)) && self.rooms.iter().all(is_saved)
    }

    /// Returns its number of rules and its number of rooms.
    pub fn size(&self) -> (usize, usize) {
        let project = self.project();
        let rules = project.grammar.value.as_ref().map_or(0, |grammar| grammar.rules.len());
        (rules, project.room_sets().map(|set| set.rooms.len()).sum())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn unsaved_project_is_read_as_it_was_written() {
        let unsaved = Unsaved {
            format: Unsaved::FORMAT,
            title: "A \"title\"".to_owned(),
            path: Some(PathBuf::from("/a/b.ron")),
            rooms_folder: None,
            saving_loses: true,
            grammar: "Grammar(\n    name: \"x\\n\", r#\"raw\"# \\ ä\n)\n".to_owned(),
            rooms: vec![
                UnsavedRooms {
                    name: "keep.ron".to_owned(),
                    path: Some(PathBuf::from("/a/keep.ron")),
                    is_whole: true,
                    text: Some("RoomSet(\"##\"##)".to_owned()),
                },
                UnsavedRooms { name: "gone.ron".to_owned(), path: None, is_whole: false, text: None },
            ],
            stamps: vec![(PathBuf::from("/a/b.ron"), FileStamp::of_text("x"))],
            time: UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        };
        assert_eq!(Unsaved::parse(&unsaved.print().unwrap()).unwrap(), unsaved);
    }
}
