//! All edits of a project, with one file per family.
//!
//! An edit is a value. Carrying it out gives a new content, or nothing if it changes nothing.

mod alphabet;
mod graph;
mod pins;
mod populate;
mod properties;
mod recipe;
mod rooms;
mod rules;
mod settings;
mod themes;
mod variables;

pub use alphabet::AlphabetEdit;
pub use graph::{
    Element, Fragment, FragmentEdge, FragmentElement, GraphEdit, GraphId, drawn_sites, free_site, next_id,
    start_sites,
};
pub use pins::PinsEdit;
pub use populate::PopulateEdit;
pub use properties::PropertiesEdit;
pub use recipe::{
    RecipeEdit, StepPath, path_after_move, path_of_label, step_at, step_label, steps_with_paths,
};
pub use rooms::{Brush, PictureEdit, ResizeMode, RoomChange, RoomsEdit, SetChange, SideGrowth, drawn_cells};
pub use rules::{RuleSetting, RulesEdit, free_rule_name};
pub use settings::SettingsEdit;
pub use themes::ThemesEdit;
pub use variables::VariablesEdit;

pub(super) use alphabet::names_in_use;
pub(super) use rooms::wanted_symbol;

use super::{Content, TextForm};

/// An edit of a project.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Changes settings of the grammar as a whole.
    Settings(SettingsEdit),
    /// Changes the symbols.
    Alphabet(AlphabetEdit),
    /// Changes a drawn graph: the start, or a side of a rule.
    Graph(GraphEdit),
    /// Changes the list of rules, or settings of a rule other than its drawing.
    Rules(RulesEdit),
    /// Changes the recipe.
    Recipe(RecipeEdit),
    /// Changes the populate passes, or the entities and tiles they name.
    Populate(PopulateEdit),
    /// Changes a room set.
    Rooms(RoomsEdit),
    /// Changes pinned places.
    Pins(PinsEdit),
    /// Changes variables, or their values.
    Variables(VariablesEdit),
    /// Changes properties.
    Properties(PropertiesEdit),
    /// Changes the derived themes.
    Themes(ThemesEdit),
    /// Switches the files to the stable form.
    Tidy,
    /// Replaces the whole project.
    ReplaceAll(Content),
}

impl Edit {
    /// Returns the name of the step for the list of undoable steps: `Set wall percent of "Hollow"`. Names
    /// given by the designer are in double quotes.
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
            Self::Variables(edit) => edit.name(),
            Self::Properties(edit) => edit.name(),
            Self::Themes(edit) => edit.name(),
            Self::Tidy => "Tidy the files".to_owned(),
            Self::ReplaceAll(_) => "Replace everything".to_owned(),
        }
    }

    /// Returns `true` if it can be one of many small changes within one gesture, for example while dragging a
    /// slider.
    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Settings(edit) => edit.is_gradual(),
            Self::Alphabet(edit) => edit.is_gradual(),
            Self::Graph(edit) => edit.is_gradual(),
            Self::Rules(edit) => edit.is_gradual(),
            Self::Recipe(edit) => edit.is_gradual(),
            Self::Populate(edit) => edit.is_gradual(),
            Self::Rooms(edit) => edit.is_gradual(),
            Self::Variables(edit) => edit.is_gradual(),
            Self::Properties(edit) => edit.is_gradual(),
            Self::Themes(edit) => edit.is_gradual(),
            Self::Pins(_) | Self::Tidy | Self::ReplaceAll(_) => false,
        }
    }

    /// Returns the changed content, or `None` if nothing changes or the edited item does not exist.
    pub(super) fn apply_to(&self, content: &Content) -> Option<Content> {
        match self {
            Self::Settings(edit) => content.with_grammar(|grammar| edit.apply_to(grammar)),
            Self::Alphabet(edit) => edit.apply_to(content),
            Self::Graph(edit) => content.with_grammar(|grammar| edit.apply_to(grammar)),
            Self::Rules(edit) => content.with_grammar(|grammar| edit.apply_to(grammar)),
            Self::Recipe(edit) => content.with_grammar(|grammar| edit.apply_to(grammar)),
            Self::Populate(edit) => content.with_grammar(|grammar| edit.apply_to(grammar)),
            Self::Rooms(edit) => edit.apply_to(content),
            Self::Pins(edit) => edit.apply_to(content),
            Self::Variables(edit) => edit.apply_to(content),
            Self::Properties(edit) => content.with_grammar(|grammar| edit.apply_to(&mut grammar.properties)),
            Self::Themes(edit) => content.with_grammar(|grammar| edit.apply_to(grammar)),
            Self::Tidy => (content.form != TextForm::Stable)
                .then(|| Content { form: TextForm::Stable, ..content.clone() }),
            Self::ReplaceAll(other) => (!other.is_same(content)).then(|| other.clone()),
        }
    }
}
