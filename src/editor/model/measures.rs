//! Durations of the stages of a run, and whether their results equal those of the previous run.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::pipeline::RunPart;

/// The measurements of a run.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    parts: BTreeMap<RunPart, Measure>,
    /// Total duration, without work done before it began.
    pub total: Duration,
}

/// The measurement of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Duration when it last ran.
    pub took: Duration,
    /// `true` if it ran in this run; otherwise its previous result was reused.
    pub is_new: bool,
    /// `true` if its result equals that of the previous run; `None` in the first run.
    pub is_same: Option<bool>,
}

impl Measures {
    /// Creates the measurements of a run with the given total duration.
    pub fn new(parts: BTreeMap<RunPart, Measure>, total: Duration) -> Self {
        Self { parts, total }
    }

    /// Returns all stages that ever ran, in order.
    #[cfg(test)]
    pub fn parts(&self) -> impl Iterator<Item = (RunPart, Measure)> {
        self.parts.iter().map(|(part, measure)| (*part, *measure))
    }

    /// Returns the measurement of a stage, if it ever ran.
    pub fn of(&self, part: RunPart) -> Option<Measure> {
        self.parts.get(&part).copied()
    }
}
