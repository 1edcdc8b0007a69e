//! Decides what saving writes, and writes it.
//!
//! Unchanged parts are written as they were read, including comments, unless the files are to be tidied. A
//! room set is written only if its text differs from its file. The grammar is written last, so that it never
//! names a missing file. Files that this document neither read nor wrote are not overwritten; another name is
//! chosen instead.
//!
//! All new contents are first written next to the files. Only when all of them are on the disk do they
//! replace the files, one by one. A full disk therefore changes no file. Changes by other programs in the
//! meantime are not overwritten.

use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::Document;
use super::sheet_copies::SheetCopy;
use super::storage::{RoomFile, whole};
use crate::files::{self, Disk, FileDraft, FileError, FileStamp, ProgramFolder, Unsaved, UnsavedRooms};
use crate::grammar::Grammar;
use crate::rooms::RoomSet;

/// Maximum number of names tried for a room set without a file.
const MOST_NAMES: u32 = 99;

/// The result of saving.
#[derive(Debug, Default)]
pub struct SaveResult {
    /// Room sets that were written, in addition to the grammar.
    pub rooms: Vec<PathBuf>,
    /// Reason why a file could not be backed up, or `None`.
    pub backup_problem: Option<FileError>,
}

/// The reason why a project could not be saved, or only in part.
#[derive(Debug)]
pub struct SaveError {
    /// First error.
    pub cause: FileError,
    /// Files that already hold the new content; empty if none was touched.
    pub saved: Vec<PathBuf>,
    /// Files that were not written, if others were.
    pub unsaved: Vec<PathBuf>,
}

impl SaveError {
    /// Returns a stable code for the kind of error.
    pub fn code(&self) -> &'static str {
        self.cause.code()
    }
}

impl std::error::Error for SaveError {}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cause)?;
        let list = |files: &[PathBuf]| {
            files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
        };
        if !self.saved.is_empty() {
            write!(f, ". Already saved: {}. Not saved: {}", list(&self.saved), list(&self.unsaved))?;
        }
        Ok(())
    }
}

impl From<FileError> for SaveError {
    fn from(cause: FileError) -> Self {
        Self { cause, saved: Vec::new(), unsaved: Vec::new() }
    }
}

/// The files and texts to be saved; nothing is written yet.
#[derive(Clone, Debug)]
pub(super) struct SavePlan {
    path: PathBuf,
    grammar: String,
    rooms: Vec<PlannedRooms>,
}

/// A room set that a grammar names.
#[derive(Clone, Debug)]
struct PlannedRooms {
    /// Name in the open grammar.
    name: String,
    /// Name in the saved grammar.
    saved_name: String,
    path: PathBuf,
    /// The set, if it could be read.
    set: Option<Arc<RoomSet>>,
    /// New content of its file.
    text: Option<String>,
    /// `true` if it differs from its file.
    is_written: bool,
    /// `true` if all of its file could be read.
    is_whole: bool,
}

/// A file to be written.
struct FileToWrite {
    path: PathBuf,
    text: String,
    /// Known content of the file, which may be replaced.
    known: FileStamp,
    /// Room set in it, with its name in the open grammar; `None` for the file of the grammar.
    rooms: Option<(String, Arc<RoomSet>)>,
}

impl SavePlan {
    /// Returns the project to be saved in the form of the recovery folder.
    pub(super) fn unsaved(&self, document: &Document) -> Unsaved {
        let rooms = self.rooms.iter().map(|rooms| UnsavedRooms {
            name: rooms.saved_name.clone(),
            path: Some(whole(&rooms.path)),
            is_whole: rooms.is_whole,
            text: rooms.text.clone(),
        });
        let stamps = document.storage.stamps.iter();
        Unsaved {
            format: Unsaved::FORMAT,
            title: document.title().to_owned(),
            path: Some(whole(&self.path)),
            rooms_folder: self.path.parent().map(whole),
            saving_loses: false,
            grammar: self.grammar.clone(),
            rooms: rooms.collect(),
            stamps: stamps.map(|(path, stamp)| (whole(path), *stamp)).collect(),
            time: document.storage.disk.now(),
        }
    }
}

impl Document {
    /// Saves the grammar, and every room set that differs from its file.
    ///
    /// Previous contents of files are kept as backups, if there is a place for them.
    ///
    /// # Errors
    /// If a file cannot be written. The grammar is written last; without it, the document stays unsaved. Also
    /// if a file has changed since it was read or written; see [`Document::accept_disk`].
    pub fn save(&mut self, path: &Path, home: Option<&ProgramFolder>) -> Result<SaveResult, SaveError> {
        let plan = self.plan_save(path)?;
        self.write_plan(plan, home)
    }

    /// Plans saving to a file.
    ///
    /// # Errors
    /// If no name for a room set can be found.
    pub(super) fn plan_save(&self, path: &Path) -> Result<SavePlan, FileError> {
        let mut grammar = Grammar::clone(self.authored());
        let mut rooms: Vec<PlannedRooms> = Vec::new();
        for name in &mut grammar.rooms {
            let planned = self.plan_rooms(name, path, &rooms)?;
            name.clone_from(&planned.saved_name);
            rooms.push(planned);
        }
        let grammar = self.storage.print_grammar(&grammar, self.content().form);
        Ok(SavePlan { path: path.to_owned(), grammar, rooms })
    }

    /// Plans the file of a room set. `before` are the sets with known files.
    fn plan_rooms(
        &self,
        name: &str,
        path: &Path,
        before: &[PlannedRooms],
    ) -> Result<PlannedRooms, FileError> {
        let open = self.rooms().iter().find(|rooms| rooms.path == name).map(|rooms| Arc::clone(&rooms.set));
        let form = self.content().form;
        let text = open.as_deref().map(|set| self.storage.print_room_set(name, set, form));
        let (known, disk) = (self.storage.rooms.get(name), &*self.storage.disk);
        let is_taken = |path: &Path| before.iter().any(|rooms| rooms.path == path);
        let (target, is_written) = match (known, &text) {
            (Some(file), None) => (file.path.clone(), false),
            (None, None) => (self.path_of_unread(name), false),
            (Some(file), Some(text)) if self.is_in_file(file, open.as_ref(), text) => {
                (file.path.clone(), false)
            }
            (Some(file), Some(_)) if file.is_whole => (file.path.clone(), true),
            (Some(file), Some(text)) => (free_path(disk, &file.path, text, is_taken)?, true),
            (None, Some(text)) => (free_path(disk, &first_path(name, path), text, is_taken)?, true),
        };
        let saved_name = self.name_in(path, name, &target);
        let is_whole = known.filter(|file| file.path == target).is_none_or(|file| file.is_whole);
        let name = name.to_owned();
        Ok(PlannedRooms { name, saved_name, path: target, set: open, text, is_written, is_whole })
    }

    /// Returns `true` if a file is as saving would write it. If it could not be read as a whole, its set is
    /// compared.
    fn is_in_file(&self, file: &RoomFile, set: Option<&Arc<RoomSet>>, text: &str) -> bool {
        let is_same = if file.is_whole {
            file.holds.is_some() && self.storage.stamps.get(&file.path) == Some(&FileStamp::of_text(text))
        } else {
            file.holds.as_ref() == set
        };
        is_same && files::exists_on(&*self.storage.disk, &file.path)
    }

    /// Writes the planned files.
    ///
    /// # Errors
    /// If a file cannot be written; the document then stays unsaved.
    pub(super) fn write_plan(
        &mut self,
        plan: SavePlan,
        home: Option<&ProgramFolder>,
    ) -> Result<SaveResult, SaveError> {
        let path = plan.path.clone();
        let sheets = self.sheets_to_copy(&plan);
        let files = self.to_write(plan)?;
        let mut saved = SaveResult::default();
        if let Some(home) = home {
            saved.backup_problem = prepare(home, &files).err();
        }
        // Sheets come first, because room sets name them.
        sheets.iter().try_for_each(|sheet| sheet.write(&*self.storage.disk))?;
        self.write_all(&files)?;
        saved.rooms = files.into_iter().filter(|file| file.rooms.is_some()).map(|file| file.path).collect();
        if let Some(old) = self.path.as_deref().filter(|old| *old != path) {
            self.storage.stamps.remove(old);
        }
        if self.rooms_folder.is_none() {
            self.rooms_folder = path.parent().map(Path::to_owned);
        }
        self.mark_saved(path);
        Ok(saved)
    }

    /// Returns the sheets of room sets that are saved to a new location.
    fn sheets_to_copy(&self, plan: &SavePlan) -> Vec<SheetCopy> {
        let written = plan.rooms.iter().filter(|rooms| rooms.is_written);
        written
            .filter_map(|rooms| self.sheet_to_copy(&rooms.name, rooms.set.as_ref()?, &rooms.path))
            .collect()
    }

    /// Returns the files to be written, the grammar last.
    ///
    /// # Errors
    /// If one of them cannot be inspected, or was changed by another program.
    fn to_write(&self, plan: SavePlan) -> Result<Vec<FileToWrite>, FileError> {
        let rooms = plan.rooms.into_iter().filter(|rooms| rooms.is_written);
        let rooms = rooms.filter_map(|rooms| Some((rooms.path, rooms.text?, Some((rooms.name, rooms.set?)))));
        let all = rooms.chain([(plan.path, plan.grammar, None)]);
        all.map(|(path, text, rooms)| {
            let known = self.known(&path, &text)?;
            Ok(FileToWrite { path, text, known, rooms })
        })
        .collect()
    }

    /// Returns the content of a file that this text may replace.
    fn known(&self, path: &Path, text: &str) -> Result<FileStamp, FileError> {
        let found = FileStamp::read(&*self.storage.disk, path);
        let found = found.map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?;
        let known = *self.storage.stamps.get(path).unwrap_or(&found);
        if found != known && found.is_there() && found != FileStamp::of_text(text) {
            return Err(FileError::Changed { path: path.to_owned() });
        }
        Ok(known)
    }

    /// Writes all files, or as many as possible.
    fn write_all(&mut self, files: &[FileToWrite]) -> Result<(), SaveError> {
        let disk = Arc::clone(&self.storage.disk);
        let drafts: Result<Vec<_>, FileError> = files.iter().map(|file| draft(&*disk, file)).collect();
        for (position, (draft, file)) in drafts?.into_iter().zip(files).enumerate() {
            let done = match draft {
                Some(draft) => draft.put_over(file.known),
                None => files::confirm(&*disk, &file.path),
            };
            if matches!(done, Ok(()) | Err(FileError::Unconfirmed { .. })) {
                self.note_written(file);
            }
            if let Err(cause) = done {
                let (saved, unsaved) = files.split_at(position);
                let [saved, unsaved] =
                    [saved, unsaved].map(|files| files.iter().map(|file| file.path.clone()).collect());
                return Err(SaveError { cause, saved, unsaved });
            }
        }
        Ok(())
    }

    /// Records the content that a file has now.
    fn note_written(&mut self, file: &FileToWrite) {
        let stamp = FileStamp::of_text(&file.text);
        match &file.rooms {
            Some((name, set)) => {
                let text = self.storage.rooms.get(name).and_then(|file| file.text.clone());
                let (path, holds) = (file.path.clone(), Some(Arc::clone(set)));
                self.storage.note(name, RoomFile { path, text, holds, is_whole: true }, stamp);
            }
            None => {
                self.storage.stamps.insert(file.path.clone(), stamp);
            }
        }
    }

    /// Returns the path of a room set that the grammar names but that could not be read.
    fn path_of_unread(&self, name: &str) -> PathBuf {
        self.rooms_folder.as_ref().map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }

    /// Returns the name of a file in a grammar saved to `path`: the previous one if it is correct.
    fn name_in(&self, path: &Path, name: &str, file: &Path) -> String {
        let folder = path.parent().unwrap_or(Path::new(""));
        if folder.join(name) == file { name.to_owned() } else { files::name_from_folder(file, Some(folder)) }
    }
}

/// Writes the new content next to a file, unless the file already has it.
fn draft<'a>(disk: &'a dyn Disk, file: &FileToWrite) -> Result<Option<FileDraft<'a>>, FileError> {
    if FileStamp::of_file(disk, &file.path) == FileStamp::of_text(&file.text) {
        return Ok(None);
    }
    FileDraft::write(disk, &file.path, file.text.as_bytes()).map(Some)
}

/// Backs up the files, and remembers their folders, so that the next start can remove leftovers of a crash.
///
/// # Errors
/// The first problem; none of them prevents saving.
fn prepare(home: &ProgramFolder, files: &[FileToWrite]) -> Result<(), FileError> {
    let mut problem = Ok(());
    for file in files {
        // Without it, a crash only leaves temporary files behind.
        let _ = home.remember_folder_of(&file.path);
        if FileStamp::of_file(home.disk(), &file.path) != FileStamp::of_text(&file.text) {
            problem = problem.and(home.keep_backup(&file.path));
        }
    }
    problem
}

/// Returns the path of a new room set: as the grammar names it, or next to the grammar if that is outside its
/// folder.
fn first_path(name: &str, grammar: &Path) -> PathBuf {
    let named = Path::new(name);
    let is_inside = named.components().all(|part| matches!(part, Component::Normal(_)));
    let file = if is_inside { Some(named.as_os_str()) } else { named.file_name() };
    grammar.with_file_name("").join(file.unwrap_or("rooms.ron".as_ref()))
}

/// Returns the first path that is free or already holds this text: `keep.ron`, `keep-2.ron`, `keep-3.ron`.
fn free_path(
    disk: &dyn Disk,
    first: &Path,
    text: &str,
    is_taken: impl Fn(&Path) -> bool,
) -> Result<PathBuf, FileError> {
    let stem = first.file_stem().map_or_else(|| "rooms".into(), |stem| stem.to_string_lossy());
    for number in 1..=MOST_NAMES {
        let name = if number == 1 { format!("{stem}.ron") } else { format!("{stem}-{number}.ron") };
        let path = first.with_file_name(name);
        if !is_taken(&path) && may_take(disk, &path, text)? {
            return Ok(path);
        }
    }
    Err(FileError::NoFreeName { path: first.to_owned() })
}

/// Returns `true` if the path is free, or holds a file with this text.
fn may_take(disk: &dyn Disk, path: &Path, text: &str) -> Result<bool, FileError> {
    match disk.look_at_name(path) {
        Ok(_) => Ok(FileStamp::of_file(disk, path) == FileStamp::of_text(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(FileError::Unreadable { path: path.to_owned(), source }),
    }
}
