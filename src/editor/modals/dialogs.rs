//! Asks for files: with the system's own dialog in the background, or with one inside the window if the
//! system has none.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use egui_file_dialog::{FileDialog, Filter};

use super::dialog_fields::DialogFields;
use super::saving_files::{RefusedName, SavingFiles};
use crate::base::printable_line;
use crate::files::{ContentKind, exists, kind_of_file};

/// The purpose of a file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileQuestion {
    /// A grammar to open.
    OpenGrammar,
    /// A file to save the grammar to.
    SaveGrammar,
    /// A room set to add.
    OpenRooms,
    /// A tile sheet of a room set.
    TileSheet,
    /// A file with rooms of another program.
    ImportRooms,
    /// A file with rooms that was moved.
    FindRooms,
    /// A file to export the rooms of a set to as a map.
    ExportRooms,
    /// A theme to add.
    ImportTheme,
    /// A file to write a theme to.
    ExportTheme,
    /// The folder for exports.
    ExportFolder,
    /// The folder for films.
    FilmFolder,
    /// A file to write a contact sheet to.
    ContactSheet,
}

/// Opens file dialogs: those of the system if requested, otherwise inside the window.
#[derive(Default)]
pub struct Dialogs {
    wants_system: bool,
    open: OpenDialog,
}

/// The open dialog, if any.
#[derive(Default)]
enum OpenDialog {
    /// No dialog is open.
    #[default]
    Closed,
    /// The system's dialog.
    Native {
        /// Purpose of the dialog.
        ask: FileQuestion,
        /// Initial folder and name.
        start: DialogStart,
        /// Time at which it was opened.
        since: Instant,
        /// Source of the answer.
        answer: NativeAnswer,
    },
    /// The dialog inside the window.
    Inside {
        /// Purpose of the dialog.
        ask: FileQuestion,
        /// Dialog widget.
        dialog: Box<FileDialog>,
        /// Keyboard focus in it.
        fields: DialogFields,
        /// Name that cannot be written to.
        refused: RefusedName,
    },
}

/// The answer of the system's dialog: a file, or none.
enum NativeAnswer {
    /// The answer, which is available at once: on macOS, dialogs run on the main thread.
    Given(Option<PathBuf>),
    /// The answer will come from another thread.
    Pending(Receiver<Option<PathBuf>>),
}

/// The initial state of a dialog.
#[derive(Clone, Debug, Default)]
pub struct DialogStart {
    /// Initial folder.
    pub folder: Option<PathBuf>,
    /// Suggested name for a file to write.
    pub name: String,
}

/// Time in which nobody can cancel a dialog. An earlier answer means that the system has no dialogs.
const FASTER_THAN_ANYBODY: Duration = Duration::from_millis(150);

/// Time in which a dialog of the system should appear.
const PATIENCE: Duration = Duration::from_secs(2);

impl Dialogs {
    /// Uses the system's dialogs from now on, if it has any.
    pub fn use_system(&mut self) {
        self.wants_system = true;
    }

    /// Opens a dialog, unless one is already open.
    pub fn open(&mut self, ask: FileQuestion, start: DialogStart, ctx: &egui::Context) {
        if !self.is_open() {
            let is_native = self.wants_system && system_has_dialogs();
            self.open = if is_native { native(ask, start, ctx) } else { inside(ask, &start, ctx) };
        }
    }

    /// Returns `true` if a dialog is open.
    pub fn is_open(&self) -> bool {
        !matches!(self.open, OpenDialog::Closed)
    }

    /// Shows the dialog inside the window, if that one is open. Returns the file, if one was chosen.
    pub fn poll(&mut self, ctx: &egui::Context) -> Option<(FileQuestion, PathBuf)> {
        match std::mem::take(&mut self.open) {
            OpenDialog::Closed => None,
            OpenDialog::Native { ask, start, since, mut answer } => {
                let given = match &mut answer {
                    NativeAnswer::Given(path) => Ok(path.take()),
                    NativeAnswer::Pending(dialog) => dialog.try_recv(),
                };
                match given {
                    Ok(Some(path)) => self.answered(ask, path, ctx),
                    Ok(None) if since.elapsed() < FASTER_THAN_ANYBODY => {
                        self.open = inside(ask, &start, ctx);
                        ctx.request_repaint();
                        None
                    }
                    // A dialog that has failed is closed.
                    Ok(None) | Err(TryRecvError::Disconnected) => None,
                    Err(TryRecvError::Empty) => {
                        self.open = match waiting_ui(ctx, since) {
                            None => OpenDialog::Native { ask, start, since, answer },
                            Some(UnansweredChoice::Inside) => inside(ask, &start, ctx),
                            Some(UnansweredChoice::Cancel) => OpenDialog::Closed,
                        };
                        None
                    }
                }
            }
            OpenDialog::Inside { ask, mut dialog, mut fields, refused } => {
                if fields.closes(ctx) {
                    return None;
                }
                dialog.update(ctx);
                if let Some(path) = dialog.take_picked() {
                    return self.answered(ask, path, ctx);
                }
                let is_open = matches!(dialog.state(), egui_file_dialog::DialogState::Open);
                if is_open {
                    fields.look(ctx);
                    if let Some(file) = refused.file() {
                        refused_name_ui(ctx, ask, &file);
                    }
                    self.open = OpenDialog::Inside { ask, dialog, fields, refused };
                }
                None
            }
        }
    }

    /// Accepts a chosen file. If an extension was added, nobody has confirmed replacing a file of that name
    /// yet, so the dialog opens again with it.
    fn answered(
        &mut self,
        ask: FileQuestion,
        path: PathBuf,
        ctx: &egui::Context,
    ) -> Option<(FileQuestion, PathBuf)> {
        let complete = with_extension(ask, path.clone());
        if complete == path || !exists(&complete) {
            return Some((ask, complete));
        }
        let name = complete.file_name().map(|name| name.to_string_lossy().into_owned());
        self.open(ask, DialogStart { folder: folder_of(Some(&path)), name: name.unwrap_or_default() }, ctx);
        None
    }
}

/// Alternatives while the system's dialog does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnansweredChoice {
    /// Ask inside the window. A later answer of the system is ignored.
    Inside,
    /// Do not ask.
    Cancel,
}

/// Shows the wait for the system's dialog if it takes too long, because the system may never show one.
fn waiting_ui(ctx: &egui::Context, since: Instant) -> Option<UnansweredChoice> {
    let left = PATIENCE.saturating_sub(since.elapsed());
    if !left.is_zero() {
        ctx.request_repaint_after(left);
        return None;
    }
    let mut instead = None;
    line_below(ctx, "waiting for the system", |ui| {
        ui.label("Waiting for the file dialog of the system");
        let button = ui.button("Ask here").on_hover_text("Opens a file dialog inside this window instead");
        if button.clicked() {
            instead = Some(UnansweredChoice::Inside);
        }
        if ui.button("Cancel").on_hover_text("Returns to the project").clicked() {
            instead = Some(UnansweredChoice::Cancel);
        }
    });
    instead
}

/// Explains why nothing can be saved under a name that belongs to a file of another kind.
fn refused_name_ui(ctx: &egui::Context, ask: FileQuestion, file: &Path) {
    let name = file.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
    let kind = match ask {
        FileQuestion::SaveGrammar => "a grammar",
        FileQuestion::ExportTheme => "a theme",
        _ => "a map",
    };
    line_below(ctx, "refused name", |ui| {
        ui.label(format!("{} is not {kind}. Type another name.", printable_line(&name)));
    });
}

/// Shows a line at the bottom of the window, in front of everything.
fn line_below(ctx: &egui::Context, id: &str, content: impl FnOnce(&mut egui::Ui)) {
    let area = egui::Area::new(egui::Id::new(id)).order(egui::Order::Tooltip);
    area.anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -44.0)).show(ctx, |ui| {
        egui::Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| ui.horizontal(content));
    });
}

/// Returns `true` if the system has dialogs. On Linux, they are reached through the session's message bus.
fn system_has_dialogs() -> bool {
    cfg!(any(windows, target_os = "macos")) || std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
}

fn native(ask: FileQuestion, start: DialogStart, ctx: &egui::Context) -> OpenDialog {
    let since = Instant::now();
    let answer = if cfg!(target_os = "macos") {
        NativeAnswer::Given(show_native(ask, &start))
    } else {
        let (answer, pending) = channel();
        let (ctx, start) = (ctx.clone(), start.clone());
        thread::spawn(move || {
            // Nobody waits for the answer once the window has closed.
            let _ = answer.send(show_native(ask, &start));
            ctx.request_repaint();
        });
        NativeAnswer::Pending(pending)
    };
    OpenDialog::Native { ask, start, since, answer }
}

fn show_native(ask: FileQuestion, start: &DialogStart) -> Option<PathBuf> {
    let (kind, extensions) = kind_of(ask);
    let mut dialog = rfd::FileDialog::new().set_title(title_of(ask));
    if !is_for_folder(ask) {
        dialog = dialog.add_filter(kind, extensions);
    }
    if let Some(folder) = &start.folder {
        dialog = dialog.set_directory(folder);
    }
    match ask {
        _ if is_for_folder(ask) => dialog.pick_folder(),
        _ if is_for_writing(ask) => dialog.set_file_name(&start.name).save_file(),
        _ => dialog.pick_file(),
    }
}

fn inside(ask: FileQuestion, start: &DialogStart, ctx: &egui::Context) -> OpenDialog {
    // The dialog gets the keyboard, not a drawing behind it.
    ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|field| memory.surrender_focus(field)));
    let (kind, extensions) = kind_of(ask);
    let middle = egui::Align2::CENTER_CENTER;
    let refused = RefusedName::default();
    let dialog = if is_for_writing(ask) { saving(ask, &refused) } else { FileDialog::new() };
    let mut dialog = dialog.title(title_of(ask)).anchor(middle, egui::Vec2::ZERO);
    // The search field of the dialog is black in every theme, so its text is only readable in the dark one.
    dialog = dialog.show_search(ctx.theme() == egui::Theme::Dark);
    if let Some(folder) = &start.folder {
        dialog = dialog.initial_directory(folder.clone());
    }
    let mut dialog = Box::new(if is_for_writing(ask) {
        let extension = extensions.first().copied().unwrap_or_default();
        // Only files of this kind are listed: a click on one suggests replacing it.
        let dialog = dialog.default_file_name(&start.name);
        dialog.add_save_extension(kind, extension).default_save_extension(kind)
    } else {
        let dialog = dialog.add_file_filter(kind, filter(ask)).default_file_filter(kind);
        other_kinds(ask)
            .iter()
            .fold(dialog, |dialog, (kind, content)| dialog.add_file_filter(kind, filter_of_content(*content)))
    });
    match ask {
        _ if is_for_folder(ask) => dialog.pick_directory(),
        _ if is_for_writing(ask) => dialog.save_file(),
        _ => dialog.pick_file(),
    }
    OpenDialog::Inside { ask, dialog, fields: DialogFields::default(), refused }
}

/// Returns a dialog that neither lists nor replaces foreign files.
fn saving(ask: FileQuestion, refused: &RefusedName) -> FileDialog {
    let disk = SavingFiles { ask, refused: refused.clone() };
    let mut dialog = FileDialog::with_file_system(Arc::new(disk));
    dialog.labels_mut().err_directory_exists = "This name is already used for something else".to_owned();
    dialog
}

/// Filters for files with an extension of their kind and matching content.
fn filter(ask: FileQuestion) -> Filter<Path> {
    Filter::new(move |path: &Path| !is_foreign(ask, path))
}

/// Returns the other kinds of `.ron` files that can be listed, with their names.
///
/// A folder that holds only such files would look empty otherwise. If one is chosen, a message says how to use it.
const fn other_kinds(ask: FileQuestion) -> &'static [(&'static str, ContentKind)] {
    match ask {
        FileQuestion::OpenGrammar => {
            &[("Room sets", ContentKind::RoomSet), ("Exported levels", ContentKind::Level)]
        }
        FileQuestion::SaveGrammar
        | FileQuestion::OpenRooms
        | FileQuestion::TileSheet
        | FileQuestion::ImportRooms
        | FileQuestion::FindRooms
        | FileQuestion::ExportRooms
        | FileQuestion::ImportTheme
        | FileQuestion::ExportTheme
        | FileQuestion::ExportFolder
        | FileQuestion::FilmFolder
        | FileQuestion::ContactSheet => &[],
    }
}

fn filter_of_content(content: ContentKind) -> Filter<Path> {
    Filter::new(move |path: &Path| has_extension(path, &["ron"]) && kind_of_file(path) == content)
}

/// Returns `true` for a file of another kind than requested.
pub(super) fn is_foreign(ask: FileQuestion, path: &Path) -> bool {
    let others: &[ContentKind] = match ask {
        FileQuestion::OpenGrammar | FileQuestion::SaveGrammar => &[ContentKind::Level, ContentKind::RoomSet],
        FileQuestion::OpenRooms => &[ContentKind::Level, ContentKind::Grammar],
        FileQuestion::ImportRooms | FileQuestion::FindRooms => &[ContentKind::Grammar, ContentKind::RoomSet],
        FileQuestion::ImportTheme | FileQuestion::ExportTheme => {
            &[ContentKind::Grammar, ContentKind::RoomSet, ContentKind::Level]
        }
        FileQuestion::TileSheet
        | FileQuestion::ExportRooms
        | FileQuestion::ExportFolder
        | FileQuestion::FilmFolder
        | FileQuestion::ContactSheet => &[],
    };
    !has_extension(path, kind_of(ask).1) || !others.is_empty() && others.contains(&kind_of_file(path))
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|found| extensions.iter().any(|known| found.eq_ignore_ascii_case(known)))
}

fn title_of(ask: FileQuestion) -> &'static str {
    match ask {
        FileQuestion::OpenGrammar => "Open a grammar",
        FileQuestion::SaveGrammar => "Save the grammar",
        FileQuestion::OpenRooms => "Load a room set",
        FileQuestion::TileSheet => "Load a tile sheet",
        FileQuestion::ImportRooms => "Import rooms",
        FileQuestion::FindRooms => "Find the file with rooms",
        FileQuestion::ExportRooms => "Export rooms as a map",
        FileQuestion::ImportTheme => "Import a theme",
        FileQuestion::ExportTheme => "Export the theme",
        FileQuestion::ExportFolder => "Folder for exports",
        FileQuestion::FilmFolder => "Folder for the film",
        FileQuestion::ContactSheet => "Write a contact sheet",
    }
}

/// Returns the name of a kind of file, and its extensions.
fn kind_of(ask: FileQuestion) -> (&'static str, &'static [&'static str]) {
    match ask {
        FileQuestion::OpenGrammar | FileQuestion::SaveGrammar => ("Grammars", &["ron"]),
        FileQuestion::OpenRooms => ("Room sets", &["ron"]),
        FileQuestion::ImportTheme | FileQuestion::ExportTheme => ("Themes", &["ron"]),
        FileQuestion::TileSheet | FileQuestion::ContactSheet => ("Pictures", &["png"]),
        FileQuestion::ImportRooms | FileQuestion::FindRooms => {
            ("Files with rooms", &["tmx", "tmj", "ldtk", "png", "txt", "csv", "xp", "json", "ron"])
        }
        FileQuestion::ExportRooms => ("Maps", &["tmx"]),
        FileQuestion::ExportFolder | FileQuestion::FilmFolder => ("Folders", &[]),
    }
}

fn is_for_writing(ask: FileQuestion) -> bool {
    match ask {
        FileQuestion::SaveGrammar
        | FileQuestion::ExportRooms
        | FileQuestion::ExportTheme
        | FileQuestion::ContactSheet => true,
        FileQuestion::OpenGrammar
        | FileQuestion::OpenRooms
        | FileQuestion::TileSheet
        | FileQuestion::ImportRooms
        | FileQuestion::FindRooms
        | FileQuestion::ImportTheme
        | FileQuestion::ExportFolder
        | FileQuestion::FilmFolder => false,
    }
}

fn is_for_folder(ask: FileQuestion) -> bool {
    match ask {
        FileQuestion::ExportFolder | FileQuestion::FilmFolder => true,
        FileQuestion::OpenGrammar
        | FileQuestion::SaveGrammar
        | FileQuestion::OpenRooms
        | FileQuestion::TileSheet
        | FileQuestion::ImportRooms
        | FileQuestion::FindRooms
        | FileQuestion::ExportRooms
        | FileQuestion::ImportTheme
        | FileQuestion::ExportTheme
        | FileQuestion::ContactSheet => false,
    }
}

/// Adds the extension of its kind to a path to write to. Another extension is part of the name: a grammar
/// called `map.png` would otherwise replace a picture.
fn with_extension(ask: FileQuestion, path: PathBuf) -> PathBuf {
    let extensions = kind_of(ask).1;
    match (extensions.first(), path.file_name()) {
        (Some(extension), Some(name)) if is_for_writing(ask) && !has_extension(&path, extensions) => {
            let mut name = name.to_owned();
            name.push(".");
            name.push(extension);
            path.with_file_name(name)
        }
        _ => path,
    }
}

/// Converts a designer's name to a file name that every system accepts.
pub fn file_name(name: &str, extension: &str) -> String {
    let plain: String = name
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let stem = if words.is_empty() { "untitled".to_owned() } else { words.join("-") };
    format!("{stem}.{extension}")
}

/// Returns the folder of a file.
pub fn folder_of(path: Option<&Path>) -> Option<PathBuf> {
    path.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_made_of_letters_and_digits() {
        assert_eq!(file_name("First lock", "grammar.ron"), "first-lock.grammar.ron");
        assert_eq!(file_name("../..\\ ?", "json"), "untitled.json");
    }

    #[test]
    fn files_to_write_get_an_extension_and_files_to_read_do_not() {
        assert_eq!(with_extension(FileQuestion::SaveGrammar, "a/b".into()), PathBuf::from("a/b.ron"));
        assert_eq!(with_extension(FileQuestion::SaveGrammar, "a/b.RON".into()), PathBuf::from("a/b.RON"));
        assert_eq!(with_extension(FileQuestion::SaveGrammar, "a/b.png".into()), PathBuf::from("a/b.png.ron"));
        assert_eq!(with_extension(FileQuestion::SaveGrammar, "a/v1.2".into()), PathBuf::from("a/v1.2.ron"));
        assert_eq!(with_extension(FileQuestion::OpenGrammar, "a/b".into()), PathBuf::from("a/b"));
    }
}
