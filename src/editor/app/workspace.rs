//! What lies around the open project: the program's own folder, what is kept against accidents, and the questions about files.
//!
//! Without a folder of its own the window works as well; it only remembers nothing.

use std::path::{Path, PathBuf};
use std::time::Instant;

use egui::Context;

use crate::document::{Autosave, Document, SaveError, Saved};
use crate::editor::command::Command;
use crate::editor::file_step::BackupRow;
use crate::editor::modals::pictures::Pictures;
use crate::editor::modals::text_at::TextAt;
use crate::editor::modals::{backups, changed, new_project, recovery};
use crate::files::{FileError, Home, Leftover, RecentFile};

/// What lies around the open project.
#[derive(Default)]
pub struct Workspace {
    home: Option<Home>,
    autosave: Option<Autosave>,
    leftovers: Vec<Leftover>,
    recent: Vec<RecentFile>,
    modal: Option<Modal>,
    pictures: Pictures,
    /// What went wrong and was not reported yet.
    unreported: Option<FileError>,
    /// What was reported last, so that it is reported once.
    reported: Option<String>,
}

/// What is in front of the window.
#[derive(Clone, Debug)]
pub enum Modal {
    /// What was left by a program that did not end as it should.
    Leftovers,
    /// What a new project can begin with, and what it is to be called.
    New(String),
    /// What the files of the project held before.
    Backups(Vec<BackupRow>),
    /// Another program has changed these files, and the project is changed too.
    Changed(Vec<PathBuf>),
    /// The file to save to was changed by another program.
    SaveOver(PathBuf),
    /// Shall the changes be thrown away?
    Revert,
    /// The text of a file, at a place.
    Text(TextAt),
}

impl Workspace {
    /// Begins to use the program's own folder.
    ///
    /// # Errors
    /// If nothing can be kept in it; what else there is works all the same.
    pub fn use_home(&mut self, home: Home) -> Result<(), FileError> {
        let sweeping = home.clone();
        // It may take its time on other machines' disks; nobody waits for it.
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

    /// The program's own folder.
    pub fn home(&self) -> Option<&Home> {
        self.home.as_ref()
    }

    /// The files that were open last.
    pub fn recent(&self) -> &[RecentFile] {
        &self.recent
    }

    /// How many projects were left by programs that did not end as they should.
    pub fn leftover_count(&self) -> usize {
        self.leftovers.len()
    }

    /// Is something asked, or shown in front of the window?
    pub fn is_asking(&self) -> bool {
        self.modal.is_some()
    }

    /// Puts something in front of the window.
    pub fn show(&mut self, modal: Modal) {
        self.modal = Some(modal);
    }

    /// Saves the project; what is saved is kept before, where there is a place for that.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&mut self, document: &mut Document, path: &Path) -> Result<Saved, SaveError> {
        match &mut self.autosave {
            Some(autosave) => autosave.save(document, path, self.home.as_ref()),
            None => document.save(path, self.home.as_ref()),
        }
    }

    /// Remembers that a file was open.
    pub fn remember(&mut self, path: &Path) {
        if let Some(home) = &self.home {
            // It is a convenience; what went wrong is reported where it matters.
            let _ = home.remember_recent(path);
            self.recent = home.recent_files();
        }
    }

    /// Remembers that a file is about to be written, so that what a sudden end leaves of it is taken away at the next start.
    pub fn remember_writing(&self, path: &Path) {
        if let Some(home) = &self.home {
            // Without it a sudden end leaves rubbish, no more.
            let _ = home.remember_folder_of(path);
        }
    }

    /// Forgets the files that were open last.
    pub fn forget_recent(&mut self) {
        if let Some(home) = &self.home {
            let _ = home.forget_recent();
            self.recent = home.recent_files();
        }
    }

    /// Looks again which of the files are there.
    pub fn look_at_recent(&mut self) {
        if let Some(home) = &self.home {
            self.recent = home.recent_files();
        }
    }

    /// Takes a leftover out of the list.
    pub fn take_leftover(&mut self, position: usize) -> Option<Leftover> {
        (position < self.leftovers.len()).then(|| self.leftovers.remove(position))
    }

    /// The leftover at a position in the list.
    pub fn leftover(&self, position: usize) -> Option<&Leftover> {
        self.leftovers.get(position)
    }

    /// Shows what is in front of the window; what is selected is added to the commands.
    pub fn modal_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        let Some(mut modal) = self.modal.take() else { return };
        let stays = match &mut modal {
            Modal::Leftovers => recovery::leftovers_ui(ctx, &self.leftovers, commands),
            Modal::New(name) => new_project::new_ui(ctx, name, &mut self.pictures, commands),
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

    /// Keeps what is not saved, when it is due; wakes the window for it later.
    pub fn keep(&mut self, document: &Document, ctx: &Context) {
        if let Some(left) =
            self.autosave.as_mut().and_then(|autosave| autosave.advance(document, Instant::now()))
        {
            ctx.request_repaint_after(left);
        }
    }

    /// Keeps what is not saved at once.
    pub fn keep_now(&mut self, document: &Document) {
        if let Some(autosave) = &mut self.autosave {
            autosave.keep_now(document);
        }
    }

    /// The same, and waits until it is on disk; false if it is not.
    pub fn keep_and_wait(&mut self, document: &Document) -> bool {
        let Some(autosave) = &mut self.autosave else { return false };
        autosave.keep_now(document);
        self.unreported = autosave.wait();
        self.unreported.is_none()
    }

    /// Waits until everything that is to be kept is on disk and every picture that was wanted is made.
    pub fn wait(&mut self) {
        self.pictures.wait();
        if let Some(problem) = self.autosave.as_mut().and_then(Autosave::wait) {
            self.unreported = Some(problem);
        }
    }

    /// Nothing of the project is wanted any more but what is saved.
    pub fn forget_unsaved(&mut self) {
        if let Some(autosave) = &mut self.autosave {
            autosave.forget();
        }
    }

    /// What went wrong while keeping, each thing once.
    pub fn new_problem(&mut self) -> Option<String> {
        let found = self.autosave.as_mut().and_then(Autosave::problem);
        let problem = self.unreported.take().or(found)?.to_string();
        let is_new = self.reported.as_ref() != Some(&problem);
        self.reported = Some(problem.clone());
        is_new.then_some(problem)
    }
}
