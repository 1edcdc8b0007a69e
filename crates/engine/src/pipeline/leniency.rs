//! The treatment of room sets with mistakes, and of missions that cannot be finished.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{ProjectFindings, Request};
use crate::base::PathPart::{Field, Index, Key};
use crate::base::{Diagnostic, Severity};
use crate::layout::MissingRoomPolicy;
use crate::rooms::{RoomSet, RoomTemplate};

/// The treatment of missing or broken rooms, and of missions in which a walker can get stuck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leniency {
    /// No level is made.
    #[default]
    Strict,
    /// Broken rooms are left out. If no room is left for a place, a plain hall replaces it, with a warning.
    ///
    /// A mission in which a walker can get stuck becomes a level to look at, but the run has failed.
    Lenient,
}

impl Leniency {
    /// Returns the errors that prevent a level.
    pub(super) fn errors_of(self, findings: &ProjectFindings) -> impl Iterator<Item = &Diagnostic> {
        let all: Vec<&Diagnostic> = match self {
            Self::Strict => findings.iter().collect(),
            Self::Lenient => findings.grammar.iter().collect(),
        };
        all.into_iter().filter(|found| found.severity == Severity::Error)
    }

    pub(super) fn stand_ins(self) -> MissingRoomPolicy {
        match self {
            Self::Strict => MissingRoomPolicy::Never,
            Self::Lenient => MissingRoomPolicy::Halls,
        }
    }

    /// Returns `true` if a mission in which a walker can get stuck becomes a level.
    pub(super) fn forms_unsafe_missions(self) -> bool {
        self == Self::Lenient
    }

    /// Returns the request without the rooms that cannot be used.
    pub(super) fn usable(self, request: &Request, findings: &ProjectFindings) -> Request {
        match self {
            Self::Strict => request.clone(),
            Self::Lenient => {
                let symbols = symbols_with_mistakes(findings);
                let usable = |(number, set): (usize, &Arc<RoomSet>)| {
                    usable_rooms(set, &|room| symbols.contains(room.symbol.as_str()), number, findings)
                };
                Request { rooms: request.rooms.iter().enumerate().map(usable).collect(), ..request.clone() }
            }
        }
    }
}

/// Returns the symbols whose rooms and cards do not fit together.
fn symbols_with_mistakes(findings: &ProjectFindings) -> BTreeSet<&str> {
    let errors = findings.together.grammar.iter().filter(|found| found.severity == Severity::Error);
    errors.filter_map(symbol_of).collect()
}

/// Returns the node symbol that a problem of the alphabet is about.
fn symbol_of(problem: &Diagnostic) -> Option<&str> {
    match problem.path.parts() {
        [Field("alphabet"), Field("nodes"), Key(symbol), ..] => Some(symbol),
        _ => None,
    }
}

/// Returns a room set without the rooms that have mistakes.
///
/// If the set itself has one, for example an unreadable legend, the result has no rooms.
fn usable_rooms(
    set: &Arc<RoomSet>,
    is_left_out: &dyn Fn(&RoomTemplate) -> bool,
    number: usize,
    findings: &ProjectFindings,
) -> Arc<RoomSet> {
    let found = [&findings.sets, &findings.together.sets];
    let found = found.into_iter().filter_map(|sets| sets.get(number)).flatten();
    let mut broken = BTreeSet::new();
    for error in found.filter(|found| found.severity == Severity::Error) {
        match error.path.parts() {
            [Field("rooms"), Index(room), ..] => broken.insert(*room),
            _ => return Arc::new(RoomSet { rooms: Vec::new(), ..RoomSet::clone(set) }),
        };
    }
    let is_sound = |(number, room): &(usize, &RoomTemplate)| !broken.contains(number) && !is_left_out(room);
    let rooms: Vec<_> = set.rooms.iter().enumerate().filter(is_sound).map(|(_, room)| room.clone()).collect();
    if rooms.len() == set.rooms.len() {
        return Arc::clone(set);
    }
    Arc::new(RoomSet { rooms, ..RoomSet::clone(set) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::PathRef;
    use crate::text::parse_room_set;

    const SET: &str = r####"RoomSet(format: 1, name: "Two", legend: {'#': Wall, '.': Floor, '+': Socket}, rooms: [
        (name: "One", symbol: "A", picture: ["#+#", "#.#", "###"]),
        (name: "Two", symbol: "A", picture: ["#+#", "#.#", "###"]),
    ])"####;

    fn usable_after(error: Diagnostic) -> Vec<String> {
        let set = Arc::new(parse_room_set(SET, None).value.unwrap());
        let findings = ProjectFindings { sets: vec![vec![error]], ..ProjectFindings::default() };
        usable_rooms(&set, &|_| false, 0, &findings).rooms.iter().map(|room| room.name.clone()).collect()
    }

    #[test]
    fn only_the_room_with_a_mistake_is_left_out() {
        let room = PathRef::ROOT.item("rooms", 0);
        assert_eq!(usable_after(Diagnostic::error("uneven-rows", "…").at(room.field("picture"))), ["Two"]);
        assert_eq!(usable_after(Diagnostic::warning("unseen", "…").at(room)), ["One", "Two"]);
    }

    #[test]
    fn set_with_a_mistake_of_its_own_is_not_used() {
        assert_eq!(usable_after(Diagnostic::error("no-sockets", "…").at("legend")), [""; 0]);
    }
}
