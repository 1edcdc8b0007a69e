//! What the window does with files, in terms of a document: the work itself is done by `files` and `export`.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use egui::ColorImage;

use crate::base::Diagnostic;
use crate::document::{Content, Document, Edit, OpenRooms, RoomsEdit};
use crate::export::{Format, export};
use crate::files::{self, EXAMPLES, FileError, Project};
use crate::grammar::{Grammar, Start};
use crate::level::Level;
use crate::mission::{Alphabet, LayoutSettings, Movement, RoomSet};

/// How many names are tried for a room set that is written beside a grammar.
const MOST_NAMES: u32 = 99;

/// The example that is shown on the first start.
pub fn first_example() -> Document {
    let first = EXAMPLES.first().and_then(|first| example(first.name));
    first.unwrap_or_else(|| Document::opened(Content::of(empty_grammar()), None))
}

/// The example of that name.
pub fn example(name: &str) -> Option<Document> {
    files::load_example(name).map(document_of)
}

/// The names of all examples, each with how it is shown: "First lock" for `first_lock`.
pub fn example_names() -> impl Iterator<Item = (&'static str, String)> {
    EXAMPLES.iter().map(|example| {
        let words = example.name.replace('_', " ");
        let mut letters = words.chars();
        let shown =
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
        (example.name, shown)
    })
}

/// Opens a grammar with its room sets. A file with mistakes opens too; they are the document's diagnostics.
///
/// # Errors
/// If the file cannot be read at all, in words.
pub fn open(path: &Path) -> Result<Document, String> {
    files::load_project(path, &[]).map(document_of).map_err(|error| error.to_string())
}

fn document_of(project: Project) -> Document {
    let diagnostics = project.diagnostics();
    let is_complete = project.grammar.complete;
    let folder = project.path.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
    let grammar = project.grammar.value.unwrap_or_else(empty_grammar);
    let named = |path: &Path| {
        let names = grammar.rooms.iter();
        names.into_iter().find(|name| folder.join(name) == path).cloned()
    };
    let rooms = project.rooms.into_iter().filter_map(|rooms| {
        let path = named(&rooms.path).unwrap_or_else(|| rooms.path.display().to_string());
        rooms.set.value.map(|set| OpenRooms { path, set: Arc::new(set) })
    });
    let content = Content { rooms: rooms.collect(), grammar: Arc::new(grammar) };
    Document::opened(content, project.path).with_diagnostics(diagnostics, !is_complete)
}

/// What a file holds of which nothing could be read.
fn empty_grammar() -> Grammar {
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

/// Saves the grammar. Room sets that are part of the program are written beside it, where they are not there yet.
///
/// # Errors
/// If a file cannot be written, in words; the document stays unsaved then.
pub fn save(document: &mut Document, path: &Path) -> Result<(), String> {
    let mut grammar = Grammar::clone(document.grammar());
    for name in &mut grammar.rooms {
        *name = room_name_for(document, name, path)?;
    }
    files::save_text(path, &files::print_grammar(&grammar)).map_err(|error| error.to_string())?;
    document.mark_saved(path.to_owned());
    Ok(())
}

/// How a grammar that is saved to `path` names a room set of the document.
fn room_name_for(document: &Document, name: &str, path: &Path) -> Result<String, String> {
    match &document.rooms_folder {
        Some(folder) if path.parent() == Some(folder) => Ok(name.to_owned()),
        Some(folder) => Ok(name_for(&folder.join(name), path.parent())),
        None if Path::new(name).is_absolute() => Ok(name_for(Path::new(name), path.parent())),
        None => match document.rooms().iter().find(|rooms| rooms.path == name) {
            Some(rooms) => write_beside(path, name, &rooms.set),
            None => Ok(name.to_owned()),
        },
    }
}

/// Writes a room set into the folder of a grammar, under the first name that is free or holds the same; that name.
fn write_beside(grammar: &Path, name: &str, set: &RoomSet) -> Result<String, String> {
    let stem = Path::new(name).file_stem().map_or_else(|| "rooms".into(), |stem| stem.to_string_lossy());
    let text = files::print_room_set(set);
    for number in 1..=MOST_NAMES {
        let name = if number == 1 { format!("{stem}.ron") } else { format!("{stem}-{number}.ron") };
        let path = grammar.with_file_name(&name);
        if path == grammar {
            continue;
        }
        match files::read_text_file(&path) {
            Ok(found) if found == text => return Ok(name),
            Ok(_) => {}
            Err(FileError::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => {
                return files::save_text(&path, &text).map(|()| name).map_err(|error| error.to_string());
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(format!("there are too many files called {stem} beside {}", grammar.display()))
}

/// Reads a room set, as the edit that adds it to a document whose room sets are named from `folder`.
///
/// # Errors
/// If it cannot be read or holds mistakes.
pub fn load_rooms(path: &Path, folder: Option<&Path>) -> Result<Edit, Vec<Diagnostic>> {
    let unreadable = |error: String| vec![Diagnostic::error("unreadable-file", error)];
    let text = files::read_text_file(path).map_err(|error| unreadable(error.to_string()))?;
    let loaded = files::parse_room_set(&text, Some(path));
    match loaded.value {
        Some(set) if loaded.complete => {
            Ok(Edit::Rooms(RoomsEdit::Add { path: name_for(path, folder), set: Arc::new(set) }))
        }
        _ => Err(loaded.diagnostics),
    }
}

/// How a file is named from a folder: relative to it where that can be, with `/` on every system.
fn name_for(path: &Path, folder: Option<&Path>) -> String {
    // What the process calls its own folder is all that this asks the system for.
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = whole(path);
    let folder = folder
        .map(|folder| if folder.as_os_str().is_empty() { whole(Path::new(".")) } else { whole(folder) });
    match folder.and_then(|folder| relative_to(&path, &folder)) {
        Some(relative) => {
            let parts: Vec<_> =
                relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            parts.join("/")
        }
        None => path.display().to_string(),
    }
}

/// The way from a folder to a file, if both begin at the same place.
fn relative_to(path: &Path, folder: &Path) -> Option<PathBuf> {
    let (path, folder) = (plain_parts(path), plain_parts(folder));
    let shared = path.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return None;
    }
    let up = folder.iter().skip(shared).map(|_| Component::ParentDir);
    Some(up.chain(path.iter().skip(shared).copied()).collect())
}

/// The parts of a path, where each `..` has taken out the part before it.
fn plain_parts(path: &Path) -> Vec<Component<'_>> {
    let mut parts = Vec::new();
    for part in path.components() {
        if part == Component::ParentDir && matches!(parts.last(), Some(Component::Normal(_))) {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}

/// Writes a level.
///
/// # Errors
/// If the file cannot be written, in words.
pub fn export_level(level: &Level, format: Format, path: &Path) -> Result<(), String> {
    files::save_bytes(path, &export(level, format)).map_err(|error| error.to_string())
}

/// Writes a picture.
///
/// # Errors
/// If it cannot be written, in words.
pub fn write_png(image: &ColorImage, path: &Path) -> Result<(), String> {
    let bytes = png_bytes(image).map_err(|error| error.to_string())?;
    files::save_bytes(path, &bytes).map_err(|error| error.to_string())
}

fn png_bytes(image: &ColorImage) -> Result<Vec<u8>, png::EncodingError> {
    let [width, height] = image.size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let data: Vec<u8> = image.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_sets_are_named_from_the_grammars_folder() {
        let name = |path: &str, folder: &str| name_for(Path::new(path), Some(Path::new(folder)));
        assert_eq!(name("/a/rooms/keep.ron", "/a/grammars"), "../rooms/keep.ron");
        assert_eq!(name("/a/keep.ron", "/a"), "keep.ron");
        assert_eq!(name("/a/grammars/../rooms/keep.ron", "/a/b/c"), "../../rooms/keep.ron");
        assert_eq!(name("rooms/keep.ron", ""), "rooms/keep.ron");
        assert_eq!(name_for(Path::new("/a/keep.ron"), None), "/a/keep.ron");
    }

    #[test]
    fn saved_example_opens_with_its_room_sets_from_anywhere() {
        let folder = tempfile::tempdir().unwrap();
        let mut document = first_example();
        assert!(!document.rooms().is_empty());
        save(&mut document, &folder.path().join("mine.ron")).unwrap();
        save(&mut document, &folder.path().join("mine.ron")).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1 + document.rooms().len());
        let mut opened = open(&folder.path().join("mine.ron")).unwrap();
        assert_eq!(opened.diagnostics, []);
        assert_eq!(opened.room_sets(), document.room_sets());
        let elsewhere = folder.path().join("deeper");
        std::fs::create_dir(&elsewhere).unwrap();
        save(&mut opened, &elsewhere.join("mine.ron")).unwrap();
        let moved = open(&elsewhere.join("mine.ron")).unwrap();
        assert_eq!(moved.diagnostics, []);
        assert_eq!(moved.room_sets(), document.room_sets());
    }

    #[test]
    fn saving_an_example_leaves_other_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut document = first_example();
        let stem = Path::new(&document.rooms()[0].path).file_stem().unwrap().to_str().unwrap().to_owned();
        let other = folder.path().join(format!("{stem}.ron"));
        std::fs::write(&other, "mine").unwrap();
        save(&mut document, &folder.path().join("first.ron")).unwrap();
        assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
        assert!(folder.path().join(format!("{stem}-2.ron")).exists());
    }
}
