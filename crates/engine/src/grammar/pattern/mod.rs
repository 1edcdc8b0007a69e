//! Patterns and replacements: the two sides of a rule.
//!
//! ```text
//! lhs: (nodes: {1: Any, 2: "Hollow"}, edges: [(1, "path", 2)])
//! rhs: (nodes: {1: Keep, 2: "Cellar", 3: "Gate"}, edges: [(1, "path", 3), (3, Keep, 2)])
//! ```
//!
//! Each symbol of a node or an edge may have conditions or changes:
//!
//! ```text
//! 2: (symbol: "Hollow", when: [Attribute("danger", More(2)), Degree(All, AtMost(3))])
//! (1, (symbol: "path", change: [Set("secret", true), Take("danger", Node(2))]), 2)
//! ```
//!
//! Nodes with the same id on both sides are kept.
//! An edge of the right side is the left-side edge with the same ends and the same symbol.
//! With `Keep` the same ends are enough. Parallel edges pair up in their order.
//! [`pair_edges`](super::pair_edges) has the complete rules.

mod change;
mod condition;
mod described;
mod written;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::base::{Described, Number, Unit};

pub use change::{AttributeSource, Change};
pub use condition::{AttributeTest, Condition, Count, DegreeKind, DistanceOrigin, LocksOnWay};

/// The author's number for a node within a rule or a start graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Described)]
#[serde(transparent)]
pub struct ElementId(pub u32);

/// The left side of a rule, or a forbidden pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// The required nodes, each under a number that you choose.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub nodes: IndexMap<ElementId, NodePattern>,
    /// The required edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgePattern>,
}

/// A right side of a rule: the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// See [`Replacement::WEIGHT`].
    #[described(offers = Replacement::WEIGHT)]
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// The nodes of the result. A node number of the left side is the matched node.
    pub nodes: IndexMap<ElementId, NodeReplacement>,
    /// The edges of the result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgeReplacement>,
}

impl Replacement {
    /// The weights that the window offers; a file may have larger ones.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "The weight of this right side among those that fit. With 0, it is never chosen.",
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

/// A required node, or the middle part of a required edge.
///
/// Without conditions, write its symbol alone, otherwise `(symbol: "Hollow", when: […])`.
#[derive(Clone, Debug, PartialEq, Eq, Described)]
#[described(short = SymbolPattern)]
pub struct NodePattern {
    /// The symbols that fit.
    #[described(default)]
    pub symbol: SymbolPattern,
    /// Conditions. All of them must hold.
    #[described(default)]
    pub when: Vec<Condition>,
}

impl From<SymbolPattern> for NodePattern {
    fn from(symbol: SymbolPattern) -> Self {
        Self { symbol, when: Vec::new() }
    }
}

/// The symbols that fit: `"Hollow"`, `AnyOf(["Hollow", "Cellar"])` or `Any`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Described)]
pub enum SymbolPattern {
    /// Every symbol.
    #[default]
    Any,
    /// The symbol of this name.
    #[described(bare)]
    Is(String),
    /// One of several symbols.
    AnyOf(Vec<String>),
}

/// A node of a right side, or the middle part of an edge of a right side.
///
/// Without changes, write its symbol alone, otherwise `(symbol: Keep, change: […])`.
///
/// A node whose symbol changes keeps its attributes and gains those of the new symbol that it lacks.
/// A created node begins with those of its symbol. The changes come after that.
#[derive(Clone, Debug, PartialEq, Eq, Described)]
#[described(short = SymbolReplacement)]
pub struct NodeReplacement {
    /// The symbol, or `Keep`. Only elements of the left side can be kept.
    #[described(default)]
    pub symbol: SymbolReplacement,
    /// Changes of attributes, in this order.
    #[described(default)]
    pub change: Vec<Change>,
}

impl From<SymbolReplacement> for NodeReplacement {
    fn from(symbol: SymbolReplacement) -> Self {
        Self { symbol, change: Vec::new() }
    }
}

/// The symbol of an element of a right side: `Keep` or `"Hollow"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Described)]
pub enum SymbolReplacement {
    /// The previous symbol.
    #[default]
    Keep,
    /// The symbol of this name.
    #[described(bare)]
    Is(String),
}

/// A required edge; written `(1, "path", 2)` or `(1, "path", 2, EitherWay)`.
///
/// With conditions it is written `(1, (symbol: "path", when: […]), 2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgePattern {
    /// The node that it leaves.
    pub from: ElementId,
    /// The symbols that fit.
    pub symbol: SymbolPattern,
    /// Conditions, all of which must hold.
    pub when: Vec<Condition>,
    /// The node at which it arrives.
    pub to: ElementId,
    /// The allowed directions.
    pub direction: EdgeDirection,
}

/// The allowed directions of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
pub enum EdgeDirection {
    /// From `from` to `to`.
    #[default]
    FromTo,
    /// Either way.
    EitherWay,
}

/// A resulting edge; written `(1, "path", 2)` or `(1, Keep, 2)`, with changes `(1, (symbol: Keep, change:
/// […]), 2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeReplacement {
    /// The node that it leaves.
    pub from: ElementId,
    /// The symbol, or `Keep`.
    pub symbol: SymbolReplacement,
    /// Changes of attributes, in this order; a created edge begins with those of its symbol.
    pub change: Vec<Change>,
    /// The node at which it arrives.
    pub to: ElementId,
}
