//! Imports of rooms: several sources into one set, each read as the set remembers it.
//!
//! In: a set, or none, and the files. Out: the set as it would be, and for each source its rooms, its remarks with the deciding ones last, and how it ended.
//! A source that cannot be read leaves its rooms as they are, and the others are imported. Nothing is written here.

use std::path::{Path, PathBuf};

use super::room_sources::legend_beside;
use super::{SourceOptions, exists, name_from_folder, read_room_source, source_path};
use crate::base::{Diagnostic, Severity};
use crate::import::{
    Drawing, Merged, MergedChange, MergedRoom, SolidCandidate, merge, merge_sound, new_errors, set_for,
};
use crate::rooms::{RoomSet, SourceReading};

/// Remarks that tell why rooms are missing; they come after all others.
const DECIDING: [&str; 7] = [
    "layer-left-out",
    "no-solid",
    "too-many-rooms",
    "level-left-out",
    "empty-room",
    "room-size",
    "empty-map",
];

/// A file with rooms, and how to read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceRequest {
    /// The file.
    pub path: PathBuf,
    /// How to read it. `None` reads it as the set remembers it.
    pub reading: Option<SourceReading>,
    /// The name that the set has for a file that is now this one.
    pub instead_of: Option<String>,
}

/// An import that is wanted.
#[derive(Clone, Copy, Debug)]
pub struct ImportRequest<'r> {
    /// The set that gets the rooms. `None` makes a new one.
    pub set: Option<&'r RoomSet>,
    /// The folder of the set, from which it names its sources.
    pub folder: Option<&'r Path>,
    /// The files, in their order.
    pub sources: &'r [SourceRequest],
    /// The name of a new set. `None` takes that of the first source with rooms.
    pub name: Option<&'r str>,
    /// The symbol of rooms that name none. `None` takes that of the last room of the set.
    pub symbol: Option<&'r str>,
    /// Whether rooms with errors are imported too.
    pub with_errors: bool,
    /// Names of rooms in other sets.
    pub taken: &'r [&'r str],
}

/// An import as it would be.
#[derive(Clone, Debug)]
pub struct ImportedRooms {
    /// The set with the rooms. `None` if there was no set and no source had a room.
    pub set: Option<RoomSet>,
    /// What came of each file.
    pub sources: Vec<ImportedSource>,
    /// Errors that the set as a whole would have, and for which it is left as it was.
    pub errors: Vec<Diagnostic>,
}

/// A source that was imported.
#[derive(Clone, Debug)]
pub struct ImportedSource {
    /// The file.
    pub path: PathBuf,
    /// How the set names it.
    pub file: String,
    /// How it was read.
    pub reading: SourceReading,
    /// How that ended.
    pub ending: SourceEnding,
    /// Its rooms, and those that came from it before.
    pub rooms: Vec<MergedRoom>,
    /// Everything to know about it: notes and warnings first, then what decided.
    pub remarks: Vec<Diagnostic>,
    /// What may be solid in it, if it does not say that itself.
    pub candidates: Vec<SolidCandidate>,
}

/// How the import of a source ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceEnding {
    /// It has rooms.
    Read,
    /// It has no rooms.
    Empty,
    /// The file is not there.
    Missing,
    /// The file, or its legend, cannot be read.
    Unreadable,
}

impl ImportedSource {
    /// Returns `true` if it could not be read.
    pub const fn has_failed(&self) -> bool {
        matches!(self.ending, SourceEnding::Missing | SourceEnding::Unreadable)
    }

    /// Counts the rooms that the set has as the source has them.
    pub fn taken(&self) -> usize {
        self.rooms.iter().filter(|room| room.change.is_taken()).count()
    }

    /// The rooms that are left out for their errors.
    pub fn left_out(&self) -> impl Iterator<Item = &MergedRoom> {
        self.rooms.iter().filter(|room| matches!(room.change, MergedChange::LeftOut { .. }))
    }

    /// Splits the remarks into those that did not decide what was imported, and those that did.
    pub fn split_remarks(&self) -> (&[Diagnostic], &[Diagnostic]) {
        let at = self.remarks.iter().position(is_deciding).unwrap_or(self.remarks.len());
        self.remarks.split_at(at)
    }

    /// Returns why no room comes of it, if none does.
    pub fn reason(&self) -> Option<&Diagnostic> {
        match self.ending {
            SourceEnding::Read => None,
            SourceEnding::Empty => {
                let mut warnings = self.remarks.iter().filter(|found| found.severity == Severity::Warning);
                warnings.next_back().or(self.remarks.last())
            }
            SourceEnding::Missing | SourceEnding::Unreadable => self.remarks.last(),
        }
    }
}

fn is_deciding(found: &Diagnostic) -> bool {
    found.severity == Severity::Error || DECIDING.contains(&found.code)
}

/// Imports the rooms of all sources, one after the other.
pub fn import_rooms(request: &ImportRequest<'_>) -> ImportedRooms {
    let mut imported = ImportedRooms { set: request.set.cloned(), sources: Vec::new(), errors: Vec::new() };
    for source in request.sources {
        let file = name_from_folder(&source.path, request.folder);
        if !imported.sources.iter().any(|known| known.file == file) {
            let one = import_source(request, source, file, &mut imported.set);
            imported.sources.push(one);
        }
    }
    if let Some(set) = imported.set.as_ref().filter(|_| !request.with_errors) {
        imported.errors = new_errors(request.set, set);
    }
    if !imported.errors.is_empty() {
        imported.set = request.set.cloned();
    }
    imported
}

/// Imports the rooms of one source, and makes the set its own with them.
fn import_source(
    request: &ImportRequest<'_>,
    source: &SourceRequest,
    file: String,
    set: &mut Option<RoomSet>,
) -> ImportedSource {
    let into = set.as_ref().map(|set| with_moved_source(set, request, source, &file));
    let path = &source.path;
    let reading = reading_of(request, source, &file, into.as_ref());
    let mut imported = ImportedSource {
        path: path.clone(),
        file,
        reading,
        ending: SourceEnding::Read,
        rooms: Vec::new(),
        remarks: Vec::new(),
        candidates: Vec::new(),
    };
    match read_with(request, path, &imported.reading, into.as_ref()) {
        Ok(drawing) => {
            imported.candidates = candidates(request, &drawing, &imported, into.as_ref());
            take_over(request, &drawing, into, &mut imported, set);
        }
        Err(mistakes) => {
            imported.ending = if exists(path) { SourceEnding::Unreadable } else { SourceEnding::Missing };
            imported.remarks = mistakes;
        }
    }
    imported
}

/// The set in which the rooms of a file that was moved come from its new place.
fn with_moved_source(
    set: &RoomSet,
    request: &ImportRequest<'_>,
    source: &SourceRequest,
    file: &str,
) -> RoomSet {
    let mut set = set.clone();
    let Some(old) = &source.instead_of else { return set };
    set.move_source(old, file);
    // A legend that lay next to the file may have moved with it.
    let lay_beside = |legend: &str| {
        let old = source_path(old, request.folder).with_extension("legend.ron");
        name_from_folder(&old, request.folder) == legend
    };
    if let Some(reading) = set.reading_of(file).cloned()
        && reading.legend.as_deref().is_some_and(lay_beside)
        && legend_beside(&source.path).is_some()
    {
        set.set_reading(file, SourceReading { legend: None, ..reading });
    }
    set
}

/// How a source is read: as it is asked for or as the set remembers it, and with the legend next to it if no other is named.
fn reading_of(
    request: &ImportRequest<'_>,
    source: &SourceRequest,
    file: &str,
    into: Option<&RoomSet>,
) -> SourceReading {
    let remembered = || into.and_then(|set| set.reading_of(file)).cloned().unwrap_or_default();
    let mut reading = source.reading.clone().unwrap_or_else(remembered);
    reading.legend = reading.legend.or_else(|| {
        let legend = legend_beside(&source.path)?;
        Some(name_from_folder(&legend, request.folder))
    });
    reading
}

fn read_with(
    request: &ImportRequest<'_>,
    path: &Path,
    reading: &SourceReading,
    set: Option<&RoomSet>,
) -> Result<Drawing, Vec<Diagnostic>> {
    let legend = reading.legend.as_ref().map(|legend| source_path(legend, request.folder));
    let options = SourceOptions { legend: legend.as_deref(), set, reading: Some(reading) };
    read_room_source(path, &options)
}

/// What may be solid in a source; also of one for which it was said already, so that it can be changed.
fn candidates(
    request: &ImportRequest<'_>,
    drawing: &Drawing,
    imported: &ImportedSource,
    into: Option<&RoomSet>,
) -> Vec<SolidCandidate> {
    let reading = &imported.reading;
    if reading.solid.is_empty() && reading.solid_layers.is_empty() {
        return drawing.solid_candidates.clone();
    }
    let unsaid = SourceReading { solid: Vec::new(), solid_layers: Vec::new(), ..reading.clone() };
    let drawing = read_with(request, &imported.path, &unsaid, into);
    drawing.map_or_else(|_| Vec::new(), |drawing| drawing.solid_candidates)
}

fn take_over(
    request: &ImportRequest<'_>,
    drawing: &Drawing,
    into: Option<RoomSet>,
    imported: &mut ImportedSource,
    set: &mut Option<RoomSet>,
) {
    let path = &imported.path;
    let here = |found| Diagnostic { file: Some(path.clone()), ..found };
    let stem = path.file_stem().map_or_else(|| "Rooms".into(), |stem| stem.to_string_lossy());
    let into = into.unwrap_or_else(|| set_for(drawing, request.name.unwrap_or(&stem)));
    let last = into.rooms.last().map_or("Room", |room| room.symbol.as_str());
    let symbol = request.symbol.unwrap_or(last);
    let is_taken = |name: &str| request.taken.contains(&name);
    let file = Some(imported.file.as_str());
    let Merged { set: merged, rooms, remarks } = if request.with_errors {
        merge(&into, drawing, file, symbol, is_taken)
    } else {
        merge_sound(&into, drawing, file, symbol, is_taken)
    };
    let (deciding, others): (Vec<_>, Vec<_>) = remarks.into_iter().map(here).partition(is_deciding);
    imported.remarks = others.into_iter().chain(deciding).collect();
    imported.rooms = rooms;
    // Of a level of which only some places are wanted nobody knows what is gone.
    let has_all = imported.reading.places.is_empty();
    imported.rooms.retain(|room| has_all || room.change != MergedChange::Gone);
    if drawing.rooms.is_empty() {
        imported.ending = SourceEnding::Empty;
        let message = "Nothing of this file becomes a room.";
        imported.remarks.push(here(Diagnostic::error("no-rooms-in-source", message)));
    }
    let errors = imported.left_out().flat_map(|room| &room.errors).cloned().map(here);
    let errors: Vec<Diagnostic> = errors.collect();
    imported.remarks.extend(errors);
    // Without a room of this source the next one may still say what a new set is called.
    if imported.taken() > 0 {
        set.insert(merged).set_reading(&imported.file, imported.reading.clone());
    }
}
