//! Levels of format 1, read as if they were of the format of today.
//!
//! A passage of format 1 listed under `locked_by` the keys of both its ends as if either would do.
//! They are handed to the ends whose places they open; keys that open neither go to the beginning, where the
//! checker finds them, and so does a list that is not in order.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer};

use crate::ids::{EntityId, PlaceId};
use crate::kinds::NodeRole;
use crate::level::{Level, Lock, Passage, PassageEnd};

/// The place of a lock that is not known yet.
const UNKNOWN: PlaceId = PlaceId(0);

/// A lock as the formats write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    /// Format 1: a key, without the end at which it is needed.
    Key(EntityId),
    Lock(Lock),
}

/// Reads `locks`, or `locked_by` of format 1; of the latter the places are not known yet.
pub(crate) fn locks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Lock>, D::Error> {
    let read = |written: Written| match written {
        Written::Key(key) => Lock { place: UNKNOWN, end: PassageEnd::From, keys: vec![key], needed: 1 },
        Written::Lock(lock) => lock,
    };
    Ok(Vec::<Written>::deserialize(deserializer)?.into_iter().map(read).collect())
}

impl Level {
    /// Returns a level that was just read, completed by everything that older formats left out and that
    /// follows from the rest. [`Level::format`] stays as it was.
    #[must_use]
    pub fn brought_up_to_date(mut self) -> Self {
        if self.format == 1 {
            let openers = Openers::new(&self);
            for passage in &mut self.passages {
                passage.locks = openers.locks_of(passage);
            }
        }
        self
    }
}

/// The keys that open each place with the role Lock.
struct Openers(BTreeMap<PlaceId, BTreeSet<EntityId>>);

impl Openers {
    fn new(level: &Level) -> Self {
        let locked = level.places.iter().filter(|place| place.role == Some(NodeRole::Lock));
        let mut openers: BTreeMap<PlaceId, BTreeSet<EntityId>> =
            locked.map(|place| (place.id, BTreeSet::new())).collect();
        for entity in &level.entities {
            for place in &entity.opens {
                if let Some(keys) = openers.get_mut(place) {
                    keys.insert(entity.id);
                }
            }
        }
        Self(openers)
    }

    /// The locks of a passage that listed keys of both its ends. What it should not have listed goes to the beginning.
    fn locks_of(&self, passage: &Passage) -> Vec<Lock> {
        let (listed, newer): (Vec<&Lock>, Vec<&Lock>) =
            passage.locks.iter().partition(|lock| lock.place == UNKNOWN);
        let listed: Vec<EntityId> = listed.iter().flat_map(|lock| lock.keys.iter().copied()).collect();
        let of_end = |place: PlaceId| self.0.get(&place);
        let locked_ends = passage.ends().into_iter().filter_map(|(end, place)| {
            let openers = of_end(place)?;
            let keys = listed.iter().copied().filter(|key| openers.contains(key)).collect();
            Some(Lock { place, end, keys, needed: 1 })
        });
        let mut locks: Vec<Lock> = locked_ends.collect();
        let opens_an_end = |key: EntityId| {
            passage.ends().iter().any(|(_, place)| of_end(*place).is_some_and(|keys| keys.contains(&key)))
        };
        let strays: Vec<EntityId> = listed.iter().copied().filter(|key| !opens_an_end(*key)).collect();
        if !strays.is_empty() {
            locks.push(Lock { place: passage.from, end: PassageEnd::From, keys: strays, needed: 1 });
        }
        // Format 1 listed each key once, ascending.
        if !listed.is_sorted_by(|one, next| one < next) {
            locks.push(Lock { place: passage.from, end: PassageEnd::From, keys: listed, needed: 1 });
        }
        locks.extend(newer.into_iter().cloned());
        locks
    }
}
