//! Fixes for mistakes with an obvious remedy: a misspelled name, or a number that would be valid.
//!
//! In: a diagnostic, and its project. Out: edits with a name each, the likeliest first. A fix changes nothing
//! but the subject of the diagnostic.

mod alphabet;
mod layout;
mod parameters;
mod populate;
mod properties;
mod recipe;
mod rules;
mod sockets;
mod start;
mod symbols;
mod variables;

use super::{Content, Edit, Location, Symbol, location_in_grammar};
use crate::base::{Diagnostic, PathPart, Position, Remedy};

/// A fix for a mistake.
#[derive(Clone, Debug)]
pub struct Fix {
    /// Label for a button: `Use "Hollow" instead`.
    pub name: String,
    /// The change to make.
    pub means: FixAction,
}

/// The kind of change that fixes a mistake.
#[derive(Clone, Debug)]
pub enum FixAction {
    /// An edit.
    Edit(Edit),
    /// Plain rooms or cards for this symbol, in the set at hand.
    RoomsFor(String),
    /// The room set of another name in place of a missing one; it has to be read first.
    Rooms {
        /// Name in the grammar.
        instead_of: String,
        /// Name that was meant.
        name: String,
    },
    /// Another word in the text of the grammar, which could not be read at this position.
    Word {
        /// Position of the word.
        at: Position,
        /// Word that was meant.
        to: String,
    },
}

impl Fix {
    fn new(name: impl Into<String>, edit: Edit) -> Self {
        Self { name: name.into(), means: FixAction::Edit(edit) }
    }
}

/// Returns the fixes for a mistake of a project; empty if fixing it requires a decision.
pub fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let sites = content.grammar.formula_sites();
    let is_computed = sites.iter().any(|site| site.path.parts().starts_with(diagnostic.path.parts()));
    if diagnostic.code == "range-backwards" && is_computed {
        // Other values of the variables may be in order.
        return Vec::new();
    }
    // A fix keeps the formulas around what it changes.
    let content = &content.as_authored();
    match diagnostic.code {
        "unknown-symbol" => symbols::fixes(diagnostic, content),
        "no-room-for-symbol" | "no-card-for-symbol" | "key-with-form" | "unused-symbol" | "long-label" => {
            alphabet::node_fixes(diagnostic, content)
        }
        "drop-both-ways" | "relation-one-way" | "relation-door" | "door-in-open" | "one-way-open" => {
            alphabet::edge_fixes(diagnostic, content)
        }
        "doorways-in-conflict" => alphabet::stand_in_fixes(diagnostic, content),
        "rule-never-runs" | "duplicate-rule-name" | "unused-rule" => rules::fixes(diagnostic, content),
        "unknown-rule"
        | "unknown-tag"
        | "empty-choice"
        | "zero-times"
        | "zero-chance"
        | "empty-steps"
        | "retry-without-effect"
        | "empty-recipe" => recipe::fixes(diagnostic, content),
        "unused-variable" | "unknown-variable" | "default-outside-range" => {
            variables::fixes(diagnostic, content)
        }
        "range-backwards" if is_of_variable(diagnostic) => variables::fixes(diagnostic, content),
        "unknown-metric" | "double-property" | "property-always-holds" => {
            properties::fixes(diagnostic, content)
        }
        "range-backwards" | "unknown-entity" if is_of_property(diagnostic) => {
            properties::fixes(diagnostic, content)
        }
        "range-backwards" | "out-of-range" => match location_in_grammar(diagnostic) {
            Some(Location::Step(_)) => recipe::fixes(diagnostic, content),
            Some(Location::Symbol(Symbol::Node(_))) => alphabet::node_fixes(diagnostic, content),
            Some(Location::Symbol(Symbol::Edge(_))) => alphabet::edge_fixes(diagnostic, content),
            Some(Location::Start) => start::fixes(diagnostic, content),
            Some(Location::Pass(at)) => populate::fixes(diagnostic, at, content),
            _ => layout::fixes(diagnostic, content),
        },
        "too-many-features" | "distance-too-large" => start::fixes(diagnostic, content),
        "unknown-entity" | "unknown-tile" => populate::names(diagnostic, content),
        "missing-room-set" => layout::other_rooms(diagnostic, content),
        "unknown-socket-kind" | "unused-socket-kind" => sockets::fixes(diagnostic, content),
        "unknown-field" | "unknown-variant" => word(diagnostic).into_iter().collect(),
        _ => layout::fixes(diagnostic, content),
    }
}

fn is_of_variable(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.path.parts(), [PathPart::Field("variables"), ..])
}

fn is_of_property(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.path.parts(), [PathPart::Field("properties"), ..])
}

/// Returns a fix for an unknown word in the text, if a similar one is known.
fn word(diagnostic: &Diagnostic) -> Option<Fix> {
    let (at, to) = (diagnostic.position?, meant_by(diagnostic)?.to_owned());
    Some(Fix { name: format!("Write \"{to}\" instead"), means: FixAction::Word { at, to } })
}

/// Returns the name that a diagnostic is about.
fn name_of(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.subject.as_ref()?.keys().last()
}

/// Returns the name that was probably meant.
fn meant_by(diagnostic: &Diagnostic) -> Option<&str> {
    match &diagnostic.remedy {
        Some(Remedy::Rename(name)) => Some(name),
        Some(Remedy::Set { .. }) | None => None,
    }
}

#[cfg(test)]
mod tests;
