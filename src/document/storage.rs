//! The open project and its files: how it is read, what saving writes, and whether somebody else has changed a file meanwhile.
//!
//! A room set has a file of its own, which saving writes only if the set is other than what the file holds.
//! The grammar is written last, so that it never names a file that is not there.
//! No file is written over that was not read or written by this document; another name is taken then.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::{Content, Document, OpenRooms};
use crate::files::{self, FileError, Home, Project, Stamp, Unsaved, UnsavedRooms};
use crate::grammar::{Grammar, Start};
use crate::mission::{Alphabet, LayoutSettings, Movement, RoomSet};

/// How many names are tried for a room set that has no file yet.
const MOST_NAMES: u32 = 99;

/// What is known of the files of a project.
#[derive(Clone, Debug, Default)]
pub(super) struct Storage {
    /// By the name that the grammar gives them.
    rooms: BTreeMap<String, RoomFile>,
    /// What each file held when it was read or written last.
    stamps: BTreeMap<PathBuf, Stamp>,
}

/// The file of a room set.
#[derive(Clone, Debug)]
struct RoomFile {
    path: PathBuf,
    /// What it holds, as far as it is known.
    holds: Option<Arc<RoomSet>>,
    /// Could all of it be read? If not, it is never written over.
    is_whole: bool,
}

/// What saving did.
#[derive(Debug, Default)]
pub struct Saved {
    /// The room sets that were written beside the grammar.
    pub rooms: Vec<PathBuf>,
    /// Why no backup of a file could be made, if so.
    pub backup_problem: Option<FileError>,
}

impl Document {
    /// Reads a grammar with its room sets. A file with mistakes is read too; they are the document's diagnostics.
    ///
    /// # Errors
    /// If the grammar cannot be read at all.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let stamp = Stamp::of_file(path);
        let mut document = Self::of_project(files::load_project(path, &[])?);
        document.storage.stamps.insert(path.to_owned(), stamp);
        Ok(document)
    }

    /// What a file held once, in the place of what it holds now: as it is not saved yet.
    ///
    /// # Errors
    /// None but those of reading a text that is there already.
    pub fn of_backup(path: &Path, text: &str) -> Result<Self, FileError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut project = files::load_project_from(text.as_bytes(), folder, &[])?;
        project.path = Some(path.to_owned());
        let mut document = Self::of_project(project);
        document.storage.stamps.insert(path.to_owned(), Stamp::of_file(path));
        document.mark_unsaved();
        Ok(document)
    }

    /// A project as the document of its file.
    pub fn of_project(project: Project) -> Self {
        let diagnostics = project.diagnostics();
        let is_complete = project.grammar.complete;
        let folder = project.path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
        let grammar = project.grammar.value.unwrap_or_else(empty_grammar);
        let (mut rooms, mut storage) = (Vec::new(), Storage::default());
        for found in project.rooms {
            let name = grammar.rooms.iter().find(|name| folder.join(name) == found.path);
            let name = name.cloned().unwrap_or_else(|| found.path.display().to_string());
            let set = found.set.value.map(Arc::new);
            if project.path.is_some() {
                storage.note(&name, found.path, set.clone(), found.set.complete);
            }
            rooms.extend(set.map(|set| OpenRooms { path: name, set }));
        }
        let content = Content { rooms, grammar: Arc::new(grammar) };
        let mut document = Self::opened(content, project.path).with_diagnostics(diagnostics, !is_complete);
        document.storage = storage;
        document
    }

    /// The files of the room sets that the grammar names, as far as they have one.
    pub fn room_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let names = self.grammar().rooms.iter();
        names.filter_map(|name| Some((name.as_str(), self.storage.rooms.get(name)?.path.as_path())))
    }

    /// Remembers that a room set, by the name that the grammar will give it, was read from this file.
    pub fn note_room_file(&mut self, name: &str, path: &Path, set: &Arc<RoomSet>) {
        self.storage.note(name, path.to_owned(), Some(Arc::clone(set)), true);
    }

    /// Saves the grammar, and every room set that is other than its file.
    ///
    /// What a file held before is kept as a backup, if there is a place for it.
    ///
    /// # Errors
    /// If a file cannot be written. The grammar is written last; without it the document stays unsaved.
    pub fn save(&mut self, path: &Path, home: Option<&Home>) -> Result<Saved, FileError> {
        let mut saved = Saved::default();
        let mut grammar = Grammar::clone(self.grammar());
        for name in &mut grammar.rooms {
            *name = self.save_rooms(name, path, home, &mut saved)?;
        }
        self.storage.write(path, &files::print_grammar(&grammar), home, &mut saved)?;
        if let Some(old) = self.path.as_deref().filter(|old| *old != path) {
            self.storage.stamps.remove(old);
        }
        if self.rooms_folder.is_none() {
            self.rooms_folder = path.parent().map(Path::to_owned);
        }
        self.mark_saved(path.to_owned());
        Ok(saved)
    }

    /// Writes the room set of this name if need be; how a grammar that is saved to `path` names it.
    fn save_rooms(
        &mut self,
        name: &str,
        path: &Path,
        home: Option<&Home>,
        saved: &mut Saved,
    ) -> Result<String, FileError> {
        let open = self.rooms().iter().find(|rooms| rooms.path == name).map(|rooms| Arc::clone(&rooms.set));
        let known = self.storage.rooms.get(name);
        let target = match (known, &open) {
            (Some(file), None) => file.path.clone(),
            (Some(file), Some(set)) if file.holds.as_ref() == Some(set) && files::exists(&file.path) => {
                file.path.clone()
            }
            (None, None) => return Ok(self.name_in(path, name, &self.path_of_unread(name))),
            (Some(file), Some(set)) => {
                let text = files::print_room_set(set);
                let target = if file.is_whole { file.path.clone() } else { free_path(&file.path, &text)? };
                self.write_rooms(name, target, set, &text, home, saved)?
            }
            (None, Some(set)) => {
                let text = files::print_room_set(set);
                let target = free_path(&first_path(name, path), &text)?;
                self.write_rooms(name, target, set, &text, home, saved)?
            }
        };
        Ok(self.name_in(path, name, &target))
    }

    fn write_rooms(
        &mut self,
        name: &str,
        target: PathBuf,
        set: &Arc<RoomSet>,
        text: &str,
        home: Option<&Home>,
        saved: &mut Saved,
    ) -> Result<PathBuf, FileError> {
        self.storage.write(&target, text, home, saved)?;
        self.storage.note(name, target.clone(), Some(Arc::clone(set)), true);
        saved.rooms.push(target.clone());
        Ok(target)
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

    /// The files of the project that do not hold any more what they held when they were read or written.
    pub fn changed_on_disk(&self) -> Vec<PathBuf> {
        let stamps = self.storage.stamps.iter();
        stamps.filter(|(path, stamp)| Stamp::of_file(path) != **stamp).map(|(path, _)| path.clone()).collect()
    }

    /// Takes what is on disk as known: it may be saved over.
    pub fn accept_disk(&mut self) {
        for path in self.changed_on_disk() {
            // What it holds is not known any more, so that saving writes it.
            for file in self.storage.rooms.values_mut().filter(|file| file.path == path) {
                file.holds = None;
            }
            let stamp = Stamp::of_file(&path);
            self.storage.stamps.insert(path, stamp);
        }
        self.mark_unsaved();
    }

    /// There is nothing on disk that is as it is now.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
        self.is_dirty = true;
    }

    /// What makes it ready to be kept in the recovery folder; it takes its time, so that it is for another thread.
    pub fn to_keep(&self) -> impl FnOnce() -> Unsaved + Send + use<> {
        let (content, storage) = (self.content.clone(), self.storage.clone());
        let (path, rooms_folder) = (self.path.clone(), self.rooms_folder.clone());
        let (title, saving_loses) = (self.title().to_owned(), self.saving_loses);
        move || Unsaved {
            title,
            path: path.as_deref().map(whole),
            rooms_folder: rooms_folder.as_deref().map(whole),
            saving_loses,
            grammar: files::print_grammar(&content.grammar),
            rooms: content.grammar.rooms.iter().map(|name| rooms_to_keep(name, &content, &storage)).collect(),
            stamps: storage.stamps.into_iter().map(|(path, stamp)| (whole(&path), stamp)).collect(),
            time: SystemTime::now(),
        }
    }

    /// What was kept in the recovery folder, as it was: not saved yet.
    pub fn recovered(unsaved: &Unsaved) -> Self {
        let mut project = unsaved.project();
        // The names of its room sets are not paths from here.
        let path = project.path.take();
        let mut document = Self::of_project(project);
        document.path = path;
        document.rooms_folder.clone_from(&unsaved.rooms_folder);
        document.saving_loses |= unsaved.saving_loses;
        for rooms in &unsaved.rooms {
            if let Some(path) = &rooms.path {
                let holds = if rooms.is_whole { room_set_in(path) } else { None };
                document.storage.note(&rooms.name, path.clone(), holds, rooms.is_whole);
            }
        }
        document.storage.stamps = unsaved.stamps.iter().cloned().collect();
        document.mark_unsaved();
        document
    }
}

impl Storage {
    fn note(&mut self, name: &str, path: PathBuf, holds: Option<Arc<RoomSet>>, is_whole: bool) {
        self.stamps.insert(path.clone(), Stamp::of_file(&path));
        self.rooms.insert(name.to_owned(), RoomFile { path, holds, is_whole });
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
        self.stamps.insert(path.to_owned(), stamp);
        Ok(())
    }
}

/// A path that means the same from anywhere.
fn whole(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn rooms_to_keep(name: &str, content: &Content, storage: &Storage) -> UnsavedRooms {
    let open = content.rooms.iter().find(|rooms| rooms.path == name);
    let file = storage.rooms.get(name);
    UnsavedRooms {
        name: name.to_owned(),
        path: file.map(|file| whole(&file.path)),
        is_whole: file.is_none_or(|file| file.is_whole),
        text: open.map(|rooms| files::print_room_set(&rooms.set)),
    }
}

fn room_set_in(path: &Path) -> Option<Arc<RoomSet>> {
    let text = files::read_text_file(path).ok()?;
    let loaded = files::parse_room_set(&text, None);
    loaded.value.filter(|_| loaded.complete).map(Arc::new)
}

/// Where a room set goes that has no file yet: to where the grammar names it, or beside the grammar if that leads out of its folder.
fn first_path(name: &str, grammar: &Path) -> PathBuf {
    let named = Path::new(name);
    let is_inside = named.components().all(|part| matches!(part, Component::Normal(_)));
    let file = if is_inside { Some(named.as_os_str()) } else { named.file_name() };
    grammar.with_file_name("").join(file.unwrap_or("rooms.ron".as_ref()))
}

/// The first path of this name that is free, or whose file holds this text: `keep.ron`, `keep-2.ron`, `keep-3.ron`.
fn free_path(first: &Path, text: &str) -> Result<PathBuf, FileError> {
    let stem = first.file_stem().map_or_else(|| "rooms".into(), |stem| stem.to_string_lossy());
    let holds_this = |path: &Path| {
        let stamp = Stamp::of_file(path);
        stamp == Stamp::of_text(text) || !files::exists(path)
    };
    (1..=MOST_NAMES)
        .map(|number| {
            let name = if number == 1 { format!("{stem}.ron") } else { format!("{stem}-{number}.ron") };
            first.with_file_name(name)
        })
        .find(|path| holds_this(path))
        .ok_or_else(|| FileError::NoFreeName { path: first.to_owned() })
}

/// What a file holds of which nothing could be read.
pub fn empty_grammar() -> Grammar {
    Grammar {
        format: Grammar::FORMAT,
        name: String::new(),
        notes: String::new(),
        rooms: Vec::new(),
        alphabet: Alphabet::default(),
        start: Start::Graph { nodes: Default::default(), edges: Vec::new(), at: Default::default() },
        rules: Vec::new(),
        recipe: Vec::new(),
        limits: Default::default(),
        layout: LayoutSettings::default(),
        movement: Movement::default(),
    }
}

#[cfg(test)]
#[path = "storage_tests.rs"]
mod tests;
