//! Connects the open project with its files: reading, their known contents, and changes by other programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Content, Document, Edit, OpenRooms, TextForm};
use crate::base::Position;
use crate::files::{self, Disk, FileError, FileStamp, Project, Unsaved, UnsavedRooms};
use crate::grammar::{Grammar, Start};
use crate::mission::Alphabet;
use crate::rooms::RoomSet;
use crate::settings::{LayoutSettings, Movement};

/// The known state of the files of a project.
#[derive(Clone, Debug)]
pub(super) struct Storage {
    /// Disk that holds them.
    pub(super) disk: Arc<dyn Disk>,
    /// Text of the grammar's file when it was read. Saving does not change it, so that undoing a saved change
    /// restores comments.
    grammar_text: Option<Arc<str>>,
    /// Files of room sets, by their names in the grammar.
    pub(super) rooms: BTreeMap<String, RoomFile>,
    /// Content of each file when it was last read or written.
    pub(super) stamps: BTreeMap<PathBuf, FileStamp>,
}

impl Default for Storage {
    fn default() -> Self {
        let disk = files::system_disk();
        Self { disk, grammar_text: None, rooms: BTreeMap::new(), stamps: BTreeMap::new() }
    }
}

/// The file of a room set.
#[derive(Clone, Debug)]
pub(super) struct RoomFile {
    pub(super) path: PathBuf,
    /// Text when it was read, if it was.
    pub(super) text: Option<Arc<str>>,
    /// Content, as far as known.
    pub(super) holds: Option<Arc<RoomSet>>,
    /// `true` if all of it could be read. Otherwise it is never overwritten.
    pub(super) is_whole: bool,
}

impl Document {
    /// Reads a grammar with its room sets. Mistakes become diagnostics of the document.
    ///
    /// # Errors
    /// If the grammar cannot be read at all.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Self::read_on(files::system_disk(), path)
    }

    /// Reads a project from a disk, to which it is also saved.
    ///
    /// # Errors
    /// Those of [`Document::read`].
    pub fn read_on(disk: Arc<dyn Disk>, path: &Path) -> Result<Self, FileError> {
        Ok(Self::of_project(files::load_project_on(&*disk, path, &[])?).on_disk(disk))
    }

    /// Returns the document with its files on this disk.
    #[must_use]
    pub fn on_disk(mut self, disk: Arc<dyn Disk>) -> Self {
        self.storage.disk = disk;
        self
    }

    /// Opens an earlier content of a file as an unsaved document.
    ///
    /// # Errors
    /// None except those of parsing the text.
    pub fn of_backup(path: &Path, text: &str) -> Result<Self, FileError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut project = files::load_project_from(text.as_bytes(), folder, &[])?;
        project.path = Some(path.to_owned());
        let mut document = Self::of_project(project);
        let stamp = document.storage.stamp(path);
        document.storage.stamps.insert(path.to_owned(), stamp);
        document.mark_unsaved();
        Ok(document)
    }

    /// Returns the project with a word of its grammar's text replaced: unsaved, and without a history.
    ///
    /// # Errors
    /// None except those of parsing the text.
    pub fn with_word(&self, at: Position, to: &str) -> Result<Self, FileError> {
        let text = self.storage.grammar_text.as_deref().unwrap_or_default();
        let text = with_word(text, at, to);
        Self::of_backup(self.path.as_deref().unwrap_or(Path::new("")), &text)
    }

    /// Creates a document from a project that was read.
    pub fn of_project(project: Project) -> Self {
        let diagnostics = project.diagnostics();
        let is_complete = project.grammar.complete;
        let folder = project.path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
        let grammar = project.grammar.value.unwrap_or_else(empty_grammar);
        let (mut rooms, mut storage) = (Vec::new(), Storage::default());
        if let Some(path) = &project.path {
            storage.stamps.insert(path.clone(), FileStamp::of_text(&project.text));
            storage.grammar_text = Some(project.text);
        }
        for found in project.rooms {
            let name = grammar.rooms.iter().find(|name| folder.join(name) == found.path);
            let name = name.cloned().unwrap_or_else(|| found.path.display().to_string());
            let set = found.set.value.map(Arc::new);
            if project.path.is_some() {
                let stamp = FileStamp::of_text(&found.text);
                let (text, is_whole) = (Some(found.text), found.set.complete);
                storage.note(&name, RoomFile { path: found.path, text, holds: set.clone(), is_whole }, stamp);
            }
            rooms.extend(set.map(|set| OpenRooms { path: name, set }));
        }
        let content = Content { rooms, ..Content::of(grammar) };
        let mut document = Self::opened(content, project.path).with_diagnostics(diagnostics, !is_complete);
        document.storage = storage;
        document
    }

    /// Returns the files of the room sets in the grammar, as far as they have one.
    pub fn room_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let names = self.grammar().rooms.iter();
        names.filter_map(|name| Some((name.as_str(), self.storage.rooms.get(name)?.path.as_path())))
    }

    /// Records that a room set, by its name in the grammar, was read from a file with this text.
    pub fn note_room_file(&mut self, name: &str, path: &Path, set: &Arc<RoomSet>, text: &str) {
        let (path, holds) = (path.to_owned(), Some(Arc::clone(set)));
        let file = RoomFile { path, text: Some(text.into()), holds, is_whole: true };
        self.storage.note(name, file, FileStamp::of_text(text));
    }

    /// Returns the files that have changed since they were read or written.
    pub fn changed_on_disk(&self) -> Vec<PathBuf> {
        let stamps = self.storage.stamps.iter();
        let changed = stamps.filter(|(path, stamp)| self.storage.stamp(path) != **stamp);
        changed.map(|(path, _)| path.clone()).collect()
    }

    /// Accepts the files on disk as known, so that they may be overwritten.
    pub fn accept_disk(&mut self) {
        for path in self.changed_on_disk() {
            // The content is now unknown, so that saving writes it.
            for file in self.storage.rooms.values_mut().filter(|file| file.path == path) {
                file.holds = None;
            }
            let stamp = self.storage.stamp(&path);
            self.storage.stamps.insert(path, stamp);
        }
        self.mark_unsaved();
    }

    /// Records that no file equals the current state.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
        self.is_dirty = true;
    }

    /// Returns a closure that prepares the project for the recovery folder. It is slow, and therefore runs on
    /// another thread.
    pub fn to_keep(&self) -> impl FnOnce() -> Unsaved + Send + use<> {
        let (content, storage) = (self.content.clone(), self.storage.clone());
        let (path, rooms_folder) = (self.path.clone(), self.rooms_folder.clone());
        let (title, saving_loses) = (self.title().to_owned(), self.saving_loses);
        move || Unsaved {
            format: Unsaved::FORMAT,
            title,
            path: path.as_deref().map(whole),
            rooms_folder: rooms_folder.as_deref().map(whole),
            saving_loses,
            grammar: storage.print_grammar(&content.grammar, content.form),
            rooms: content.grammar.rooms.iter().map(|name| rooms_to_keep(name, &content, &storage)).collect(),
            stamps: storage.stamps.into_iter().map(|(path, stamp)| (whole(&path), stamp)).collect(),
            time: storage.disk.now(),
        }
    }

    /// Switches the files to the stable form, as an undoable step. Returns `false` if they already have it.
    pub fn tidy(&mut self) -> bool {
        self.texts(TextForm::AsRead) != self.texts(TextForm::Stable) && self.apply(Edit::Tidy)
    }

    /// Returns the texts of the grammar and of its room sets.
    fn texts(&self, form: TextForm) -> Vec<String> {
        let rooms = self.rooms().iter();
        let rooms = rooms.map(|rooms| self.storage.print_room_set(&rooms.path, &rooms.set, form));
        std::iter::once(self.storage.print_grammar(self.grammar(), form)).chain(rooms).collect()
    }

    /// Restores a project from the recovery folder as an unsaved document.
    pub fn recovered(unsaved: &Unsaved) -> Self {
        Self::recovered_on(files::system_disk(), unsaved)
    }

    /// Restores a project from the recovery folder, using the given disk.
    pub fn recovered_on(disk: Arc<dyn Disk>, unsaved: &Unsaved) -> Self {
        let mut project = unsaved.project();
        // The room set names are not relative to this folder.
        let path = project.path.take();
        let mut document = Self::of_project(project).on_disk(disk);
        document.path = path;
        document.rooms_folder.clone_from(&unsaved.rooms_folder);
        document.storage.grammar_text = Some(unsaved.grammar.as_str().into());
        document.saving_loses |= unsaved.saving_loses;
        for rooms in &unsaved.rooms {
            if let Some(path) = &rooms.path {
                document.storage.note_recovered(rooms, path);
            }
        }
        document.storage.stamps = unsaved.stamps.iter().cloned().collect();
        document.storage.know_what_was_saved(unsaved);
        document.mark_unsaved();
        document
    }
}

/// Replaces the word that begins at a position of a text.
fn with_word(text: &str, at: Position, to: &str) -> String {
    let is_word = |letter: &char| letter.is_alphanumeric() || *letter == '_';
    let mended = |line: &str| {
        let before: String = line.chars().take(at.column.saturating_sub(1) as usize).collect();
        let after = line.get(before.len()..).unwrap_or_default();
        let rest: String = after.chars().skip_while(is_word).collect();
        format!("{before}{to}{rest}")
    };
    let lines = text.split_inclusive('\n').enumerate();
    let is_meant = |number: usize| number + 1 == at.line as usize;
    lines.map(|(number, line)| if is_meant(number) { mended(line) } else { line.to_owned() }).collect()
}

impl Storage {
    /// Returns a stamp of a file's current content.
    pub(super) fn stamp(&self, path: &Path) -> FileStamp {
        FileStamp::of_file(&*self.disk, path)
    }

    pub(super) fn note(&mut self, name: &str, file: RoomFile, stamp: FileStamp) {
        self.stamps.insert(file.path.clone(), stamp);
        self.rooms.insert(name.to_owned(), file);
    }

    /// Prints the text of the grammar's file.
    pub(super) fn print_grammar(&self, grammar: &Grammar, form: TextForm) -> String {
        match (&self.grammar_text, form) {
            (Some(text), TextForm::AsRead) => files::update_grammar(text, grammar),
            _ => files::print_grammar(grammar),
        }
    }

    /// Prints the file of a room set, by its name in the grammar.
    pub(super) fn print_room_set(&self, name: &str, set: &RoomSet, form: TextForm) -> String {
        match (self.rooms.get(name).and_then(|file| file.text.as_deref()), form) {
            (Some(text), TextForm::AsRead) => files::update_room_set(text, set),
            _ => files::print_room_set(set),
        }
    }

    fn note_recovered(&mut self, rooms: &UnsavedRooms, path: &Path) {
        let text = files::read_text_on(&*self.disk, path).ok().filter(|_| rooms.is_whole);
        let holds = text.and_then(|text| room_set_of(&text));
        let stamp = self.stamp(path);
        let (path, is_whole) = (path.to_owned(), rooms.is_whole);
        let text = rooms.text.as_deref().map(Into::into);
        self.note(&rooms.name, RoomFile { path, text, holds, is_whole }, stamp);
    }

    /// Recognises files that already hold the kept content, because the program ended while saving.
    fn know_what_was_saved(&mut self, unsaved: &Unsaved) {
        let grammar = unsaved.path.as_ref().map(|path| (path, &unsaved.grammar));
        let rooms =
            unsaved.rooms.iter().filter_map(|rooms| Some((rooms.path.as_ref()?, rooms.text.as_ref()?)));
        for (path, text) in grammar.into_iter().chain(rooms) {
            let stamp = FileStamp::of_text(text);
            if self.stamp(path) == stamp {
                self.stamps.insert(path.clone(), stamp);
            }
        }
    }
}

/// Returns an absolute path.
pub(super) fn whole(path: &Path) -> PathBuf {
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
        text: open.map(|rooms| storage.print_room_set(name, &rooms.set, content.form)),
    }
}

fn room_set_of(text: &str) -> Option<Arc<RoomSet>> {
    let loaded = files::parse_room_set(text, None);
    loaded.value.filter(|_| loaded.complete).map(Arc::new)
}

/// Returns the grammar for a file that could not be read at all.
pub fn empty_grammar() -> Grammar {
    Grammar {
        format: Grammar::FORMAT,
        name: String::new(),
        notes: String::new(),
        rooms: Vec::new(),
        alphabet: Alphabet::default(),
        start: Start::Graph {
            nodes: Default::default(),
            edges: Vec::new(),
            at: Default::default(),
            drawn: Default::default(),
        },
        rules: Vec::new(),
        recipe: Vec::new(),
        limits: Default::default(),
        layout: LayoutSettings::default(),
        movement: Movement::default(),
        theme: String::new(),
        populate: Vec::new(),
        variables: Default::default(),
        properties: Vec::new(),
        formulas: Default::default(),
    }
}

#[cfg(test)]
#[path = "storage_tests.rs"]
mod tests;
