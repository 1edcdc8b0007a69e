//! Stars, notes and tags of seeds, by project.
//!
//! They belong to a project, but to none of its files. They have a file of their own, which is never shortened.
//! In: the changed marks. Guaranteed: marks of other seeds and other projects stay, also those that another
//! window wrote meanwhile. A file that cannot be understood is not replaced.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::{Deserialize, Serialize};

use super::home::options;
use super::reading::read_text_on;
use super::{FileError, ProgramFolder};
use crate::base::Seed;

const FILE: &str = "marks.ron";

/// Everything that a designer noted about a seed. Unknown fields of other versions are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeedMark {
    /// `true` if it has a star.
    pub starred: bool,
    /// Note; empty for none.
    pub note: String,
    /// Tags, in order.
    pub tags: BTreeSet<String>,
}

/// The marks of a project; a seed without a mark has no entry.
pub type SeedMarks = BTreeMap<Seed, SeedMark>;

/// Changed marks of a project; `None` if the mark was removed.
pub type MarkChanges = BTreeMap<Seed, Option<SeedMark>>;

/// The file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct MarkedProjects {
    projects: BTreeMap<String, Vec<(Seed, SeedMark)>>,
}

impl SeedMark {
    /// Returns `true` if nothing is noted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns `true` if the note or a tag contains a text, which must be in lower case.
    pub fn contains(&self, sought: &str) -> bool {
        let mut texts = self.tags.iter().chain([&self.note]);
        texts.any(|text| text.to_lowercase().contains(sought))
    }
}

impl ProgramFolder {
    /// Returns the marks of a project. `name` is the path of its file, or another unique name.
    pub fn seed_marks(&self, name: &str) -> SeedMarks {
        let known: MarkedProjects = self.read_own(FILE);
        known.projects.get(name).into_iter().flatten().cloned().collect()
    }

    /// Writes changed marks of a project.
    ///
    /// # Errors
    /// If the file cannot be written, or exists and cannot be understood.
    pub fn keep_seed_marks(&self, name: &str, changes: &MarkChanges) -> Result<(), FileError> {
        let mut known = self.marked_projects()?;
        let list = known.projects.remove(name).unwrap_or_default();
        let mut marks: SeedMarks = list.into_iter().collect();
        for (seed, change) in changes {
            match change.clone().filter(|mark| !mark.is_empty()) {
                Some(mark) => drop(marks.insert(*seed, mark)),
                None => drop(marks.remove(seed)),
            }
        }
        if !marks.is_empty() {
            known.projects.insert(name.to_owned(), marks.into_iter().collect());
        }
        self.write_own(FILE, &known)
    }

    fn marked_projects(&self) -> Result<MarkedProjects, FileError> {
        let path = self.root().join(FILE);
        match read_text_on(self.disk(), &path) {
            Ok(text) => options().from_str(&text).map_err(|error| FileError::Unwritable {
                path,
                source: io::Error::other(format!("it holds something else ({error}); move it away")),
            }),
            Err(FileError::Unreadable { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(MarkedProjects::default())
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn mark(note: &str) -> SeedMark {
        SeedMark { starred: true, note: note.to_owned(), tags: ["Wide".to_owned()].into() }
    }

    #[test]
    fn marks_of_other_seeds_and_projects_stay() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        let largest = Seed(u64::MAX);
        home.keep_seed_marks("a.ron", &[(Seed(1), Some(mark("one"))), (largest, Some(mark("last")))].into())
            .unwrap();
        home.keep_seed_marks("b.ron", &[(Seed(1), Some(mark("other")))].into()).unwrap();
        home.keep_seed_marks("a.ron", &[(Seed(1), None), (Seed(2), Some(mark("\"two\"\nlines")))].into())
            .unwrap();
        let expected = [(Seed(2), mark("\"two\"\nlines")), (largest, mark("last"))].into();
        assert_eq!(home.seed_marks("a.ron"), expected);
        assert_eq!(home.seed_marks("b.ron"), [(Seed(1), mark("other"))].into());
        assert_eq!(home.seed_marks("c.ron"), SeedMarks::new());
    }

    #[test]
    fn file_that_cannot_be_understood_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let home = ProgramFolder::at(folder.path()).unwrap();
        fs::write(folder.path().join(FILE), "not marks").unwrap();
        assert!(home.keep_seed_marks("a.ron", &[(Seed(1), Some(mark("one")))].into()).is_err());
        assert_eq!(fs::read_to_string(folder.path().join(FILE)).unwrap(), "not marks");
    }

    #[test]
    fn notes_and_tags_are_searched_without_regard_to_case() {
        let found = mark("A Long Hall");
        assert!(found.contains("long") && found.contains("wide") && !found.contains("short"));
    }
}
