//! Travelling through a derivation: the mission at any step, forwards and back, by the changes that lie between.

use std::sync::Arc;

use super::Derivation;
use crate::mission::Mission;

/// A derivation set to one of its steps, with the mission as it was there.
#[derive(Clone, Debug)]
pub struct Playback {
    derivation: Arc<Derivation>,
    step: usize,
    mission: Mission,
}

impl Playback {
    /// Set to the end.
    pub fn new(derivation: Arc<Derivation>) -> Self {
        Self { step: derivation.steps.len(), mission: derivation.mission.clone(), derivation }
    }

    /// The derivation.
    pub fn derivation(&self) -> &Arc<Derivation> {
        &self.derivation
    }

    /// How many steps are done: 0 at the start, as many as there are at the end.
    pub fn step(&self) -> usize {
        self.step
    }

    /// The mission after those steps.
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// Sets it to a step, or to the end if there are not so many. Returns how many changes it took to get there: as many as steps lie between.
    pub fn go_to(&mut self, step: usize) -> usize {
        let step = step.min(self.derivation.steps.len());
        let (from, to) = (self.step.min(step), self.step.max(step));
        let between = self.derivation.steps.get(from..to).unwrap_or_default();
        if self.step <= step {
            between.iter().for_each(|step| step.delta.redo(&mut self.mission));
        } else {
            between.iter().rev().for_each(|step| step.delta.undo(&mut self.mission));
        }
        self.step = step;
        between.len()
    }
}
