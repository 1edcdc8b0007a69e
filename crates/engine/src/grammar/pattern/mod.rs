//! What a rule looks for and what it puts there.
//!
//! ```text
//! lhs: (nodes: {1: Any, 2: "Hollow"}, edges: [(1, "path", 2)])
//! rhs: (nodes: {1: Keep, 2: "Cellar", 3: "Gate"}, edges: [(1, "path", 3), (3, Keep, 2)])
//! ```
//!
//! Wherever a symbol stands, conditions or changes may stand with it, at nodes and at edges:
//!
//! ```text
//! 2: (symbol: "Hollow", when: [Attribute("danger", More(2)), Degree(All, AtMost(3))])
//! (1, (symbol: "path", change: [Set("secret", true), Take("danger", Node(2))]), 2)
//! ```
//!
//! Nodes that bear the same id on both sides are kept.
//! An edge of the right side is the one of the left side that has the same ends and the same symbol, or the same ends where it says `Keep`; parallel edges pair up in their order. [`pair_edges`](super::pair_edges) has the whole truth.

mod change;
mod condition;
mod written;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::base::{Number, Unit};

pub use change::{Change, Source};
pub use condition::{Condition, Count, DegreeKind, Test};

/// The author's number for a node within a rule or a start graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ElementId(pub u32);

/// The left side of a rule, or what a rule forbids beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// What each node must be.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub nodes: IndexMap<ElementId, NodePattern>,
    /// Which edges must be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgePattern>,
}

/// A right side of a rule: what will be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// How often it is taken: [`Replacement::WEIGHT`].
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// What each node will be.
    pub nodes: IndexMap<ElementId, NodeReplacement>,
    /// Which edges will be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgeReplacement>,
}

impl Replacement {
    /// The weights that the window offers; a file may have larger ones.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "How often this result is taken, beside the others that fit. 0: never.",
        Unit::None,
        0..=1000,
    );
}

impl Default for Replacement {
    fn default() -> Self {
        Self { weight: one(), nodes: IndexMap::new(), edges: Vec::new() }
    }
}

pub(super) fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(super) fn is_one(weight: &u32) -> bool {
    *weight == 1
}

/// What a node must be; written as its symbol alone where there is no condition, else `(symbol: "Hollow", when: […])`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePattern {
    /// Which symbols fit.
    pub symbol: SymbolPattern,
    /// What must hold besides; all of it.
    pub when: Vec<Condition>,
}

impl From<SymbolPattern> for NodePattern {
    fn from(symbol: SymbolPattern) -> Self {
        Self { symbol, when: Vec::new() }
    }
}

/// Which symbols fit; written `"Hollow"`, `AnyOf(["Hollow", "Cellar"])` or `Any`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SymbolPattern {
    /// Every symbol.
    #[default]
    Any,
    /// One symbol.
    Is(String),
    /// One of several symbols.
    AnyOf(Vec<String>),
}

/// What a node of the right side will be; written as its symbol alone where nothing else changes, else `(symbol: Keep, change: […])`.
///
/// A node whose symbol changes keeps its attributes and gains those of the new symbol that it lacks; a created node begins with those of its symbol. The changes come after that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeReplacement {
    /// Its symbol, or that it is kept; only nodes that the left side has can be kept.
    pub symbol: SymbolReplacement,
    /// What happens to its attributes, in this order.
    pub change: Vec<Change>,
}

impl From<SymbolReplacement> for NodeReplacement {
    fn from(symbol: SymbolReplacement) -> Self {
        Self { symbol, change: Vec::new() }
    }
}

/// Which symbol an element of the right side will have; written `Keep` or `"Hollow"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SymbolReplacement {
    /// The one that it had.
    #[default]
    Keep,
    /// This one.
    Is(String),
}

/// An edge that must be there; written `(1, "path", 2)` or `(1, "path", 2, EitherWay)`, with conditions `(1, (symbol: "path", when: […]), 2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgePattern {
    /// The node that it leaves.
    pub from: ElementId,
    /// Which symbols fit.
    pub symbol: SymbolPattern,
    /// What must hold besides; all of it.
    pub when: Vec<Condition>,
    /// The node at which it arrives.
    pub to: ElementId,
    /// Does its direction matter?
    pub direction: Direction,
}

/// Which way an edge must point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// From `from` to `to`.
    #[default]
    FromTo,
    /// Either way.
    EitherWay,
}

/// An edge of the right side; written `(1, "path", 2)` or `(1, Keep, 2)`, with changes `(1, (symbol: Keep, change: […]), 2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeReplacement {
    /// The node that it leaves.
    pub from: ElementId,
    /// Its symbol, or that it is kept.
    pub symbol: SymbolReplacement,
    /// What happens to its attributes, in this order; a created edge begins with those of its symbol.
    pub change: Vec<Change>,
    /// The node at which it arrives.
    pub to: ElementId,
}
