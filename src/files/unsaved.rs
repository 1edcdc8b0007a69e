//! A project that is not saved yet, as it lies in the recovery folder: everything that is needed to go on with it, in one file.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize, Serializer};

use super::disk::Disk;
use super::home::{options, own_text};
use super::project::{Project, Texts, build};
use super::reading::read_text_on;
use super::stamp::Stamp;
use crate::text::parse_room_set;

/// A project that is not saved yet. Paths that are no texts are not written: the work counts more than where it came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Recovery")]
pub struct Unsaved {
    /// Of the file in which it is kept: [`Unsaved::FORMAT`].
    pub format: u32,
    /// What it is called.
    pub title: String,
    /// The file that it belongs to, if it has one.
    #[serde(default, skip_serializing_if = "is_no_text")]
    pub path: Option<PathBuf>,
    /// The folder from which the grammar names its room sets, if there is one.
    #[serde(default, skip_serializing_if = "is_no_text")]
    pub rooms_folder: Option<PathBuf>,
    /// Would saving lose something in the file that could not be read?
    #[serde(default)]
    pub saving_loses: bool,
    /// When it was kept.
    #[serde(rename = "seconds", with = "seconds")]
    pub time: SystemTime,
    /// The text of the grammar, as it would be saved.
    pub grammar: String,
    /// The room sets.
    pub rooms: Vec<UnsavedRooms>,
    /// What the files of the project held when they were read or written last.
    #[serde(default, serialize_with = "stamps_of_texts")]
    pub stamps: Vec<(PathBuf, Stamp)>,
}

/// A room set of a project that is not saved yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "RecoveryRooms")]
pub struct UnsavedRooms {
    /// How the grammar names it.
    pub name: String,
    /// Its file, if it has one.
    #[serde(default, skip_serializing_if = "is_no_text")]
    pub path: Option<PathBuf>,
    /// Could all of its file be read?
    pub is_whole: bool,
    /// Its text, as it would be saved; none if nothing of its file could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

fn is_no_text(path: &Option<PathBuf>) -> bool {
    path.as_deref().and_then(Path::to_str).is_none()
}

fn stamps_of_texts<S: Serializer>(stamps: &[(PathBuf, Stamp)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(stamps.iter().filter(|(path, _)| path.to_str().is_some()))
}

/// A time as whole seconds since 1970.
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
    /// The format that is written.
    pub const FORMAT: u32 = 1;

    /// The text of its recovery file.
    pub(super) fn print(&self) -> std::io::Result<String> {
        own_text(self)
    }

    /// Reads the text of a recovery file.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        options().from_str(text).map_err(|error| error.to_string())
    }

    /// It as a project, with all that is wrong with it.
    pub fn project(&self) -> Project {
        let rooms = self.rooms.iter().map(|rooms| (rooms.name.as_str(), rooms.text.as_deref()));
        let project = build(&self.grammar, self.path.as_deref(), &Texts(rooms.collect()), &[]);
        project.expect("only room sets that are asked for besides can fail to be read")
    }

    /// Is all of it in its files, so that nothing is lost without it? So it is if the program ended between saving and forgetting.
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

    /// How many rules it has, and how many rooms.
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
            stamps: vec![(PathBuf::from("/a/b.ron"), Stamp::of_text("x"))],
            time: UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        };
        assert_eq!(Unsaved::parse(&unsaved.print().unwrap()).unwrap(), unsaved);
    }
}
