//! Remembers the view of the open project, so that it looks the same after a restart or a crash.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Context;
use serde::{Deserialize, Serialize};

use super::App;
use super::arrangement::FrontPanes;
use crate::base::Seed;
use crate::document::{Document, Edit, VariablesEdit};
use crate::editor::export_settings::ExportSettings;
use crate::editor::modals::film::FilmSettings;
use crate::editor::open_items::OpenItems;
use crate::editor::pane::Pane;
use crate::editor::panes::gallery::settings::GallerySettings;
use crate::files::ProjectState;
use crate::grammar::VariableValues;
use crate::layout::PreviousLayout;
use crate::mission::NodeId;

/// Maximum delay before a change is written.
const INTERVAL: Duration = Duration::from_secs(5);

/// The last written state, and its time.
#[derive(Debug, Default)]
pub struct KeptState {
    last: Option<(String, ProjectState)>,
    written: Option<Instant>,
}

/// Open and selected items.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[serde(rename = "Looked")]
struct ViewState {
    items: OpenItems,
    node: Option<NodeId>,
    /// Names of the panes in front in a narrow window.
    narrow: Vec<String>,
    /// Settings for exporting levels.
    export: ExportSettings,
    /// Settings for writing films.
    film: FilmSettings,
    /// Settings of the gallery.
    gallery: GallerySettings,
    /// `true` if places keep their positions while the rules are edited.
    steady: bool,
}

impl App {
    /// Writes the view of the project when it is due, and otherwise wakes the window later.
    pub(super) fn keep_state(&mut self, ctx: &Context) {
        if self.workspace.home().is_none() || self.state_kept().as_ref() == self.kept_state.last.as_ref() {
            return;
        }
        let left = self.kept_state.written.and_then(|written| INTERVAL.checked_sub(written.elapsed()));
        match left.filter(|left| !left.is_zero()) {
            Some(left) => ctx.request_repaint_after(left),
            None => self.keep_state_now(),
        }
    }

    /// Writes the view when the window closes.
    pub fn keep_last_look(&mut self) {
        self.keep_state_now();
    }

    /// Switches to the level of a seed.
    pub fn look_at_seed(&mut self, seed: Seed) {
        if self.seeds.current() != seed {
            self.seeds.look_at(seed);
            self.regenerate();
        }
    }

    /// Sets variables of the open project. Those that it does not have are left out.
    pub fn set_variables(&mut self, values: VariableValues) {
        let edits = values.into_iter().map(|(name, value)| VariablesEdit::SetValue { name, value });
        let are_changed: Vec<bool> = edits.map(|edit| self.document.apply(Edit::Variables(edit))).collect();
        if are_changed.contains(&true) {
            self.regenerate();
        }
    }

    /// Opens the last project, if the preference is set and there is nothing to recover.
    pub fn reopen_last(&mut self) {
        let last = self.workspace.recent().first().filter(|file| file.exists).map(|file| file.path.clone());
        if self.preferences.reopens_last()
            && self.leftover_count() == 0
            && let Some(path) = last
        {
            self.open_file(&path);
        }
    }

    /// Writes the view of the project immediately.
    pub(super) fn keep_state_now(&mut self) {
        self.keep_all_marks();
        let Some(now) = self.state_kept() else { return };
        if self.kept_state.last.as_ref() == Some(&now) {
            return;
        }
        let Some(home) = self.workspace.home() else { return };
        // Losing this is harmless; important problems are reported elsewhere.
        let _ = home.keep_project_state(&now.0, &now.1);
        self.kept_state = KeptState { last: Some(now), written: Some(Instant::now()) };
    }

    /// Restores the last view of the project, if it is known.
    pub(super) fn restore_state(&mut self) {
        self.restore_marks();
        let state = name_of(&self.document)
            .and_then(|name| self.workspace.home().and_then(|home| home.project_state(&name)));
        let Some(state) = state else { return };
        self.seeds.look_at(state.seed);
        let rolls = Arc::new(state.rolls.into_iter().collect());
        let previous_layouts = state
            .previous_layouts
            .into_iter()
            .map(|(seed, previous_layout)| (seed, Arc::new(previous_layout)));
        let previous_layouts = Arc::new(previous_layouts.collect());
        let pins = Arc::new(state.pins.into_iter().collect());
        self.document.remember_levels(pins, rolls, previous_layouts, state.variables);
        let looked: ViewState = ron::from_str(&state.open).unwrap_or_default();
        self.view.shared.open = looked.items;
        self.view.shared.open.keep_within(&self.document);
        self.view.shared.select(looked.node);
        self.export.settings = looked.export;
        self.film_export.settings = looked.film;
        self.view.gallery.settings = looked.gallery;
        self.is_steady = looked.steady;
        let named = |names: &[String]| {
            Pane::ALL.into_iter().filter(|pane| names.iter().any(|name| name == pane.key())).collect()
        };
        self.panes.restore_fronts(&FrontPanes { wide: named(&state.panes), narrow: named(&looked.narrow) });
    }

    /// Returns the state to write, with the name of the project.
    fn state_kept(&self) -> Option<(String, ProjectState)> {
        let titles = |panes: Vec<Pane>| panes.into_iter().map(|pane| pane.key().to_owned()).collect();
        let FrontPanes { wide, narrow } = self.panes.fronts();
        let (items, node) = (self.view.shared.open.clone(), self.view.shared.selected);
        let (export, film) = (self.export.settings.clone(), self.film_export.settings.clone());
        let (gallery, steady) = (self.view.gallery.settings.clone(), self.is_steady);
        let looked = ViewState { items, node, narrow: titles(narrow), export, film, gallery, steady };
        let panes = titles(wide);
        let open = ron::to_string(&looked).unwrap_or_default();
        let content = self.document.content();
        let pins = content.pins.iter().map(|(seed, pins)| (*seed, pins.clone())).collect();
        let rolls = content.rolls.iter().map(|(seed, rolls)| (*seed, rolls.clone())).collect();
        let previous_layouts = content.previous_layouts.iter();
        let previous_layouts = previous_layouts
            .map(|(seed, previous_layout)| (*seed, PreviousLayout::clone(previous_layout)))
            .collect();
        let (seed, variables) = (self.seeds.current(), VariableValues::clone(&content.values));
        let state = ProjectState { seed, panes, open, pins, rolls, variables, previous_layouts };
        Some((name_of(&self.document)?, state))
    }
}

/// Returns the name that identifies the project: its file, or its title if it was never saved. Unchanged
/// examples have none.
fn name_of(document: &Document) -> Option<String> {
    match &document.path {
        Some(path) => {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            path.to_str().map(str::to_owned)
        }
        None => document.is_dirty().then(|| format!("not saved: {}", document.title())),
    }
}
