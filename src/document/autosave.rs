//! Decides when the unsaved project is written to the recovery folder.
//!
//! That is soon after a change, but at most one interval after the first change not yet kept. The window, and
//! code that drives a document without one, call it after every change. Another thread does the writing.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Content, Document, SaveError, SaveResult};
use crate::files::{FileError, ProgramFolder, RecoveryWriter};

/// Keeps the unsaved project in the recovery folder.
#[derive(Debug)]
pub struct Autosave {
    recovery_writer: RecoveryWriter,
    interval: Duration,
    kept: Option<Content>,
    changed_at: Option<Instant>,
    unreported: Option<FileError>,
}

impl Autosave {
    /// Maximum delay of a change: half of the acceptable loss, so that a slow disk has the other half.
    pub const INTERVAL: Duration = Duration::from_secs(5);

    /// Opens the recovery folder of this program.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn start(home: &ProgramFolder, interval: Duration) -> Result<Self, FileError> {
        let recovery_writer = RecoveryWriter::start(home)?;
        Ok(Self { recovery_writer, interval, kept: None, changed_at: None, unreported: None })
    }

    /// Does all work that is due. Returns the time until the next call, if there is work left.
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

    /// Saves the project like [`Document::save`].
    ///
    /// The project is kept first. Whenever the program ends, the recovery folder is at least as new as the
    /// files. Problems with keeping do not prevent saving.
    ///
    /// # Errors
    /// If a file cannot be written; the document then stays unsaved, and is kept again.
    pub fn save(
        &mut self,
        document: &mut Document,
        path: &Path,
        home: Option<&ProgramFolder>,
    ) -> Result<SaveResult, SaveError> {
        let plan = document.plan_save(path)?;
        let unsaved = plan.unsaved(document);
        self.recovery_writer.keep(Box::new(move || unsaved));
        self.unreported = self.recovery_writer.wait().or(self.unreported.take());
        self.kept = None;
        let saved = document.write_plan(plan, home)?;
        self.changed_at = None;
        self.recovery_writer.forget();
        Ok(saved)
    }

    /// Discards the kept project, because it is saved or no longer wanted.
    pub fn forget(&mut self) {
        self.changed_at = None;
        if self.kept.take().is_some() {
            self.recovery_writer.forget();
        }
    }

    /// Returns the problem since the last call, if there was one.
    pub fn problem(&mut self) -> Option<FileError> {
        self.look_for_problems();
        self.unreported.take()
    }

    /// Waits until all work is done. Returns the problem, if there was one.
    pub fn wait(&mut self) -> Option<FileError> {
        let problem = self.recovery_writer.wait();
        self.note_problem(problem);
        self.unreported.take()
    }

    /// Collects problems. A project that could not be kept is tried again one interval later.
    fn look_for_problems(&mut self) {
        let problem = self.recovery_writer.problem();
        self.note_problem(problem);
    }

    fn note_problem(&mut self, problem: Option<FileError>) {
        if problem.is_some() {
            self.kept = None;
            self.unreported = problem;
        }
    }

    fn keep(&mut self, document: &Document) {
        self.recovery_writer.keep(Box::new(document.to_keep()));
        self.kept = Some(document.content().clone());
        self.changed_at = None;
    }
}
