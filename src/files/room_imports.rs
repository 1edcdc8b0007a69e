//! Imports rooms from several sources into one set, each read with its remembered settings.
//!
//! In: a set, or none, and the files. Out: the new set, and for each source its rooms, its remarks and its
//! ending. If a source cannot be read, its rooms in the set stay, and the others are imported. Nothing is
//! written here.

use std::path::{Path, PathBuf};

use super::room_sources::legend_beside;
use super::{SourceOptions, exists, name_from_folder, read_room_source, source_path};
use crate::base::{Diagnostic, Severity};
use crate::import::{
    Merged, MergedChange, MergedRoom, SolidCandidate, SourceDrawing, merge, merge_sound, new_errors, set_for,
};
use crate::rooms::{RoomSet, SourceReading};

/// Codes of remarks that explain missing rooms; they come after all others.
const DECIDING: [&str; 7] = [
    "layer-left-out",
    "no-solid",
    "too-many-rooms",
    "level-left-out",
    "empty-room",
    "room-size",
    "empty-map",
];

/// A file with rooms, and the settings for reading it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceRequest {
    /// Path of the file.
    pub path: PathBuf,
    /// Settings for reading it. `None` uses those that the set remembers.
    pub reading: Option<SourceReading>,
    /// Name of the file in the set, if it was moved here.
    pub instead_of: Option<String>,
}

/// A requested import.
#[derive(Clone, Copy, Debug)]
pub struct ImportRequest<'r> {
    /// Set to import into. `None` creates a new one.
    pub set: Option<&'r RoomSet>,
    /// Folder of the set, to which names of sources are relative.
    pub folder: Option<&'r Path>,
    /// Files to import, in order.
    pub sources: &'r [SourceRequest],
    /// Name of a new set. `None` uses that of the first source with rooms.
    pub name: Option<&'r str>,
    /// Symbol of rooms without one. `None` uses that of the last room of the set.
    pub symbol: Option<&'r str>,
    /// `true` if rooms with errors are imported too.
    pub with_errors: bool,
    /// Names of rooms in other sets.
    pub taken: &'r [&'r str],
}

/// The result of an import, before it is written.
#[derive(Clone, Debug)]
pub struct ImportedRooms {
    /// Set with the imported rooms. `None` if there was no set and no source had a room.
    pub set: Option<RoomSet>,
    /// Result for each file.
    pub sources: Vec<ImportedSource>,
    /// Errors that the set as a whole would have; if there are any, it is unchanged.
    pub errors: Vec<Diagnostic>,
}

/// The result for a source.
#[derive(Clone, Debug)]
pub struct ImportedSource {
    /// Path of the file.
    pub path: PathBuf,
    /// Name of the file in the set.
    pub file: String,
    /// Settings with which it was read.
    pub reading: SourceReading,
    /// Ending of the import.
    pub ending: SourceImportStatus,
    /// Rooms of the source, and rooms of the set that came from it before.
    pub rooms: Vec<MergedRoom>,
    /// All remarks: notes and warnings first, then the decisive ones.
    pub remarks: Vec<Diagnostic>,
    /// Candidates for solid tiles, if the source does not define any.
    pub candidates: Vec<SolidCandidate>,
}

/// The way in which the import of a source ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceImportStatus {
    /// It has rooms.
    Read,
    /// It has no rooms.
    Empty,
    /// The file is missing.
    Missing,
    /// The file, or its legend, cannot be read.
    Unreadable,
}

impl ImportedSource {
    /// Returns `true` if it could not be read.
    pub const fn has_failed(&self) -> bool {
        matches!(self.ending, SourceImportStatus::Missing | SourceImportStatus::Unreadable)
    }

    /// Returns `true` if the source does not define what is solid.
    pub const fn asks_for_solid(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// Returns `true` if the meaning of its empty cells matters: it was assumed, or chosen before.
    pub fn asks_for_empty(&self) -> bool {
        let is_assumed = self.remarks.iter().any(|remark| remark.code == "empty-cells");
        is_assumed || self.reading.empty.is_some()
    }

    /// Returns the number of rooms that the set has as in the source.
    pub fn taken(&self) -> usize {
        self.rooms.iter().filter(|room| room.change.is_taken()).count()
    }

    /// Returns the rooms that are left out because of errors.
    pub fn left_out(&self) -> impl Iterator<Item = &MergedRoom> {
        self.rooms.iter().filter(|room| matches!(room.change, MergedChange::LeftOut { .. }))
    }

    /// Splits the remarks into those that did not decide what was imported, and those that did.
    pub fn split_remarks(&self) -> (&[Diagnostic], &[Diagnostic]) {
        let at = self.remarks.iter().position(is_deciding).unwrap_or(self.remarks.len());
        self.remarks.split_at(at)
    }

    /// Returns the reason why it gave no rooms, or `None` if it gave some.
    pub fn reason(&self) -> Option<&Diagnostic> {
        match self.ending {
            SourceImportStatus::Read => None,
            SourceImportStatus::Empty => {
                let mut warnings = self.remarks.iter().filter(|found| found.severity == Severity::Warning);
                warnings.next_back().or(self.remarks.last())
            }
            SourceImportStatus::Missing | SourceImportStatus::Unreadable => self.remarks.last(),
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

/// Imports the rooms of one source and updates the set.
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
        ending: SourceImportStatus::Read,
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
            imported.ending =
                if exists(path) { SourceImportStatus::Unreadable } else { SourceImportStatus::Missing };
            imported.remarks = mistakes;
        }
    }
    imported
}

/// Returns the set with a moved file registered under its new path.
fn with_moved_source(
    set: &RoomSet,
    request: &ImportRequest<'_>,
    source: &SourceRequest,
    file: &str,
) -> RoomSet {
    let mut set = set.clone();
    let Some(old) = &source.instead_of else { return set };
    set.move_source(old, file);
    // A legend next to the file may have moved with it.
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

/// Returns the settings for reading a source: the requested or remembered ones. A legend next to it is used
/// if no other is named.
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
) -> Result<SourceDrawing, Vec<Diagnostic>> {
    let legend = reading.legend.as_ref().map(|legend| source_path(legend, request.folder));
    let options = SourceOptions { legend: legend.as_deref(), set, reading: Some(reading) };
    read_room_source(path, &options)
}

/// Returns the candidates for solid tiles, even if a choice was made before, so that it can be changed.
fn candidates(
    request: &ImportRequest<'_>,
    drawing: &SourceDrawing,
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
    drawing: &SourceDrawing,
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
    // If only some places of a level were imported, it is unknown which rooms are gone.
    let has_all = imported.reading.places.is_empty();
    imported.rooms.retain(|room| has_all || room.change != MergedChange::Gone);
    if drawing.rooms.is_empty() {
        imported.ending = SourceImportStatus::Empty;
        let message = "No part of this file becomes a room.";
        imported.remarks.push(here(Diagnostic::error("no-rooms-in-source", message)));
    }
    let errors = imported.left_out().flat_map(|room| &room.errors).cloned().map(here);
    let errors: Vec<Diagnostic> = errors.collect();
    imported.remarks.extend(errors);
    // If this source has no rooms, a later one may still name a new set.
    if imported.taken() > 0 {
        set.insert(merged).set_reading(&imported.file, imported.reading.clone());
    }
}
