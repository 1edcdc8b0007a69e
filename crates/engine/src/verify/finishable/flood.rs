//! Reachable areas within a set: forwards, backwards, and with all keys on the way.

use super::map::{AreaMove, SearchGraph};
use super::sets::NumberSet;
use super::work::{BudgetExceeded, WalkBudget};

/// The areas and keys that a walker could collect if no choice closed a way.
pub(super) struct FloodReach {
    pub(super) areas: NumberSet,
    pub(super) keys: NumberSet,
}

impl SearchGraph {
    /// Returns the areas that a walker with these keys can reach without picking up more.
    pub(super) fn forward(
        &self,
        within: &NumberSet,
        from: usize,
        keys: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<NumberSet, BudgetExceeded> {
        let begin = NumberSet::of(self.areas.len(), [from]);
        self.flood(within, begin, keys, work, |area| &self.areas[area].out, |step| step.to)
    }

    /// Returns the areas from which a walker with these keys can reach one of the targets.
    pub(super) fn backward(
        &self,
        within: &NumberSet,
        targets: NumberSet,
        keys: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<NumberSet, BudgetExceeded> {
        self.flood(within, targets, keys, work, |area| &self.areas[area].into, |step| step.from)
    }

    fn flood<'a>(
        &'a self,
        within: &NumberSet,
        begin: NumberSet,
        keys: &NumberSet,
        work: &mut WalkBudget,
        moves: impl Fn(usize) -> &'a Vec<usize>,
        far_end: impl Fn(&AreaMove) -> usize,
    ) -> Result<NumberSet, BudgetExceeded> {
        let mut waiting: Vec<usize> = begin.iter().collect();
        let mut reached = begin;
        while let Some(area) = waiting.pop() {
            let moves = moves(area);
            work.spend(1 + moves.len())?;
            for step in moves.iter().map(|number| &self.moves[*number]) {
                let next = far_end(step);
                if within.contains(next) && !reached.contains(next) && self.is_open(step, keys) {
                    reached.insert(next);
                    waiting.push(next);
                }
            }
        }
        Ok(reached)
    }

    /// Returns everything that a walker with these keys gathers from an area, as if all one-way passages led
    /// back.
    pub(super) fn gather(
        &self,
        within: &NumberSet,
        from: usize,
        keys: &NumberSet,
        work: &mut WalkBudget,
    ) -> Result<FloodReach, BudgetExceeded> {
        let mut areas = NumberSet::of(self.areas.len(), [from]);
        let mut keys = keys.clone();
        let (mut waiting, mut shut) = (vec![from], Vec::new());
        while !waiting.is_empty() {
            let mut found = false;
            while let Some(area) = waiting.pop() {
                let area = &self.areas[area];
                found |= keys.add(&area.keys);
                work.spend(1 + area.out.len())?;
                for number in &area.out {
                    let step = &self.moves[*number];
                    if areas.contains(step.to) || !within.contains(step.to) {
                        continue;
                    }
                    if self.is_open(step, &keys) {
                        areas.insert(step.to);
                        waiting.push(step.to);
                    } else {
                        shut.push(*number);
                    }
                }
            }
            if found {
                work.spend(shut.len())?;
                shut.retain(|number| {
                    let step = &self.moves[*number];
                    let is_open = self.is_open(step, &keys);
                    if is_open && areas.insert(step.to) {
                        waiting.push(step.to);
                    }
                    !is_open
                });
            }
        }
        Ok(FloodReach { areas, keys })
    }
}
