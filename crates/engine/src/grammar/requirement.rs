//! Requirements of a recipe on the mission, and the reaction if one is not met.

use serde::{Deserialize, Serialize};

use super::{DanglingPolicy, Geometry, NodeReplacement, Pattern, Replacement, Rule, SymbolReplacement};
use crate::base::{CountBound, Described, Number, Unit};

/// A requirement on the mission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum Requirement {
    /// The pattern has a match.
    Present(Pattern),
    /// The pattern has no match.
    Absent(Pattern),
    /// The number of matches of a pattern.
    ///
    /// Matches are counted as for a rule with this left side.
    /// If two nodes of the pattern could be swapped, each assignment is counted.
    Counted {
        /// The required number of matches.
        times: CountBound,
        /// The pattern to find.
        pattern: Pattern,
    },
    /// The number of nodes of the mission.
    Nodes(CountBound),
    /// The number of edges of the mission, passages and relations together.
    Edges(CountBound),
    /// The number of passages of the longest way.
    ///
    /// It is the shortest way to the place that is farthest from the start.
    /// One-way passages are used only in their direction, and locks are ignored.
    /// If there are several starts, the nearest one is used; if there is none, the number is 0.
    LongestWay(CountBound),
}

/// The reaction of a recipe if a requirement is not met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum UnmetAction {
    /// The derivation stops and fails.
    #[default]
    Stop,
    /// The list of steps that contains this one is undone and run again with other random numbers.
    ///
    /// That list is the innermost: the steps of a block, of one repetition, of a chosen block, or the whole
    /// recipe.
    /// After `times` tries, the derivation stops and fails. The last try is kept for you to look at.
    Retry {
        /// See [`UnmetAction::TRIES`].
        #[described(offers = UnmetAction::TRIES)]
        times: u32,
    },
}

impl UnmetAction {
    /// The numbers of tries that the window offers; a file may have larger ones.
    pub const TRIES: Number = Number::new(
        "times",
        "tries",
        "The maximum number of tries each time the list is entered. After that, the derivation stops.",
        Unit::Times,
        1..=100,
    );

    /// Returns `true` if the derivation stops at once.
    pub fn is_stop(&self) -> bool {
        *self == Self::Stop
    }
}

impl Requirement {
    /// Returns the bound of the counted number.
    pub(crate) fn bound(&self) -> CountBound {
        match self {
            Self::Present(_) => CountBound::AtLeast(1),
            Self::Absent(_) => CountBound::AtMost(0),
            Self::Counted { times: bound, .. }
            | Self::Nodes(bound)
            | Self::Edges(bound)
            | Self::LongestWay(bound) => *bound,
        }
    }

    /// Returns the pattern, if it has one.
    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        match self {
            Self::Present(pattern) | Self::Absent(pattern) | Self::Counted { pattern, .. } => Some(pattern),
            Self::Nodes(_) | Self::Edges(_) | Self::LongestWay(_) => None,
        }
    }
}

/// Returns a rule that finds a pattern anywhere and keeps its nodes, so that outside edges do not matter.
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
        dangling: DanglingPolicy::Drop,
        prefer: None,
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
