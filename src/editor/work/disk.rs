//! File operations of the window, in terms of documents. The real work is done by `files` and `export`.

use std::path::Path;
use std::sync::Arc;

use egui::ColorImage;

use crate::base::{Diagnostic, printable_line, with_capital};
use crate::document::{Content, Document, Edit, RoomsEdit, empty_grammar};
use crate::files::{self, ContentKind, EXAMPLES, PUBLISHED, TEMPLATES, kind_of_file};
use crate::grammar::{Grammar, VariableValues};
use crate::import::SourceFormat;
use crate::rooms::RoomSet;

/// Returns the example shown at the first start.
pub fn first_example() -> Document {
    let first = EXAMPLES.first().and_then(|first| example(first.name));
    first.unwrap_or_else(|| Document::opened(Content::of(empty_grammar()), None))
}

/// Returns the example with this name.
pub fn example(name: &str) -> Option<Document> {
    files::load_example(name).map(Document::of_project)
}

/// Returns a new project from an example or template, with the given name. Without a name, an example keeps
/// its own.
///
/// The notes of a template are dropped, because they do not describe the new project.
pub fn new_project(from: &str, name: &str) -> Option<Document> {
    let mut project = files::load_example(from)?;
    let is_template = TEMPLATES.iter().any(|template| template.name == from);
    if let Some(grammar) = &mut project.grammar.value {
        *grammar = grammar.with_change(&VariableValues::new(), |grammar| {
            if is_template {
                grammar.notes.clear();
            }
            if is_template || !name.is_empty() {
                grammar.name = if name.is_empty() { "Untitled" } else { name }.to_owned();
            }
        });
    }
    Some(Document::of_project(project))
}

/// Returns the names of all examples, each with its title: "First lock" for `first_lock`.
pub fn example_names() -> impl Iterator<Item = (&'static str, String)> {
    let all = EXAMPLES.iter().chain(PUBLISHED);
    all.map(|example| (example.name, with_capital(&example.name.replace('_', " "))))
}

/// Opens a grammar with its room sets. Mistakes become diagnostics of the document.
///
/// # Errors
/// If the file cannot be read at all or is not a grammar; the message tells what to do.
pub fn open(path: &Path) -> Result<Document, String> {
    let kind = kind_of_file(path);
    if let Some(words) = not_a_project(kind) {
        return Err(format!("{} {words}", file_name(path)));
    }
    let document = Document::read(path).map_err(|error| error.to_string())?;
    if kind == ContentKind::Unknown && document.saving_loses && is_blank(document.grammar()) {
        let words = "is not a grammar. Open a grammar file instead.";
        return Err(format!("{} {words}", file_name(path)));
    }
    Ok(document)
}

/// Explains what a file is if it is not a project, and what to do with it.
fn not_a_project(kind: ContentKind) -> Option<&'static str> {
    match kind {
        ContentKind::Level => Some(
            "is an exported level, not a project. Open the grammar that made it. To make rooms from its places, choose \"Import rooms…\" in the menu File.",
        ),
        ContentKind::RoomSet => Some(
            "is a room set, not a project. Open a grammar, then choose \"Load room set…\" in the menu File.",
        ),
        ContentKind::Grammar | ContentKind::Unknown => None,
    }
}

/// Returns the reason why a project must not overwrite a file, or `None`.
pub fn why_not_over(path: &Path) -> Option<String> {
    let what = match kind_of_file(path) {
        ContentKind::Level => "an exported level",
        ContentKind::RoomSet => "a room set",
        ContentKind::Grammar | ContentKind::Unknown => return None,
    };
    Some(format!("Not saved. {} is {what}; save under another name", file_name(path)))
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    printable_line(&name).into_owned()
}

/// Returns `true` if a grammar is empty, because the file contained nothing of one.
fn is_blank(grammar: &Grammar) -> bool {
    let alphabet = &grammar.alphabet;
    let has_symbols = !alphabet.nodes.is_empty() || !alphabet.edges.is_empty();
    grammar.name.is_empty() && grammar.rules.is_empty() && !has_symbols
}

/// Returns `true` if rooms can be imported from files of this type, and nothing else is read from them.
pub fn may_hold_rooms(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase);
    let formats = SourceFormat::ALL.into_iter().flat_map(|format| format.extensions());
    extension.is_some_and(|extension| extension != "ron" && formats.clone().any(|known| *known == extension))
}

/// Reads a room set. Returns the edit that adds it to the document, which remembers its file.
///
/// # Errors
/// If it cannot be read or has mistakes.
pub fn load_rooms(document: &mut Document, path: &Path) -> Result<Edit, Vec<Diagnostic>> {
    let name = files::name_from_folder(path, document.rooms_folder.as_deref());
    let set = read_rooms(document, &name, path)?;
    Ok(Edit::Rooms(RoomsEdit::Add { path: name, set }))
}

/// Reads a room set. Returns the edit that replaces one that could not be read; both are named as in the
/// grammar.
///
/// # Errors
/// If it cannot be read or has mistakes.
pub fn rooms_instead(document: &mut Document, of: &str, name: &str) -> Result<Edit, Vec<Diagnostic>> {
    let path = document.rooms_folder.as_deref().unwrap_or(Path::new("")).join(name);
    let set = read_rooms(document, name, &path)?;
    Ok(Edit::Rooms(RoomsEdit::Instead { of: of.to_owned(), path: name.to_owned(), set }))
}

/// Reads a room set without mistakes. The document remembers its file by its name in the grammar.
fn read_rooms(document: &mut Document, name: &str, path: &Path) -> Result<Arc<RoomSet>, Vec<Diagnostic>> {
    let unreadable = |error: String| vec![Diagnostic::error("unreadable-file", error)];
    let text = files::read_text_file(path).map_err(|error| unreadable(error.to_string()))?;
    let loaded = files::parse_room_set(&text, Some(path));
    match loaded.value {
        Some(set) if loaded.complete => {
            let set = Arc::new(set);
            document.note_room_file(name, path, &set, &text);
            Ok(set)
        }
        _ => Err(loaded.diagnostics),
    }
}

/// Writes a picture.
///
/// # Errors
/// If it cannot be written; the error is a message.
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
