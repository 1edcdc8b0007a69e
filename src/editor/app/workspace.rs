//! Everything around the open project: the program's own folder, recovery, and questions about files.
//!
//! Without the folder, the window works as well, but remembers nothing.

use std::path::{Path, PathBuf};
use std::time::Instant;

use egui::Context;

use crate::document::{Autosave, Document, SaveError, SaveResult};
use crate::editor::command::Command;
use crate::editor::file_step::BackupRow;
use crate::editor::modals::pictures::Pictures;
use crate::editor::modals::text_at::TextAt;
use crate::editor::modals::{backups, changed, new_project, recovery};
use crate::editor::work::jobs::JobRegistry;
use crate::files::{FileError, Leftover, ProgramFolder, RecentFile};

/// Everything around the open project.
#[derive(Default)]
pub struct Workspace {
    home: Option<ProgramFolder>,
    autosave: Option<Autosave>,
    leftovers: Vec<Leftover>,
    recent: Vec<RecentFile>,
    modal: Option<Modal>,
    pictures: Pictures,
    /// Problem that was not reported yet.
    unreported: Option<FileError>,
    /// Last reported problem, so that it is reported once.
    reported: Option<String>,
}

/// The dialog in front of the window.
#[derive(Clone, Debug)]
pub enum Modal {
    /// Unsaved work of programs that did not end properly.
    Leftovers,
    /// Templates for a new project, and its name.
    New(String),
    /// Earlier contents of the project's files.
    Backups(Vec<BackupRow>),
    /// Files changed by another program while the project has changes too.
    Changed(Vec<PathBuf>),
    /// Target file of saving that another program has changed.
    SaveOver(PathBuf),
    /// Question whether to discard the changes.
    Revert,
    /// Text of a file at a position.
    Text(TextAt),
}

impl Workspace {
    /// Starts using the program's own folder.
    ///
    /// # Errors
    /// If nothing can be kept in it; everything else still works.
    pub fn use_home(&mut self, home: ProgramFolder) -> Result<(), FileError> {
        let sweeping = home.clone();
        // Network disks can be slow, and nobody needs to wait.
        std::thread::spawn(move || sweeping.sweep());
        match home.leftovers() {
            Ok(leftovers) => self.leftovers = leftovers,
            Err(problem) => self.unreported = Some(problem),
        }
        if !self.leftovers.is_empty() {
            self.modal = Some(Modal::Leftovers);
        }
        self.recent = home.recent_files();
        let started = Autosave::start(&home, Autosave::INTERVAL);
        self.home = Some(home);
        self.autosave = Some(started?);
        Ok(())
    }

    /// Returns the program's own folder.
    pub fn home(&self) -> Option<&ProgramFolder> {
        self.home.as_ref()
    }

    /// Returns the recently opened files.
    pub fn recent(&self) -> &[RecentFile] {
        &self.recent
    }

    /// Returns the number of projects left by programs that did not end properly.
    pub fn leftover_count(&self) -> usize {
        self.leftovers.len()
    }

    /// Returns `true` if a dialog is open in front of the window.
    pub fn is_asking(&self) -> bool {
        self.modal.is_some()
    }

    /// Opens a dialog in front of the window.
    pub fn show(&mut self, modal: Modal) {
        self.modal = Some(modal);
    }

    /// Saves the project, and keeps it in the recovery folder first if possible.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&mut self, document: &mut Document, path: &Path) -> Result<SaveResult, SaveError> {
        match &mut self.autosave {
            Some(autosave) => autosave.save(document, path, self.home.as_ref()),
            None => document.save(path, self.home.as_ref()),
        }
    }

    /// Adds a file to the recently opened ones.
    pub fn remember(&mut self, path: &Path) {
        if let Some(home) = &self.home {
            // Losing this is harmless; important problems are reported elsewhere.
            let _ = home.remember_recent(path);
            self.recent = home.recent_files();
        }
    }

    /// Remembers the folder of a file that is about to be written, so that the next start can remove
    /// leftovers of a crash.
    pub fn remember_writing(&self, path: &Path) {
        if let Some(home) = &self.home {
            // Without it, a crash only leaves temporary files behind.
            let _ = home.remember_folder_of(path);
        }
    }

    /// Clears the recently opened files.
    pub fn forget_recent(&mut self) {
        if let Some(home) = &self.home {
            let _ = home.forget_recent();
            self.recent = home.recent_files();
        }
    }

    /// Checks again which of the files exist.
    pub fn look_at_recent(&mut self) {
        if let Some(home) = &self.home {
            self.recent = home.recent_files();
        }
    }

    /// Removes a leftover from the list.
    pub fn take_leftover(&mut self, position: usize) -> Option<Leftover> {
        (position < self.leftovers.len()).then(|| self.leftovers.remove(position))
    }

    /// Returns the leftover at a position in the list.
    pub fn leftover(&self, position: usize) -> Option<&Leftover> {
        self.leftovers.get(position)
    }

    /// Shows the open dialog; choices are added to the commands.
    pub fn modal_ui(&mut self, ctx: &Context, jobs: &mut JobRegistry, commands: &mut Vec<Command>) {
        let Some(mut modal) = self.modal.take() else { return };
        let stays = match &mut modal {
            Modal::Leftovers => recovery::leftovers_ui(ctx, &self.leftovers, commands),
            Modal::New(name) => new_project::new_ui(ctx, name, &mut self.pictures, jobs, commands),
            Modal::Backups(rows) => backups::backups_ui(ctx, rows, commands),
            Modal::Changed(files) => changed::changed_ui(ctx, files, commands),
            Modal::SaveOver(path) => changed::save_over_ui(ctx, path, commands),
            Modal::Revert => changed::revert_ui(ctx, commands),
            Modal::Text(text) => text.ui(ctx),
        };
        if stays {
            self.modal = Some(modal);
        }
    }

    /// Keeps unsaved work when it is due, and otherwise wakes the window later.
    pub fn keep(&mut self, document: &Document, ctx: &Context) {
        if let Some(left) =
            self.autosave.as_mut().and_then(|autosave| autosave.advance(document, Instant::now()))
        {
            ctx.request_repaint_after(left);
        }
    }

    /// Keeps unsaved work immediately.
    pub fn keep_now(&mut self, document: &Document) {
        if let Some(autosave) = &mut self.autosave {
            autosave.keep_now(document);
        }
    }

    /// Keeps unsaved work and waits until it is on disk. Returns `false` if that fails.
    pub fn keep_and_wait(&mut self, document: &Document) -> bool {
        let Some(autosave) = &mut self.autosave else { return false };
        autosave.keep_now(document);
        self.unreported = autosave.wait();
        self.unreported.is_none()
    }

    /// Waits until all unsaved work is on disk.
    pub fn wait(&mut self) {
        if let Some(problem) = self.autosave.as_mut().and_then(Autosave::wait) {
            self.unreported = Some(problem);
        }
    }

    /// Discards kept work, because only the saved state is wanted.
    pub fn forget_unsaved(&mut self) {
        if let Some(autosave) = &mut self.autosave {
            autosave.forget();
        }
    }

    /// Returns a problem with keeping work, each only once.
    pub fn new_problem(&mut self) -> Option<String> {
        let found = self.autosave.as_mut().and_then(Autosave::problem);
        let problem = self.unreported.take().or(found)?.to_string();
        let is_new = self.reported.as_ref() != Some(&problem);
        self.reported = Some(problem.clone());
        is_new.then_some(problem)
    }
}
