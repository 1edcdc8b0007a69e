//! The open project: a grammar with its room sets, its edits and its history.
//!
//! The window requests changes as an [`Edit`]; only [`Document::apply`] carries them out. Every state is a
//! handful of `Arc`s, so a step of the history costs no more than the change. Nothing here depends on a
//! window. Only `files`, used by [`Document::read`] and [`Document::save`], touches the disk.

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
use crate::grammar::{Grammar, VariableValues};
use crate::layout::PreviousLayout;
use crate::rooms::RoomSet;

pub use autosave::Autosave;
pub use content::{
    Content, LeftStarts, OpenRooms, SeedPins, SeedPreviousLayouts, SeedRolls, TextForm, Values, free_name,
};
pub use edit::{
    AlphabetEdit, Brush, Edit, Element, Fragment, FragmentEdge, FragmentElement, GraphEdit, GraphId,
    PictureEdit, PinsEdit, PopulateEdit, PropertiesEdit, RecipeEdit, ResizeMode, RoomChange, RoomsEdit,
    RuleSetting, RulesEdit, SetChange, SettingsEdit, SideGrowth, StepPath, ThemesEdit, VariablesEdit,
    drawn_cells, drawn_sites, free_rule_name, free_site, next_id, path_after_move, path_of_label,
    start_sites, step_at, step_label, steps_with_paths,
};
pub use fixes::{Fix, FixAction, fixes};
use location::location_of_subject;
pub use location::{Location, Symbol, location_in_grammar, location_in_rooms};
pub use new_rooms::{missing_rooms, rooms_for_alphabet, rooms_for_symbol};
pub use new_rule::new_rule;
pub use new_symbol::{NewSymbol, PLEASANT, new_node, new_symbol};
pub use room_import::RoomImport;
pub use saving::{SaveError, SaveResult};
pub use storage::empty_grammar;
pub use uses::{Use, uses_of};

use edit::names_in_use;
use history::History;
use storage::Storage;

/// The open project with its history.
#[derive(Clone, Debug)]
pub struct Document {
    /// File it was read from or last written to; `None` if it was never saved.
    pub path: Option<PathBuf>,
    /// Folder that the paths of room sets in the grammar are relative to. `None` if they are part of the
    /// program.
    pub rooms_folder: Option<PathBuf>,
    /// Diagnostics found when it was read.
    pub diagnostics: Vec<Diagnostic>,
    /// `true` if saving would lose a part of the file that could not be read.
    pub saving_loses: bool,
    content: Content,
    saved: Option<Content>,
    is_dirty: bool,
    history: History,
    storage: Storage,
    /// Layout that the layout of a seed continues from after the next edit of the grammar.
    next_layout: Option<(Seed, Arc<PreviousLayout>)>,
}

impl Document {
    /// Creates a document that equals its file, or its example if there is no path.
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
            next_layout: None,
        }
    }

    /// Restores values of variables, and pins, rolls and previous layouts of single seeds, from the last
    /// session. This is not a step of the history.
    pub fn remember_levels(
        &mut self,
        pins: SeedPins,
        rolls: SeedRolls,
        previous_layouts: SeedPreviousLayouts,
        values: VariableValues,
    ) {
        let content = if values.is_empty() { self.content.clone() } else { self.content.with_values(values) };
        self.content = Content { pins, rolls, previous_layouts, ..content };
        self.history = History::beginning_with(&self.content);
    }

    /// Adds the diagnostics found when it was read.
    #[must_use]
    pub fn with_diagnostics(mut self, diagnostics: Vec<Diagnostic>, saving_loses: bool) -> Self {
        self.diagnostics = diagnostics;
        self.saving_loses = saving_loses;
        self
    }

    /// Returns the current grammar.
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.content.grammar
    }

    /// Returns the current grammar as authored: its numbers may stand for formulas. Forms change this one.
    pub fn authored(&self) -> &Arc<Grammar> {
        self.content.grammar.shared_authored().unwrap_or(&self.content.grammar)
    }

    /// Returns the current room sets, in the order in which the grammar names them.
    pub fn rooms(&self) -> &[OpenRooms] {
        &self.content.rooms
    }

    /// Returns the room sets without their paths, as a run needs them.
    pub fn room_sets(&self) -> Vec<Arc<RoomSet>> {
        self.content.rooms.iter().map(|rooms| Arc::clone(&rooms.set)).collect()
    }

    /// Returns everything that saving would write.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// Returns the name of the grammar, or "Untitled".
    pub fn title(&self) -> &str {
        let name = self.content.grammar.name.trim();
        if name.is_empty() { "Untitled" } else { name }
    }

    /// Returns `true` if it differs from its file.
    pub fn is_dirty(&self) -> bool {
        self.is_dirty
    }

    /// Records that its current state was written to a file.
    pub fn mark_saved(&mut self, path: PathBuf) {
        self.path = Some(path);
        self.saving_loses = false;
        self.saved = Some(self.content.clone());
        self.is_dirty = false;
        self.history.finish_gesture();
    }

    /// Sets the layout that the layout of a seed continues from after the grammar changes. If `None`, the
    /// seed alone decides.
    pub fn set_previous_layout(&mut self, seed: Seed, previous_layout: Option<Arc<PreviousLayout>>) {
        self.next_layout = previous_layout.map(|previous_layout| (seed, previous_layout));
    }

    /// Carries out an edit. Returns `true` if it changed anything.
    ///
    /// Edits of the same item within one gesture become one step of the history.
    pub fn apply(&mut self, edit: Edit) -> bool {
        let Some(mut after) = edit.apply_to(&self.content) else { return false };
        if let Some((seed, previous_layout)) = &self.next_layout
            && after.grammar != self.content.grammar
        {
            after.set_previous_layout(*seed, previous_layout);
        }
        self.history.record(edit.name(), edit.is_gradual(), &after);
        self.replace_content(after);
        true
    }

    /// Ends the gesture, so that the next edit is a step of its own.
    pub fn finish_gesture(&mut self) {
        self.history.finish_gesture();
    }

    /// Returns the name of the step that undo would revert.
    pub fn undo_name(&self) -> Option<&str> {
        self.history.undo_name()
    }

    /// Returns the name of the step that redo would repeat.
    pub fn redo_name(&self) -> Option<&str> {
        self.history.redo_name()
    }

    /// Returns the names of all steps: those that are done, followed by those that were undone.
    pub fn steps(&self) -> &[String] {
        self.history.names()
    }

    /// Returns the number of steps that are done.
    pub fn steps_done(&self) -> usize {
        self.history.now()
    }

    /// Returns the content after this number of steps, done or undone; `None` if the history has fewer.
    pub fn content_after(&self, steps: usize) -> Option<Content> {
        self.history.content_after(steps)
    }

    /// Undoes or redoes steps until `steps` are done. Returns `true` if that changed anything.
    pub fn travel(&mut self, steps: usize) -> bool {
        let Some(content) = self.history.travel(steps) else { return false };
        self.replace_content(content);
        true
    }

    /// Undoes the last step. Returns `true` if there was one.
    pub fn undo(&mut self) -> bool {
        self.steps_done().checked_sub(1).is_some_and(|steps| self.travel(steps))
    }

    /// Redoes the step that was undone last. Returns `true` if there was one.
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
