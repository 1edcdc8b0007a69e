//! The steps of a walk.
//!
//! They are the shortest ones if few states have to be examined, otherwise those that the search itself took.

use std::collections::{BTreeSet, VecDeque};

use super::map::SearchGraph;
use super::sets::NumberSet;
use super::walks::FoundWalk;
use super::work::{BudgetExceeded, WalkBudget};

/// Maximum number of states examined for the shortest steps.
const MOST_STATES: usize = 2_000;

impl SearchGraph {
    /// Returns the areas of a walk from the start into the sink, in order.
    pub(super) fn steps(
        &self,
        start: usize,
        sink: &NumberSet,
        walk: &FoundWalk,
        work: &mut WalkBudget,
    ) -> Result<Vec<usize>, BudgetExceeded> {
        match self.shortest(start, sink, &walk.within, work)? {
            Some(steps) => Ok(steps),
            None => self.guided(start, sink, walk, work),
        }
    }

    fn shortest(
        &self,
        start: usize,
        sink: &NumberSet,
        within: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<Option<Vec<usize>>, BudgetExceeded> {
        let first = (start, self.areas[start].keys.clone());
        let mut seen = BTreeSet::from([first.clone()]);
        // Each with the position of the one before.
        let mut states = vec![(first, usize::MAX)];
        let mut next = 0;
        while let Some(((area, keys), _)) = states.get(next).cloned() {
            if sink.contains(area) {
                let before = |at: &usize| Some(states[*at].1).filter(|before| *before != usize::MAX);
                let mut steps: Vec<usize> =
                    std::iter::successors(Some(next), before).map(|at| states[at].0.0).collect();
                steps.reverse();
                return Ok(Some(steps));
            }
            work.spend(1 + self.areas[area].out.len())?;
            for step in self.areas[area].out.iter().map(|number| &self.moves[*number]) {
                if within.contains(step.to) && self.is_open(step, &keys) {
                    let mut keys = keys.clone();
                    keys.add(&self.areas[step.to].keys);
                    if seen.insert((step.to, keys.clone())) {
                        states.push(((step.to, keys), next));
                    }
                }
            }
            next += 1;
            if next > MOST_STATES {
                break;
            }
        }
        Ok(None)
    }

    /// Follows the search from part to part, and in each fetches only the keys that are needed to go on.
    fn guided(
        &self,
        start: usize,
        sink: &NumberSet,
        walk: &FoundWalk,
        work: &mut WalkBudget,
    ) -> Result<Vec<usize>, BudgetExceeded> {
        let mut walker =
            GraphWalker { world: self, steps: vec![start], keys: self.areas[start].keys.clone() };
        for (part, by) in &walk.stages {
            let step = &self.moves[*by];
            walker.go(part, |area, keys| area == step.from && self.is_open(step, keys), work)?;
            walker.step_to(step.to);
        }
        walker.go(&walk.within, |area, _| sink.contains(area), work)?;
        Ok(walker.steps)
    }
}

struct GraphWalker<'a> {
    world: &'a SearchGraph,
    steps: Vec<usize>,
    keys: NumberSet,
}

impl GraphWalker<'_> {
    fn at(&self) -> usize {
        *self.steps.last().expect("a walk begins somewhere")
    }

    fn step_to(&mut self, area: usize) {
        self.steps.push(area);
        self.keys.add(&self.world.areas[area].keys);
    }

    /// Goes to the exit of a part, first fetching the nearest keys from which the walker can come back.
    fn go(
        &mut self,
        within: &NumberSet,
        is_end: impl Fn(usize, &NumberSet) -> bool,
        work: &mut WalkBudget,
    ) -> Result<(), BudgetExceeded> {
        loop {
            if let Some(steps) = self.way(within, |area| is_end(area, &self.keys), work)? {
                steps.into_iter().for_each(|area| self.step_to(area));
                return Ok(());
            }
            let ahead = self.world.forward(within, self.at(), &self.keys, work)?;
            let here = NumberSet::of(self.world.areas.len(), [self.at()]);
            let around = self.world.backward(&ahead, here, &self.keys, work)?;
            let is_new = |area: usize| !self.world.areas[area].keys.is_within(&self.keys);
            match self.way(&around, is_new, work)? {
                Some(steps) => steps.into_iter().for_each(|area| self.step_to(area)),
                None => return Ok(()),
            }
        }
    }

    /// Returns the shortest way with the present keys to an area of that kind.
    fn way(
        &self,
        within: &NumberSet,
        is_end: impl Fn(usize) -> bool,
        work: &mut WalkBudget,
    ) -> Result<Option<Vec<usize>>, BudgetExceeded> {
        let world = self.world;
        let mut before = vec![None; world.areas.len()];
        let mut waiting = VecDeque::from([self.at()]);
        let mut reached = NumberSet::of(world.areas.len(), [self.at()]);
        while let Some(area) = waiting.pop_front() {
            if is_end(area) {
                let back = |area: &usize| before[*area];
                let mut steps: Vec<usize> = std::iter::successors(Some(area), back).collect();
                steps.pop();
                steps.reverse();
                return Ok(Some(steps));
            }
            work.spend(1 + world.areas[area].out.len())?;
            for step in world.areas[area].out.iter().map(|number| &world.moves[*number]) {
                if within.contains(step.to) && world.is_open(step, &self.keys) && reached.insert(step.to) {
                    before[step.to] = Some(area);
                    waiting.push_back(step.to);
                }
            }
        }
        Ok(None)
    }
}
