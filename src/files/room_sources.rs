//! Reads sources of rooms from the disk: the file, the legend next to it, and other files that it names.
//!
//! A source names other files relative to its own folder, like Tiled. It may read only file types that Tiled
//! and LDtk write, up to a limit of bytes in total. Their content is shown only as a tile set, template or
//! level.

use std::path::{Component, Path, PathBuf};

use ron_edit::parse_source;

use super::disk::{Disk, SystemDisk};
use super::plain::check_is_file;
use super::spelling::right_spelling;
use super::{
    FileDraft, FileError, FileStamp, Loaded, MAX_FILE_BYTES, MAX_LEVEL_BYTES, ProgramFolder, exists,
    parse_room_set, print_room_set, read_text_file, update_room_set,
};
use crate::base::{Diagnostic, listed};
use crate::import::{ImportSource, Lexicon, SourceDrawing, SourceFormat, SourceLegend, read_rooms};
use crate::level::PlaceId;
use crate::rooms::{RoomSet, SourceReading};

/// Extensions of files that a source may name: tile sets, templates of objects, levels.
const BESIDE: [&str; 9] = ["tsx", "tsj", "tx", "tj", "xml", "json", "ldtkl", "csv", "tiled-project"];

/// Settings for reading a file with rooms.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceOptions<'s> {
    /// Legend for its names. `None` uses `name.legend.ron` next to it, if it exists.
    pub legend: Option<&'s Path>,
    /// Set to import into, which also explains names.
    pub set: Option<&'s RoomSet>,
    /// Choices of solid tiles, of the meaning of empty cells, and of places of a level.
    pub reading: Option<&'s SourceReading>,
}

/// Reads the rooms of a file, which may have none.
///
/// # Errors
/// All mistakes, if nothing can be made of it.
pub fn read_room_source(path: &Path, options: &SourceOptions<'_>) -> Result<SourceDrawing, Vec<Diagnostic>> {
    let here = |mistake: Diagnostic| vec![Diagnostic { file: Some(path.to_owned()), ..mistake }];
    let bytes = read(path).map_err(|error| vec![error.diagnostic()])?;
    let Some(format) = SourceFormat::of(path, &bytes) else {
        let message = "Rooms cannot be read from files of this kind.";
        let extensions: Vec<&str> =
            SourceFormat::ALL.iter().flat_map(|format| format.extensions()).copied().collect();
        let hint = format!("Use a file of one of these kinds: {}.", extensions.join(", "));
        return Err(here(Diagnostic::error("unknown-source", message).hint(hint)));
    };
    let legend = legend_for(path, options.legend)?;
    let stem = path.file_stem().map_or_else(|| "Room".into(), |stem| stem.to_string_lossy());
    let places = options.reading.map_or(&[][..], |reading| &reading.places);
    let places: Vec<PlaceId> = places.iter().copied().map(PlaceId).collect();
    let source = ImportSource {
        format,
        name: &stem,
        bytes: &bytes,
        lexicon: Lexicon { legend: legend.as_ref(), set: options.set, reading: options.reading },
        places: &places,
    };
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut left = MAX_LEVEL_BYTES;
    let mut beside = |name: &str| read_beside(&folder, name, &mut left);
    read_rooms(&source, &mut beside).map_err(|mistake| here(*mistake))
}

fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    check_is_file(&SystemDisk, path)?;
    let is_level = path.extension().is_some_and(|extension| extension == "json" || extension == "ron");
    let limit = if is_level { MAX_LEVEL_BYTES } else { MAX_FILE_BYTES };
    let bytes = SystemDisk.read(path, limit + 1);
    let bytes = bytes.map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// Reads a file that a source names. All of them share a limit of bytes.
fn read_beside(folder: &Path, name: &str, left: &mut u64) -> Result<Vec<u8>, String> {
    let name = name.replace('\\', "/");
    let is_relative = Path::new(&name)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir | Component::ParentDir));
    if !is_relative || name.is_empty() {
        return Err("is not a path from the folder of the map".to_owned());
    }
    let path = only_of(&folder.join(&name));
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    if !BESIDE.iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Err(format!("has an extension that is none of {}", listed(&BESIDE, "and")));
    }
    check_is_file(&SystemDisk, &path).map_err(|error| match right_spelling(&SystemDisk, folder, &name) {
        Some(right) => format!("does not exist, but \"{right}\" does"),
        None => error.to_string(),
    })?;
    let limit = MAX_FILE_BYTES.min(*left);
    let bytes = SystemDisk.read(&path, limit + 1).map_err(|error| error.to_string())?;
    let length = bytes.len() as u64;
    if length > limit {
        return Err(format!("is larger than {limit} bytes"));
    }
    *left -= length;
    Ok(bytes)
}

/// Returns the first file, by name, for a path of the form `*.tiled-project`; other paths are unchanged.
fn only_of(path: &Path) -> PathBuf {
    let ending = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix('*'));
    let Some((ending, folder)) = ending.zip(path.parent()) else { return path.to_owned() };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = SystemDisk.list(folder).unwrap_or_default().into_iter();
    let is_named = |path: &PathBuf| path.to_str().is_some_and(|name| name.ends_with(ending));
    entries.filter(is_named).min().unwrap_or_else(|| path.to_owned())
}

/// Returns the legend that is named, or the one next to the source.
fn legend_for(path: &Path, named: Option<&Path>) -> Result<Option<SourceLegend>, Vec<Diagnostic>> {
    let beside = legend_beside(path);
    let Some(file) = named.or(beside.as_deref()) else { return Ok(None) };
    let hint = "Put this legend back.";
    let text = read_text_file(file).map_err(|error| vec![error.diagnostic().hint(hint)])?;
    let (source, mut mistakes) = parse_source(&text);
    let reading = source.map(|source| source.read::<SourceLegend>("{}"));
    let value = reading.map(|reading| {
        mistakes.extend(reading.mistakes);
        reading.value
    });
    match value.flatten().filter(|_| mistakes.is_empty()) {
        Some(legend) => Ok(Some(legend)),
        None => Err(mistakes
            .into_iter()
            .map(|mistake| Diagnostic { file: Some(file.to_owned()), ..mistake.into() })
            .collect()),
    }
}

/// Returns the legend next to a source, `NAME.legend.ron`, if it exists.
pub(super) fn legend_beside(source: &Path) -> Option<PathBuf> {
    Some(source.with_extension("legend.ron")).filter(|legend| exists(legend))
}

/// Returns the path of a source named in a room set. A name with `\` between folders is read as one with `/`,
/// unless such a file exists.
pub fn source_path(name: &str, folder: Option<&Path>) -> PathBuf {
    let path = |name: &str| folder.unwrap_or(Path::new("")).join(name);
    let as_written = path(name);
    if exists(&as_written) { as_written } else { path(&name.replace('\\', "/")) }
}

/// A room set file with its text.
#[derive(Debug)]
pub struct RoomSetFile {
    /// Parsed content.
    pub loaded: Loaded<RoomSet>,
    text: String,
}

/// Reads a room set; `None` if the file does not exist.
///
/// # Errors
/// If it cannot be read.
pub fn read_room_set(path: &Path) -> Result<Option<RoomSetFile>, FileError> {
    if !exists(path) {
        return Ok(None);
    }
    let text = read_text_file(path)?;
    Ok(Some(RoomSetFile { loaded: parse_room_set(&text, Some(path)), text }))
}

/// Writes a room set atomically, keeping the comments of the file that it was read from. A change by another
/// program is not overwritten.
///
/// The previous content is kept as a backup. Returns the reason if that failed.
///
/// # Errors
/// If it cannot be written.
pub fn save_room_set(
    path: &Path,
    before: Option<&RoomSetFile>,
    set: &RoomSet,
) -> Result<Option<FileError>, FileError> {
    let text = before.map_or_else(|| print_room_set(set), |before| update_room_set(&before.text, set));
    let draft = FileDraft::write(&SystemDisk, path, text.as_bytes())?;
    let problem = match before {
        Some(_) => ProgramFolder::of_user().and_then(|home| home.keep_backup(path)).err(),
        None => None,
    };
    match before {
        Some(before) => draft.put_over(FileStamp::of_text(&before.text))?,
        None => draft.put_new()?,
    }
    Ok(problem)
}
