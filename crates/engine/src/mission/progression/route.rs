//! A walk from a start to the nearest goal, with detours to the keys that it needs.
//!
//! The walker plans the shortest way as if locks were open, goes up to the first shut one, and fetches a key
//! for it. They therefore need not find the shortest of all walks.
//! If a plan fails because there is no way back, the walker takes the nearest key and plans again.
//! A walker who can always still reach a goal therefore gets there.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::facts::FactSet;
use super::graph::{GraphStep, KeyGraph};

/// A walk to a goal.
pub(crate) struct KeyRoute<'a> {
    /// The places, each at its first visit.
    pub(crate) places: Vec<usize>,
    /// Every step, including those back.
    pub(crate) steps: Vec<&'a GraphStep>,
    /// The keys that locks on the walk need, each with the number of steps before it is taken.
    pub(crate) keys: Vec<(usize, usize)>,
}

impl KeyGraph {
    /// Returns a walk to the nearest of the goals; `None` if the walker found none.
    pub(crate) fn route(&self, start: usize, goals: &BTreeSet<usize>) -> Option<KeyRoute<'_>> {
        if start >= self.places() {
            return None;
        }
        let most = self.reach(start, None).known;
        let hopeless = (0..self.needs.len()).filter(|need| !self.is_met(*need, &most)).collect();
        let mut walker = RouteWalker {
            graph: self,
            goals,
            here: start,
            places: Vec::new(),
            is_visited: vec![false; self.places()],
            steps: Vec::new(),
            held: self.nothing(),
            taken: Vec::new(),
            needed: BTreeSet::new(),
            avoided: hopeless,
        };
        walker.arrive(start);
        walker.walk()?;
        let RouteWalker { places, steps, mut taken, needed, .. } = walker;
        taken.retain(|(_, key)| needed.contains(key));
        Some(KeyRoute { places, steps, keys: taken })
    }
}

struct RouteWalker<'a, 'g> {
    graph: &'a KeyGraph,
    /// The walk ends in any of them.
    goals: &'g BTreeSet<usize>,
    here: usize,
    places: Vec<usize>,
    is_visited: Vec<bool>,
    steps: Vec<&'a GraphStep>,
    held: FactSet,
    /// The keys taken, each with the number of steps before it.
    taken: Vec<(usize, usize)>,
    /// The keys that opened locks on the walk.
    needed: BTreeSet<usize>,
    /// The needs that are never met, or whose keys are being fetched.
    avoided: BTreeSet<usize>,
}

impl<'a> RouteWalker<'a, '_> {
    fn walk(&mut self) -> Option<()> {
        loop {
            let avoided = self.avoided.clone();
            if self.go(self.goals).is_some() {
                return Some(());
            }
            self.avoided = avoided;
            let keys = (0..self.graph.keys.len()).collect();
            let way = self.open_way(self.goals).or_else(|| self.open_way(&self.places_of_missing(&keys)))?;
            for step in way {
                self.take(step);
                if self.goals.contains(&self.here) {
                    return Some(());
                }
            }
        }
    }

    /// Goes to the nearest of some places, with detours to the keys that it needs.
    fn go(&mut self, targets: &BTreeSet<usize>) -> Option<()> {
        while !targets.contains(&self.here) && !self.goals.contains(&self.here) {
            for step in self.planned_way(targets)? {
                let mut needs = self.graph.needs_of(step);
                if let Some(need) = needs.find(|need| !self.graph.is_met(*need, &self.held)) {
                    self.avoided.insert(need);
                    self.go(&self.places_of_missing(&self.graph.needs[need].keys))?;
                    self.avoided.remove(&need);
                    // From the place of the key, another way may be the shortest.
                    break;
                }
                self.take(step);
                if self.goals.contains(&self.here) {
                    break;
                }
            }
        }
        Some(())
    }

    /// Takes an open step.
    fn take(&mut self, step: &'a GraphStep) {
        for need in self.graph.needs_of(step) {
            let is_new = !self.held.contains(self.graph.fact_of(need));
            let used = self.graph.held_for(need, &self.held).take(self.graph.needed(need));
            self.needed.extend(used.filter(|_| is_new));
            self.held.insert(self.graph.fact_of(need));
        }
        self.steps.push(step);
        self.arrive(step.to);
    }

    fn arrive(&mut self, place: usize) {
        self.here = place;
        if !std::mem::replace(&mut self.is_visited[place], true) {
            self.places.push(place);
            self.held.add(&self.graph.lying[place]);
            let keys = self.graph.keys.iter().enumerate().filter(|(_, of)| **of == Some(place));
            self.taken.extend(keys.map(|(key, _)| (self.steps.len(), key)));
        }
    }

    /// Returns the places of those keys that the walker does not hold.
    fn places_of_missing(&self, keys: &BTreeSet<usize>) -> BTreeSet<usize> {
        let missing = keys.iter().filter(|key| !self.held.contains(**key));
        missing.filter_map(|key| self.graph.keys[*key]).collect()
    }

    /// Returns the shortest way to one of some places if locks were open, except avoided ones.
    fn planned_way(&self, targets: &BTreeSet<usize>) -> Option<Vec<&'a GraphStep>> {
        let is_avoided = |need: usize| self.avoided.contains(&need) && !self.graph.is_met(need, &self.held);
        self.shortest_way(targets, |step| !self.graph.needs_of(step).any(is_avoided))
    }

    /// Returns the shortest way to one of some places with the held keys.
    fn open_way(&self, targets: &BTreeSet<usize>) -> Option<Vec<&'a GraphStep>> {
        self.shortest_way(targets, |step| self.graph.is_open(step, &self.held))
    }

    fn shortest_way(
        &self,
        targets: &BTreeSet<usize>,
        may_take: impl Fn(&GraphStep) -> bool,
    ) -> Option<Vec<&'a GraphStep>> {
        let mut came: BTreeMap<usize, Option<&'a GraphStep>> = BTreeMap::from([(self.here, None)]);
        let mut waiting = VecDeque::from([self.here]);
        while let Some(place) = waiting.pop_front() {
            if targets.contains(&place) {
                let last = |place: usize| came.get(&place).copied().flatten();
                let mut way: Vec<&GraphStep> =
                    std::iter::successors(last(place), |step| last(step.from)).collect();
                way.reverse();
                return Some(way);
            }
            for step in self.graph.out_of(place).filter(|step| may_take(step)) {
                came.entry(step.to).or_insert_with(|| {
                    waiting.push_back(step.to);
                    Some(step)
                });
            }
        }
        None
    }
}
