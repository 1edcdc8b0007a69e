//! Edits of the settings of a grammar as a whole.

use crate::grammar::{Grammar, Limits};
use crate::settings::{LayoutSettings, Movement};

/// An edit of the settings of the grammar.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum SettingsEdit {
    /// Renames the grammar.
    Name(String),
    /// Sets the author's remarks.
    Notes(String),
    /// Sets the limits of derivations.
    Limits(Limits),
    /// Sets the layout settings. `what` names the changed setting in the designer's words: "gap".
    Layout { what: &'static str, layout: LayoutSettings },
    /// Sets the theme of the grammar; empty: none.
    Theme(String),
    /// Sets the steps that a walker can take.
    Movement(Movement),
}

impl SettingsEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Name(_) => "Rename the grammar".to_owned(),
            Self::Notes(_) => "Set the grammar's notes".to_owned(),
            Self::Limits(_) => "Set limits".to_owned(),
            Self::Layout { what, .. } => format!("Set {what}"),
            Self::Theme(_) => "Set theme".to_owned(),
            Self::Movement(_) => "Set movement".to_owned(),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Limits(_) | Self::Layout { .. })
    }

    pub(super) fn apply_to(&self, grammar: &mut Grammar) {
        match self {
            Self::Name(name) => grammar.name.clone_from(name),
            Self::Notes(notes) => grammar.notes.clone_from(notes),
            Self::Limits(limits) => grammar.limits = *limits,
            Self::Layout { layout, .. } => grammar.layout.clone_from(layout),
            Self::Theme(theme) => grammar.theme.clone_from(theme),
            Self::Movement(movement) => grammar.movement = *movement,
        }
    }
}
