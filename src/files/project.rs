//! Loads a project: a grammar with the room sets that it names.
//!
//! Mistakes become diagnostics. Checks that need all files, for example for missing rooms, run last.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron_edit::{ONLY_ON_WINDOWS, parse_source};

use super::FileError;
use super::disk::{Disk, SystemDisk};
use super::reading::{read_text_from, read_text_on};
use super::sheets::{read_example_sheet, read_sheet_on, sheet_path};
use super::spelling::{hint_at_file, meant_file, with_slashes};
use crate::base::{Diagnostic, PathRef, Severity, ValuePath, nearest};
use crate::export::MapPalette;
use crate::grammar::{Grammar, VariableValues};
use crate::picture::{SheetImage, TileLooks, check_looks, check_named_looks};
use crate::pipeline::check_rooms_of;
use crate::rooms::{RoomSet, TileSheet, tile_names};
use crate::text::{Loaded, ParsedFile};

/// A grammar with its room sets, as far as they could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// File of the grammar; `None` if it came from standard input or is embedded.
    pub path: Option<PathBuf>,
    /// The grammar.
    pub grammar: Loaded<Grammar>,
    /// Text of the grammar's file when it was read.
    pub text: Arc<str>,
    /// Room sets, in the order in which the grammar names them, followed by additional ones.
    pub rooms: Vec<ProjectRooms>,
}

/// The text of a grammar, with its file if it has one.
#[derive(Clone, Debug)]
pub struct SourceText {
    path: Option<PathBuf>,
    text: Arc<str>,
}

impl SourceText {
    /// Adds the file, and the line and column that the diagnostic's path leads to.
    pub fn locate(&self, found: Diagnostic) -> Diagnostic {
        let (source, _) = parse_source(&self.text);
        let position = source.map(|source| source.locate(&found.path));
        Diagnostic { file: self.path.clone(), position: found.position.or(position), ..found }
    }
}

/// A room set of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectRooms {
    /// Path of its file.
    pub path: PathBuf,
    /// Content of the file.
    pub set: Loaded<RoomSet>,
    /// Text of the file when it was read.
    pub text: Arc<str>,
    /// Usable tile sheet, if it has one.
    pub sheet: Option<Arc<SheetImage>>,
}

impl ProjectRooms {
    /// Returns the file of its tile sheet, if it has one in an allowed location.
    pub fn sheet_path(&self) -> Option<PathBuf> {
        let entry = self.set.value.as_ref()?.sheet.as_ref()?;
        sheet_path(&SystemDisk, &self.path, &entry.file)
    }
}

impl Project {
    /// Returns all mistakes of the project, by file and line: first the grammar, then the room sets in order.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.each_diagnostic().cloned().collect()
    }

    /// Returns all mistakes of the project without copying them, because there can be very many.
    pub fn each_diagnostic(&self) -> impl Iterator<Item = &Diagnostic> {
        let of_rooms = self.rooms.iter().flat_map(|rooms| &rooms.set.diagnostics);
        self.grammar.diagnostics.iter().chain(of_rooms)
    }

    /// Returns the text of its grammar and its file.
    pub fn source_text(&self) -> SourceText {
        SourceText { path: self.path.clone(), text: Arc::clone(&self.text) }
    }

    /// Returns `true` if a mistake makes the project unusable.
    pub fn has_errors(&self) -> bool {
        self.each_diagnostic().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the files that it is read from: the grammar, room sets and tile sheets, sorted by path.
    /// Missing room sets are included.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let folder = self.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let named =
            self.grammar.value.iter().flat_map(|grammar| &grammar.rooms).map(|name| folder.join(name));
        let rooms = self.rooms.iter().flat_map(|rooms| [Some(rooms.path.clone()), rooms.sheet_path()]);
        self.path.iter().cloned().chain(named).chain(rooms.flatten()).collect()
    }

    /// Returns the custom looks of tiles and entities.
    pub fn looks(&self) -> TileLooks {
        let sets =
            self.rooms.iter().filter_map(|rooms| Some((rooms.set.value.as_ref()?, rooms.sheet.clone())));
        let looks = TileLooks::of_sets(sets);
        self.grammar.value.iter().fold(looks, |looks, grammar| looks.with_alphabet(&grammar.alphabet))
    }

    /// Returns everything that maps of its levels can show. `None` without a usable grammar.
    pub fn map_palette(&self) -> Option<MapPalette> {
        let grammar = self.grammar.value.as_ref()?;
        Some(MapPalette::of_project(grammar, self.room_sets()))
    }

    /// Returns the readable room sets, in order.
    pub fn room_sets(&self) -> impl Iterator<Item = &RoomSet> {
        self.rooms.iter().filter_map(|rooms| rooms.set.value.as_ref())
    }
}

/// Reads a grammar and its room sets; `-` is standard input. Mistakes become diagnostics of the project.
///
/// # Errors
/// If the grammar or one of the `extra_rooms` cannot be read at all.
pub fn load_project(path: &Path, extra_rooms: &[PathBuf]) -> Result<Project, FileError> {
    load_project_on(&SystemDisk, path, extra_rooms)
}

/// Reads a grammar and its room sets for the given values of variables; the others have their defaults.
///
/// Mistakes are those that the grammar has with these values. Values that do not fit are not reported.
///
/// # Errors
/// Those of [`load_project`].
pub fn load_project_with(
    path: &Path,
    extra_rooms: &[PathBuf],
    given: &VariableValues,
) -> Result<Project, FileError> {
    if path == Path::new("-") {
        let text = read_text_from(io::stdin().lock(), path)?;
        return load_text_with(&text, extra_rooms, given);
    }
    let text = read_text_on(&SystemDisk, path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    build(&text, Some(path), &DiskRoomSets { disk: &SystemDisk, folder }, extra_rooms, given)
}

/// Reads a grammar that has no file, with room sets relative to the current folder, as [`load_project_with`].
///
/// # Errors
/// Those of [`load_project`].
pub fn load_text_with(
    text: &str,
    extra_rooms: &[PathBuf],
    given: &VariableValues,
) -> Result<Project, FileError> {
    let source = DiskRoomSets { disk: &SystemDisk, folder: Path::new("") };
    build(text, None, &source, extra_rooms, given)
}

/// Reads a grammar and its room sets from the given disk.
///
/// # Errors
/// Those of [`load_project`].
pub fn load_project_on(disk: &dyn Disk, path: &Path, extra_rooms: &[PathBuf]) -> Result<Project, FileError> {
    if path == Path::new("-") {
        return load_project_from(io::stdin().lock(), Path::new(""), extra_rooms);
    }
    let text = read_text_on(disk, path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    build(&text, Some(path), &DiskRoomSets { disk, folder }, extra_rooms, &VariableValues::new())
}

/// Reads a grammar from a stream; the paths of its room sets are relative to `folder`.
///
/// # Errors
/// If the stream or one of the `extra_rooms` cannot be read at all.
pub fn load_project_from(
    stream: impl io::Read,
    folder: &Path,
    extra_rooms: &[PathBuf],
) -> Result<Project, FileError> {
    let text = read_text_from(stream, Path::new("-"))?;
    let source = DiskRoomSets { disk: &SystemDisk, folder };
    build(&text, None, &source, extra_rooms, &VariableValues::new())
}

/// A source of room sets for a grammar.
pub(super) trait RoomSetSource {
    /// Returns the file for a name in the grammar.
    fn resolve(&self, name: &str) -> PathBuf;
    /// Returns the text of a file.
    fn read(&self, path: &Path) -> Result<String, FileError>;
    /// Reads the sheet that a room set in this file names.
    fn sheet(&self, rooms: &Path, entry: &TileSheet) -> Result<Arc<SheetImage>, Box<Diagnostic>>;
    /// Returns the unique path of a file.
    fn identity(&self, path: &Path) -> PathBuf;
    /// Returns the name that was probably meant by a name without a file.
    fn meant(&self, name: &str) -> Option<String>;
}

struct DiskRoomSets<'a> {
    disk: &'a dyn Disk,
    folder: &'a Path,
}

impl RoomSetSource for DiskRoomSets<'_> {
    fn resolve(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn read(&self, path: &Path) -> Result<String, FileError> {
        read_text_on(self.disk, path)
    }

    fn sheet(&self, rooms: &Path, entry: &TileSheet) -> Result<Arc<SheetImage>, Box<Diagnostic>> {
        read_sheet_on(self.disk, rooms, entry)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        // Missing files are compared by their spelling.
        self.disk.canonicalize(path).unwrap_or_else(|_| path.to_owned())
    }

    fn meant(&self, name: &str) -> Option<String> {
        let is_ron = |path: &Path| path.extension().is_some_and(|extension| extension == "ron");
        meant_file(self.disk, self.folder, name, is_ron)
    }
}

/// Texts of room sets by their names in a grammar; `None` if there is no text.
pub(super) struct Texts<'a>(pub Vec<(&'a str, Option<&'a str>)>);

impl RoomSetSource for Texts<'_> {
    fn resolve(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }

    fn read(&self, path: &Path) -> Result<String, FileError> {
        let known = self.0.iter().find(|(name, _)| Path::new(name) == path);
        let unreadable =
            || FileError::Unreadable { path: path.to_owned(), source: io::ErrorKind::NotFound.into() };
        known.and_then(|(_, text)| text.map(str::to_owned)).ok_or_else(unreadable)
    }

    fn sheet(&self, rooms: &Path, entry: &TileSheet) -> Result<Arc<SheetImage>, Box<Diagnostic>> {
        read_example_sheet(&rooms.to_string_lossy(), entry)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    fn meant(&self, name: &str) -> Option<String> {
        nearest(name, self.0.iter().map(|(name, _)| *name)).map(str::to_owned)
    }
}

/// Reads the room sets of a grammar, and checks everything together.
pub(super) fn build(
    text: &str,
    path: Option<&Path>,
    source: &impl RoomSetSource,
    extra_rooms: &[PathBuf],
    given: &VariableValues,
) -> Result<Project, FileError> {
    let mut grammar = ParsedFile::grammar(text, path, given);
    let is_sound = grammar.is_sound();
    let names = grammar.loaded.value.as_ref().map(|grammar| grammar.rooms.clone()).unwrap_or_default();
    let mut rooms = ParsedRoomSets::default();
    let mut found = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let problem = rooms.add(source, name);
        found.extend(problem.map(|diagnostic| diagnostic.at(PathRef::ROOT.item("rooms", index))));
    }
    let mut all_are_there = found.is_empty();
    grammar.add(found, path);
    for path in extra_rooms {
        if !rooms.contains(source, path) {
            rooms.push(path, &source.read(path)?);
        }
    }
    all_are_there &= rooms.documents.iter().all(|(_, document)| document.loaded.complete);
    check_together(&mut grammar, path, &mut rooms, all_are_there);
    if is_sound {
        let are_usable = all_are_there && !grammar.loaded.has_errors() && !rooms.have_errors();
        let sets: Vec<&RoomSet> = rooms.readable().collect();
        grammar.lint(path, are_usable.then_some(&sets));
    }
    let sheets = sheets(&grammar, &mut rooms, source);
    let rooms = rooms.documents.into_iter().zip(rooms.texts).zip(sheets);
    let rooms = rooms.map(|(((path, document), text), sheet)| ProjectRooms {
        path,
        set: document.finish(),
        text,
        sheet,
    });
    Ok(Project {
        path: path.map(Path::to_owned),
        rooms: rooms.collect(),
        grammar: grammar.finish(),
        text: text.into(),
    })
}

#[derive(Default)]
struct ParsedRoomSets {
    documents: Vec<(PathBuf, ParsedFile<RoomSet>)>,
    /// Texts of their files, in the same order.
    texts: Vec<Arc<str>>,
}

impl ParsedRoomSets {
    /// Adds a room set by its name in the grammar, or returns the reason why that is impossible.
    fn add(&mut self, source: &impl RoomSetSource, name: &str) -> Option<Diagnostic> {
        let path = source.resolve(name);
        if self.contains(source, &path) {
            let message = format!("The room set \"{name}\" is named twice.");
            let warning = Diagnostic::warning("duplicate-room-set", message).about(named(name));
            return Some(warning.hint("Delete one of the two."));
        }
        match source.read(&path) {
            Ok(text) => {
                self.push(&path, &text);
                None
            }
            Err(FileError::Unreadable { source: error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                let message = format!("There is no room set \"{name}\".");
                let near = source.meant(name);
                let slashed = with_slashes(name);
                let hint = match near.as_deref() {
                    Some(near) => hint_at_file(near, name),
                    None if slashed == name => format!("Restore the file at {}.", path.display()),
                    None => {
                        format!("Write \"{slashed}\", because {ONLY_ON_WINDOWS}, and restore that file.")
                    }
                };
                let missing = Diagnostic::error("missing-room-set", message).about(named(name));
                Some(missing.hint(hint).meant(near.as_deref()))
            }
            Err(error) => Some(error.diagnostic()),
        }
    }

    fn push(&mut self, path: &Path, text: &str) {
        self.documents.push((path.to_owned(), ParsedFile::room_set(text, Some(path))));
        self.texts.push(text.into());
    }

    /// Returns the readable room sets, in order.
    fn readable(&self) -> impl Iterator<Item = &RoomSet> {
        self.documents.iter().filter_map(|(_, document)| document.loaded.value.as_ref())
    }

    fn have_errors(&self) -> bool {
        self.documents.iter().any(|(_, document)| document.loaded.has_errors())
    }

    fn contains(&self, source: &impl RoomSetSource, path: &Path) -> bool {
        let identity = source.identity(path);
        self.documents.iter().any(|(known, _)| source.identity(known) == identity)
    }
}

/// Reads the sheets of room sets, in order, and checks the looks of tiles.
fn sheets(
    grammar: &ParsedFile<Grammar>,
    rooms: &mut ParsedRoomSets,
    source: &impl RoomSetSource,
) -> Vec<Option<Arc<SheetImage>>> {
    let readable: Vec<&RoomSet> = rooms.readable().collect();
    let alphabet = grammar.loaded.value.as_ref().map(|grammar| &grammar.alphabet);
    let names: Vec<String> = tile_names(alphabet, &readable).into_iter().map(str::to_owned).collect();
    let is_whole = grammar.loaded.complete && rooms.documents.iter().all(|(_, rooms)| rooms.loaded.complete);
    let names = is_whole.then_some(names);
    let each = |(path, document): &mut (PathBuf, ParsedFile<RoomSet>)| {
        let set = document.loaded.value.as_ref()?;
        let (sheet, found) = looks_of(set, names.as_deref(), |entry| source.sheet(path, entry));
        document.add(found, Some(path));
        sheet
    };
    rooms.documents.iter_mut().map(each).collect()
}

/// Returns the sheet of a room set, if it has one, and all mistakes in the looks of its tiles. `tiles` are
/// the names of all tiles, if known.
pub(super) fn looks_of(
    set: &RoomSet,
    tiles: Option<&[String]>,
    read: impl FnOnce(&TileSheet) -> Result<Arc<SheetImage>, Box<Diagnostic>>,
) -> (Option<Arc<SheetImage>>, Vec<Diagnostic>) {
    let (sheet, problem) = match set.sheet.as_ref().map(read) {
        None => (None, None),
        Some(Ok(sheet)) => (Some(sheet), None),
        Some(Err(problem)) => (None, Some(*problem)),
    };
    let found = check_looks(set, sheet.as_deref(), tiles);
    (sheet, problem.into_iter().chain(found).collect())
}

/// Returns the path of a room set in the grammar.
fn named(name: &str) -> ValuePath {
    PathRef::ROOT.entry("rooms", name).into()
}

/// Runs checks that need several files. Missing rooms are reported only if all room sets could be read.
fn check_together(
    grammar: &mut ParsedFile<Grammar>,
    path: Option<&Path>,
    rooms: &mut ParsedRoomSets,
    all_are_there: bool,
) {
    let Some(value) = &grammar.loaded.value else { return };
    let of_looks = check_named_looks(&value.alphabet);
    let findings = check_rooms_of(value, &rooms.readable().collect::<Vec<_>>());
    let is_certain = |diagnostic: &Diagnostic| {
        // With an incomplete alphabet, unknown symbols cannot be detected.
        grammar.loaded.complete
            || diagnostic.severity != Severity::Error
            || !diagnostic.code.starts_with("unknown-")
    };
    let of_sets: Vec<Vec<Diagnostic>> =
        findings.sets.into_iter().map(|found| found.into_iter().filter(is_certain).collect()).collect();
    let readable = rooms.documents.iter_mut().filter(|(_, document)| document.loaded.value.is_some());
    for ((path, document), found) in readable.zip(of_sets) {
        document.add(found, Some(path));
    }
    grammar.add(of_looks, path);
    if all_are_there {
        grammar.add(findings.grammar, path);
    }
}
