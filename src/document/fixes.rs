//! What mends a mistake at once, where there is an answer that needs no thought: a name that was meant, a number that would do.
//!
//! In goes a diagnostic with the project that it is about; out come edits, each with what it does in words, the likeliest first. None changes anything but what the diagnostic is about.

mod alphabet;
mod layout;
mod parameters;
mod populate;
mod recipe;
mod rules;
mod sockets;
mod start;
mod symbols;

use super::{Content, Edit, Location, Symbol, location_in_grammar};
use crate::base::{Diagnostic, Position, Remedy};

/// Something that would mend a mistake.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What it does, for a button: `Use "Hollow" instead`.
    pub name: String,
    /// How.
    pub means: Means,
}

/// How a mistake is mended.
#[derive(Clone, Debug)]
pub enum Means {
    /// By an edit.
    Edit(Edit),
    /// By plain rooms or cards for this symbol, in the set at hand.
    RoomsFor(String),
    /// By the room set of this name in the place of one that is not there; it has to be read first.
    Rooms {
        /// The name that the grammar gives.
        instead_of: String,
        /// The name that was meant.
        name: String,
    },
    /// By another word in the text of the grammar, which could not be read in this place.
    Word {
        /// Where the word begins.
        at: Position,
        /// The word that was meant.
        to: String,
    },
}

impl Fix {
    fn new(name: impl Into<String>, edit: Edit) -> Self {
        Self { name: name.into(), means: Means::Edit(edit) }
    }
}

/// What would mend a mistake of a project; nothing where that needs thought.
pub fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
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

/// The word that was meant, where the text has one that nothing is called.
fn word(diagnostic: &Diagnostic) -> Option<Fix> {
    let (at, to) = (diagnostic.position?, meant_by(diagnostic)?.to_owned());
    Some(Fix { name: format!("Write \"{to}\" instead"), means: Means::Word { at, to } })
}

/// The name that a diagnostic is about.
fn name_of(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.subject.as_ref()?.keys().last()
}

/// The name that was probably meant by it.
fn meant_by(diagnostic: &Diagnostic) -> Option<&str> {
    match &diagnostic.remedy {
        Some(Remedy::Rename(name)) => Some(name),
        Some(Remedy::Set { .. }) | None => None,
    }
}

#[cfg(test)]
mod tests;
