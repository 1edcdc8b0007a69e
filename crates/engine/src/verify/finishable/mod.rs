//! P6: from the start, a walker on the tiles can always still reach the goal, whatever way they take.
//!
//! The walker is in an area, a connected part of one owner's cells, and picks up the keys of every area that
//! they enter.
//! [`tiles`] reads the needs of moves. Reaching any goal ends the walk.
//!
//! A level without a goal may have a pass whose last foe opens the exit.
//! It is finished by reaching each foe, in any order; without any foe it is finished at once.
//! Any other level without a start or without a goal has nothing to finish.
//!
//! The search is exact, and does not try the sets of keys one by one:
//!
//! | | |
//! |---|---|
//! | [`map`] | the areas as a graph; keys that open the same locks are merged |
//! | [`facts`] | the keys and open locks that are certain in each area; these locks are removed |
//! | [`reduce`] | areas that cannot matter are removed |
//! | [`sinks`] | the parts that only locked moves leave: a stuck walker is around one of them |
//! | [`zones`] | grows each sink by everything inevitable, and finds the keys that a stuck walker must not hold |
//! | [`walks`] | decides whether a walker can get there without those keys |
//! | [`path`], [`explain`] | the steps into the dead end, in words |
//!
//! The question is hard in general, because choices between one-way passages can encode any logical formula.
//! Therefore the work is counted. For a level designed to be hopeless, the report says that it was not
//! decided.

mod explain;
mod facts;
mod flood;
mod map;
mod path;
mod reduce;
mod sets;
mod sinks;
mod stuck;
#[cfg(test)]
mod tests;
mod tiles;
mod walks;
mod work;
mod zones;

use std::collections::BTreeSet;

use super::findings::PromiseBreaks;
use super::names;
use super::walk_map::WalkMap;
use crate::base::{Cell, StopToken};
use crate::level::{Entity, Level, OwnedBy, Place, PlaceId};
use crate::mission::NodeRole;

pub(crate) use map::{AreaMap, KeyRequirement, MapMove};
pub(crate) use stuck::{DeadEndWalk, find_stuck};
pub(crate) use work::WalkBudget;

/// Maximum number of moves examined: some seconds.
const MOST_WORK: u64 = 300_000_000;

pub(super) fn check(walk_map: &WalkMap, stop: &StopToken) -> PromiseBreaks {
    let mut findings = PromiseBreaks::default();
    let with_role =
        |role| walk_map.level.places.iter().filter(move |place: &&Place| place.role == Some(role));
    let goals: Vec<&Place> = with_role(NodeRole::Goal).collect();
    let has_goal = !goals.is_empty();
    let ends = if !has_goal { places_to_clear(walk_map.level) } else { vec![(WalkTarget::Goal, goals)] };
    if with_role(NodeRole::Start).next().is_none() || ends.is_empty() {
        return findings;
    }
    if !has_goal {
        for foe in to_fall(walk_map.level).filter(|foe| is_walled_in(walk_map, foe)) {
            let place = names::place(walk_map.level, foe.place);
            findings.add_one_of_many(("walled in", 0, 0), Some(foe.at), || {
                format!("there is no room to stand next to the {} in {place}, which has to fall.", foe.kind)
            });
        }
    }
    let mut map = tiles::read(walk_map);
    let mut work = WalkBudget::new(MOST_WORK, stop.clone());
    for (target, goals) in ends {
        map.goals = goals.into_iter().filter_map(|place| tiles::area_of(walk_map, place)).collect();
        for start in with_role(NodeRole::Start) {
            let Some(from) = tiles::area_of(walk_map, start) else { continue };
            match find_stuck(&map, from, &mut work) {
                Ok(None) => {}
                Ok(Some(stuck)) => findings.add_one_of_many(("stuck", 0, 0), Some(start.anchor), || {
                    explain::describe(walk_map, &map, start, target, &stuck)
                }),
                Err(_) => findings.add_one_of_many(("undecided", 0, 0), Some(start.anchor), || {
                    undecided(walk_map, start, target)
                }),
            }
        }
    }
    findings
}

/// The target of a walker.
#[derive(Clone, Copy, Debug)]
enum WalkTarget {
    Goal,
    /// The foes in a place, which have to fall.
    Foes(PlaceId),
}

impl WalkTarget {
    /// Returns "the goal", or "the foes in the Desert (place 3)".
    fn name(self, level: &Level) -> String {
        match self {
            Self::Goal => "the goal".to_owned(),
            Self::Foes(place) => format!("the foes in {}", names::place(level, place)),
        }
    }
}

/// Returns the entities that must fall before the exit opens.
fn to_fall(level: &Level) -> impl Iterator<Item = &Entity> {
    let passes = level.populate.iter();
    let kinds = passes.flat_map(|pass| pass.falling().map(|kind| (pass.name.as_str(), kind)));
    let kinds: BTreeSet<(&str, &str)> = kinds.collect();
    let is_meant = move |entity: &&Entity| {
        entity.pass.as_deref().is_some_and(|pass| kinds.contains(&(pass, entity.kind.as_str())))
    };
    level.entities.iter().filter(is_meant)
}

/// Returns `true` if the foe is solid and no step leads to it from a cell of its place.
fn is_walled_in(walk_map: &WalkMap, foe: &Entity) -> bool {
    let can_stand = |at: Cell| walk_map.is_walkable(at) && walk_map.owner(at) == OwnedBy::Place(foe.place);
    foe.solid && !walk_map.level.movement.beside(foe.at).any(can_stand)
}

/// Returns the places with foes that must fall before the exit opens, each as the only goal.
fn places_to_clear(level: &Level) -> Vec<(WalkTarget, Vec<&Place>)> {
    let ids: BTreeSet<PlaceId> = to_fall(level).map(|entity| entity.place).collect();
    let places = ids.into_iter().filter_map(|id| level.place(id));
    places.map(|place| (WalkTarget::Foes(place.id), vec![place])).collect()
}

/// Returns details of the proof that the name of the promise does not tell.
pub(super) fn note(level: &Level) -> Option<String> {
    let notes: Vec<String> = starts_note(level).into_iter().chain(exit_note(level)).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// Maximum number of starts that a note names.
const MOST_NAMED: usize = 4;

/// Names the starts of a level with more than one.
fn starts_note(level: &Level) -> Option<String> {
    let with_role = |role| level.places.iter().filter(move |place| place.role == Some(role));
    let starts: Vec<&Place> = with_role(NodeRole::Start).collect();
    let has_end = with_role(NodeRole::Goal).next().is_some() || to_fall(level).next().is_some();
    if starts.len() < 2 || !has_end {
        return None;
    }
    let named: Vec<String> =
        starts.iter().take(MOST_NAMED).map(|place| names::place(level, place.id).to_string()).collect();
    let more = match starts.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!("The level has {} starts, and each was checked: {}{more}.", starts.len(), named.join(", ")))
}

/// Describes the end of a level without a goal, if it is known. The level must be finishable.
fn exit_note(level: &Level) -> Option<String> {
    let has = |role| level.places.iter().any(|place| place.role == Some(role));
    let opens = level.populate.iter().any(|pass| pass.opens_exit);
    let can_be_reached = if has(NodeRole::Start) { "; players can reach each of them" } else { "" };
    (opens && !has(NodeRole::Goal)).then(|| match to_fall(level).count() {
        0 => "The level has no goal, and no foe that has to fall. Its exit is open at once.".to_owned(),
        1 => format!("The level has no goal. Its exit opens when its one foe falls{can_be_reached}."),
        count => format!(
            "The level has no goal. Its exit opens when the last of {count} foes falls{can_be_reached}."
        ),
    })
}

fn undecided(walk_map: &WalkMap, start: &Place, target: WalkTarget) -> String {
    let (start, target) = (names::place(walk_map.level, start.id), target.name(walk_map.level));
    format!(
        "it is not decided whether players from {start} can always reach {target}: the search stopped after {MOST_WORK} passages. Fewer keys and one-way passages make it easier."
    )
}
