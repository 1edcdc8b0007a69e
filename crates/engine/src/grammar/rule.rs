//! A rule, as its author wrote it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::pattern::{is_one, one};
use super::{DistanceOrigin, ElementId, LocksOnWay, Pattern, Replacement};
use crate::base::{Described, Number, Unit};
use crate::mission::Site;

/// A rule: a left side, and the right side that replaces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The name, unique among the rules.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// If `false`, the rule is skipped, as if its weight were 0.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enabled: bool,
    /// See [`Rule::WEIGHT`].
    #[described(offers = Rule::WEIGHT)]
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// See [`Rule::LIMIT`].
    #[described(offers = Rule::LIMIT)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Labels by which steps of the recipe select the rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The effect of its drawing on positions.
    #[serde(default, skip_serializing_if = "Geometry::is_free")]
    pub geometry: Geometry,
    /// The handling of a deleted node that has edges outside the match.
    #[serde(default, skip_serializing_if = "DanglingPolicy::is_forbid")]
    pub dangling: DanglingPolicy,
    /// The matches that are preferred if there are several. Without it, each has the same chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefer: Option<MatchPreference>,
    /// The left side: the nodes and edges that the rule looks for.
    pub lhs: Pattern,
    /// Forbidden patterns. The rule does not apply at a match if one of them is found there.
    ///
    /// Node numbers of the left side are the matched nodes, whether they are listed under `nodes` or not.
    /// Give a forbidden node its own number, for example 9.
    /// A listed node must also meet the requirements given there.
    /// All other nodes and all edges differ from the matched ones and from each other. Sites are ignored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Pattern>,
    /// The right side: the nodes and edges after the rule was applied.
    pub rhs: Replacement,
    /// Alternative right sides.
    ///
    /// After the match has been drawn, one right side is drawn by weight among those that fit there.
    /// A right side fits if the sites of its new nodes are vacant and it leaves no edge dangling.
    /// A match needs at least one right side that fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Replacement>,
    /// The positions of the nodes in the drawing. With `Lattice` geometry they are required.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub at: IndexMap<ElementId, Site>,
}

impl Rule {
    /// The weights that the window offers; a file may have larger ones.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "The weight of this rule among the rules that match. With 0, it is never applied.",
        Unit::None,
        0..=100,
    );
    /// The limits that the window offers; a file may have larger ones.
    pub const LIMIT: Number = Number::new(
        "limit",
        "at most",
        "The maximum number of applications in one level. Without it there is no limit.",
        Unit::Times,
        1..=50,
    );
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_yes(enabled: &bool) -> bool {
    *enabled
}

impl Rule {
    /// Returns all right sides: the first one, then the others in their order. A step records the position.
    pub fn alternatives(&self) -> impl Iterator<Item = &Replacement> {
        std::iter::once(&self.rhs).chain(&self.or)
    }
}

/// The effect of a rule's drawing on positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum Geometry {
    /// The drawing has no effect on positions. Created nodes get a site later.
    #[default]
    Free,
    /// Matched nodes must be arranged as drawn. Created nodes take the vacant sites where they are drawn.
    Lattice {
        /// The drawing may also be turned by quarter turns.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        turns: bool,
        /// The drawing may also be flipped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        flips: bool,
    },
}

impl Geometry {
    /// Returns `true` if the drawing has no meaning for positions.
    pub fn is_free(&self) -> bool {
        *self == Self::Free
    }
}

/// The matches that a rule prefers, by the distance of a matched node. Equal ones have the same chance.
///
/// A match whose node has no distance is used only if no other node has one. `ApplyAll` uses all matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum MatchPreference {
    /// The matches whose node is farthest away.
    Farthest {
        /// The node of the left side, by its number.
        node: ElementId,
        /// The end of the way.
        from: DistanceOrigin,
        /// The handling of locks on the way.
        #[serde(default, skip_serializing_if = "LocksOnWay::is_default")]
        locks: LocksOnWay,
    },
    /// The matches whose node is nearest.
    Nearest {
        /// The node of the left side, by its number.
        node: ElementId,
        /// The end of the way.
        from: DistanceOrigin,
        /// The handling of locks on the way.
        #[serde(default, skip_serializing_if = "LocksOnWay::is_default")]
        locks: LocksOnWay,
    },
}

impl MatchPreference {
    /// Returns the node of the left side whose distance decides.
    pub fn node(&self) -> ElementId {
        match self {
            Self::Farthest { node, .. } | Self::Nearest { node, .. } => *node,
        }
    }

    /// Returns the end of the ways, and the handling of locks on them.
    pub fn ways(&self) -> (DistanceOrigin, LocksOnWay) {
        match self {
            Self::Farthest { from, locks, .. } | Self::Nearest { from, locks, .. } => (*from, *locks),
        }
    }
}

/// The handling of a deleted node that has edges outside the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
pub enum DanglingPolicy {
    /// The rule does not apply there.
    #[default]
    Forbid,
    /// These edges are deleted with the node.
    Drop,
}

impl DanglingPolicy {
    /// Returns `true` if the rule does not apply there.
    pub fn is_forbid(&self) -> bool {
        *self == Self::Forbid
    }
}
