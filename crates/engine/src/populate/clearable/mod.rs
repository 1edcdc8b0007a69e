//! Finds the places that a player can always still reach, whatever they do first.
//!
//! Input: places, passages and items of a level.
//! Output: for each place, `true` if the last foe that opens the exit may be there.
//!
//! P6 holds for every place reported as sure.
//! Not every place for which it would hold is found: that question is hard in general, and this answer works
//! for any size.
//!
//! A walker can walk back through two-way passages.
//! Therefore only the *landings* matter: the start, and the ends of one-way passages.
//! The search finds what every walker at a landing holds, then decides whether that is enough to go on.

mod sets;

use std::collections::{BTreeMap, BTreeSet};

use crate::level::{EntityId, Level, Lock};
use crate::mission::NodeRole;
use sets::FactSet;

/// Maximum number of passages examined. Places undecided by then are not sure.
const MOST_WORK: usize = 50_000_000;

/// Returns for each place, by index, `true` if it is sure from every start.
///
/// In a level without a start all places are sure, because nobody walks there.
pub(super) fn find_clearable(level: &Level) -> Vec<bool> {
    let world = KeyGraph::new(level);
    let mut sure = vec![true; level.places.len()];
    let mut work = MOST_WORK;
    for start in level.places.iter().filter(|place| place.role == Some(NodeRole::Start)) {
        let of_start = world.sure_from(start.id.index(), &mut work);
        sure.iter_mut().zip(of_start).for_each(|(sure, also)| *sure &= also);
    }
    sure
}

/// Places by index, with the steps between them.
///
/// A walker's knowledge is a set: the keys that they hold, followed by the locks that they have opened.
struct KeyGraph {
    places: usize,
    steps: Vec<PlaceStep>,
    /// The keys in each place.
    lying: Vec<FactSet>,
    locks: Vec<LockNeed>,
    keys: usize,
}

/// A step from one place into another.
struct PlaceStep {
    from: usize,
    to: usize,
    /// The locks that must be open.
    locks: Vec<usize>,
    /// `true` if there is no way back through the same passage.
    is_one_way: bool,
}

/// The keys that open a lock, and the number needed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct LockNeed {
    keys: BTreeSet<usize>,
    needed: usize,
}

impl KeyGraph {
    fn new(level: &Level) -> Self {
        let named = level.passages.iter().flat_map(|passage| &passage.locks).flat_map(|lock| &lock.keys);
        let named: BTreeSet<EntityId> = named.copied().collect();
        let numbers: BTreeMap<EntityId, usize> = named.into_iter().zip(0..).collect();
        let mut known: BTreeMap<LockNeed, usize> = BTreeMap::new();
        let mut number_of = |lock: &Lock| {
            let keys = lock.keys.iter().filter_map(|key| numbers.get(key).copied()).collect();
            let (count, need) = (known.len(), LockNeed { keys, needed: lock.needed as usize });
            *known.entry(need).or_insert(count)
        };
        let mut steps = Vec::new();
        for passage in &level.passages {
            let locks: Vec<usize> = passage.locks.iter().map(&mut number_of).collect();
            let (from, to, is_one_way) = (passage.from.index(), passage.to.index(), passage.one_way);
            steps.push(PlaceStep { from, to, locks: locks.clone(), is_one_way });
            if !is_one_way {
                steps.push(PlaceStep { from: to, to: from, locks, is_one_way });
            }
        }
        let mut locks: Vec<(LockNeed, usize)> = known.into_iter().collect();
        locks.sort_by_key(|(_, number)| *number);
        let locks: Vec<LockNeed> = locks.into_iter().map(|(need, _)| need).collect();
        let mut lying = vec![FactSet::empty(numbers.len() + locks.len()); level.places.len()];
        for entity in &level.entities {
            if let (Some(key), Some(lying)) = (numbers.get(&entity.id), lying.get_mut(entity.place.index())) {
                lying.insert(*key);
            }
        }
        Self { places: level.places.len(), steps, lying, locks, keys: numbers.len() }
    }

    /// Returns the places that are sure for a walker who begins at `start`.
    fn sure_from(&self, start: usize, work: &mut usize) -> Vec<bool> {
        let reached = self.gather(start, None);
        if !self.steps.iter().any(|step| step.is_one_way && reached[step.from]) {
            return reached;
        }
        let is_sure = |goal| reached[goal] && self.is_sure(start, goal, work).unwrap_or(false);
        (0..self.places).map(is_sure).collect()
    }

    /// Returns `true` if every walker who has not been in the goal can still reach it; `None` if the work is
    /// used up.
    fn is_sure(&self, start: usize, goal: usize, work: &mut usize) -> Option<bool> {
        if start == goal {
            return Some(true);
        }
        // The walk ends in the goal.
        let reached = self.gather(start, Some(goal));
        let is_left = |step: &&PlaceStep| step.from != goal && reached[step.from];
        let steps: Vec<&PlaceStep> = self.steps.iter().filter(is_left).collect();
        let certain = self.certain(&steps, start, work)?;
        let landed = steps.iter().filter(|step| step.is_one_way && step.to != goal).map(|step| step.to);
        let landings: BTreeSet<usize> = landed.chain([start]).collect();
        let mut ahead = Vec::new();
        for landing in landings {
            ahead.push((landing, self.ahead(&steps, landing, certain.get(landing)?, work)?));
        }
        // Places from which a walker reaches the goal, directly or via landings.
        let mut sure = BTreeSet::from([goal]);
        let mut left = ahead.len() + 1;
        while ahead.len() < left {
            left = ahead.len();
            ahead.retain(|(landing, ahead)| {
                let gets_there = sure.iter().any(|place| ahead[*place]);
                if gets_there {
                    sure.insert(*landing);
                }
                !gets_there
            });
        }
        Some(ahead.is_empty())
    }

    /// Returns the places that can be reached from the start, if no choice closes a way.
    ///
    /// The walk does not continue after the goal.
    fn gather(&self, start: usize, goal: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.places];
        let mut held = self.nothing();
        let mut out = vec![Vec::new(); self.places];
        for step in self.steps.iter().filter(|step| Some(step.from) != goal) {
            out[step.from].push(step);
        }
        let (mut waiting, mut shut) = (vec![start], Vec::new());
        reached[start] = true;
        while let Some(place) = waiting.pop() {
            if Some(place) != goal {
                held.add(&self.lying[place]);
            }
            shut.append(&mut out[place]);
            shut.retain(|step: &&PlaceStep| {
                let is_open = self.is_open(step, &held);
                if is_open && !reached[step.to] {
                    reached[step.to] = true;
                    waiting.push(step.to);
                }
                !is_open
            });
        }
        reached
    }

    /// Returns for each place the knowledge of every walker there.
    ///
    /// It consists of the items in the place and of everything that all steps into it bring. `steps` are all
    /// allowed steps.
    ///
    /// The computation begins with everything and removes what a step does not bring, until nothing changes.
    /// A walker who opened a lock has been where one of its keys is, and has the knowledge common to all such
    /// places.
    fn certain(&self, steps: &[&PlaceStep], start: usize, work: &mut usize) -> Option<Vec<FactSet>> {
        let mut certain = vec![FactSet::full(self.keys + self.locks.len()); self.places];
        certain[start] = self.lying[start].clone();
        let mut lies_in = vec![Vec::new(); self.locks.len()];
        for (lock, need) in self.locks.iter().enumerate() {
            lies_in[lock].extend(
                (0..self.places)
                    .filter(|place| need.keys.iter().any(|key| self.lying[*place].contains(*key))),
            );
        }
        loop {
            let mut changed = false;
            let of_locks: Vec<FactSet> = (0..self.locks.len())
                .map(|lock| {
                    let mut known = FactSet::full(self.keys + self.locks.len());
                    lies_in[lock].iter().for_each(|place: &usize| _ = known.keep(&certain[*place]));
                    known.insert(self.keys + lock);
                    known
                })
                .collect();
            for step in steps.iter().filter(|step| step.to != start) {
                *work = work.checked_sub(1 + step.locks.len())?;
                let mut brought = certain[step.from].clone();
                step.locks.iter().for_each(|lock| _ = brought.add(&of_locks[*lock]));
                brought.add(&self.lying[step.to]);
                changed |= certain[step.to].keep(&brought);
            }
            if !changed {
                return Some(certain);
            }
        }
    }

    /// Returns the places that a walker who lands in one can reach.
    ///
    /// The walker uses everything that they can collect while they can still come back.
    fn ahead(
        &self,
        steps: &[&PlaceStep],
        landing: usize,
        certain: &FactSet,
        work: &mut usize,
    ) -> Option<Vec<bool>> {
        let mut known = certain.clone();
        known.add(&self.lying[landing]);
        loop {
            let open: Vec<&PlaceStep> =
                steps.iter().copied().filter(|step| self.is_open(step, &known)).collect();
            *work = work.checked_sub(steps.len())?;
            let ahead = flood(self.places, landing, open.iter().map(|step| (step.from, step.to)));
            let back = flood(self.places, landing, open.iter().map(|step| (step.to, step.from)));
            let around = (0..self.places).filter(|place| ahead[*place] && back[*place]);
            let grew = around.fold(false, |grew, place| known.add(&self.lying[place]) | grew);
            if !grew {
                return Some(ahead);
            }
        }
    }

    fn is_open(&self, step: &PlaceStep, known: &FactSet) -> bool {
        step.locks.iter().all(|lock| {
            let LockNeed { keys, needed } = &self.locks[*lock];
            known.contains(self.keys + lock)
                || keys.iter().filter(|key| known.contains(**key)).count() >= *needed
        })
    }

    fn nothing(&self) -> FactSet {
        FactSet::empty(self.keys + self.locks.len())
    }
}

/// Returns the places that these steps reach from a place.
fn flood(places: usize, from: usize, steps: impl Iterator<Item = (usize, usize)>) -> Vec<bool> {
    let mut next = vec![Vec::new(); places];
    steps.for_each(|(one, other)| next[one].push(other));
    let mut reached = vec![false; places];
    reached[from] = true;
    let mut waiting = vec![from];
    while let Some(place) = waiting.pop() {
        for other in &next[place] {
            if !std::mem::replace(&mut reached[*other], true) {
                waiting.push(*other);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests;
