//! When the unsaved project goes into the recovery folder: soon after a change, never later than an interval after the first one that is not kept.
//!
//! The window, and code that drives a document without one, ask it after every change; the writing is done on another thread.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Content, Document, SaveError, Saved};
use crate::files::{FileError, Home, Keeper};

/// Keeps the unsaved project in the recovery folder.
#[derive(Debug)]
pub struct Autosave {
    keeper: Keeper,
    interval: Duration,
    kept: Option<Content>,
    changed_at: Option<Instant>,
    unreported: Option<FileError>,
}

impl Autosave {
    /// How long a change waits at most: half of what may be lost, so that a slow disk has the other half.
    pub const INTERVAL: Duration = Duration::from_secs(5);

    /// Begins the recovery folder of this program.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn start(home: &Home, interval: Duration) -> Result<Self, FileError> {
        let keeper = Keeper::start(home)?;
        Ok(Self { keeper, interval, kept: None, changed_at: None, unreported: None })
    }

    /// Does what is due; when to ask again at the latest, if something is left to do.
    pub fn advance(&mut self, document: &Document, now: Instant) -> Option<Duration> {
        self.look_for_problems();
        if !document.is_dirty() {
            self.forget();
            return None;
        }
        if self.kept.as_ref().is_some_and(|kept| kept.is_same(document.content())) {
            self.changed_at = None;
            return None;
        }
        let changed_at = *self.changed_at.get_or_insert(now);
        let left = self.interval.saturating_sub(now.saturating_duration_since(changed_at));
        if left.is_zero() {
            self.keep(document);
            return None;
        }
        Some(left)
    }

    /// Keeps the project at once if it is not saved.
    pub fn keep_now(&mut self, document: &Document) {
        self.look_for_problems();
        let is_kept = self.kept.as_ref().is_some_and(|kept| kept.is_same(document.content()));
        if document.is_dirty() && !is_kept {
            self.keep(document);
        }
    }

    /// Saves the project as [`Document::save`] does.
    ///
    /// What is saved is kept before: whenever the program ends, what it leaves is as new as its files, or newer. What stands in the way of keeping stands not in the way of saving.
    ///
    /// # Errors
    /// If a file cannot be written; the document stays unsaved then, and is kept again as such.
    pub fn save(
        &mut self,
        document: &mut Document,
        path: &Path,
        home: Option<&Home>,
    ) -> Result<Saved, SaveError> {
        let plan = document.plan_save(path)?;
        let unsaved = plan.unsaved(document);
        self.keeper.keep(Box::new(move || unsaved));
        self.unreported = self.keeper.wait().or(self.unreported.take());
        self.kept = None;
        let saved = document.carry_out(plan, home)?;
        self.changed_at = None;
        self.keeper.forget();
        Ok(saved)
    }

    /// Forgets what was kept: it is saved, or not wanted any more.
    pub fn forget(&mut self) {
        self.changed_at = None;
        if self.kept.take().is_some() {
            self.keeper.forget();
        }
    }

    /// What went wrong since the last call, if anything did.
    pub fn problem(&mut self) -> Option<FileError> {
        self.look_for_problems();
        self.unreported.take()
    }

    /// Waits until everything that was asked for is done; what went wrong, if anything did.
    pub fn wait(&mut self) -> Option<FileError> {
        let problem = self.keeper.wait();
        self.note_problem(problem);
        self.unreported.take()
    }

    /// What could not be kept is kept anew, an interval later.
    fn look_for_problems(&mut self) {
        let problem = self.keeper.problem();
        self.note_problem(problem);
    }

    fn note_problem(&mut self, problem: Option<FileError>) {
        if problem.is_some() {
            self.kept = None;
            self.unreported = problem;
        }
    }

    fn keep(&mut self, document: &Document) {
        self.keeper.keep(Box::new(document.to_keep()));
        self.kept = Some(document.content().clone());
        self.changed_at = None;
    }
}
