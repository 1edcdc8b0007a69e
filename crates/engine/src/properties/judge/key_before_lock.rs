//! Keys before their locks: the walk that never enters a locked place must reach its keys.

use std::collections::{BTreeMap, BTreeSet};

use super::place_text;
use crate::level::{EntityId, Level, PlaceId};
use crate::metrics::MeasuredLevel;
use crate::properties::{KeyDemand, PropertyVerdict};

/// The keys of a locked place, and the number of them that it needs.
type LockNeed = (BTreeSet<EntityId>, u32);

pub(super) fn judge(demand: KeyDemand, measured: &MeasuredLevel<'_>) -> PropertyVerdict {
    let level = measured.level;
    let locks = locked_places(level);
    if locks.is_empty() {
        return PropertyVerdict::Nothing("no locks".to_owned());
    }
    if measured.graph.starts.is_empty() {
        return PropertyVerdict::Nothing("no start".to_owned());
    }
    for (lock, (keys, needed)) in &locks {
        let is_lock = |place: usize| PlaceId::at(place) == *lock;
        for start in &measured.graph.starts {
            let reached = measured.graph.graph.reach_before(*start, is_lock).places;
            let is_in_reach = |place: &PlaceId| place != lock && reached.get(place.index()) == Some(&true);
            let place_of = |key: &EntityId| level.entity(*key).map(|entity| entity.place);
            let (near, far): (Vec<_>, Vec<_>) =
                keys.iter().partition(|key| place_of(key).is_some_and(|place| is_in_reach(&place)));
            let is_met = match demand {
                KeyDemand::Each => far.is_empty(),
                KeyDemand::Enough => near.len() >= *needed as usize,
            };
            if !is_met {
                let places = far.into_iter().filter_map(place_of);
                return fails(level, *lock, places.collect(), (near.len(), keys.len(), *needed));
            }
        }
    }
    PropertyVerdict::Holds
}

fn fails(
    level: &Level,
    lock: PlaceId,
    behind: BTreeSet<PlaceId>,
    (near, all, needed): (usize, usize, u32),
) -> PropertyVerdict {
    let mut reason = format!(
        "The lock {} needs {needed} of its {all} keys, and {near} can be reached before it",
        place_text(level, lock)
    );
    if let Some(first) = behind.first() {
        reason += &format!("; one that cannot is in {}", place_text(level, *first));
    }
    PropertyVerdict::fails(reason + ".", behind.into_iter().chain([lock]))
}

/// Returns the needs of all locked places.
fn locked_places(level: &Level) -> BTreeMap<PlaceId, LockNeed> {
    let locks = level.passages.iter().flat_map(|passage| &passage.locks).filter(|lock| lock.needed > 0);
    locks.map(|lock| (lock.place, (lock.keys.iter().copied().collect(), lock.needed))).collect()
}
