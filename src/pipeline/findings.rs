//! What is wrong with the files of a request.

use std::sync::Arc;

use super::Request;
use crate::base::Diagnostic;
use crate::grammar::check_grammar;
use crate::mission::{RoomFindings, RoomSet, check_room_set, check_rooms_for};

/// Everything that is wrong with a grammar and its room sets, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Of the grammar.
    pub grammar: Vec<Diagnostic>,
    /// Of each room set, in the order of the request.
    pub sets: Vec<Vec<Diagnostic>>,
    /// Of all of them together.
    pub together: RoomFindings,
}

impl Findings {
    /// Checks the files of a request.
    pub(super) fn of(request: &Request) -> Self {
        let sets: Vec<&RoomSet> = request.rooms.iter().map(Arc::as_ref).collect();
        Self {
            grammar: check_grammar(&request.grammar),
            sets: sets.iter().map(|set| check_room_set(set)).collect(),
            together: check_rooms_for(&request.grammar.alphabet, &sets),
        }
    }

    /// All of them: first what concerns one file, then what concerns several.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let alone = self.grammar.iter().chain(self.sets.iter().flatten());
        alone.chain(&self.together.grammar).chain(self.together.sets.iter().flatten())
    }
}
