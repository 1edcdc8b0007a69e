//! Conditions: what must hold of an element besides its symbol.
//!
//! An attribute that an element does not have is no value: `Absent` and every `Not` hold of it, all other tests fail. `Less`, `More` and `Between` hold of whole numbers only.
//! Degrees count the edges of the whole mission at a node, matched or not: a self-loop counts once in, once out, and so twice in all.

use serde::{Deserialize, Serialize};

use super::SymbolPattern;
use crate::mission::Value;

/// What must hold of a node or an edge besides its symbol; degrees are for nodes only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// A test of the attribute of that name.
    Attribute(String, Test),
    /// How many edges the node has.
    Degree(DegreeKind, Count),
    /// How many edges of these symbols the node has.
    DegreeOf(SymbolPattern, DegreeKind, Count),
}

/// What an attribute must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Test {
    /// This value.
    Equal(Value),
    /// Another value than this, or none.
    Not(Value),
    /// A whole number below this one.
    Less(i64),
    /// A whole number above this one.
    More(i64),
    /// A whole number from the first to the second, both included.
    Between(i64, i64),
    /// Any value.
    Present,
    /// No value.
    Absent,
}

/// Which edges of a node count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DegreeKind {
    /// Those that arrive.
    In,
    /// Those that leave.
    Out,
    /// All; a self-loop counts twice.
    All,
}

/// How many there must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Count {
    /// This many.
    Exactly(u32),
    /// This many or more.
    AtLeast(u32),
    /// This many or fewer.
    AtMost(u32),
    /// From the first to the second, both included.
    Between(u32, u32),
}

impl Test {
    /// Does it hold of a value, or of none?
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
    /// The least and the most that it allows.
    pub fn bounds(self) -> (u32, u32) {
        match self {
            Self::Exactly(count) => (count, count),
            Self::AtLeast(least) => (least, u32::MAX),
            Self::AtMost(most) => (0, most),
            Self::Between(least, most) => (least, most),
        }
    }

    /// Does it allow this many?
    pub fn holds(self, count: u32) -> bool {
        let (least, most) = self.bounds();
        (least..=most).contains(&count)
    }
}
