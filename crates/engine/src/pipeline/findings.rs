//! Mistakes of a grammar and its room sets.

use std::sync::Arc;

use super::Request;
use crate::base::{Diagnostic, PathRef, Severity, ValuePath};
use crate::grammar::{Grammar, check_grammar, check_values, named_nodes};
use crate::rooms::{RoomFindings, RoomSet, check_room_set, check_rooms_for};

/// All mistakes of a grammar and its room sets, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectFindings {
    /// Mistakes of the grammar.
    pub grammar: Vec<Diagnostic>,
    /// Mistakes of each room set, in their order.
    pub sets: Vec<Vec<Diagnostic>>,
    /// Mistakes of their combination.
    pub together: RoomFindings,
}

impl ProjectFindings {
    /// Checks a grammar and its room sets.
    pub fn of(grammar: &Grammar, rooms: &[Arc<RoomSet>]) -> Self {
        let sets: Vec<&RoomSet> = rooms.iter().map(Arc::as_ref).collect();
        Self {
            grammar: check_grammar(grammar),
            sets: sets.iter().map(|set| check_room_set(set)).collect(),
            together: check_rooms_of(grammar, &sets),
        }
    }

    /// Checks the files of a request, and the values of its variables.
    pub(super) fn of_request(request: &Request) -> Self {
        let mut findings = Self::of(&request.grammar, &request.rooms);
        findings.grammar.extend(check_values(&request.grammar.variables, &request.variables));
        findings
    }

    /// Returns `true` if the grammar has a mistake that prevents derivation.
    pub fn has_grammar_errors(&self) -> bool {
        self.grammar.iter().any(|found| found.severity == Severity::Error)
    }

    /// Returns all mistakes: first those of single files, then those of combinations.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let alone = self.grammar.iter().chain(self.sets.iter().flatten());
        alone.chain(&self.together.grammar).chain(self.together.sets.iter().flatten())
    }
}

/// Checks room sets together with each other and with the grammar.
///
/// A symbol that nothing in the grammar names never becomes a place. If it lacks rooms or cards, that is a warning.
pub fn check_rooms_of(grammar: &Grammar, sets: &[&RoomSet]) -> RoomFindings {
    let mut findings = check_rooms_for(&grammar.alphabet, sets);
    let named = named_nodes(grammar);
    for name in grammar.alphabet.nodes.keys().filter(|name| !named.contains(name.as_str())) {
        let path: ValuePath = PathRef::ROOT.field("alphabet").entry("nodes", name).field("form").into();
        let lacking = findings.grammar.iter_mut().filter(|found| {
            ["no-room-for-symbol", "no-card-for-symbol"].contains(&found.code) && found.path == path
        });
        lacking.for_each(|found| found.severity = Severity::Warning);
    }
    findings
}
