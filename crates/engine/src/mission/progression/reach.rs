//! Places within reach: at most, behind a lock, and without a way to a goal.

use std::collections::BTreeSet;

use super::facts::FactSet;
use super::graph::{KeyGraph, flood};

/// The places and keys that a walker may get to.
pub(crate) struct Reach {
    /// For each place, `true` if it may be reached.
    pub(crate) places: Vec<bool>,
    /// The locked places next to them that stay shut.
    pub(crate) shut: BTreeSet<usize>,
    pub(super) known: FactSet,
}

impl KeyGraph {
    /// Returns everything that a walker may reach from a start, whatever they do.
    ///
    /// It takes for granted that a walker can always go back, so that they get all keys of these places.
    /// Without one-way passages it is exact. The walk does not continue after `goal`.
    pub(crate) fn reach(&self, start: usize, goal: Option<usize>) -> Reach {
        self.reach_before(start, |place| Some(place) == goal)
    }

    /// Returns everything that a walker may reach before they go on from any of some places.
    ///
    /// It is an upper bound like [`KeyGraph::reach`]. Keys in these places are not taken.
    pub(crate) fn reach_before(&self, start: usize, is_end: impl Fn(usize) -> bool) -> Reach {
        let mut places = vec![false; self.places()];
        let mut known = self.nothing();
        let (mut waiting, mut shut) = (vec![start], Vec::new());
        places[start] = true;
        while let Some(place) = waiting.pop() {
            if is_end(place) {
                continue;
            }
            known.add(&self.lying[place]);
            shut.extend(self.out_of(place));
            shut.retain(|step| {
                let is_open = self.is_open(step, &known);
                if is_open && !places[step.to] {
                    places[step.to] = true;
                    waiting.push(step.to);
                }
                !is_open
            });
        }
        let locks = shut.iter().flat_map(|step| &step.locks).map(|lock| &self.locks[*lock]);
        let shut = locks.filter(|lock| !self.is_met(lock.need, &known)).map(|lock| lock.place).collect();
        Reach { places, shut, known }
    }

    /// Returns the locked places, ascending.
    pub(crate) fn locked_places(&self) -> BTreeSet<usize> {
        self.locks.iter().map(|lock| lock.place).collect()
    }

    /// Returns the places that cannot be reached from any of the starts while a locked place stays shut.
    ///
    /// All other locks are open. Places that cannot be reached at all are left out.
    pub(crate) fn behind(&self, starts: &[usize], locked: usize) -> Vec<usize> {
        let is_locked = |lock: &usize| self.locks[*lock].place == locked;
        let all = self.steps.iter().map(|step| (step.from, step.to));
        let others = self.steps.iter().filter(|step| !step.locks.iter().any(is_locked));
        let reached = flood(self.places(), starts.iter().copied(), all);
        let without = flood(self.places(), starts.iter().copied(), others.map(|step| (step.from, step.to)));
        (0..self.places()).filter(|place| reached[*place] && !without[*place]).collect()
    }

    /// Returns the places that can be reached without any key, and from which no way leads to a goal.
    ///
    /// Even all keys do not help there. The walk ends at a goal.
    pub(crate) fn stranded(&self, start: usize, goals: &BTreeSet<usize>) -> Vec<usize> {
        let back = self.steps.iter().map(|step| (step.to, step.from));
        let lead_on = flood(self.places(), goals.iter().copied(), back);
        let free = self.steps.iter().filter(|step| step.locks.is_empty() && !goals.contains(&step.from));
        let reached = flood(self.places(), [start], free.map(|step| (step.from, step.to)));
        (0..self.places()).filter(|place| reached[*place] && !lead_on[*place]).collect()
    }
}
