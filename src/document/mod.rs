//! The open project: a grammar with its room sets, what may be done to it, and how it is undone.
//!
//! The window asks with an [`Edit`]; [`Document::apply`] acts, and nothing else does.
//! Every state is a handful of `Arc`s, so a step of the history costs no more than what changed.
//! Nothing in here knows of a window; the disk is touched by `files` alone, which [`Document::read`] and [`Document::save`] ask.

mod same_in_order;
mod autosave;
mod content;
mod edit;
mod fixes;
mod history;
mod new_rooms;
mod new_rule;
mod new_symbol;
mod location;
mod room_import;
mod saving;
mod sheet_copies;
mod storage;
mod uses;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::{Diagnostic, Seed};
use crate::grammar::Grammar;
use crate::layout::Precursor;
use crate::rooms::RoomSet;

pub use autosave::Autosave;
pub use content::{Content, LeftStarts, OpenRooms, SeedPins, SeedPrecursors, SeedRolls, TextForm, free_name};
pub use edit::{
    AlphabetEdit, Brush, Edit, Element, Fragment, FragmentEdge, FragmentElement, GraphEdit, GraphId, Growth,
    PictureEdit, PinsEdit, PopulateEdit, RecipeEdit, RoomChange, RoomsEdit, RuleSetting, RulesEdit,
    SetChange, SettingsEdit, Sides, StepPath, drawn_cells, drawn_sites, free_rule_name, free_site, next_id,
    path_after_move, path_of_label, start_sites, step_at, step_label, steps_with_paths,
};
pub use fixes::{Fix, Means, fixes};
use location::location_of_subject;
pub use location::{Location, Symbol, location_in_grammar, location_in_rooms};
pub use new_rooms::{rooms_for_alphabet, rooms_for_symbol};
pub use new_rule::new_rule;
pub use new_symbol::{NewSymbol, PLEASANT, new_node, new_symbol};
pub use room_import::RoomImport;
pub use saving::{SaveError, Saved};
pub use storage::empty_grammar;
pub use uses::{Use, uses_of};

use edit::names_in_use;
use history::History;
use storage::Storage;

/// The open project with its history.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file it was read from or last written to; `None` for one that was never saved.
    pub path: Option<PathBuf>,
    /// The folder from which the grammar names its room sets, wherever it is saved; `None` if they are part of the program.
    pub rooms_folder: Option<PathBuf>,
    /// What was noticed when it was read.
    pub diagnostics: Vec<Diagnostic>,
    /// Would saving lose something in the file that could not be read?
    pub saving_loses: bool,
    content: Content,
    saved: Option<Content>,
    is_dirty: bool,
    history: History,
    storage: Storage,
    /// What the layout of a seed goes on from after the next edit of the grammar.
    next_precursor: Option<(Seed, Arc<Precursor>)>,
}

impl Document {
    /// A document that is as its file is; without a path, one that is as its example is.
    pub fn opened(content: Content, path: Option<PathBuf>) -> Self {
        Self {
            rooms_folder: path.as_deref().and_then(Path::parent).map(Path::to_owned),
            path,
            diagnostics: Vec::new(),
            saving_loses: false,
            history: History::beginning_with(&content),
            saved: Some(content.clone()),
            is_dirty: false,
            content,
            storage: Storage::default(),
            next_precursor: None,
        }
    }

    /// Remembers what was pinned for single seeds, what was rolled and from where layouts went on when it was open last; that is no step of its history.
    pub fn remember_levels(&mut self, pins: SeedPins, rolls: SeedRolls, precursors: SeedPrecursors) {
        self.content = Content { pins, rolls, precursors, ..self.content.clone() };
        self.history = History::beginning_with(&self.content);
    }

    /// The same, with what was noticed when it was read.
    #[must_use]
    pub fn with_diagnostics(mut self, diagnostics: Vec<Diagnostic>, saving_loses: bool) -> Self {
        self.diagnostics = diagnostics;
        self.saving_loses = saving_loses;
        self
    }

    /// The grammar as it is now.
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.content.grammar
    }

    /// The room sets as they are now, in the order in which the grammar names them.
    pub fn rooms(&self) -> &[OpenRooms] {
        &self.content.rooms
    }

    /// The room sets alone, as a run wants them.
    pub fn room_sets(&self) -> Vec<Arc<RoomSet>> {
        self.content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect()
    }

    /// Everything that saving would write.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// What to call it: the grammar's name, or that it has none.
    pub fn title(&self) -> &str {
        let name = self.content.grammar.name.trim();
        if name.is_empty() { "Untitled" } else { name }
    }

    /// Is it other than its file?
    pub fn is_dirty(&self) -> bool {
        self.is_dirty
    }

    /// Remembers that it was written to this file as it is now.
    pub fn mark_saved(&mut self, path: PathBuf) {
        self.path = Some(path);
        self.saving_loses = false;
        self.saved = Some(self.content.clone());
        self.is_dirty = false;
        self.history.finish_gesture();
    }

    /// Says what the layout of a seed goes on from once the grammar has changed; none: layouts are as their seeds alone say.
    pub fn go_on_from(&mut self, seed: Seed, precursor: Option<Arc<Precursor>>) {
        self.next_precursor = precursor.map(|precursor| (seed, precursor));
    }

    /// Does an edit; true if it changed anything.
    ///
    /// Edits of the same thing within one gesture become one step of the history.
    pub fn apply(&mut self, edit: Edit) -> bool {
        let Some(mut after) = edit.carry_out(&self.content) else { return false };
        if let Some((seed, precursor)) = &self.next_precursor
            && after.grammar != self.content.grammar
        {
            after.go_on_from(*seed, precursor);
        }
        self.history.record(edit.name(), edit.is_gradual(), &after);
        self.replace_content(after);
        true
    }

    /// Ends the gesture: the next edit is a step of its own.
    pub fn finish_gesture(&mut self) {
        self.history.finish_gesture();
    }

    /// The name of the step that undoing would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.history.undo_name()
    }

    /// The name of the step that redoing would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.history.redo_name()
    }

    /// The names of all steps that were done, and then of those that were taken back and can be done again.
    pub fn steps(&self) -> &[String] {
        self.history.names()
    }

    /// How many of the steps are done.
    pub fn steps_done(&self) -> usize {
        self.history.now()
    }

    /// Takes steps back or does them again, until that many are done; true if that changed anything.
    pub fn travel(&mut self, steps: usize) -> bool {
        let Some(content) = self.history.travel(steps) else { return false };
        self.replace_content(content);
        true
    }

    /// Takes the last step back; true if there was one.
    pub fn undo(&mut self) -> bool {
        self.steps_done().checked_sub(1).is_some_and(|steps| self.travel(steps))
    }

    /// Does the step again that was taken back last; true if there was one.
    pub fn redo(&mut self) -> bool {
        self.travel(self.steps_done() + 1)
    }

    fn replace_content(&mut self, content: Content) {
        self.content = content;
        self.is_dirty = !self.saved.as_ref().is_some_and(|saved| saved.is_same_in_order(&self.content));
    }
}

#[cfg(test)]
pub(crate) mod test_project;
#[cfg(test)]
mod tests;
