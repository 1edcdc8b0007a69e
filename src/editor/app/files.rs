//! Handles files in the window: opening, saving, recovery, changes by other programs, and backups.

use std::path::Path;

use egui::{Align2, Color32, Context, Event, Id, LayerId, Order};

use super::arrangement::PaneArrangement;
use super::window_preferences::WindowPreferences;
use super::workspace::Modal;
use crate::base::{Diagnostic, Position, printable_line};
use crate::document::{Document, Edit, RoomsEdit};
use crate::editor::app::App;
use crate::editor::command::Command;
use crate::editor::file_step::{BackupRow, FileStep};
use crate::editor::modals::backups::backups_of;
use crate::editor::modals::changed::names;
use crate::editor::modals::dialogs::FileQuestion;
use crate::editor::modals::export::ExportDialog;
use crate::editor::modals::film::FilmDialog;
use crate::editor::modals::text_at::TextAt;
use crate::editor::model::run_view::RunView;
use crate::editor::panes::problems::collect::ProblemList;
use crate::editor::widgets::style;
use crate::editor::work::disk;
use crate::editor::work::project_check::CheckProject;
use crate::editor::work::worker::MakeLevel;
use crate::files::{
    ContentKind, FileError, ProgramFolder, RecentFile, exists, kind_of_file, parse_room_set, read_text_file,
};

impl App {
    /// Starts using the program's own folder: unsaved work of others is offered, and our own is kept.
    #[must_use]
    pub fn with_home(mut self, home: ProgramFolder, ctx: &Context) -> Self {
        self.use_home(home, ctx);
        self
    }

    pub(super) fn use_home(&mut self, home: ProgramFolder, ctx: &Context) {
        let (preferences, panes) = WindowPreferences::take_up(home.clone(), ctx);
        (self.preferences, self.panes) = (preferences, PaneArrangement::of(panes));
        if let Err(error) = self.workspace.use_home(home) {
            self.warn_of_no_home(&error);
        }
        if let Some(path) = &self.document.path {
            self.workspace.remember(path);
        }
        let seed = self.seeds.current();
        self.restore_state();
        if self.seeds.current() != seed {
            self.regenerate();
        }
    }

    /// Uses the system's file dialogs, if it has any.
    pub(super) fn use_system_dialogs(&mut self) {
        self.dialogs.use_system();
    }

    pub(super) fn warn_of_no_home(&mut self, error: &FileError) {
        self.toasts.warn(format!("Unsaved changes are lost if the program ends suddenly. {error}"));
    }

    /// Returns the recently opened files, the newest first.
    pub fn recent_files(&self) -> &[RecentFile] {
        self.workspace.recent()
    }

    /// Returns the number of projects left by programs that did not end properly.
    pub fn leftover_count(&self) -> usize {
        self.workspace.leftover_count()
    }

    /// Returns `true` if a question is open, so that keys belong to it.
    pub(super) fn is_asking(&self) -> bool {
        self.waiting.is_some()
            || self.dialogs.is_open()
            || self.workspace.is_asking()
            || self.export.is_open
            || self.film_export.is_open
            || self.room_exchange.is_open()
    }

    /// Shows open questions about files, and accepts files dropped on the window.
    pub(super) fn files_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        if let Some(path) = dropped.filter(|_| !self.is_asking()) {
            let is_room_set = kind_of_file(&path) == ContentKind::RoomSet;
            commands.push(if disk::may_hold_rooms(&path) {
                Command::ImportRoomsFrom(path)
            } else if is_room_set {
                Command::File(FileStep::AddRooms(path))
            } else {
                Command::OpenFile(path)
            });
        }
        if ctx.input(|input| !input.raw.hovered_files.is_empty()) {
            drop_here_ui(ctx);
        }
        if self.waiting.is_none() && !self.dialogs.is_open() {
            self.workspace.modal_ui(ctx, &mut self.jobs, commands);
            if !self.workspace.is_asking() {
                self.export_ui(ctx);
                self.film_export_ui(ctx);
                self.room_import_ui(ctx, commands);
            }
        }
        let focus = ctx.input(|input| {
            input.events.iter().rev().find_map(|event| match event {
                Event::WindowFocused(focused) => Some(*focused),
                _ => None,
            })
        });
        match focus {
            Some(true) => {
                self.workspace.look_at_recent();
                self.look_at_disk();
                self.look_at_sheets();
            }
            Some(false) => {
                self.workspace.keep_now(&self.document);
                self.keep_state_now();
            }
            None => {}
        }
    }

    /// Keeps unsaved work when it is due.
    pub(super) fn keep_unsaved(&mut self, ctx: &Context) {
        if self.may_close {
            return;
        }
        self.workspace.keep(&self.document, ctx);
        if let Some(problem) = self.workspace.new_problem() {
            self.toasts.warn(format!("Your unsaved work is not backed up: {problem}"));
        }
    }

    /// Detects changes of files by other programs.
    fn look_at_disk(&mut self) {
        if self.is_asking() {
            return;
        }
        let changed = self.document.changed_on_disk();
        let gone: Vec<_> = changed.iter().filter(|path| !exists(path)).cloned().collect();
        if !gone.is_empty() {
            self.document.accept_disk();
            let text = format!("{} no longer there; save to write it again", is_or_are(&gone));
            self.toasts.warn(text);
        } else if !changed.is_empty() && self.document.is_dirty() {
            self.workspace.show(Modal::Changed(changed));
        } else if !changed.is_empty() && self.reload() {
            self.toasts.inform(format!("{} changed on disk and was read again", names(&changed)));
        }
    }

    /// Reads the project again. Returns `true` if it could be read.
    fn reload(&mut self) -> bool {
        let Some(path) = self.document.path.clone() else { return false };
        let document = self.toasts.unless_wrong(disk::open(&path));
        document.map(|document| self.replace_document(document)).is_some()
    }

    pub(super) fn use_file(&mut self, ask: FileQuestion, path: &Path) {
        self.remember_folder(ask, path);
        match ask {
            FileQuestion::OpenGrammar => self.open_file(path),
            FileQuestion::SaveGrammar
                if self.document.saving_loses && self.document.path.as_deref() == Some(path) =>
            {
                self.toasts
                    .warn("Parts of this file could not be read and would be lost; save under another name");
            }
            FileQuestion::SaveGrammar => match disk::why_not_over(path) {
                Some(why) => self.toasts.warn(why),
                None => self.save(path),
            },
            FileQuestion::OpenRooms => self.add_rooms(|document| disk::load_rooms(document, path)),
            FileQuestion::TileSheet => self.use_sheet(path),
            FileQuestion::ImportRooms => self.look_at_rooms(path),
            FileQuestion::FindRooms => self.source_found(path),
            FileQuestion::ExportRooms => self.write_rooms(path),
            FileQuestion::ImportTheme => self.import_theme(path),
            FileQuestion::ExportTheme => self.export_theme(path),
            FileQuestion::ExportFolder => self.export.set_folder(path.to_owned()),
            FileQuestion::FilmFolder => self.film_export.set_folder(path.to_owned()),
            FileQuestion::ContactSheet => self.write_contact_sheet(path),
        }
    }

    fn add_rooms(&mut self, read: impl FnOnce(&mut Document) -> Result<Edit, Vec<Diagnostic>>) {
        match read(&mut self.document) {
            Ok(edit) => self.change(|document| document.apply(edit)),
            Err(problems) => self.toasts.warn(first_message(&problems)),
        }
    }

    /// Replaces a word in the text. Only possible without other changes, because the reread project has no
    /// history.
    fn write_word(&mut self, at: Position, to: &str) {
        if self.document.steps_done() > 0 {
            self.toasts.warn("Save or undo your changes first: this fix reads the file again");
        } else if let Some(document) = self.toasts.unless_wrong(self.document.with_word(at, to)) {
            self.replace_document(document);
            self.toasts.inform("Fixed here. Save to write it to the file");
        }
    }

    pub(super) fn open_file(&mut self, path: &Path) {
        match disk::open(path) {
            Ok(document) => {
                self.workspace.remember(path);
                self.replace_document(document);
            }
            Err(message) => {
                self.toasts.warn(message);
                self.regenerate();
            }
        }
    }

    pub(super) fn replace_document(&mut self, document: Document) {
        self.keep_state_now();
        self.document = document;
        self.problems = ProblemList::default();
        self.run_view = RunView::default();
        self.view.start_afresh();
        self.view.gallery.forget(&mut self.jobs);
        self.export = ExportDialog::default();
        self.film_export = FilmDialog::default();
        self.room_exchange.close();
        self.restore_state();
        self.jobs.cancel::<CheckProject>();
        self.jobs.cancel::<MakeLevel>();
        self.regenerate();
    }

    /// Saves the project. If another program has changed a file, asks first.
    pub(super) fn save(&mut self, path: &Path) {
        let is_other = |changed: &&std::path::PathBuf| {
            self.document.path.as_deref() == Some(changed.as_path()) && changed.as_path() != path
        };
        let changed = self.document.changed_on_disk();
        if changed.iter().filter(|changed| exists(changed)).any(|changed| !is_other(&changed)) {
            self.workspace.show(Modal::SaveOver(path.to_owned()));
        } else {
            self.save_over(path);
        }
    }

    fn save_over(&mut self, path: &Path) {
        match self.workspace.save(&mut self.document, path) {
            Ok(saved) => {
                self.workspace.remember(path);
                self.keep_all_marks();
                self.problems.forget_files();
                self.collect_problems();
                let beside = if saved.rooms.is_empty() {
                    String::new()
                } else {
                    format!(", with {}", names(&saved.rooms))
                };
                self.toasts.inform(format!("Saved to {}{beside}", path.display()));
                if let Some(problem) = saved.backup_problem {
                    self.toasts.warn(format!("The earlier version has no backup: {problem}"));
                }
            }
            Err(error) => self.toasts.warn(format!("Not saved. {error}")),
        }
    }

    /// Switches the files to the stable form.
    pub(super) fn tidy(&mut self) {
        self.toasts.inform(if self.document.tidy() {
            "The next save writes the files without comments, in one order and layout"
        } else {
            "The files are tidy already"
        });
    }

    pub(super) fn show_backups(&mut self) {
        if let Some(home) = self.workspace.home() {
            let rows = backups_of(&self.document, home);
            self.workspace.show(Modal::Backups(rows));
        }
    }

    /// Carries out an answer. If it closes the open project, unsaved changes are asked about first.
    pub(super) fn file_step(&mut self, step: FileStep, ctx: &Context) {
        match &step {
            FileStep::OpenBackup(row) if row.rooms.is_none() => {
                self.unless_unsaved(Command::File(step), ctx);
            }
            FileStep::Recover(_) => self.unless_unsaved(Command::File(step), ctx),
            _ => self.file_step_now(step),
        }
    }

    pub(super) fn file_step_now(&mut self, step: FileStep) {
        match step {
            FileStep::Reload => {
                if self.reload() {
                    self.toasts.inform("Read again from disk");
                }
            }
            FileStep::KeepMine => self.document.accept_disk(),
            FileStep::SaveOver(path) => {
                self.document.accept_disk();
                self.save_over(&path);
            }
            FileStep::OpenBackup(row) => self.open_backup(&row),
            FileStep::AddRooms(path) => self.use_file(FileQuestion::OpenRooms, &path),
            FileStep::UseRooms { instead_of, name } => {
                self.add_rooms(|document| disk::rooms_instead(document, &instead_of, &name));
            }
            FileStep::WriteWord { at, to } => self.write_word(at, &to),
            FileStep::ShowText(path, at) => {
                if let Some(text) = self.toasts.unless_wrong(read_text_file(&path)) {
                    self.workspace.show(Modal::Text(TextAt::new(&path, &text, at)));
                }
            }
            FileStep::Recover(position) => self.recover(position),
            FileStep::DiscardLeftover(position) => self.discard_leftover(position),
        }
    }

    fn open_backup(&mut self, row: &BackupRow) {
        let Some(text) = self.toasts.unless_wrong(row.backup.text()) else { return };
        match &row.rooms {
            None => {
                if let Some(document) = self.toasts.unless_wrong(Document::of_backup(&row.file, &text)) {
                    self.replace_document(document);
                }
            }
            Some(name) => match parse_room_set(&text, None).value {
                Some(set) => {
                    let edit = Edit::Rooms(RoomsEdit::Add { path: name.clone(), set: set.into() });
                    self.change(|document| document.apply(edit));
                    self.toasts.inform(format!("{name} is restored; you can undo that"));
                }
                None => self.toasts.warn("Nothing in this backup can be read"),
            },
        }
    }

    /// Opens recovered work. It is removed only after it is kept again.
    fn recover(&mut self, position: usize) {
        let Some(unsaved) = self.workspace.leftover(position).and_then(|leftover| leftover.unsaved().ok())
        else {
            return;
        };
        let document = Document::recovered(unsaved);
        self.replace_document(document);
        if self.workspace.keep_and_wait(&self.document) {
            self.discard_leftover(position);
        }
    }

    fn discard_leftover(&mut self, position: usize) {
        if let Some(leftover) = self.workspace.take_leftover(position) {
            self.toasts.unless_wrong(leftover.discard());
        }
    }
}

fn first_message(problems: &[Diagnostic]) -> String {
    problems.first().map_or_else(
        || "The file cannot be used".to_owned(),
        |problem| printable_line(&problem.message).into_owned(),
    )
}

/// Explains the effect of dropping a file, over the whole window.
fn drop_here_ui(ctx: &Context) {
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::new("drop here")));
    let window = ctx.content_rect();
    painter.rect_filled(window, 0.0, Color32::from_black_alpha(150));
    let text = "Drop a grammar to open it, or a room set to add it";
    painter.text(window.center(), Align2::CENTER_CENTER, text, style::font(style::TITLE), Color32::WHITE);
}

fn is_or_are(files: &[std::path::PathBuf]) -> String {
    format!("{} {}", names(files), if files.len() == 1 { "is" } else { "are" })
}
