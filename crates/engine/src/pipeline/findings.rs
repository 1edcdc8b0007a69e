//! Mistakes of a grammar and its room sets.

use std::sync::Arc;

use super::Request;
use crate::base::{Diagnostic, Severity};
use crate::grammar::{Grammar, check_grammar, check_values};
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
            together: check_rooms_for(&grammar.alphabet, &sets),
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
