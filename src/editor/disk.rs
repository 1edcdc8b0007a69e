//! What the window does with files, in terms of a document: the work itself is done by `files` and `export`.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use egui::ColorImage;

use crate::base::Diagnostic;
use crate::document::{Content, Document, Edit, OpenRooms};
use crate::export::{Format, export};
use crate::files::{self, EXAMPLES, Project};
use crate::grammar::{Grammar, Start};
use crate::level::Level;
use crate::mission::{Alphabet, LayoutSettings, Movement};

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

/// Saves the grammar.
///
/// # Errors
/// If the file cannot be written, in words; the document stays unsaved then.
pub fn save(document: &mut Document, path: &Path) -> Result<(), String> {
    let text = files::print_grammar(document.grammar());
    files::save_text(path, &text).map_err(|error| error.to_string())?;
    document.mark_saved(path.to_owned());
    Ok(())
}

/// Reads a room set, as the edit that adds it to the document whose file is `grammar`.
///
/// # Errors
/// If it cannot be read or holds mistakes.
pub fn load_rooms(path: &Path, grammar: Option<&Path>) -> Result<Edit, Vec<Diagnostic>> {
    let unreadable = |error: String| vec![Diagnostic::error("unreadable-file", error)];
    let text = files::read_text_file(path).map_err(|error| unreadable(error.to_string()))?;
    let loaded = files::parse_room_set(&text, Some(path));
    match loaded.value {
        Some(set) if loaded.complete => {
            Ok(Edit::AddRooms { path: name_for(path, grammar), set: Arc::new(set) })
        }
        _ => Err(loaded.diagnostics),
    }
}

/// How the grammar names a file: relative to its own folder, with `/` on every system.
fn name_for(path: &Path, grammar: Option<&Path>) -> String {
    let folder = grammar.and_then(Path::parent);
    let relative = folder.and_then(|folder| relative_to(path, folder)).unwrap_or_else(|| path.to_owned());
    let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    if relative.is_absolute() { path.display().to_string() } else { parts.join("/") }
}

/// The way from a folder to a file, if both begin at the same place.
fn relative_to(path: &Path, folder: &Path) -> Option<PathBuf> {
    if path.is_absolute() != folder.is_absolute() {
        return None;
    }
    let (path, folder): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (path.components().collect(), folder.components().collect());
    let shared = path.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    let is_above = folder.iter().skip(shared).any(|part| *part == Component::ParentDir);
    if is_above || (shared == 0 && path.first().is_some_and(|part| matches!(part, Component::Prefix(_)))) {
        return None;
    }
    let up = folder.iter().skip(shared).map(|_| Component::ParentDir);
    Some(up.chain(path.iter().skip(shared).copied()).collect())
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
        let name = |path: &str, grammar: &str| name_for(Path::new(path), Some(Path::new(grammar)));
        assert_eq!(name("/a/rooms/keep.ron", "/a/grammars/first.ron"), "../rooms/keep.ron");
        assert_eq!(name("/a/keep.ron", "/a/first.ron"), "keep.ron");
        assert_eq!(name("rooms/keep.ron", "first.ron"), "rooms/keep.ron");
        assert_eq!(name_for(Path::new("/a/keep.ron"), None), "/a/keep.ron");
    }
}
