//! Finds the places that a player can always still reach, whatever they do first.
//!
//! Not every such place is found: that question is hard in general, and this answer works for any size.
//!
//! A walker can walk back through two-way passages.
//! Therefore only the *landings* matter: the start, and the ends of one-way passages.
//! The search finds what every walker at a landing holds, then decides whether that is enough to go on.

use std::collections::BTreeSet;

use super::facts::FactSet;
use super::graph::{GraphStep, KeyGraph, flood};

/// Maximum number of passages examined. Places undecided by then are not sure.
pub(super) const MOST_WORK: usize = 50_000_000;

impl KeyGraph {
    /// Returns for each place `true` if it is sure from every one of the starts.
    ///
    /// Without a start all places are sure, because nobody walks there.
    pub(crate) fn sure(&self, starts: &[usize]) -> Vec<bool> {
        let mut sure = vec![true; self.places()];
        let mut work = MOST_WORK;
        for start in starts {
            let of_start = self.sure_from(*start, &mut work);
            sure.iter_mut().zip(of_start).for_each(|(sure, also)| *sure &= also);
        }
        sure
    }

    /// Returns the places that are sure for a walker who begins at `start`.
    pub(super) fn sure_from(&self, start: usize, work: &mut usize) -> Vec<bool> {
        let reached = self.reach(start, None).places;
        if !self.steps.iter().any(|step| step.is_one_way && reached[step.from]) {
            return reached;
        }
        let is_sure = |goal| reached[goal] && self.is_sure(start, goal, work).unwrap_or(false);
        (0..self.places()).map(is_sure).collect()
    }

    /// Returns `true` if every walker who has not been in the goal can still reach it; `None` if the work is
    /// used up.
    fn is_sure(&self, start: usize, goal: usize, work: &mut usize) -> Option<bool> {
        if start == goal {
            return Some(true);
        }
        // The walk ends in the goal.
        let reached = self.reach(start, Some(goal)).places;
        let is_left = |step: &&GraphStep| step.from != goal && reached[step.from];
        let steps: Vec<&GraphStep> = self.steps.iter().filter(is_left).collect();
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

    /// Returns for each place the knowledge of every walker there.
    ///
    /// It consists of the items in the place and of everything that all steps into it bring. `steps` are all
    /// allowed steps.
    ///
    /// The computation begins with everything and removes what a step does not bring, until nothing changes.
    /// A walker who opened a lock has been where one of its keys is, and has the knowledge common to all such
    /// places.
    fn certain(&self, steps: &[&GraphStep], start: usize, work: &mut usize) -> Option<Vec<FactSet>> {
        let mut certain = vec![FactSet::full(self.facts()); self.places()];
        certain[start] = self.lying[start].clone();
        let lies_in: Vec<BTreeSet<usize>> = self
            .needs
            .iter()
            .map(|need| need.keys.iter().filter_map(|key| self.keys[*key]).collect())
            .collect();
        loop {
            let mut changed = false;
            let met = |(need, places): (usize, &BTreeSet<usize>)| {
                let mut known = FactSet::full(self.facts());
                places.iter().for_each(|place| _ = known.keep(&certain[*place]));
                known.insert(self.fact_of(need));
                known
            };
            let of_needs: Vec<FactSet> = lies_in.iter().enumerate().map(met).collect();
            for step in steps.iter().filter(|step| step.to != start) {
                *work = work.checked_sub(1 + step.locks.len())?;
                let mut brought = certain[step.from].clone();
                self.needs_of(step).for_each(|need| _ = brought.add(&of_needs[need]));
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
        steps: &[&GraphStep],
        landing: usize,
        certain: &FactSet,
        work: &mut usize,
    ) -> Option<Vec<bool>> {
        let mut known = certain.clone();
        known.add(&self.lying[landing]);
        loop {
            let open: Vec<&GraphStep> =
                steps.iter().copied().filter(|step| self.is_open(step, &known)).collect();
            *work = work.checked_sub(steps.len())?;
            let ahead = flood(self.places(), [landing], open.iter().map(|step| (step.from, step.to)));
            let back = flood(self.places(), [landing], open.iter().map(|step| (step.to, step.from)));
            let around = (0..self.places()).filter(|place| ahead[*place] && back[*place]);
            let grew = around.fold(false, |grew, place| known.add(&self.lying[place]) | grew);
            if !grew {
                return Some(ahead);
            }
        }
    }
}
