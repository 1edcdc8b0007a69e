//! What saving writes, and the writing of it.
//!
//! What did not change since the files were read is written as it was read, comments and all, unless the files are to be tidied.
//! A room set has a file of its own, which is written only if its text is other than what the file holds.
//! The grammar is written last, so that it never names a file that is not there.
//! No file is written over that was not read or written by this document; another name is taken then.
//!
//! Everything is written beside the files first; only when all of it is on the disk do the files take their new content, one after the other.
//! So a full disk changes no file at all. What another program has written meanwhile is not replaced.

use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::Document;
use super::sheet_copies::SheetCopy;
use super::storage::{RoomFile, whole};
use crate::files::{self, Disk, Draft, FileError, Home, Stamp, Unsaved, UnsavedRooms};
use crate::grammar::Grammar;
use crate::rooms::RoomSet;

/// How many names are tried for a room set that has no file yet.
const MOST_NAMES: u32 = 99;

/// What saving did.
#[derive(Debug, Default)]
pub struct Saved {
    /// The room sets that were written beside the grammar.
    pub rooms: Vec<PathBuf>,
    /// Why no backup of a file could be made, if so.
    pub backup_problem: Option<FileError>,
}

/// Why a project could not be saved, or not all of it.
#[derive(Debug)]
pub struct SaveError {
    /// What went wrong first.
    pub cause: FileError,
    /// The files that hold the new content nevertheless; empty if none was touched.
    pub saved: Vec<PathBuf>,
    /// The files that were not written, if others were.
    pub unsaved: Vec<PathBuf>,
}

impl SaveError {
    /// A stable name of this kind of mistake.
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

/// What saving will write, and where; nothing is written yet.
#[derive(Clone, Debug)]
pub(super) struct SavePlan {
    path: PathBuf,
    grammar: String,
    rooms: Vec<PlannedRooms>,
}

/// A room set that a grammar names.
#[derive(Clone, Debug)]
struct PlannedRooms {
    /// How the open grammar names it.
    name: String,
    /// How the saved one will.
    saved_name: String,
    path: PathBuf,
    /// The set, if it could be read.
    set: Option<Arc<RoomSet>>,
    /// What its file will hold then.
    text: Option<String>,
    /// Is it other than its file?
    is_written: bool,
    /// Could all of its file be read?
    is_whole: bool,
}

/// A file that is to be written.
struct ToWrite {
    path: PathBuf,
    text: String,
    /// What it holds as far as it is known, and may be replaced.
    known: Stamp,
    /// The room set in it, by the name that the open grammar gives it; none in that of the grammar.
    rooms: Option<(String, Arc<RoomSet>)>,
}

impl SavePlan {
    /// What will be saved, as it lies in the recovery folder.
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
    /// Saves the grammar, and every room set that is other than its file.
    ///
    /// What a file held before is kept as a backup, if there is a place for it.
    ///
    /// # Errors
    /// If a file cannot be written. The grammar is written last; without it the document stays unsaved.
    /// So it does if a file holds something else than when it was read or written; see [`Document::accept_disk`].
    pub fn save(&mut self, path: &Path, home: Option<&Home>) -> Result<Saved, SaveError> {
        let plan = self.plan_save(path)?;
        self.carry_out(plan, home)
    }

    /// What saving to a file would write.
    ///
    /// # Errors
    /// If there is no name for a room set.
    pub(super) fn plan_save(&self, path: &Path) -> Result<SavePlan, FileError> {
        let mut grammar = Grammar::clone(self.grammar());
        let mut rooms: Vec<PlannedRooms> = Vec::new();
        for name in &mut grammar.rooms {
            let planned = self.plan_rooms(name, path, &rooms)?;
            name.clone_from(&planned.saved_name);
            rooms.push(planned);
        }
        let grammar = self.storage.print_grammar(&grammar, self.content().form);
        Ok(SavePlan { path: path.to_owned(), grammar, rooms })
    }

    /// Where the room set of this name belongs; `before` are those whose places are known already.
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

    /// Is a file as saving would write it? One that could not be read as a whole: does it hold the set?
    fn is_in_file(&self, file: &RoomFile, set: Option<&Arc<RoomSet>>, text: &str) -> bool {
        let is_same = if file.is_whole {
            file.holds.is_some() && self.storage.stamps.get(&file.path) == Some(&Stamp::of_text(text))
        } else {
            file.holds.as_ref() == set
        };
        is_same && files::exists_on(&*self.storage.disk, &file.path)
    }

    /// Writes what was planned.
    ///
    /// # Errors
    /// If a file cannot be written; the document stays unsaved then.
    pub(super) fn carry_out(&mut self, plan: SavePlan, home: Option<&Home>) -> Result<Saved, SaveError> {
        let path = plan.path.clone();
        let sheets = self.sheets_to_copy(&plan);
        let files = self.to_write(plan)?;
        let mut saved = Saved::default();
        if let Some(home) = home {
            saved.backup_problem = prepare(home, &files).err();
        }
        // What names them is written after them.
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

    /// The sheets of room sets that are written where they were not before.
    fn sheets_to_copy(&self, plan: &SavePlan) -> Vec<SheetCopy> {
        let written = plan.rooms.iter().filter(|rooms| rooms.is_written);
        written
            .filter_map(|rooms| self.sheet_to_copy(&rooms.name, rooms.set.as_ref()?, &rooms.path))
            .collect()
    }

    /// The files that are to be written, the grammar last.
    ///
    /// # Errors
    /// If one of them cannot be looked at or was changed by another program.
    fn to_write(&self, plan: SavePlan) -> Result<Vec<ToWrite>, FileError> {
        let rooms = plan.rooms.into_iter().filter(|rooms| rooms.is_written);
        let rooms = rooms.filter_map(|rooms| Some((rooms.path, rooms.text?, Some((rooms.name, rooms.set?)))));
        let all = rooms.chain([(plan.path, plan.grammar, None)]);
        all.map(|(path, text, rooms)| {
            let known = self.known(&path, &text)?;
            Ok(ToWrite { path, text, known, rooms })
        })
        .collect()
    }

    /// What a file holds and may be replaced by this text.
    fn known(&self, path: &Path, text: &str) -> Result<Stamp, FileError> {
        let found = Stamp::read(&*self.storage.disk, path);
        let found = found.map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?;
        let known = *self.storage.stamps.get(path).unwrap_or(&found);
        if found != known && found.is_there() && found != Stamp::of_text(text) {
            return Err(FileError::Changed { path: path.to_owned() });
        }
        Ok(known)
    }

    /// Writes all of the files, or as many as can be.
    fn write_all(&mut self, files: &[ToWrite]) -> Result<(), SaveError> {
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

    /// Remembers what a file holds now.
    fn note_written(&mut self, file: &ToWrite) {
        let stamp = Stamp::of_text(&file.text);
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

    /// Where a room set would be that the grammar names but that could not be read.
    fn path_of_unread(&self, name: &str) -> PathBuf {
        self.rooms_folder.as_ref().map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }

    /// How a grammar that is saved to `path` names a file; as before where that is right.
    fn name_in(&self, path: &Path, name: &str, file: &Path) -> String {
        let folder = path.parent().unwrap_or(Path::new(""));
        if folder.join(name) == file { name.to_owned() } else { files::name_from_folder(file, Some(folder)) }
    }
}

/// Writes a file beside it, unless it holds the text already.
fn draft<'a>(disk: &'a dyn Disk, file: &ToWrite) -> Result<Option<Draft<'a>>, FileError> {
    if Stamp::of_file(disk, &file.path) == Stamp::of_text(&file.text) {
        return Ok(None);
    }
    Draft::write(disk, &file.path, file.text.as_bytes()).map(Some)
}

/// Keeps what the files hold, and remembers their folders, so that what a sudden end leaves in them is taken away.
///
/// # Errors
/// The first of what went wrong; nothing of it is in the way of saving.
fn prepare(home: &Home, files: &[ToWrite]) -> Result<(), FileError> {
    let mut problem = Ok(());
    for file in files {
        // Without it a sudden end leaves rubbish, no more.
        let _ = home.remember_folder_of(&file.path);
        if Stamp::of_file(home.disk(), &file.path) != Stamp::of_text(&file.text) {
            problem = problem.and(home.keep_backup(&file.path));
        }
    }
    problem
}

/// Where a room set goes that has no file yet: to where the grammar names it, or beside the grammar if that leads out of its folder.
fn first_path(name: &str, grammar: &Path) -> PathBuf {
    let named = Path::new(name);
    let is_inside = named.components().all(|part| matches!(part, Component::Normal(_)));
    let file = if is_inside { Some(named.as_os_str()) } else { named.file_name() };
    grammar.with_file_name("").join(file.unwrap_or("rooms.ron".as_ref()))
}

/// The first path of this name that is free, or whose file holds this text: `keep.ron`, `keep-2.ron`, `keep-3.ron`.
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

/// Is there nothing of that name, or a file with this text?
fn may_take(disk: &dyn Disk, path: &Path, text: &str) -> Result<bool, FileError> {
    match disk.look_at_name(path) {
        Ok(_) => Ok(Stamp::of_file(disk, path) == Stamp::of_text(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(FileError::Unreadable { path: path.to_owned(), source }),
    }
}
