//! How long the parts of a run took, and whether they came to the same as in the run before.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::pipeline::Part;

/// What was measured of the parts of a run.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    parts: BTreeMap<Part, Measure>,
    /// How long all of it took, without what was done before it began.
    pub total: Duration,
}

/// What was measured of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// How long it took when it was last done.
    pub took: Duration,
    /// Was it done in this run? Else what it made before was still right.
    pub is_new: bool,
    /// Is its result the same as in the run before? Unknown in the first one.
    pub is_same: Option<bool>,
}

impl Measures {
    /// Of parts, in a run that took so long.
    pub fn new(parts: BTreeMap<Part, Measure>, total: Duration) -> Self {
        Self { parts, total }
    }

    /// All parts that were ever done, in their order.
    #[cfg(test)]
    pub fn parts(&self) -> impl Iterator<Item = (Part, Measure)> {
        self.parts.iter().map(|(part, measure)| (*part, *measure))
    }

    /// Of a part, if it was ever done.
    pub fn of(&self, part: Part) -> Option<Measure> {
        self.parts.get(&part).copied()
    }
}
