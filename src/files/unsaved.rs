//! A project that is not saved yet, as it lies in the recovery folder: everything that is needed to go on with it, in one file.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::FileError;
use super::disk::Disk;
use super::home::{options, own_text};
use super::load::parse_room_set;
use super::project::{Project, RoomSource, build};
use super::reading::read_text_on;
use super::stamp::Stamp;

/// A project that is not saved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// What it is called.
    pub title: String,
    /// The file that it belongs to, if it has one.
    pub path: Option<PathBuf>,
    /// The folder from which the grammar names its room sets, if there is one.
    pub rooms_folder: Option<PathBuf>,
    /// Would saving lose something in the file that could not be read?
    pub saving_loses: bool,
    /// The text of the grammar, as it would be saved.
    pub grammar: String,
    /// The room sets.
    pub rooms: Vec<UnsavedRooms>,
    /// What the files of the project held when they were read or written last.
    pub stamps: Vec<(PathBuf, Stamp)>,
    /// When it was kept.
    pub time: SystemTime,
}

/// A room set of a project that is not saved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedRooms {
    /// How the grammar names it.
    pub name: String,
    /// Its file, if it has one.
    pub path: Option<PathBuf>,
    /// Could all of its file be read?
    pub is_whole: bool,
    /// Its text, as it would be saved; none if nothing of its file could be read.
    pub text: Option<String>,
}

/// The same as it is written. Paths that are no texts are left out: the work counts more than where it came from.
#[derive(Debug, Serialize, Deserialize)]
struct Recovery {
    format: u32,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rooms_folder: Option<String>,
    #[serde(default)]
    saving_loses: bool,
    seconds: u64,
    grammar: String,
    rooms: Vec<RecoveryRooms>,
    #[serde(default)]
    stamps: Vec<(String, Option<u64>)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct RecoveryRooms {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    is_whole: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

const FORMAT: u32 = 1;

impl Unsaved {
    /// The text of its recovery file.
    pub(super) fn print(&self) -> std::io::Result<String> {
        let text_of = |path: &Option<PathBuf>| path.as_deref().and_then(Path::to_str).map(str::to_owned);
        let rooms = self.rooms.iter().map(|rooms| RecoveryRooms {
            name: rooms.name.clone(),
            path: text_of(&rooms.path),
            is_whole: rooms.is_whole,
            text: rooms.text.clone(),
        });
        let stamps = self.stamps.iter();
        let stamps = stamps.filter_map(|(path, stamp)| Some((path.to_str()?.to_owned(), stamp.number())));
        own_text(&Recovery {
            format: FORMAT,
            title: self.title.clone(),
            path: text_of(&self.path),
            rooms_folder: text_of(&self.rooms_folder),
            saving_loses: self.saving_loses,
            seconds: self.time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            grammar: self.grammar.clone(),
            rooms: rooms.collect(),
            stamps: stamps.collect(),
        })
    }

    /// Reads the text of a recovery file.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let read: Recovery = options().from_str(text).map_err(|error| error.to_string())?;
        let rooms = read.rooms.into_iter().map(|rooms| UnsavedRooms {
            name: rooms.name,
            path: rooms.path.map(PathBuf::from),
            is_whole: rooms.is_whole,
            text: rooms.text,
        });
        let stamps = read.stamps.into_iter();
        let stamps = stamps.map(|(path, number)| (PathBuf::from(path), Stamp::from_number(number)));
        Ok(Self {
            title: read.title,
            path: read.path.map(PathBuf::from),
            rooms_folder: read.rooms_folder.map(PathBuf::from),
            saving_loses: read.saving_loses,
            grammar: read.grammar,
            rooms: rooms.collect(),
            stamps: stamps.collect(),
            time: UNIX_EPOCH.checked_add(Duration::from_secs(read.seconds)).unwrap_or(UNIX_EPOCH),
        })
    }

    /// It as a project, with all that is wrong with it.
    pub fn project(&self) -> Project {
        let project = build(&self.grammar, self.path.as_deref(), self, &[]);
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

impl RoomSource for Unsaved {
    fn resolve(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }

    fn read(&self, path: &Path) -> Result<String, FileError> {
        let known = self.rooms.iter().find(|rooms| Path::new(&rooms.name) == path);
        known.and_then(|rooms| rooms.text.clone()).ok_or_else(|| FileError::Unreadable {
            path: path.to_owned(),
            source: std::io::ErrorKind::NotFound.into(),
        })
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn others(&self, _: &str) -> Vec<String> {
        self.rooms.iter().map(|rooms| rooms.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsaved_project_is_read_as_it_was_written() {
        let unsaved = Unsaved {
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
