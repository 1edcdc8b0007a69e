//! P0: a passage records at each of its ends the needs of a walker.
//!
//! An end at a place with the role Lock has one lock; other ends have none.
//! Its keys are all entities that open the place, ascending, and one of them is needed.

use std::collections::BTreeMap;

use super::findings::PromiseBreaks;
use super::names;
use crate::level::{EntityId, Level, Lock, Passage, PassageEnd, PlaceId};
use crate::mission::NodeRole;

/// Reports passages whose locks disagree with their places and the entities.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) {
    let openers = openers(level);
    for passage in &level.passages {
        let wanted: Vec<(PassageEnd, PlaceId)> =
            passage.ends().into_iter().filter(|(_, place)| is_lock(level, *place)).collect();
        let said = passage.locks.iter().map(|lock| (lock.end, lock.place));
        if !said.eq(wanted) {
            wrong(level, passage, "locks", findings, "does not have one lock for each end at a locked place");
        }
        for lock in &passage.locks {
            lock_agrees(level, passage, lock, openers.get(&lock.place), findings);
        }
    }
}

fn lock_agrees(
    level: &Level,
    passage: &Passage,
    lock: &Lock,
    openers: Option<&Vec<EntityId>>,
    findings: &mut PromiseBreaks,
) {
    if lock.keys.as_slice() != openers.map_or(&[][..], Vec::as_slice) {
        wrong(level, passage, "keys", findings, "has a lock whose keys are not those that open its place");
    }
    if lock.needed != 1 {
        wrong(level, passage, "needed", findings, "has a lock that does not need one key");
    }
}

fn is_lock(level: &Level, place: PlaceId) -> bool {
    level.place(place).is_some_and(|place| place.role == Some(NodeRole::Lock))
}

/// The entities that open each place, ascending.
fn openers(level: &Level) -> BTreeMap<PlaceId, Vec<EntityId>> {
    let mut openers: BTreeMap<PlaceId, Vec<EntityId>> = BTreeMap::new();
    for entity in &level.entities {
        for place in &entity.opens {
            let keys = openers.entry(*place).or_default();
            if keys.last() != Some(&entity.id) {
                keys.push(entity.id);
            }
        }
    }
    openers
}

fn wrong(
    level: &Level,
    passage: &Passage,
    what: &'static str,
    findings: &mut PromiseBreaks,
    message: &'static str,
) {
    findings
        .add_one_of_many((what, 3, 0), None, || format!("{} {message}.", names::passage(level, passage.id)));
}
