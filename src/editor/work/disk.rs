//! What the window does with files, in terms of a document: the work itself is done by `files` and `export`.

use std::path::Path;
use std::sync::Arc;

use egui::ColorImage;

use crate::base::{Diagnostic, printable_line, with_capital};
use crate::document::{Content, Document, Edit, RoomsEdit, empty_grammar};
use crate::files::{self, ContentKind, EXAMPLES, TEMPLATES, kind_of_file};
use crate::grammar::Grammar;
use crate::import::SourceFormat;
use crate::rooms::RoomSet;

/// The example that is shown on the first start.
pub fn first_example() -> Document {
    let first = EXAMPLES.first().and_then(|first| example(first.name));
    first.unwrap_or_else(|| Document::opened(Content::of(empty_grammar()), None))
}

/// The example of that name.
pub fn example(name: &str) -> Option<Document> {
    files::load_example(name).map(Document::of_project)
}

/// A project of this name that begins as an example or template. Without a name, one from an example is called as that.
///
/// What a template says of itself is no remark on the project that begins with it.
pub fn new_project(from: &str, name: &str) -> Option<Document> {
    let mut project = files::load_example(from)?;
    let is_template = TEMPLATES.iter().any(|template| template.name == from);
    if let Some(grammar) = &mut project.grammar.value {
        if is_template {
            grammar.notes.clear();
        }
        if is_template || !name.is_empty() {
            grammar.name = if name.is_empty() { "Untitled" } else { name }.to_owned();
        }
    }
    Some(Document::of_project(project))
}

/// The names of all examples, each with how it is shown: "First lock" for `first_lock`.
pub fn example_names() -> impl Iterator<Item = (&'static str, String)> {
    EXAMPLES.iter().map(|example| (example.name, with_capital(&example.name.replace('_', " "))))
}

/// Opens a grammar with its room sets. A file with mistakes opens too; they are the document's diagnostics.
///
/// # Errors
/// If the file cannot be read at all, or is something else than a grammar, in words that say what to do.
pub fn open(path: &Path) -> Result<Document, String> {
    let kind = kind_of_file(path);
    if let Some(words) = not_a_project(kind) {
        return Err(format!("{} {words}", file_name(path)));
    }
    let document = Document::read(path).map_err(|error| error.to_string())?;
    if kind == ContentKind::Unknown && document.saving_loses && is_blank(document.grammar()) {
        let words = "is no grammar. Projects are grammars, and begin with \"Grammar(\".";
        return Err(format!("{} {words}", file_name(path)));
    }
    Ok(document)
}

/// Says of a file that is no project what it is, and what to do with it.
fn not_a_project(kind: ContentKind) -> Option<&'static str> {
    match kind {
        ContentKind::Level => Some(
            "is an exported level, and levels cannot be opened as projects. Open the grammar that made it. To make rooms of its places, use \"Import rooms…\" in the menu File.",
        ),
        ContentKind::RoomSet => Some(
            "is a room set, and room sets cannot be opened as projects. Open a grammar, then add it with \"Load room set…\" in the menu File.",
        ),
        ContentKind::Grammar | ContentKind::Unknown => None,
    }
}

/// Says why a project must not be saved over a file; `None` if it may.
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

/// Was nothing of a grammar found in a file?
fn is_blank(grammar: &Grammar) -> bool {
    let alphabet = &grammar.alphabet;
    let has_symbols = !alphabet.nodes.is_empty() || !alphabet.edges.is_empty();
    grammar.name.is_empty() && grammar.rules.is_empty() && !has_symbols
}

/// Is a file of a kind from which rooms are imported, and nothing else is read?
pub fn may_hold_rooms(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase);
    let formats = SourceFormat::ALL.into_iter().flat_map(|format| format.extensions());
    extension.is_some_and(|extension| extension != "ron" && formats.clone().any(|known| *known == extension))
}

/// Reads a room set, as the edit that adds it to the document, which remembers its file.
///
/// # Errors
/// If it cannot be read or holds mistakes.
pub fn load_rooms(document: &mut Document, path: &Path) -> Result<Edit, Vec<Diagnostic>> {
    let name = files::name_from_folder(path, document.rooms_folder.as_deref());
    let set = read_rooms(document, &name, path)?;
    Ok(Edit::Rooms(RoomsEdit::Add { path: name, set }))
}

/// Reads a room set, as the edit that puts it in the place of one that could not be read; both as the grammar names them.
///
/// # Errors
/// If it cannot be read or holds mistakes.
pub fn rooms_instead(document: &mut Document, of: &str, name: &str) -> Result<Edit, Vec<Diagnostic>> {
    let path = document.rooms_folder.as_deref().unwrap_or(Path::new("")).join(name);
    let set = read_rooms(document, name, &path)?;
    Ok(Edit::Rooms(RoomsEdit::Instead { of: of.to_owned(), path: name.to_owned(), set }))
}

/// Reads a room set without mistakes; the document remembers its file by the name that the grammar will give it.
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
