//! Brute force: every area with every set of keys, one by one.

use std::collections::{BTreeMap, BTreeSet};

use super::super::map::AreaMap;

/// The area of a walker, and the keys that they hold.
pub type State = (usize, BTreeSet<u32>);

pub struct BruteForce<'a> {
    map: &'a AreaMap,
    /// Every state with those that follow.
    next: BTreeMap<State, Vec<State>>,
    good: BTreeSet<State>,
}

impl<'a> BruteForce<'a> {
    pub fn new(map: &'a AreaMap) -> Self {
        let mut all = Self { map, next: BTreeMap::new(), good: BTreeSet::new() };
        let mut waiting = vec![all.begin(0)];
        while let Some(state) = waiting.pop() {
            let next = all.steps(&state);
            if all.next.insert(state, next.clone()).is_none() {
                waiting.extend(next);
            }
        }
        loop {
            let is_good = |(state, next): (&State, &Vec<State>)| {
                map.goals.contains(&state.0) || next.iter().any(|next| all.good.contains(next))
            };
            let good: BTreeSet<State> =
                all.next.iter().filter(|entry| is_good(*entry)).map(|(state, _)| state.clone()).collect();
            if good.len() == all.good.len() {
                return all;
            }
            all.good = good;
        }
    }

    pub fn is_stuck(&self) -> bool {
        self.good.len() < self.next.len()
    }

    pub fn can_finish(&self, state: &State) -> bool {
        self.good.contains(state)
    }

    pub fn begin(&self, area: usize) -> State {
        self.enter(area, &BTreeSet::new())
    }

    /// Returns the state after a step into that area, if it can be made.
    pub fn step(&self, state: &State, to: usize) -> Option<State> {
        self.steps(state).into_iter().find(|next| next.0 == to)
    }

    fn steps(&self, (area, keys): &State) -> Vec<State> {
        if self.map.goals.contains(area) {
            return Vec::new();
        }
        let out = self.map.moves.iter().filter(|step| step.from == *area);
        let open = out.filter(|step| {
            step.needs
                .iter()
                .all(|need| need.keys.iter().filter(|key| keys.contains(key)).count() >= need.needed as usize)
        });
        open.map(|step| self.enter(step.to, keys)).collect()
    }

    fn enter(&self, area: usize, keys: &BTreeSet<u32>) -> State {
        let lying = self.map.keys.iter().filter(|(_, at)| *at == area).map(|(key, _)| *key);
        (area, keys.iter().copied().chain(lying).collect())
    }
}
