//! The places that a player can always still come to, whatever they do first.
//!
//! In: places, passages and items of a level. Out: for each place, can foes stand there with the last of which the exit opens?
//! Guaranteed: P6 holds for every place that is said to be sure. Not guaranteed: that each place for which it would hold is found; that question is hard in general, and this answer is for levels of any size.
//!
//! Who walks through passages that lead both ways can walk back. So it is enough to look at where walkers *land*: at the start, and where one-way passages end. What each walker who lands there holds is found first, and then whether that is enough to go on.

mod sets;

use std::collections::{BTreeMap, BTreeSet};

use crate::level::{EntityId, Level, Lock};
use crate::mission::NodeRole;
use sets::Set;

/// So many looks at passages are spent; what is not decided then is not sure.
const MOST_WORK: usize = 50_000_000;

/// For each place, by index: is it sure, from every start? In a level without a start all are, for nobody walks there.
pub(super) fn find_clearable(level: &Level) -> Vec<bool> {
    let world = World::new(level);
    let mut sure = vec![true; level.places.len()];
    let mut work = MOST_WORK;
    for start in level.places.iter().filter(|place| place.role == Some(NodeRole::Start)) {
        let of_start = world.sure_from(start.id.index(), &mut work);
        sure.iter_mut().zip(of_start).for_each(|(sure, also)| *sure &= also);
    }
    sure
}

/// Places by index, with the steps between them. What a walker knows is a set: the keys that they hold, and behind those the locks that they have opened.
struct World {
    places: usize,
    steps: Vec<Step>,
    /// The keys in each place.
    lying: Vec<Set>,
    locks: Vec<Need>,
    keys: usize,
}

/// From one place into another.
struct Step {
    from: usize,
    to: usize,
    /// The locks that must be open.
    locks: Vec<usize>,
    /// Can one come back the same way?
    is_one_way: bool,
}

/// What opens a lock.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Need {
    keys: BTreeSet<usize>,
    needed: usize,
}

impl World {
    fn new(level: &Level) -> Self {
        let named = level.passages.iter().flat_map(|passage| &passage.locks).flat_map(|lock| &lock.keys);
        let named: BTreeSet<EntityId> = named.copied().collect();
        let numbers: BTreeMap<EntityId, usize> = named.into_iter().zip(0..).collect();
        let mut known: BTreeMap<Need, usize> = BTreeMap::new();
        let mut number_of = |lock: &Lock| {
            let keys = lock.keys.iter().filter_map(|key| numbers.get(key).copied()).collect();
            let (count, need) = (known.len(), Need { keys, needed: lock.needed as usize });
            *known.entry(need).or_insert(count)
        };
        let mut steps = Vec::new();
        for passage in &level.passages {
            let locks: Vec<usize> = passage.locks.iter().map(&mut number_of).collect();
            let (from, to, is_one_way) = (passage.from.index(), passage.to.index(), passage.one_way);
            steps.push(Step { from, to, locks: locks.clone(), is_one_way });
            if !is_one_way {
                steps.push(Step { from: to, to: from, locks, is_one_way });
            }
        }
        let mut locks: Vec<(Need, usize)> = known.into_iter().collect();
        locks.sort_by_key(|(_, number)| *number);
        let locks: Vec<Need> = locks.into_iter().map(|(need, _)| need).collect();
        let mut lying = vec![Set::empty(numbers.len() + locks.len()); level.places.len()];
        for entity in &level.entities {
            if let (Some(key), Some(lying)) = (numbers.get(&entity.id), lying.get_mut(entity.place.index())) {
                lying.insert(*key);
            }
        }
        Self { places: level.places.len(), steps, lying, locks, keys: numbers.len() }
    }

    /// Which places are sure for a walker who begins there.
    fn sure_from(&self, start: usize, work: &mut usize) -> Vec<bool> {
        let reached = self.gather(start, None);
        if !self.steps.iter().any(|step| step.is_one_way && reached[step.from]) {
            return reached;
        }
        let is_sure = |goal| reached[goal] && self.is_sure(start, goal, work).unwrap_or(false);
        (0..self.places).map(is_sure).collect()
    }

    /// Does every walker who has not been in the goal come to it if they want? `None` if the work is used up.
    fn is_sure(&self, start: usize, goal: usize, work: &mut usize) -> Option<bool> {
        if start == goal {
            return Some(true);
        }
        // In the goal the walk ends.
        let reached = self.gather(start, Some(goal));
        let is_left = |step: &&Step| step.from != goal && reached[step.from];
        let steps: Vec<&Step> = self.steps.iter().filter(is_left).collect();
        let certain = self.certain(&steps, start, work)?;
        let landed = steps.iter().filter(|step| step.is_one_way && step.to != goal).map(|step| step.to);
        let landings: BTreeSet<usize> = landed.chain([start]).collect();
        let mut ahead = Vec::new();
        for landing in landings {
            ahead.push((landing, self.ahead(&steps, landing, certain.get(landing)?, work)?));
        }
        // From where one gets to the goal, or to where one lands and gets to the goal.
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

    /// The places that can be reached from the start if no way is lost by going another, without going on behind the goal.
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
            shut.retain(|step: &&Step| {
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

    /// For each place what every walker there knows: what lies in it, and what each step into it brings. The steps are all that are made.
    ///
    /// It begins with everything, from which is taken away what a step does not bring, until nothing changes. Whoever opened a lock has been where one of its keys lies, and knows what is certain in all of these places.
    fn certain(&self, steps: &[&Step], start: usize, work: &mut usize) -> Option<Vec<Set>> {
        let mut certain = vec![Set::full(self.keys + self.locks.len()); self.places];
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
            let of_locks: Vec<Set> = (0..self.locks.len())
                .map(|lock| {
                    let mut known = Set::full(self.keys + self.locks.len());
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

    /// The places that a walker who lands in one can reach, with all that they can pick up while they can still come back.
    fn ahead(&self, steps: &[&Step], landing: usize, certain: &Set, work: &mut usize) -> Option<Vec<bool>> {
        let mut known = certain.clone();
        known.add(&self.lying[landing]);
        loop {
            let open: Vec<&Step> = steps.iter().copied().filter(|step| self.is_open(step, &known)).collect();
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

    fn is_open(&self, step: &Step, known: &Set) -> bool {
        step.locks.iter().all(|lock| {
            let Need { keys, needed } = &self.locks[*lock];
            known.contains(self.keys + lock)
                || keys.iter().filter(|key| known.contains(**key)).count() >= *needed
        })
    }

    fn nothing(&self) -> Set {
        Set::empty(self.keys + self.locks.len())
    }
}

/// Where one gets from a place by some steps.
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
