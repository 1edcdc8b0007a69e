//! Everything that can be done to a project, one file a family.

mod alphabet;
mod graph;
mod pins;
mod populate;
mod recipe;
mod rooms;
mod rules;
mod settings;

pub use alphabet::AlphabetEdit;
pub use graph::{
    Element, Fragment, FragmentEdge, FragmentElement, GraphEdit, GraphId, drawn_sites, free_site, next_id,
    start_sites,
};
pub use pins::PinsEdit;
pub use populate::PopulateEdit;
pub use recipe::{
    RecipeEdit, StepPath, path_after_move, path_of_label, step_at, step_label, steps_with_paths,
};
pub use rooms::{Brush, Growth, PictureEdit, RoomChange, RoomsEdit, SetChange, Sides, drawn_cells};
pub use rules::{RuleSetting, RulesEdit, free_rule_name};
pub use settings::SettingsEdit;

pub(super) use alphabet::names_in_use;
pub(super) use rooms::wanted_symbol;

use super::{Content, TextForm};

/// One thing to do to a project.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Something to the settings of the grammar as a whole.
    Settings(SettingsEdit),
    /// Something to the symbols.
    Alphabet(AlphabetEdit),
    /// Something to a drawn graph: the start, or a side of a rule.
    Graph(GraphEdit),
    /// Something to the list of rules, or to what a rule says beside its drawing.
    Rules(RulesEdit),
    /// Something to the recipe.
    Recipe(RecipeEdit),
    /// Something to the passes of populating, or to what they name.
    Populate(PopulateEdit),
    /// Something to a room set.
    Rooms(RoomsEdit),
    /// Something to the places that are pinned.
    Pins(PinsEdit),
    /// Has the files written in the stable form from now on.
    Tidy,
    /// Puts another project in the place of this one.
    ReplaceAll(Content),
}

impl Edit {
    /// What it does, for the list of steps that can be undone: `Set wall percent of "Hollow"`. Names that a designer gave stand in double quotes.
    pub fn name(&self) -> String {
        match self {
            Self::Settings(edit) => edit.name(),
            Self::Alphabet(edit) => edit.name(),
            Self::Graph(edit) => edit.name(),
            Self::Rules(edit) => edit.name(),
            Self::Recipe(edit) => edit.name(),
            Self::Populate(edit) => edit.name(),
            Self::Rooms(edit) => edit.name(),
            Self::Pins(edit) => edit.name(),
            Self::Tidy => "Tidy the files".to_owned(),
            Self::ReplaceAll(_) => "Replace everything".to_owned(),
        }
    }

    /// May it be one of many small changes within one gesture, as when a slider is dragged?
    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Settings(edit) => edit.is_gradual(),
            Self::Alphabet(edit) => edit.is_gradual(),
            Self::Graph(edit) => edit.is_gradual(),
            Self::Rules(edit) => edit.is_gradual(),
            Self::Recipe(edit) => edit.is_gradual(),
            Self::Populate(edit) => edit.is_gradual(),
            Self::Rooms(edit) => edit.is_gradual(),
            Self::Pins(_) | Self::Tidy | Self::ReplaceAll(_) => false,
        }
    }

    /// What becomes of a project by it; `None` if nothing changes, or if what it is about is not there.
    pub(super) fn carry_out(&self, content: &Content) -> Option<Content> {
        match self {
            Self::Settings(edit) => content.with_grammar(|grammar| edit.carry_out(grammar)),
            Self::Alphabet(edit) => edit.carry_out(content),
            Self::Graph(edit) => content.with_grammar(|grammar| edit.carry_out(grammar)),
            Self::Rules(edit) => content.with_grammar(|grammar| edit.carry_out(grammar)),
            Self::Recipe(edit) => content.with_grammar(|grammar| edit.carry_out(grammar)),
            Self::Populate(edit) => content.with_grammar(|grammar| edit.carry_out(grammar)),
            Self::Rooms(edit) => edit.carry_out(content),
            Self::Pins(edit) => edit.carry_out(content),
            Self::Tidy => (content.form != TextForm::Stable)
                .then(|| Content { form: TextForm::Stable, ..content.clone() }),
            Self::ReplaceAll(other) => (!other.is_same(content)).then(|| other.clone()),
        }
    }
}
