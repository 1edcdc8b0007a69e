//! Keeps the stars, notes and tags of the open project on the disk.
//!
//! Each change is written at once. A project without a file is known by its title.

use super::App;
use crate::document::Document;
use crate::editor::seed_marks::{MarkEdit, MarkedSeeds};
use crate::files::{MarkChanges, SeedMarks};

impl App {
    /// Carries out an edit of marks.
    pub(super) fn mark(&mut self, edit: &MarkEdit) {
        let changes = self.marked.apply(edit);
        self.keep_marks(&changes);
    }

    /// Undoes the last edit of marks.
    pub(super) fn undo_mark(&mut self) {
        let changes = self.marked.undo();
        self.keep_marks(&changes);
    }

    /// Keeps all marks under the name that the project has now, for example after it was saved elsewhere.
    pub(super) fn keep_all_marks(&mut self) {
        let name = marks_name(&self.document);
        if self.marks_of.as_ref() != Some(&name) {
            self.marks_of = Some(name);
            let all = self.marked.all().iter().map(|(seed, mark)| (*seed, Some(mark.clone())));
            self.keep_marks(&all.collect());
        }
    }

    /// Restores the marks of the open project.
    pub(super) fn restore_marks(&mut self) {
        let name = marks_name(&self.document);
        let is_same = self.marks_of.as_ref() == Some(&name);
        let kept = self.workspace.home().map(|home| home.seed_marks(&name));
        // Marks that could not be written are still in memory.
        let mine = if is_same { SeedMarks::clone(self.marked.all()) } else { SeedMarks::new() };
        let mut marks = kept.unwrap_or_default();
        marks.extend(mine);
        self.marked = MarkedSeeds::of(marks);
        self.marks_of = Some(name);
    }

    fn keep_marks(&mut self, changes: &MarkChanges) {
        let Some(home) = self.workspace.home().filter(|_| !changes.is_empty()) else { return };
        if let Err(error) = home.keep_seed_marks(&marks_name(&self.document), changes) {
            self.toasts.warn(format!("Stars, notes and tags were not saved. {error}"));
        }
    }
}

/// Returns the name that identifies the project: its file, or its title if it was never saved.
fn marks_name(document: &Document) -> String {
    let path = document.path.as_ref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()));
    let path = path.and_then(|path| path.to_str().map(str::to_owned));
    path.unwrap_or_else(|| format!("not saved: {}", document.title()))
}
