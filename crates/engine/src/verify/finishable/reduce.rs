//! Removes areas that do not matter: they hold no key that opens a lock, and a free move leaves them.
//!
//! ```text
//! a --[1]--> b --> c        a --[1]----> c      Nobody is stuck in b: they can go on to c.
//!            b --[2]--> d   a --[1, 2]-> d      A walker stuck anywhere is stuck without b, too.
//! ```
//!
//! Otherwise, an empty closet behind a lock would double the number of zones to examine.

use std::collections::{BTreeMap, BTreeSet};

use super::map::{AreaMove, SearchGraph};
use super::sets::NumberSet;
use super::work::{BudgetExceeded, WalkBudget};

/// The sets of locks of the moves between two areas; none contains another.
type LockSets = Vec<Vec<usize>>;

struct Reducer<'a> {
    world: &'a SearchGraph,
    start: usize,
    out: Vec<BTreeMap<usize, LockSets>>,
    into: Vec<BTreeSet<usize>>,
}

impl SearchGraph {
    /// Removes areas of a settled world, and useless keys of the others, and returns the remaining areas.
    pub(super) fn reduce(
        &mut self,
        start: usize,
        mut reached: NumberSet,
        work: &mut WalkBudget,
    ) -> Result<NumberSet, BudgetExceeded> {
        let mut reducer = Reducer::new(self, start);
        let mut keys = vec![self.no_keys(); self.areas.len()];
        loop {
            let used = reducer.used_keys();
            for (keys, area) in keys.iter_mut().zip(&self.areas) {
                keys.clone_from(&area.keys);
                keys.keep(&used);
            }
            let taken_out = reducer.take_out(&mut reached, &keys, work)?;
            if !taken_out {
                break;
            }
        }
        let moves = reducer.moves();
        self.areas.iter_mut().zip(keys).for_each(|(area, keys)| area.keys = keys);
        self.set_moves(moves);
        Ok(reached)
    }
}

impl<'a> Reducer<'a> {
    fn new(world: &'a SearchGraph, start: usize) -> Self {
        let areas = world.areas.len();
        let mut reducer =
            Self { world, start, out: vec![BTreeMap::new(); areas], into: vec![BTreeSet::new(); areas] };
        for step in &world.moves {
            reducer.join(step.from, step.to, step.locks.clone());
        }
        reducer
    }

    fn join(&mut self, from: usize, to: usize, locks: Vec<usize>) {
        if from == to {
            return;
        }
        let lock_sets = self.out[from].entry(to).or_default();
        let holds_all = |more: &[usize], fewer: &[usize]| fewer.iter().all(|lock| more.contains(lock));
        if !lock_sets.iter().any(|fewer| holds_all(&locks, fewer)) {
            lock_sets.retain(|more| !holds_all(more, &locks));
            lock_sets.push(locks);
        }
        self.into[to].insert(from);
    }

    fn used_keys(&self) -> NumberSet {
        let mut locks = BTreeSet::new();
        locks.extend(self.out.iter().flat_map(BTreeMap::values).flatten().flatten().copied());
        let mut used = self.world.no_keys();
        for lock in locks {
            used.add(&self.world.locks[lock].keys);
        }
        used
    }

    /// Removes all areas that do not matter. Returns `true` if there were any.
    fn take_out(
        &mut self,
        left: &mut NumberSet,
        keys: &[NumberSet],
        work: &mut WalkBudget,
    ) -> Result<bool, BudgetExceeded> {
        let mut some = false;
        let mut waiting: Vec<usize> = left.iter().collect();
        while let Some(area) = waiting.pop() {
            let matters = area == self.start || self.world.goals.contains(area) || !keys[area].is_empty();
            if matters || !left.contains(area) || !self.is_simple(area, work)? {
                continue;
            }
            some = true;
            left.remove(&NumberSet::of(self.world.areas.len(), [area]));
            waiting.extend(self.out[area].keys().chain(&self.into[area]));
            self.bypass(area);
        }
        Ok(some)
    }

    /// Returns `true` if a free move leaves the area, and removing it does not add moves.
    fn is_simple(&self, area: usize, work: &mut WalkBudget) -> Result<bool, BudgetExceeded> {
        let out: usize = self.out[area].values().map(Vec::len).sum();
        let ways_into = |from: &usize| self.out[*from].get(&area).map_or(0, Vec::len);
        let into: usize = self.into[area].iter().map(ways_into).sum();
        work.spend(1 + out + into)?;
        let is_free = |lock_sets: &LockSets| lock_sets.iter().any(Vec::is_empty);
        Ok(self.out[area].values().any(is_free) && out * into <= out + into)
    }

    fn bypass(&mut self, area: usize) {
        let out = std::mem::take(&mut self.out[area]);
        for to in out.keys() {
            self.into[*to].remove(&area);
        }
        for from in std::mem::take(&mut self.into[area]) {
            for first in self.out[from].remove(&area).unwrap_or_default() {
                for (to, lock_sets) in &out {
                    for second in lock_sets {
                        let locks: BTreeSet<usize> = first.iter().chain(second).copied().collect();
                        self.join(from, *to, locks.into_iter().collect());
                    }
                }
            }
        }
    }

    fn moves(self) -> Vec<AreaMove> {
        let lock_sets = self.out.into_iter().enumerate().flat_map(|(from, out)| {
            out.into_iter().flat_map(move |(to, lock_sets)| {
                lock_sets.into_iter().map(move |locks| AreaMove { from, to, locks })
            })
        });
        lock_sets.collect()
    }
}
