//! What saving writes, and the writing of it.
//!
//! A room set has a file of its own, which is written only if the set is other than what the file holds.
//! The grammar is written last, so that it never names a file that is not there.
//! No file is written over that was not read or written by this document; another name is taken then.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::Document;
use super::storage::whole;
use crate::files::{self, FileError, Home, Stamp, Unsaved, UnsavedRooms};
use crate::grammar::Grammar;
use crate::mission::RoomSet;

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
    /// Is it other than its file?
    is_written: bool,
    /// Could all of its file be read?
    is_whole: bool,
}

impl SavePlan {
    /// What will be saved, as it lies in the recovery folder.
    pub(super) fn unsaved(&self, document: &Document) -> Unsaved {
        let rooms = self.rooms.iter().map(|rooms| UnsavedRooms {
            name: rooms.saved_name.clone(),
            path: Some(whole(&rooms.path)),
            is_whole: rooms.is_whole,
            text: rooms.set.as_deref().map(files::print_room_set),
        });
        let stamps = document.storage.stamps.iter();
        Unsaved {
            title: document.title().to_owned(),
            path: Some(whole(&self.path)),
            rooms_folder: self.path.parent().map(whole),
            saving_loses: false,
            grammar: self.grammar.clone(),
            rooms: rooms.collect(),
            stamps: stamps.map(|(path, stamp)| (whole(path), *stamp)).collect(),
            time: SystemTime::now(),
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
    pub fn save(&mut self, path: &Path, home: Option<&Home>) -> Result<Saved, FileError> {
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
        Ok(SavePlan { path: path.to_owned(), grammar: files::print_grammar(&grammar), rooms })
    }

    /// Where the room set of this name belongs; `before` are those whose places are known already.
    fn plan_rooms(
        &self,
        name: &str,
        path: &Path,
        before: &[PlannedRooms],
    ) -> Result<PlannedRooms, FileError> {
        let open = self.rooms().iter().find(|rooms| rooms.path == name).map(|rooms| Arc::clone(&rooms.set));
        let known = self.storage.rooms.get(name);
        let is_taken = |path: &Path| before.iter().any(|rooms| rooms.path == path);
        let (target, is_written) = match (known, &open) {
            (Some(file), None) => (file.path.clone(), false),
            (None, None) => (self.path_of_unread(name), false),
            (Some(file), Some(set)) if file.holds.as_ref() == Some(set) && files::exists(&file.path) => {
                (file.path.clone(), false)
            }
            (Some(file), Some(_)) if file.is_whole => (file.path.clone(), true),
            (Some(file), Some(set)) => (free_path(&file.path, &files::print_room_set(set), is_taken)?, true),
            (None, Some(set)) => {
                (free_path(&first_path(name, path), &files::print_room_set(set), is_taken)?, true)
            }
        };
        let saved_name = self.name_in(path, name, &target);
        let is_whole = known.filter(|file| file.path == target).is_none_or(|file| file.is_whole);
        let name = name.to_owned();
        Ok(PlannedRooms { name, saved_name, path: target, set: open, is_written, is_whole })
    }

    /// Writes what was planned.
    ///
    /// # Errors
    /// If a file cannot be written; the document stays unsaved then.
    pub(super) fn carry_out(&mut self, plan: SavePlan, home: Option<&Home>) -> Result<Saved, FileError> {
        let mut saved = Saved::default();
        for PlannedRooms { name, path, set, is_written, .. } in plan.rooms {
            if let Some(set) = set.filter(|_| is_written) {
                self.write(&path, &files::print_room_set(&set), home, &mut saved)?;
                self.storage.note(&name, path.clone(), Some(set), true);
                saved.rooms.push(path);
            }
        }
        self.write(&plan.path, &plan.grammar, home, &mut saved)?;
        if let Some(old) = self.path.as_deref().filter(|old| *old != plan.path) {
            self.storage.stamps.remove(old);
        }
        if self.rooms_folder.is_none() {
            self.rooms_folder = plan.path.parent().map(Path::to_owned);
        }
        self.mark_saved(plan.path);
        Ok(saved)
    }

    /// Writes a file, unless it holds the text already.
    fn write(
        &mut self,
        path: &Path,
        text: &str,
        home: Option<&Home>,
        saved: &mut Saved,
    ) -> Result<(), FileError> {
        let stamp = Stamp::of_text(text);
        if Stamp::of_file(path) != stamp {
            if let Some(Err(problem)) = home.map(|home| home.keep_backup(path)) {
                saved.backup_problem = Some(problem);
            }
            files::save_text(path, text)?;
        }
        self.storage.stamps.insert(path.to_owned(), stamp);
        Ok(())
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

/// Where a room set goes that has no file yet: to where the grammar names it, or beside the grammar if that leads out of its folder.
fn first_path(name: &str, grammar: &Path) -> PathBuf {
    let named = Path::new(name);
    let is_inside = named.components().all(|part| matches!(part, Component::Normal(_)));
    let file = if is_inside { Some(named.as_os_str()) } else { named.file_name() };
    grammar.with_file_name("").join(file.unwrap_or("rooms.ron".as_ref()))
}

/// The first path of this name that is free, or whose file holds this text: `keep.ron`, `keep-2.ron`, `keep-3.ron`.
fn free_path(first: &Path, text: &str, is_taken: impl Fn(&Path) -> bool) -> Result<PathBuf, FileError> {
    let stem = first.file_stem().map_or_else(|| "rooms".into(), |stem| stem.to_string_lossy());
    let holds_this = |path: &Path| Stamp::of_file(path) == Stamp::of_text(text) || !files::exists(path);
    (1..=MOST_NAMES)
        .map(|number| {
            let name = if number == 1 { format!("{stem}.ron") } else { format!("{stem}-{number}.ron") };
            first.with_file_name(name)
        })
        .find(|path| holds_this(path) && !is_taken(path))
        .ok_or_else(|| FileError::NoFreeName { path: first.to_owned() })
}
