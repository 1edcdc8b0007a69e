//! Keys with the doors that they open, and locks with the places behind them.

use crate::base::Cell;
use crate::level::{EntityId, Level, PlaceId};
use crate::mission::progression::LevelGraph;

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
    let LevelGraph { graph, starts, .. } = LevelGraph::of(level);
    if starts.is_empty() {
        return Vec::new();
    }
    let behind = |lock: usize| {
        let places = graph.behind(&starts, lock).into_iter().map(PlaceId::at).collect();
        LockedArea { lock: PlaceId::at(lock), places }
    };
    graph.locked_places().into_iter().map(behind).collect()
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
