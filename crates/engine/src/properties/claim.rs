//! Properties as a grammar has them.

use serde::{Deserialize, Serialize};

use super::MetricBound;
use crate::base::{CountBound, Described};

/// A sentence about levels, which holds or fails for each level.
///
/// Properties never change a level. The editor shows the verdict about the present level,
/// and `check --seeds` judges many levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct LevelProperty {
    /// The sentence for lists. Without one, the claim in words is used.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The requirement on each level.
    pub claim: PropertyClaim,
}

/// The requirement of a property on a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum PropertyClaim {
    /// The value of a metric is within a bound.
    ///
    /// If the level has no value, for example because there is no way to a goal, there is nothing to judge.
    Metric {
        /// The name of the metric; see the page about metrics.
        metric: String,
        /// The required value.
        value: MetricBound,
    },
    /// The number of places, items or entities is within a bound.
    Count {
        /// The things that are counted.
        of: CountedThing,
        /// The required number.
        number: CountBound,
    },
    /// Keys can be taken while the lock that they open is shut.
    ///
    /// Other locks are opened with the keys that can be taken on the way. Where a one-way passage leads on,
    /// the keys of the places before it count as taken.
    /// It must be so from every start. A level without locks or without a start has nothing to judge.
    KeyBeforeLock {
        /// The keys that must be in reach.
        #[serde(default, skip_serializing_if = "KeyDemand::is_default")]
        keys: KeyDemand,
    },
    /// Places are reached in an order.
    ///
    /// A node symbol names its places, or the places that contain its items.
    /// Keys, one-way passages and starts are treated as in `KeyBeforeLock`.
    Order {
        /// The node symbol of the places that come first.
        first: String,
        /// The node symbol of the places that come later.
        then: String,
        /// The strength of the requirement.
        #[serde(default, skip_serializing_if = "OrderDemand::is_default")]
        demand: OrderDemand,
    },
    /// Places are neighbours, or are not: a passage joins them, in any direction.
    ///
    /// Node symbols name places as in `Order`.
    Adjacent {
        /// The node symbol of the places that are looked at.
        symbol: String,
        /// The node symbol of their neighbours.
        to: String,
        /// The places that need such a neighbour.
        #[serde(default, skip_serializing_if = "NeighbourDemand::is_default")]
        demand: NeighbourDemand,
    },
    /// No two neighbours are alike. A level without two neighbours to compare has nothing to judge.
    DistinctNeighbours {
        /// The trait in which neighbours differ.
        #[serde(default, skip_serializing_if = "NeighbourTrait::is_default")]
        by: NeighbourTrait,
    },
}

/// The things that a property counts: `Symbol("Shop")` or `Entity("bandit")`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Described)]
pub enum CountedThing {
    /// The nodes of the mission with this symbol, places and items alike.
    Symbol(String),
    /// The entities of this kind, from the alphabet or from room sets.
    Entity(String),
}

/// The keys that must be in reach before their lock opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum KeyDemand {
    /// Every key of each lock.
    #[default]
    Each,
    /// As many keys as each lock needs.
    Enough,
}

/// The strength of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum OrderDemand {
    /// Each of the first places can be reached without entering any of the later ones.
    #[default]
    Possible,
    /// None of the later places can be reached without entering one of the first places.
    Forced,
}

/// The places of a symbol that need a neighbour of the other symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum NeighbourDemand {
    /// Each of them has such a neighbour.
    #[default]
    Each,
    /// At least one of them has such a neighbour.
    AtLeastOne,
    /// None of them has such a neighbour.
    Never,
}

/// A trait of places in which neighbours differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum NeighbourTrait {
    /// The authored room. Only neighbours that are both rooms are compared.
    #[default]
    Room,
    /// The node symbol.
    Symbol,
}

/// Adds `is_default` for fields that files leave out.
macro_rules! left_out_by_default {
    ($($name:ident),*) => {
        $(impl $name {
            /// Returns `true` for the default.
            pub fn is_default(&self) -> bool {
                *self == Self::default()
            }
        })*
    };
}

left_out_by_default!(KeyDemand, OrderDemand, NeighbourDemand, NeighbourTrait);

impl CountedThing {
    /// Returns the name of the symbol or of the entity.
    pub fn name(&self) -> &str {
        match self {
            Self::Symbol(name) | Self::Entity(name) => name,
        }
    }
}

impl LevelProperty {
    /// Returns a property without a sentence of its own.
    pub fn new(claim: PropertyClaim) -> Self {
        Self { name: String::new(), claim }
    }

    /// Returns the sentence: the name, or else the claim in words.
    pub fn sentence(&self) -> String {
        if self.name.trim().is_empty() { self.claim.text() } else { self.name.clone() }
    }
}

impl PropertyClaim {
    /// Returns the claim in words: "dead_ends: at most 3".
    pub fn text(&self) -> String {
        match self {
            Self::Metric { metric, value } => format!("{metric}: {}", value.text()),
            Self::Count { of, number } => format!("number of \"{}\": {}", of.name(), number.text()),
            Self::KeyBeforeLock { keys: KeyDemand::Each } => "each key comes before its lock".to_owned(),
            Self::KeyBeforeLock { keys: KeyDemand::Enough } => "enough keys come before each lock".to_owned(),
            Self::Order { first, then, demand: OrderDemand::Possible } => {
                format!("each \"{first}\" can be reached before any \"{then}\"")
            }
            Self::Order { first, then, demand: OrderDemand::Forced } => {
                format!("no \"{then}\" can be reached before a \"{first}\"")
            }
            Self::Adjacent { symbol, to, demand } => match demand {
                NeighbourDemand::Each => format!("each \"{symbol}\" is next to a \"{to}\""),
                NeighbourDemand::AtLeastOne => format!("a \"{symbol}\" is next to a \"{to}\""),
                NeighbourDemand::Never => format!("no \"{symbol}\" is next to a \"{to}\""),
            },
            Self::DistinctNeighbours { by: NeighbourTrait::Room } => {
                "no two neighbours are the same room".to_owned()
            }
            Self::DistinctNeighbours { by: NeighbourTrait::Symbol } => {
                "no two neighbours have the same symbol".to_owned()
            }
        }
    }

    /// Returns the node symbols that it names, each with its field, for writing.
    pub fn symbols_mut(&mut self) -> Vec<(&'static str, &mut String)> {
        match self {
            Self::Count { of: CountedThing::Symbol(name), .. } => vec![("of", name)],
            Self::Order { first, then, .. } => vec![("first", first), ("then", then)],
            Self::Adjacent { symbol, to, .. } => vec![("symbol", symbol), ("to", to)],
            Self::Count { of: CountedThing::Entity(_), .. }
            | Self::Metric { .. }
            | Self::KeyBeforeLock { .. }
            | Self::DistinctNeighbours { .. } => Vec::new(),
        }
    }

    /// Returns the entity that it names, for writing.
    pub fn entity_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Count { of: CountedThing::Entity(name), .. } => Some(name),
            Self::Count { of: CountedThing::Symbol(_), .. }
            | Self::Metric { .. }
            | Self::KeyBeforeLock { .. }
            | Self::Order { .. }
            | Self::Adjacent { .. }
            | Self::DistinctNeighbours { .. } => None,
        }
    }
}
