//! The promises, with the findings of the checker.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::grid::Cell;
use crate::kinds::NodeRole;
use crate::level::Level;

/// A promise that Delvewright makes of every level and proves on its tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Promise {
    /// The level's own fields agree with each other; nothing else can be proved without.
    P0,
    /// Each place has walkable cells, its anchor is one; each passage is realised once.
    P1,
    /// The places one can step between are exactly the mission's passages.
    P2,
    /// No walkable cell is detached.
    P3,
    /// Every room's cells are its template's.
    P4,
    /// Each used socket is a door, each unused one is blocked.
    P5,
    /// From the start, with keys, locks and one-way passages, the goal can always still be reached, or every
    /// foe if the last of them opens the exit.
    P6,
    /// The outermost cells are wall.
    P7,
    /// A promise that only a later version proves.
    #[serde(other)]
    Later,
}

impl Promise {
    /// All promises that this version of Delvewright proves, in order.
    pub const ALL: [Self; 8] =
        [Self::P0, Self::P1, Self::P2, Self::P3, Self::P4, Self::P5, Self::P6, Self::P7];

    /// The state of a promise that a level keeps whatever its tiles are, in words.
    pub const NOTHING_TO_PROVE: &str = "nothing to prove";

    /// Returns its name in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::P0 => "readable",
            Self::P1 => "realised",
            Self::P2 => "faithful",
            Self::P3 => "whole",
            Self::P4 => "as authored",
            Self::P5 => "closed",
            Self::P6 => "finishable",
            Self::P7 => "bounded",
            Self::Later => "later",
        }
    }

    /// Returns its meaning in one sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::P0 => "The level's own fields agree with each other.",
            Self::P1 => "Every place and every passage of the mission is in the level, each passage once.",
            Self::P2 => {
                "You can step between two places exactly where the mission has a passage. There is no gap, short cut or leak."
            }
            Self::P3 => "No cell that you can walk on is cut off from the rest.",
            Self::P4 => "Every room has the tiles that its author drew, turned as recorded.",
            Self::P5 => {
                "Every used socket is a door, or a gap if the passage has none, and every unused one is blocked. You cannot walk around a gate, drop or secret door."
            }
            Self::P6 => {
                "Wherever players get to, they can still reach the goal. In a level that ends with its last foe, they can reach every foe."
            }
            Self::P7 => "The outermost cells of the level are wall.",
            Self::Later => "A promise that only a later version can prove.",
        }
    }

    /// Returns why a level keeps it whatever its tiles are; `None` if there is something to keep.
    pub fn why_moot(self, level: &Level) -> Option<&'static str> {
        let Level { places, passages, templates, .. } = level;
        let has_role = |role| places.iter().any(|place| place.role == Some(role));
        let (is_moot, why) = match self {
            Self::P0 | Self::P7 | Self::Later => return None,
            Self::P1 | Self::P3 => (places.is_empty(), "The level has no places."),
            Self::P2 => (places.len() < 2, "The level has fewer than two places."),
            Self::P4 => (templates.is_empty(), "No room that somebody drew is in the level."),
            Self::P5 => {
                let has_sockets = places.iter().any(|place| !place.sockets.is_empty());
                let has_doors =
                    passages.iter().any(|passage| !passage.doors.is_empty() || !passage.threshold.is_empty());
                (!has_sockets && !has_doors, "The level has neither sockets nor doors.")
            }
            Self::P6 if !has_role(NodeRole::Start) => (true, "No place of the level has the role Start."),
            Self::P6 => {
                let opens_exit = level.populate.iter().any(|pass| pass.opens_exit);
                (!has_role(NodeRole::Goal) && !opens_exit, "No place of the level has the role Goal.")
            }
        };
        is_moot.then_some(why)
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?} {}", self.name())
    }
}

/// Each promise with everything that broke it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Report {
    /// The results by promise; a promise that is absent was not looked at.
    pub promises: BTreeMap<Promise, PromiseResult>,
}

/// The result for one promise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PromiseResult {
    /// The name in one word.
    pub name: String,
    /// `true` if it was kept.
    pub held: bool,
    /// Everything that broke it; empty if it was kept.
    pub broken_by: Vec<Break>,
    /// An explanation, if it was kept in a way that its name does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// One thing that breaks a promise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Break {
    /// The fault, in plain words.
    pub message: String,
    /// The cell where it shows, if there is one.
    pub at: Option<Cell>,
}

impl PromiseResult {
    /// Returns `true` if another result agrees with everything in this one.
    fn agrees_with(&self, proved: &Self) -> bool {
        let note = self.note.as_ref().or(proved.note.as_ref()).cloned();
        *proved == Self { note, ..self.clone() }
    }
}

impl Report {
    /// Returns `true` if all promises that this version proves were looked at, and no promise is broken.
    pub fn all_held(&self) -> bool {
        let are_all_there = Promise::ALL.iter().all(|promise| self.promises.contains_key(promise));
        are_all_there && self.broken().next().is_none()
    }

    /// Returns the promises on which this report contradicts the one that was proved. Promises that were not
    /// looked at and notes that are missing contradict nothing. Words are compared only if the same program
    /// wrote both.
    pub fn contradicts(&self, proved: &Self, is_of_this_program: bool) -> Vec<Promise> {
        let differs = |promise: &Promise| match (self.promises.get(promise), proved.promises.get(promise)) {
            (Some(said), Some(proved)) => {
                said.held != proved.held || is_of_this_program && !said.agrees_with(proved)
            }
            (Some(_), None) => true,
            (None, _) => is_of_this_program && !self.promises.is_empty(),
        };
        Promise::ALL.into_iter().filter(differs).collect()
    }

    /// Returns the promises that were broken, with everything that broke them.
    pub fn broken(&self) -> impl Iterator<Item = (Promise, &PromiseResult)> {
        self.promises.iter().filter(|(_, result)| !result.held).map(|(promise, result)| (*promise, result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(held: bool, note: Option<&str>) -> Report {
        let result = |promise: Promise| PromiseResult {
            name: promise.name().to_owned(),
            held: held || promise != Promise::P6,
            broken_by: Vec::new(),
            note: note.filter(|_| promise == Promise::P6).map(str::to_owned),
        };
        Report { promises: Promise::ALL.map(|promise| (promise, result(promise))).into() }
    }

    #[test]
    fn report_contradicts_another_by_what_holds_and_in_words_only_of_the_same_program() {
        let (held, broken, noted) = (report(true, None), report(false, None), report(true, Some("Ha.")));
        for is_of_this_program in [false, true] {
            assert_eq!(held.contradicts(&held, is_of_this_program), []);
            assert_eq!(held.contradicts(&broken, is_of_this_program), [Promise::P6]);
            assert_eq!(Report::default().contradicts(&broken, is_of_this_program), []);
        }
        assert_eq!(noted.contradicts(&held, true), [Promise::P6]);
        assert_eq!(noted.contradicts(&held, false), []);
        assert_eq!(held.contradicts(&noted, true), []);
        let mut short = held.clone();
        short.promises.remove(&Promise::P2);
        assert_eq!(short.contradicts(&held, true), [Promise::P2]);
        assert_eq!(short.contradicts(&held, false), []);
    }
}
