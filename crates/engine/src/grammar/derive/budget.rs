//! The budget of a derivation: work of all searches and steps, and memory of steps and stored matches.

use std::mem::size_of;

use super::Step;
use crate::base::{Ceilings, StopToken};
use crate::grammar::MissionChange;
use crate::grammar::find::{Effort, ExceededLimit};
use crate::mission::{AttributeValues, Attributes, Value};

/// Memory of an attribute entry without its texts.
const BYTES_PER_ATTRIBUTE: u64 = 160;
/// Work of a step for each change that it makes.
const WORK_PER_CHANGE: u64 = 8;
/// Number of attribute bytes that cost one unit of work.
const BYTES_PER_WORK: u64 = 32;

pub(super) struct DerivationBudget {
    pub effort: Effort,
    /// The memory in use, followed by its maximum, in bytes.
    bytes: u64,
    most_bytes: u64,
}

impl DerivationBudget {
    pub fn new(ceilings: Ceilings, stop: &StopToken) -> Self {
        let effort = Effort::new(ceilings.derivation_work()).with_tries(ceilings.factor());
        Self { effort: effort.until(stop.clone()), bytes: 0, most_bytes: ceilings.derivation_bytes() }
    }

    /// Counts work.
    ///
    /// # Errors
    /// Returns an error if the limit is exceeded.
    pub fn work(&mut self, units: usize) -> Result<(), ExceededLimit> {
        self.effort.spend(units as u64);
        self.effort.check()
    }

    /// Counts memory that is taken.
    ///
    /// # Errors
    /// Returns an error if the limit is exceeded.
    pub fn take(&mut self, bytes: u64) -> Result<(), ExceededLimit> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.most_bytes { Err(("bytes of memory", self.most_bytes)) } else { Ok(()) }
    }

    /// Counts memory that is released.
    pub fn give_back(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// Counts a step that was taken.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn count_step(&mut self, step: &Step) -> Result<(), ExceededLimit> {
        let attributes = bytes_of_attributes(step);
        let units = step.delta.changes.len() as u64 * WORK_PER_CHANGE + attributes / BYTES_PER_WORK;
        self.effort.spend(1 + units);
        self.take(bytes_of_elements(step) + attributes)?;
        self.effort.check()
    }

    /// Counts a step that was undone.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn count_undone(&mut self, step: &Step) -> Result<(), ExceededLimit> {
        self.effort.spend(1 + step.delta.changes.len() as u64 * WORK_PER_CHANGE);
        self.give_back(bytes_of_elements(step) + bytes_of_attributes(step));
        self.effort.check()
    }
}

/// Returns the memory of a step and of its additions to the mission, without attributes.
fn bytes_of_elements(step: &Step) -> u64 {
    let spilled = |is_spilled: bool, bytes: usize| if is_spilled { bytes } else { 0 };
    let nodes = spilled(step.matched.nodes.spilled(), step.matched.nodes.capacity() * 8);
    let edges = spilled(step.matched.edges.spilled(), step.matched.edges.capacity() * 4);
    // An element is stored in the mission and in its index as well.
    let changes = 3 * step.delta.changes.capacity() * size_of::<MissionChange>();
    (size_of::<Step>() + nodes + edges + changes) as u64
}

/// Returns the memory of attributes that a step sets.
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

fn bytes_unless_shared(before: &AttributeValues, after: &AttributeValues) -> u64 {
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
