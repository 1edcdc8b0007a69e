//! A rule, as its author wrote it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::pattern::{is_one, one};
use super::{ElementId, Pattern, Replacement};
use crate::base::{Number, Unit};
use crate::mission::Site;

/// A rule: left side → right side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The name, unique among the rules.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// `true` if it may run. Otherwise it is skipped as if its weight were 0, and can be enabled again.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enabled: bool,
    /// The weight in random choice, see [`Rule::WEIGHT`].
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// Maximum number of applications in one derivation, see [`Rule::LIMIT`]; no limit if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Labels by which a recipe can pick it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The meaning of its drawing for positions.
    #[serde(default, skip_serializing_if = "Geometry::is_free")]
    pub geometry: Geometry,
    /// The treatment of an erased node with edges outside the match.
    #[serde(default, skip_serializing_if = "DanglingPolicy::is_forbid")]
    pub dangling: DanglingPolicy,
    /// The left side: what the rule looks for.
    pub lhs: Pattern,
    /// The forbidden patterns: the rule does not apply at a match next to which one of them can be found.
    ///
    /// Ids of the left side are the matched nodes, listed under `nodes` or not.
    /// If such a node is listed, its requirements must hold in addition.
    /// All other nodes and all edges differ from the matched ones and from each other. Sites are ignored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Pattern>,
    /// The right side: the result.
    pub rhs: Replacement,
    /// Alternative right sides.
    ///
    /// After the match has been drawn, one right side is drawn by weight among those that fit there.
    /// A right side fits if the sites of its new nodes are vacant and it leaves no edge dangling.
    /// A match needs at least one right side that fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Replacement>,
    /// The positions of the nodes in the drawing; with `Lattice` geometry, their required relative sites.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub at: IndexMap<ElementId, Site>,
}

impl Rule {
    /// The weights that the window offers; a file may have larger ones.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "How often it is chosen beside the other rules that match. 0: never.",
        Unit::None,
        0..=100,
    );
    /// The limits that the window offers; a file may have larger ones.
    pub const LIMIT: Number =
        Number::new("limit", "at most", "How often it may be applied in one level.", Unit::Times, 1..=50);
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

/// The meaning of a rule's drawing for positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Geometry {
    /// None: created nodes get a site later.
    #[default]
    Free,
    /// Matched nodes must be arranged as drawn; created ones take the vacant sites where they are drawn.
    Lattice {
        /// `true` if quarter turns of the drawing are allowed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        turns: bool,
        /// `true` if the drawing may be flipped.
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

/// The treatment of an erased node that has edges outside the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DanglingPolicy {
    /// The rule does not apply there.
    #[default]
    Forbid,
    /// The edges are erased with the node.
    Drop,
}

impl DanglingPolicy {
    /// Returns `true` if the rule does not apply there.
    pub fn is_forbid(&self) -> bool {
        *self == Self::Forbid
    }
}
