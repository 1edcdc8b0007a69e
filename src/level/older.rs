//! Levels of format 1, read as if they were of the format of today.
//!
//! A passage of format 1 listed under `locked_by` the keys of both its ends as if either would do.
//! They are handed to the ends whose places they open; a key that opens neither goes to the beginning, where the checker finds it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer};

use super::{Level, Lock, Passage, PassageEnd};
use crate::mission::NodeRole;

/// A lock as the formats write it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    /// Format 1: a key, without the end at which it is needed.
    Key(u32),
    Lock(Lock),
}

/// Reads `locks`, or `locked_by` of format 1; of the latter the places are not known yet and 0.
pub(super) fn locks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Lock>, D::Error> {
    let read = |written: Written| match written {
        Written::Key(key) => Lock { place: 0, end: PassageEnd::From, keys: vec![key], needed: 1 },
        Written::Lock(lock) => lock,
    };
    Ok(Vec::<Written>::deserialize(deserializer)?.into_iter().map(read).collect())
}

impl Level {
    /// A level that was just read, with what older formats did not say as far as it follows from the rest. [`Level::format`] stays as it was.
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
struct Openers(BTreeMap<u32, BTreeSet<u32>>);

impl Openers {
    fn new(level: &Level) -> Self {
        let locked = level.places.iter().filter(|place| place.role == Some(NodeRole::Lock));
        let mut openers: BTreeMap<u32, BTreeSet<u32>> =
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

    fn locks_of(&self, passage: &Passage) -> Vec<Lock> {
        let unplaced = passage.locks.iter().filter(|lock| lock.place == 0);
        let mut listed: BTreeSet<u32> = unplaced.flat_map(|lock| lock.keys.iter().copied()).collect();
        let locked_ends = passage.ends().into_iter().filter_map(|(end, place)| {
            let keys = self.0.get(&place)?.intersection(&listed).copied().collect();
            Some(Lock { place, end, keys, needed: 1 })
        });
        let mut locks: Vec<Lock> = locked_ends.collect();
        for key in locks.iter().flat_map(|lock| &lock.keys) {
            listed.remove(key);
        }
        if !listed.is_empty() {
            let keys = listed.into_iter().collect();
            locks.push(Lock { place: passage.from, end: PassageEnd::From, keys, needed: 1 });
        }
        locks
    }
}
