//! What a derivation may cost: work, counted by all searches and steps, and memory, counted by steps and kept matches.

use std::mem::size_of;

use super::Step;
use crate::base::{Ceilings, StopToken};
use crate::grammar::MissionChange;
use crate::grammar::find::{Effort, GaveUp};
use crate::mission::{Attributes, Value, Values};

/// What an entry of a tree of attributes takes besides its texts.
const BYTES_PER_ATTRIBUTE: u64 = 160;
/// The work of a step for each change that it makes.
const WORK_PER_CHANGE: u64 = 8;
/// So many bytes of attributes are a unit of work.
const BYTES_PER_WORK: u64 = 32;

pub(super) struct Budget {
    pub effort: Effort,
    /// The memory that is taken, and the most that may be, in bytes.
    bytes: u64,
    most_bytes: u64,
}

impl Budget {
    pub fn new(ceilings: Ceilings, stop: &StopToken) -> Self {
        let effort = Effort::new(ceilings.derivation_work()).with_tries(ceilings.factor());
        Self { effort: effort.until(stop.clone()), bytes: 0, most_bytes: ceilings.derivation_bytes() }
    }

    /// Counts work; an error if there was too much.
    pub fn work(&mut self, units: usize) -> Result<(), GaveUp> {
        self.effort.spend(units as u64);
        self.effort.check()
    }

    /// Counts memory that is taken; an error if it is too much.
    pub fn take(&mut self, bytes: u64) -> Result<(), GaveUp> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.most_bytes { Err(("bytes of memory", self.most_bytes)) } else { Ok(()) }
    }

    /// Counts memory that is given back.
    pub fn give_back(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Counts a step that was taken.
    pub fn count_step(&mut self, step: &Step) -> Result<(), GaveUp> {
        let attributes = bytes_of_attributes(step);
        let units = step.delta.changes.len() as u64 * WORK_PER_CHANGE + attributes / BYTES_PER_WORK;
        self.effort.spend(1 + units);
        self.take(bytes_of_elements(step) + attributes)?;
        self.effort.check()
    }

    /// Counts a step that was taken back.
    pub fn count_undone(&mut self, step: &Step) -> Result<(), GaveUp> {
        self.effort.spend(1 + step.delta.changes.len() as u64 * WORK_PER_CHANGE);
        self.give_back(bytes_of_elements(step) + bytes_of_attributes(step));
        self.effort.check()
    }
}

/// The memory of a step and of what it adds to the mission, without attributes.
fn bytes_of_elements(step: &Step) -> u64 {
    let spilled = |is_spilled: bool, bytes: usize| if is_spilled { bytes } else { 0 };
    let nodes = spilled(step.matched.nodes.spilled(), step.matched.nodes.capacity() * 8);
    let edges = spilled(step.matched.edges.spilled(), step.matched.edges.capacity() * 4);
    // An element stands in the mission and in its index as well.
    let changes = 3 * step.delta.changes.capacity() * size_of::<MissionChange>();
    (size_of::<Step>() + nodes + edges + changes) as u64
}

/// The memory of attributes that a step sets.
fn bytes_of_attributes(step: &Step) -> u64 {
    let set = |change: &MissionChange| match change {
        MissionChange::EdgeRemoved(..) | MissionChange::NodeRemoved(..) => 0,
        MissionChange::NodeAdded(_, node) => bytes_of(&node.attributes),
        MissionChange::EdgeAdded(_, edge) => bytes_of(&edge.attributes),
        MissionChange::NodeChanged(change) => {
            bytes_unless_shared(&change.before.attributes, &change.after.attributes)
        }
        MissionChange::EdgeChanged(change) => {
            bytes_unless_shared(&change.before.attributes, &change.after.attributes)
        }
    };
    step.delta.changes.iter().map(set).sum()
}

fn bytes_unless_shared(before: &Values, after: &Values) -> u64 {
    if after.is_shared_with(before) { 0 } else { bytes_of(after) }
}

fn bytes_of(attributes: &Attributes) -> u64 {
    if attributes.is_empty() {
        return 0;
    }
    let bytes = |(name, value): (&String, &Value)| {
        let text = if let Value::Text(text) = value { text.len() } else { 0 };
        (name.len() + text) as u64 + BYTES_PER_ATTRIBUTE
    };
    attributes.iter().map(bytes).sum()
}
