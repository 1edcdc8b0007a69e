//! Keys with the doors that they open, and locks with the places behind them.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Cell;
use crate::level::{EntityId, Level, Passage, PlaceId};
use crate::mission::NodeRole;

/// A lock with the places that cannot be reached without its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedArea {
    /// The locked place.
    pub lock: PlaceId,
    /// The places that cannot be reached from the start without it, including the locked one; ascending.
    pub places: Vec<PlaceId>,
}

/// A key, and a door that it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// The id of the key's entity.
    pub key: EntityId,
    /// The cell of the key.
    pub from: Cell,
    /// The locked place.
    pub lock: PlaceId,
    /// The door: a cell where the passage is closed, or the anchor of the place.
    pub to: Cell,
}

/// Returns the places behind each lock, in the order of the locked places. Empty if no place is a start.
pub fn behind_locks(level: &Level) -> Vec<LockedArea> {
    let locks: BTreeSet<PlaceId> =
        level.passages.iter().flat_map(|passage| &passage.locks).map(|lock| lock.place).collect();
    let starts = || level.places.iter().filter(|place| place.role == Some(NodeRole::Start));
    if starts().next().is_none() {
        return Vec::new();
    }
    let mut ways: BTreeMap<PlaceId, Vec<(&Passage, PlaceId)>> = BTreeMap::new();
    for passage in &level.passages {
        ways.entry(passage.from).or_default().push((passage, passage.to));
        if !passage.one_way {
            ways.entry(passage.to).or_default().push((passage, passage.from));
        }
    }
    let reached = |lock: Option<PlaceId>| {
        let mut reached: BTreeSet<PlaceId> = starts().map(|place| place.id).collect();
        let mut waiting: Vec<PlaceId> = reached.iter().copied().collect();
        while let Some(place) = waiting.pop() {
            for (passage, next) in ways.get(&place).into_iter().flatten() {
                let is_shut = passage.locks.iter().any(|of| Some(of.place) == lock && of.place == *next);
                if !is_shut && reached.insert(*next) {
                    waiting.push(*next);
                }
            }
        }
        reached
    };
    let all = reached(None);
    let behind = |lock: PlaceId| {
        let without = reached(Some(lock));
        LockedArea { lock, places: all.difference(&without).copied().collect() }
    };
    locks.into_iter().map(behind).collect()
}

/// Returns each key with each door that it opens, by key.
pub fn key_lines(level: &Level) -> Vec<KeyLine> {
    let mut lines = Vec::new();
    for passage in &level.passages {
        for lock in &passage.locks {
            let Some(place) = level.place(lock.place) else { continue };
            let doors = passage.doors.iter().filter(|door| level.owner(**door) == lock.place.into());
            let door = doors.chain(&passage.threshold).next().copied().unwrap_or(place.anchor);
            for key in &lock.keys {
                let entity = level.entity(*key);
                let line =
                    entity.map(|entity| KeyLine { key: *key, from: entity.at, lock: lock.place, to: door });
                lines.extend(line.filter(|line| !lines.contains(line)));
            }
        }
    }
    lines.sort_by_key(|line| (line.key, line.to));
    lines
}
