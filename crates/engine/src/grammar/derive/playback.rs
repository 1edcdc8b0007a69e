//! Playback of a derivation: the mission at any step, forwards and back, computed from the deltas.

use std::sync::Arc;

use super::Derivation;
use crate::mission::Mission;

/// A position in a derivation, with the mission at that step.
#[derive(Clone, Debug)]
pub struct Playback {
    derivation: Arc<Derivation>,
    step: usize,
    mission: Mission,
}

impl Playback {
    /// Returns a playback at the end.
    pub fn new(derivation: Arc<Derivation>) -> Self {
        Self { step: derivation.steps.len(), mission: derivation.mission.clone(), derivation }
    }

    /// Returns the derivation.
    pub fn derivation(&self) -> &Arc<Derivation> {
        &self.derivation
    }

    /// Returns the number of steps done: 0 at the start.
    pub fn step(&self) -> usize {
        self.step
    }

    /// Returns the mission after those steps.
    pub fn mission(&self) -> &Mission {
        &self.mission
    }

    /// Goes to a step, at most to the end. Returns the number of steps on the way.
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
