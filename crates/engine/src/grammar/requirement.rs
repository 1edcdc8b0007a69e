//! What a recipe may require of the mission, and what happens if that is not so.

use serde::{Deserialize, Serialize};

use super::{Dangling, Geometry, NodeReplacement, Pattern, Replacement, Rule, SymbolReplacement};
use crate::base::{Number, Unit};

/// How the mission should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Requirement {
    /// Something like this is there.
    Present(Pattern),
    /// Nothing like this is there.
    Absent(Pattern),
    /// Something like this is there so many times.
    ///
    /// Counted are matches, as a rule with this left side would find them: where two nodes of the pattern could be each other, each way to name them counts.
    Counted {
        /// How many times.
        times: Bound,
        /// What.
        pattern: Pattern,
    },
    /// The mission has so many nodes.
    Nodes(Bound),
    /// The mission has so many edges, passages and relations together.
    Edges(Bound),
    /// The longest way has so many passages.
    ///
    /// It is the way to the place that is farthest from the start: the number of passages on the shortest way there, the largest such number of all nodes that can be reached.
    /// One-way passages count only in their direction, locks do not hinder, of several nodes with the role `Start` the nearest counts; without one it is 0.
    LongestWay(Bound),
}

/// How many; written `AtLeast(3)`, `AtMost(5)` or `Between(3, 5)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// That many or more.
    AtLeast(u32),
    /// That many or fewer.
    AtMost(u32),
    /// From the one to the other, both included.
    Between(u32, u32),
}

/// What a recipe does if the mission is not as required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Otherwise {
    /// The derivation stops there and has failed.
    #[default]
    Stop,
    /// The list of steps that this one stands in is undone from its beginning and done again with other random numbers, up to so many times; then the derivation stops and has failed, with the last try to look at.
    ///
    /// That list is the innermost: the steps of a block, of one repetition, of a chosen block, or the whole recipe.
    Retry {
        /// How often at most, each time the list is entered: [`Otherwise::TRIES`].
        times: u32,
    },
}

impl Otherwise {
    /// The numbers of tries that the window offers; a file may have larger ones.
    pub const TRIES: Number =
        Number::new("times", "tries", "How often at most; then the derivation stops.", Unit::Times, 1..=100);

    /// Does it stop at once?
    pub fn is_stop(&self) -> bool {
        *self == Self::Stop
    }
}

impl Bound {
    /// The numbers that the window offers; a file may have larger ones.
    pub const NUMBER: Number = Number::new("", "number", "How many there should be.", Unit::None, 0..=100);
    /// The ranges that the window offers.
    pub const RANGE: Number = Number { most: 10_000, ..Self::NUMBER };

    /// Is it that many?
    pub fn contains(self, count: u64) -> bool {
        let (least, most) = self.ends();
        least <= count && count <= most
    }

    /// A number beyond which more make no difference.
    pub(crate) fn enough(self) -> u64 {
        match self {
            Self::AtLeast(least) => u64::from(least),
            Self::AtMost(most) | Self::Between(_, most) => u64::from(most) + 1,
        }
    }

    /// The least and the most.
    fn ends(self) -> (u64, u64) {
        match self {
            Self::AtLeast(least) => (u64::from(least), u64::MAX),
            Self::AtMost(most) => (0, u64::from(most)),
            Self::Between(least, most) => (u64::from(least), u64::from(most)),
        }
    }

    /// In words: "at least 3".
    pub(crate) fn text(self) -> String {
        match self {
            Self::AtLeast(least) => format!("at least {least}"),
            Self::AtMost(most) => format!("at most {most}"),
            Self::Between(least, most) if least == most => least.to_string(),
            Self::Between(least, most) => format!("{least} to {most}"),
        }
    }
}

impl Requirement {
    /// How many there should be of what is counted.
    pub(crate) fn bound(&self) -> Bound {
        match self {
            Self::Present(_) => Bound::AtLeast(1),
            Self::Absent(_) => Bound::AtMost(0),
            Self::Counted { times: bound, .. }
            | Self::Nodes(bound)
            | Self::Edges(bound)
            | Self::LongestWay(bound) => *bound,
        }
    }

    /// What it looks for, if that is a pattern.
    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        match self {
            Self::Present(pattern) | Self::Absent(pattern) | Self::Counted { pattern, .. } => Some(pattern),
            Self::Nodes(_) | Self::Edges(_) | Self::LongestWay(_) => None,
        }
    }
}

/// A rule that looks for a pattern anywhere and changes nothing at its nodes, so that outside edges do not matter.
pub(crate) fn rule_that_finds(pattern: &Pattern) -> Rule {
    let keep = |id| (id, NodeReplacement::from(SymbolReplacement::Keep));
    Rule {
        name: String::new(),
        notes: String::new(),
        weight: 1,
        limit: None,
        enabled: true,
        tags: Vec::new(),
        geometry: Geometry::Free,
        dangling: Dangling::Drop,
        lhs: pattern.clone(),
        forbid: Vec::new(),
        rhs: Replacement {
            weight: 1,
            nodes: pattern.nodes.keys().copied().map(keep).collect(),
            edges: Vec::new(),
        },
        or: Vec::new(),
        at: Default::default(),
    }
}
