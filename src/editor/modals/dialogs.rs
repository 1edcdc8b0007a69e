//! Asking for a file: the system's own dialog in the background, or one inside the window where the system has none.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui_file_dialog::{FileDialog, Filter};

use super::dialog_fields::DialogFields;
use super::saving_files::{RefusedName, SavingFiles};
use crate::base::printable_line;
use crate::editor::work::background::Background;
use crate::files::{ContentKind, exists, kind_of_file};

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A grammar to open.
    OpenGrammar,
    /// Where to save the grammar.
    SaveGrammar,
    /// A room set to add.
    OpenRooms,
    /// A tile sheet of a room set.
    TileSheet,
    /// A file with rooms of another program.
    ImportRooms,
    /// A file with rooms that is not where it was.
    FindRooms,
    /// Where to write the rooms of a set as a map.
    ExportRooms,
    /// The folder for exports.
    ExportFolder,
    /// The folder for films.
    FilmFolder,
}

/// Where files are asked for: in the system's dialogs once they are wanted, else inside the window.
#[derive(Default)]
pub struct Dialogs {
    wants_system: bool,
    open: OpenDialog,
}

/// The dialog that is open, if one is.
#[derive(Default)]
enum OpenDialog {
    /// None is.
    #[default]
    Closed,
    /// The system's.
    Native {
        /// For what.
        ask: Ask,
        /// Where it begins.
        start: Start,
        /// When it was opened.
        since: Instant,
        /// Where the answer comes from.
        answer: NativeAnswer,
    },
    /// The one inside the window.
    Inside {
        /// For what.
        ask: Ask,
        /// The dialog.
        dialog: Box<FileDialog>,
        /// The field that has the keyboard in it.
        fields: DialogFields,
        /// The name that cannot be written to.
        refused: RefusedName,
    },
}

/// The answer of the system's dialog: a file, or none.
enum NativeAnswer {
    /// It is there: on macOS dialogs belong to the main thread.
    Given(Option<PathBuf>),
    /// It comes from a thread of its own.
    Pending(Background<(Ask, Start), Option<PathBuf>>),
}

/// Where a dialog begins.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The folder.
    pub folder: Option<PathBuf>,
    /// The name that is proposed for a file to write.
    pub name: String,
}

/// Nobody cancels a dialog faster than this; a system without dialogs answers sooner.
const FASTER_THAN_ANYBODY: Duration = Duration::from_millis(150);

/// A dialog of the system appears sooner than this.
const PATIENCE: Duration = Duration::from_secs(2);

impl Dialogs {
    /// Prefers the system's dialogs from now on, where it has any.
    pub fn use_system(&mut self) {
        self.wants_system = true;
    }

    /// Opens a dialog, unless one is open already.
    pub fn open(&mut self, ask: Ask, start: Start, ctx: &egui::Context) {
        if !self.is_open() {
            let is_native = self.wants_system && system_has_dialogs();
            self.open = if is_native { native(ask, start, ctx) } else { inside(ask, &start, ctx) };
        }
    }

    /// Is a dialog open?
    pub fn is_open(&self) -> bool {
        !matches!(self.open, OpenDialog::Closed)
    }

    /// Shows the dialog inside the window, if that one is open; the file, if one was selected.
    pub fn poll(&mut self, ctx: &egui::Context) -> Option<(Ask, PathBuf)> {
        match std::mem::take(&mut self.open) {
            OpenDialog::Closed => None,
            OpenDialog::Native { ask, start, since, mut answer } => {
                let given = match &mut answer {
                    NativeAnswer::Given(path) => Some(path.take()),
                    NativeAnswer::Pending(dialog) => dialog.newest(),
                };
                match given {
                    Some(Some(path)) => self.answered(ask, path, ctx),
                    Some(None) if since.elapsed() < FASTER_THAN_ANYBODY => {
                        self.open = inside(ask, &start, ctx);
                        ctx.request_repaint();
                        None
                    }
                    Some(None) => None,
                    None => {
                        // One that has failed is closed.
                        if matches!(&answer, NativeAnswer::Pending(dialog) if dialog.is_busy()) {
                            self.open = match waiting_ui(ctx, since) {
                                None => OpenDialog::Native { ask, start, since, answer },
                                Some(InsteadOfWaiting::Inside) => inside(ask, &start, ctx),
                                Some(InsteadOfWaiting::Cancel) => OpenDialog::Closed,
                            };
                        }
                        None
                    }
                }
            }
            OpenDialog::Inside { ask, mut dialog, mut fields, refused } => {
                if fields.escape_closes(ctx) {
                    return None;
                }
                dialog.update(ctx);
                if let Some(path) = dialog.take_picked() {
                    return self.answered(ask, path, ctx);
                }
                let is_open = matches!(dialog.state(), egui_file_dialog::DialogState::Open);
                if is_open {
                    fields.look(is_for_writing(ask), ctx);
                    if let Some(file) = refused.file() {
                        refused_name_ui(ctx, ask, &file);
                    }
                    self.open = OpenDialog::Inside { ask, dialog, fields, refused };
                }
                None
            }
        }
    }

    /// Takes a file that was chosen. Where the name of a file to write was completed, nobody was asked yet
    /// whether a file of that name is to be replaced, so that the dialog opens again with it.
    fn answered(&mut self, ask: Ask, path: PathBuf, ctx: &egui::Context) -> Option<(Ask, PathBuf)> {
        let complete = with_extension(ask, path.clone());
        if complete == path || !exists(&complete) {
            return Some((ask, complete));
        }
        let name = complete.file_name().map(|name| name.to_string_lossy().into_owned());
        self.open(ask, Start { folder: folder_of(Some(&path)), name: name.unwrap_or_default() }, ctx);
        None
    }
}

/// What can be done while the system's dialog gives no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InsteadOfWaiting {
    /// To be asked inside the window. What the system answers later is not heard.
    Inside,
    /// Not to be asked.
    Cancel,
}

/// Says what the window waits for, once that takes longer than a dialog needs to appear: the system may never show one.
fn waiting_ui(ctx: &egui::Context, since: Instant) -> Option<InsteadOfWaiting> {
    let left = PATIENCE.saturating_sub(since.elapsed());
    if !left.is_zero() {
        ctx.request_repaint_after(left);
        return None;
    }
    let mut instead = None;
    line_below(ctx, "waiting for the system", |ui| {
        ui.label("Waiting for the file dialog of the system");
        let button = ui.button("Ask here").on_hover_text("Asks inside this window instead");
        if button.clicked() {
            instead = Some(InsteadOfWaiting::Inside);
        }
        if ui.button("Cancel").on_hover_text("Back to the project").clicked() {
            instead = Some(InsteadOfWaiting::Cancel);
        }
    });
    instead
}

/// Says why nothing can be saved under a name that belongs to a file of another kind.
fn refused_name_ui(ctx: &egui::Context, ask: Ask, file: &Path) {
    let name = file.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
    let kind = if ask == Ask::SaveGrammar { "a grammar" } else { "a map" };
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

/// On Linux the system's dialogs are reached through the session's message bus.
fn system_has_dialogs() -> bool {
    cfg!(any(windows, target_os = "macos")) || std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
}

fn native(ask: Ask, start: Start, ctx: &egui::Context) -> OpenDialog {
    let since = Instant::now();
    let answer = if cfg!(target_os = "macos") {
        NativeAnswer::Given(show_native(ask, &start))
    } else {
        let mut dialog =
            Background::start(ctx.clone(), |(ask, start): (Ask, Start)| show_native(ask, &start));
        dialog.ask((ask, start.clone()));
        NativeAnswer::Pending(dialog)
    };
    OpenDialog::Native { ask, start, since, answer }
}

fn show_native(ask: Ask, start: &Start) -> Option<PathBuf> {
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

fn inside(ask: Ask, start: &Start, ctx: &egui::Context) -> OpenDialog {
    // What is typed is for the dialog, not for a drawing behind it.
    ctx.memory_mut(|memory| memory.focused().into_iter().for_each(|field| memory.surrender_focus(field)));
    let (kind, extensions) = kind_of(ask);
    let middle = egui::Align2::CENTER_CENTER;
    let refused = RefusedName::default();
    let dialog = if is_for_writing(ask) { saving(ask, &refused) } else { FileDialog::new() };
    let mut dialog = dialog.title(title_of(ask)).anchor(middle, egui::Vec2::ZERO);
    // Its field for searching is black in every theme: what is typed can only be read in the dark one.
    dialog = dialog.show_search(ctx.theme() == egui::Theme::Dark);
    if let Some(folder) = &start.folder {
        dialog = dialog.initial_directory(folder.clone());
    }
    let mut dialog = Box::new(if is_for_writing(ask) {
        let extension = extensions.first().copied().unwrap_or_default();
        // Only files of this kind are listed: a click on one proposes to replace it.
        let dialog = dialog.default_file_name(&start.name);
        dialog.add_save_extension(kind, extension).default_save_extension(kind)
    } else {
        dialog.add_file_filter(kind, filter(ask)).default_file_filter(kind)
    });
    match ask {
        _ if is_for_folder(ask) => dialog.pick_directory(),
        _ if is_for_writing(ask) => dialog.save_file(),
        _ => dialog.pick_file(),
    }
    OpenDialog::Inside { ask, dialog, fields: DialogFields::default(), refused }
}

/// Returns a dialog that neither lists nor replaces foreign files.
fn saving(ask: Ask, refused: &RefusedName) -> FileDialog {
    let disk = SavingFiles { ask, refused: refused.clone() };
    let mut dialog = FileDialog::with_file_system(Arc::new(disk));
    dialog.labels_mut().err_directory_exists = "This name belongs to something else".to_owned();
    dialog
}

/// Offers the files with an extension of their kind, except those that hold another kind.
fn filter(ask: Ask) -> Filter<Path> {
    Filter::new(move |path: &Path| !is_foreign(ask, path))
}

/// Returns `true` for a file of another kind than what is asked for.
pub(super) fn is_foreign(ask: Ask, path: &Path) -> bool {
    let others: &[ContentKind] = match ask {
        Ask::OpenGrammar | Ask::SaveGrammar => &[ContentKind::Level, ContentKind::RoomSet],
        Ask::OpenRooms => &[ContentKind::Level, ContentKind::Grammar],
        Ask::ImportRooms | Ask::FindRooms => &[ContentKind::Grammar, ContentKind::RoomSet],
        Ask::TileSheet | Ask::ExportRooms | Ask::ExportFolder | Ask::FilmFolder => &[],
    };
    !has_extension(path, kind_of(ask).1) || !others.is_empty() && others.contains(&kind_of_file(path))
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|found| extensions.iter().any(|known| found.eq_ignore_ascii_case(known)))
}

fn title_of(ask: Ask) -> &'static str {
    match ask {
        Ask::OpenGrammar => "Open a grammar",
        Ask::SaveGrammar => "Save the grammar",
        Ask::OpenRooms => "Load a room set",
        Ask::TileSheet => "Load a tile sheet",
        Ask::ImportRooms => "Import rooms",
        Ask::FindRooms => "Find the file with rooms",
        Ask::ExportRooms => "Export rooms as a map",
        Ask::ExportFolder => "Folder for exports",
        Ask::FilmFolder => "Folder for the film",
    }
}

/// What files are called, and their extensions.
fn kind_of(ask: Ask) -> (&'static str, &'static [&'static str]) {
    match ask {
        Ask::OpenGrammar | Ask::SaveGrammar => ("Grammars", &["ron"]),
        Ask::OpenRooms => ("Room sets", &["ron"]),
        Ask::TileSheet => ("Pictures", &["png"]),
        Ask::ImportRooms | Ask::FindRooms => (
            "Maps, pictures, texts, levels",
            &["tmx", "tmj", "ldtk", "png", "txt", "csv", "xp", "json", "ron"],
        ),
        Ask::ExportRooms => ("Maps", &["tmx"]),
        Ask::ExportFolder | Ask::FilmFolder => ("Folders", &[]),
    }
}

fn is_for_writing(ask: Ask) -> bool {
    match ask {
        Ask::SaveGrammar | Ask::ExportRooms => true,
        Ask::OpenGrammar
        | Ask::OpenRooms
        | Ask::TileSheet
        | Ask::ImportRooms
        | Ask::FindRooms
        | Ask::ExportFolder
        | Ask::FilmFolder => false,
    }
}

fn is_for_folder(ask: Ask) -> bool {
    match ask {
        Ask::ExportFolder | Ask::FilmFolder => true,
        Ask::OpenGrammar
        | Ask::SaveGrammar
        | Ask::OpenRooms
        | Ask::TileSheet
        | Ask::ImportRooms
        | Ask::FindRooms
        | Ask::ExportRooms => false,
    }
}

/// Returns a path to write to with the extension of its kind. Another extension is part of the name:
/// a grammar called `map.png` would take the place of a picture.
fn with_extension(ask: Ask, path: PathBuf) -> PathBuf {
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

/// A file name that every system accepts, from a name that a designer gave.
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

/// The folder of a file.
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
        assert_eq!(with_extension(Ask::SaveGrammar, "a/b".into()), PathBuf::from("a/b.ron"));
        assert_eq!(with_extension(Ask::SaveGrammar, "a/b.RON".into()), PathBuf::from("a/b.RON"));
        assert_eq!(with_extension(Ask::SaveGrammar, "a/b.png".into()), PathBuf::from("a/b.png.ron"));
        assert_eq!(with_extension(Ask::SaveGrammar, "a/v1.2".into()), PathBuf::from("a/v1.2.ron"));
        assert_eq!(with_extension(Ask::OpenGrammar, "a/b".into()), PathBuf::from("a/b"));
    }
}
