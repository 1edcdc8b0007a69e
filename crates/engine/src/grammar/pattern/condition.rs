//! Conditions: tests of an element besides its symbol.
//!
//! A missing attribute has no value: `Absent` and every `Not` hold for it, all other tests fail.
//! `Less`, `More` and `Between` hold for whole numbers only.
//! Degrees count all edges of the mission at a node, matched or not.
//! A self-loop counts once in and once out, which is twice in all.
//! Distances are the numbers of passages on the shortest way, as the mission is before the step.
//! A node to which no way leads has no distance: no test of its distance holds, and it is never the farthest.

use serde::{Deserialize, Serialize};

use super::SymbolPattern;
use crate::base::Described;
use crate::mission::Value;

/// A condition in addition to the symbol. Only nodes have degrees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum Condition {
    /// Tests the attribute of that name.
    Attribute(String, AttributeTest),
    /// Tests the number of edges of the node, matched or not.
    Degree(DegreeKind, Count),
    /// Tests the number of edges of the node that have these symbols.
    DegreeOf(SymbolPattern, DegreeKind, Count),
    /// Tests the distance of the node: the number of passages on the shortest way.
    Distance {
        /// The end of the way.
        from: DistanceOrigin,
        /// The required number of passages.
        passages: Count,
        /// The handling of locks on the way.
        #[serde(default, skip_serializing_if = "LocksOnWay::is_default")]
        locks: LocksOnWay,
    },
    /// No other node that could be this one is farther away.
    ///
    /// These are all nodes of the mission with a fitting symbol for which the other conditions hold.
    /// Edges of the pattern are not considered. If several are equally far, it holds for each of them.
    Farthest {
        /// The end of the way.
        from: DistanceOrigin,
        /// The handling of locks on the way.
        #[serde(default, skip_serializing_if = "LocksOnWay::is_default")]
        locks: LocksOnWay,
    },
}

/// The end from which distances are measured. One-way passages are used only in their direction.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Described,
)]
pub enum DistanceOrigin {
    /// The way from the nearest start to the node.
    #[default]
    Start,
    /// The way from the node to the nearest goal.
    Goal,
}

/// The handling of locks on a way that is measured.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Described,
)]
pub enum LocksOnWay {
    /// Ways lead through locks.
    #[default]
    Open,
    /// A way may begin or end at a lock, but not lead through one.
    Closed,
}

impl LocksOnWay {
    /// Returns `true` if ways lead through locks.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A test of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum AttributeTest {
    /// The value is this one.
    Equal(Value),
    /// The value is different, or there is no value.
    Not(Value),
    /// The value is a whole number below this one.
    Less(i64),
    /// The value is a whole number above this one.
    More(i64),
    /// The value is a whole number from the first to the second, both included.
    Between(i64, i64),
    /// There is a value.
    Present,
    /// There is no value.
    Absent,
}

/// The edges of a node that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Described)]
pub enum DegreeKind {
    /// Arriving edges.
    In,
    /// Leaving edges.
    Out,
    /// All edges; a self-loop counts twice.
    All,
}

/// The required number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
pub enum Count {
    /// Exactly this number.
    Exactly(u32),
    /// This number or more.
    AtLeast(u32),
    /// This number or fewer.
    AtMost(u32),
    /// From the first number to the second, both included.
    Between(u32, u32),
}

impl AttributeTest {
    /// Returns `true` if the test holds for a value, or for its absence.
    pub fn holds(&self, value: Option<&Value>) -> bool {
        let is_number = |fits: &dyn Fn(i64) -> bool| match value {
            Some(Value::Int(number)) => fits(*number),
            Some(Value::Bool(_) | Value::Text(_)) | None => false,
        };
        match self {
            Self::Equal(wanted) => value == Some(wanted),
            Self::Not(other) => value != Some(other),
            Self::Less(bound) => is_number(&|number| number < *bound),
            Self::More(bound) => is_number(&|number| number > *bound),
            Self::Between(least, most) => is_number(&|number| (*least..=*most).contains(&number)),
            Self::Present => value.is_some(),
            Self::Absent => value.is_none(),
        }
    }
}

impl Count {
    /// Returns minimum and maximum.
    pub fn bounds(self) -> (u32, u32) {
        match self {
            Self::Exactly(count) => (count, count),
            Self::AtLeast(least) => (least, u32::MAX),
            Self::AtMost(most) => (0, most),
            Self::Between(least, most) => (least, most),
        }
    }

    /// Returns `true` if this number is allowed.
    pub fn holds(self, count: u32) -> bool {
        let (least, most) = self.bounds();
        (least..=most).contains(&count)
    }
}
