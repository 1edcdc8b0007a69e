//! The graph of places, keys and locks. All of them are numbered from 0.
//!
//! A walker's knowledge is a [`FactSet`]: the keys that they hold, followed by the needs that they have met.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::FactSet;

/// Places with the steps between them, and the keys that they hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyGraph {
    /// Passage by passage, forwards before backwards.
    pub(super) steps: Vec<GraphStep>,
    /// The steps that leave each place.
    pub(super) out: Vec<Vec<usize>>,
    /// The keys in each place.
    pub(super) lying: Vec<FactSet>,
    pub(super) locks: Vec<GraphLock>,
    pub(super) needs: Vec<KeyNeed>,
    /// The place of each key, unless it is in no place.
    pub(super) keys: Vec<Option<usize>>,
}

/// A step from one place into another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GraphStep {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) passage: usize,
    /// The locks that must be open, as numbers of locks.
    pub(super) locks: Vec<usize>,
    /// `true` if there is no way back through the same passage.
    pub(super) is_one_way: bool,
}

/// A locked place. Locks with the same need are opened by the same keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GraphLock {
    pub(super) place: usize,
    pub(super) need: usize,
}

/// Keys, and the number of them that a walker must hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyNeed {
    pub(crate) keys: BTreeSet<usize>,
    pub(crate) needed: u32,
}

/// A passage to be added to a graph.
#[derive(Clone, Debug)]
pub(crate) struct GraphPassage {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) is_one_way: bool,
    /// The locked places at its ends, with their needs.
    pub(crate) locks: Vec<(usize, KeyNeed)>,
}

impl KeyGraph {
    /// Returns the graph of some places. `keys` has the place of each key.
    ///
    /// Steps have the numbers of these passages. Passages between unknown places lead nowhere.
    pub(crate) fn new(places: usize, keys: Vec<Option<usize>>, passages: &[GraphPassage]) -> Self {
        let mut graph = Self { out: vec![Vec::new(); places], keys, ..Self::default() };
        let (mut locks, mut needs) = (BTreeMap::new(), BTreeMap::new());
        for (number, passage) in passages.iter().enumerate() {
            let GraphPassage { from, to, is_one_way, .. } = *passage;
            if from.max(to) >= places {
                continue;
            }
            let is_real = |(_, need): &&(usize, KeyNeed)| need.needed > 0;
            let shut_by = passage.locks.iter().filter(is_real).map(|(place, need)| {
                let count = needs.len();
                let need = *needs.entry(need.clone()).or_insert(count);
                let count = locks.len();
                *locks.entry(GraphLock { place: *place, need }).or_insert(count)
            });
            let locks: Vec<usize> = shut_by.collect();
            graph.add_step(GraphStep { from, to, passage: number, locks: locks.clone(), is_one_way });
            if !is_one_way {
                graph.add_step(GraphStep { from: to, to: from, passage: number, locks, is_one_way });
            }
        }
        graph.locks = by_number(locks);
        graph.needs = by_number(needs);
        graph.lying = vec![graph.nothing(); places];
        for (key, place) in graph.keys.iter().enumerate() {
            if let Some(lying) = place.and_then(|place| graph.lying.get_mut(place)) {
                lying.insert(key);
            }
        }
        graph
    }

    fn add_step(&mut self, step: GraphStep) {
        self.out[step.from].push(self.steps.len());
        self.steps.push(step);
    }

    /// Returns the number of places.
    pub(crate) fn places(&self) -> usize {
        self.out.len()
    }

    /// Returns the steps, passage by passage.
    pub(crate) fn steps(&self) -> &[GraphStep] {
        &self.steps
    }

    /// Returns the place of each key, unless it is in no place.
    pub(crate) fn keys(&self) -> &[Option<usize>] {
        &self.keys
    }

    /// Returns the locked places that must be open for a step, with their needs.
    pub(crate) fn locks_of(&self, step: &GraphStep) -> impl Iterator<Item = (usize, &KeyNeed)> {
        step.locks.iter().map(|lock| (self.locks[*lock].place, &self.needs[self.locks[*lock].need]))
    }

    pub(super) fn out_of(&self, place: usize) -> impl Iterator<Item = &GraphStep> {
        self.out[place].iter().map(|step| &self.steps[*step])
    }

    /// Returns the needs that must be met for a step, as numbers.
    pub(super) fn needs_of(&self, step: &GraphStep) -> impl Iterator<Item = usize> {
        step.locks.iter().map(|lock| self.locks[*lock].need)
    }

    /// Returns `true` if a walker of this knowledge meets a need.
    pub(super) fn is_met(&self, need: usize, known: &FactSet) -> bool {
        known.contains(self.fact_of(need)) || self.held_for(need, known).count() >= self.needed(need)
    }

    /// Returns `true` if a walker of this knowledge can take a step.
    pub(super) fn is_open(&self, step: &GraphStep, known: &FactSet) -> bool {
        self.needs_of(step).all(|need| self.is_met(need, known))
    }

    /// Returns the held keys that count for a need, ascending.
    pub(super) fn held_for(&self, need: usize, known: &FactSet) -> impl Iterator<Item = usize> {
        self.needs[need].keys.iter().copied().filter(|key| known.contains(*key))
    }

    pub(super) fn needed(&self, need: usize) -> usize {
        self.needs[need].needed as usize
    }

    /// Returns the number of the fact that a need has been met.
    pub(super) fn fact_of(&self, need: usize) -> usize {
        self.keys.len() + need
    }

    pub(super) fn facts(&self) -> usize {
        self.keys.len() + self.needs.len()
    }

    pub(super) fn nothing(&self) -> FactSet {
        FactSet::empty(self.facts())
    }
}

fn by_number<T>(numbered: BTreeMap<T, usize>) -> Vec<T> {
    let mut all: Vec<(T, usize)> = numbered.into_iter().collect();
    all.sort_by_key(|(_, number)| *number);
    all.into_iter().map(|(one, _)| one).collect()
}

/// Returns the places that steps reach from some places, given as `(from, to)`.
pub(super) fn flood(
    places: usize,
    from: impl IntoIterator<Item = usize>,
    steps: impl Iterator<Item = (usize, usize)>,
) -> Vec<bool> {
    let mut next = vec![Vec::new(); places];
    steps.for_each(|(one, other)| next[one].push(other));
    let mut reached = vec![false; places];
    let mut waiting: Vec<usize> = from.into_iter().filter(|place| *place < places).collect();
    waiting.iter().for_each(|place| reached[*place] = true);
    while let Some(place) = waiting.pop() {
        for other in &next[place] {
            if !std::mem::replace(&mut reached[*other], true) {
                waiting.push(*other);
            }
        }
    }
    reached
}
