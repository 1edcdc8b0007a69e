//! What a rule looks for and what it puts there.
//!
//! ```text
//! lhs: (nodes: {1: Any, 2: "Hollow"}, edges: [(1, "path", 2)])
//! rhs: (nodes: {1: Keep, 2: "Cellar", 3: "Gate"}, edges: [(1, "path", 3), (3, Keep, 2)])
//! ```
//!
//! Nodes that bear the same id on both sides are kept.
//! An edge of the right side is the one of the left side that has the same ends and the same symbol, or the same ends where it says `Keep`; parallel edges pair up in their order. [`pair_edges`](super::pair_edges) has the whole truth.

use std::fmt;

use indexmap::IndexMap;
use serde::de::{self, EnumAccess, SeqAccess, VariantAccess};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The author's number for a node within a rule or a start graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ElementId(pub u32);

/// The left side of a rule: what must be there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// What each node must be.
    pub nodes: IndexMap<ElementId, NodePattern>,
    /// Which edges must be there.
    #[serde(default)]
    pub edges: Vec<EdgePattern>,
}

/// The right side of a rule: what will be there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// What each node will be.
    pub nodes: IndexMap<ElementId, NodeReplacement>,
    /// Which edges will be there.
    #[serde(default)]
    pub edges: Vec<EdgeReplacement>,
}

/// What a node must be.
pub type NodePattern = SymbolPattern;

/// Which symbols fit; written `"Hollow"`, `AnyOf(["Hollow", "Cellar"])` or `Any`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolPattern {
    /// Every symbol.
    Any,
    /// One symbol.
    Is(String),
    /// One of several symbols.
    AnyOf(Vec<String>),
}

/// What a node of the right side will be; written `Keep` or `"Hollow"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeReplacement {
    /// As it was; only for nodes that the left side has.
    Keep,
    /// This symbol.
    Is(String),
}

/// An edge that must be there; written `(1, "path", 2)` or `(1, "path", 2, EitherWay)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgePattern {
    /// The node that it leaves.
    pub from: ElementId,
    /// Which symbols fit.
    pub symbol: SymbolPattern,
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

/// An edge of the right side; written `(1, "path", 2)` or `(1, Keep, 2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeReplacement {
    /// The node that it leaves.
    pub from: ElementId,
    /// Its symbol, or that it is kept.
    pub symbol: NodeReplacement,
    /// The node at which it arrives.
    pub to: ElementId,
}

impl Serialize for SymbolPattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Any => serializer.serialize_unit_variant("SymbolPattern", 0, "Any"),
            Self::Is(name) => serializer.serialize_str(name),
            Self::AnyOf(names) => serializer.serialize_newtype_variant("SymbolPattern", 2, "AnyOf", names),
        }
    }
}

impl<'de> Deserialize<'de> for SymbolPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        enum Variant {
            Any,
            AnyOf,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = SymbolPattern;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a symbol's name, Any, or AnyOf([…])")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(SymbolPattern::Is(name.to_owned()))
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
                match data.variant()? {
                    (Variant::Any, rest) => rest.unit_variant().map(|()| SymbolPattern::Any),
                    (Variant::AnyOf, rest) => rest.newtype_variant().map(SymbolPattern::AnyOf),
                }
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl Serialize for NodeReplacement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Keep => serializer.serialize_unit_variant("NodeReplacement", 0, "Keep"),
            Self::Is(name) => serializer.serialize_str(name),
        }
    }
}

impl<'de> Deserialize<'de> for NodeReplacement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        enum Variant {
            Keep,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = NodeReplacement;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a symbol's name or Keep")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(NodeReplacement::Is(name.to_owned()))
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
                let (Variant::Keep, rest) = data.variant()?;
                rest.unit_variant().map(|()| NodeReplacement::Keep)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl Serialize for EdgePattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let either_way = self.direction == Direction::EitherWay;
        let mut tuple = serializer.serialize_tuple(if either_way { 4 } else { 3 })?;
        tuple.serialize_element(&self.from)?;
        tuple.serialize_element(&self.symbol)?;
        tuple.serialize_element(&self.to)?;
        if either_way {
            tuple.serialize_element(&self.direction)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for EdgePattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = EdgePattern;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an edge such as (1, \"path\", 2) or (1, \"path\", 2, EitherWay)")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let short = |count| de::Error::invalid_length(count, &self);
                Ok(EdgePattern {
                    from: seq.next_element()?.ok_or_else(|| short(0))?,
                    symbol: seq.next_element()?.ok_or_else(|| short(1))?,
                    to: seq.next_element()?.ok_or_else(|| short(2))?,
                    direction: seq.next_element()?.unwrap_or_default(),
                })
            }
        }

        deserializer.deserialize_tuple(4, Visitor)
    }
}

impl Serialize for EdgeReplacement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.from, &self.symbol, self.to).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EdgeReplacement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (from, symbol, to) = Deserialize::deserialize(deserializer)?;
        Ok(Self { from, symbol, to })
    }
}
