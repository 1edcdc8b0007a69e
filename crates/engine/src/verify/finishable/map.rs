//! Maps: areas, the keys in them, and moves with their needs.
//!
//! A map is all that the question depends on.
//! [`super::tiles`] reads it from a level, and the pipeline from a mission. Tests make random maps.

use std::collections::{BTreeMap, BTreeSet};

use super::sets::NumberSet;
use crate::level::PlaceId;

/// Areas, numbered from 0, with keys and moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct AreaMap {
    pub(crate) areas: usize,
    /// The keys with their areas.
    pub(crate) keys: Vec<(u32, usize)>,
    pub(crate) moves: Vec<MapMove>,
    pub(crate) goals: BTreeSet<usize>,
}

/// A move from one area into another.
#[derive(Clone, Debug)]
pub(crate) struct MapMove {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The needs, all of which a walker must satisfy.
    pub(crate) needs: Vec<KeyRequirement>,
}

/// A number of keys that a walker must hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyRequirement {
    pub(crate) keys: BTreeSet<u32>,
    pub(crate) needed: u32,
    /// The locked place, for messages.
    pub(crate) place: PlaceId,
}

/// A map prepared for the search: locks are numbered, and keys that open the same locks are merged.
#[derive(Clone, Debug)]
pub(super) struct SearchGraph {
    pub(super) areas: Vec<GraphArea>,
    pub(super) moves: Vec<AreaMove>,
    pub(super) locks: Vec<AreaLock>,
    /// Number of different keys.
    pub(super) keys: usize,
    /// The keys of which a lock needs more than one.
    pub(super) counted_keys: NumberSet,
    pub(super) goals: NumberSet,
}

#[derive(Clone, Debug)]
pub(super) struct GraphArea {
    /// The keys that a walker picks up there.
    pub(super) keys: NumberSet,
    /// The moves that leave it.
    pub(super) out: Vec<usize>,
    /// The moves that arrive.
    pub(super) into: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct AreaMove {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The locks that must be open, ascending.
    pub(super) locks: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AreaLock {
    pub(super) keys: NumberSet,
    pub(super) needed: usize,
}

impl AreaLock {
    pub(super) fn is_opened_by(&self, keys: &NumberSet) -> bool {
        if self.needed == 1 { self.keys.meets(keys) } else { self.keys.common(keys) >= self.needed }
    }
}

impl SearchGraph {
    pub(super) fn new(map: &AreaMap) -> Self {
        let kinds = Kinds::new(map);
        let mut numbers: BTreeMap<AreaLock, usize> = BTreeMap::new();
        let mut world = Self {
            areas: vec![
                GraphArea {
                    keys: NumberSet::with_room(kinds.count),
                    out: Vec::new(),
                    into: Vec::new()
                };
                map.areas
            ],
            moves: Vec::new(),
            locks: Vec::new(),
            keys: kinds.count,
            counted_keys: NumberSet::of(kinds.count, kinds.counted.iter().filter_map(|key| kinds.of(*key))),
            goals: NumberSet::of(map.areas, map.goals.iter().copied()),
        };
        for (key, area) in &map.keys {
            if let (Some(kind), Some(area)) = (kinds.of(*key), world.areas.get_mut(*area)) {
                area.keys.insert(kind);
            }
        }
        for step in &map.moves {
            let mut locks: Vec<usize> = Vec::new();
            for need in step.needs.iter().filter(|need| need.needed > 0) {
                let keys = NumberSet::of(kinds.count, need.keys.iter().filter_map(|key| kinds.of(*key)));
                let lock = AreaLock { keys, needed: need.needed as usize };
                locks.push(*numbers.entry(lock).or_insert_with_key(|lock| {
                    world.locks.push(lock.clone());
                    world.locks.len() - 1
                }));
            }
            locks.sort_unstable();
            locks.dedup();
            world.moves.push(AreaMove { from: step.from, to: step.to, locks });
        }
        world.link();
        world
    }

    /// Returns the number of words taken by the locks of the move with the most locks.
    pub(super) fn heaviest_move(&self) -> usize {
        let locks = self.moves.iter().map(|step| step.locks.len()).max().unwrap_or(0);
        locks * self.keys.div_ceil(64)
    }

    /// Records for each area the moves that leave and arrive.
    fn link(&mut self) {
        for area in &mut self.areas {
            area.out.clear();
            area.into.clear();
        }
        for (number, step) in self.moves.iter().enumerate() {
            self.areas[step.from].out.push(number);
            self.areas[step.to].into.push(number);
        }
    }

    pub(super) fn keep_moves(&mut self, is_kept: impl FnMut(&AreaMove) -> bool) {
        self.moves.retain(is_kept);
        self.link();
    }

    pub(super) fn set_moves(&mut self, moves: Vec<AreaMove>) {
        self.moves = moves;
        self.link();
    }

    pub(super) fn no_areas(&self) -> NumberSet {
        NumberSet::with_room(self.areas.len())
    }

    pub(super) fn no_keys(&self) -> NumberSet {
        NumberSet::with_room(self.keys)
    }

    /// Returns `true` if a walker with these keys can make the move.
    pub(super) fn is_open(&self, step: &AreaMove, keys: &NumberSet) -> bool {
        step.locks.iter().all(|lock| self.locks[*lock].is_opened_by(keys))
    }
}

/// Groups of interchangeable keys: they open the same locks, and no lock needs more than one of them.
struct Kinds {
    of_key: BTreeMap<u32, usize>,
    counted: BTreeSet<u32>,
    count: usize,
}

impl Kinds {
    fn new(map: &AreaMap) -> Self {
        let needs: BTreeSet<(&BTreeSet<u32>, u32)> =
            map.moves.iter().flat_map(|step| &step.needs).map(|need| (&need.keys, need.needed)).collect();
        let mut opens: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let mut counted = BTreeSet::new();
        for (number, (keys, needed)) in needs.into_iter().enumerate().filter(|(_, (_, needed))| *needed > 0) {
            for key in keys {
                opens.entry(*key).or_default().push(number);
            }
            if needed > 1 {
                counted.extend(keys.iter().copied());
            }
        }
        let lying: BTreeSet<u32> = map.keys.iter().map(|(key, _)| *key).collect();
        let mut kinds: BTreeMap<(Vec<usize>, Option<u32>), usize> = BTreeMap::new();
        let mut of_key = BTreeMap::new();
        for (key, locks) in opens.into_iter().filter(|(key, _)| lying.contains(key)) {
            let count = kinds.len();
            let kind = *kinds.entry((locks, counted.get(&key).copied())).or_insert(count);
            of_key.insert(key, kind);
        }
        Self { of_key, counted, count: kinds.len() }
    }

    fn of(&self, key: u32) -> Option<usize> {
        self.of_key.get(&key).copied()
    }
}
