//! A rule, as its author wrote it.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::pattern::{is_one, one};
use super::{ElementId, Pattern, Replacement};
use crate::base::{Number, Unit};
use crate::mission::Site;

/// Left side → right side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What it is called; different for every rule.
    pub name: String,
    /// The author's remarks: what it is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// May it run? Else it is passed over as if its weight were 0, and can be turned on again.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub enabled: bool,
    /// How often it is chosen: [`Rule::WEIGHT`].
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// How often it may be applied in one derivation: [`Rule::LIMIT`]; no limit if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Labels by which a recipe can pick it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Does its drawing say where things lie?
    #[serde(default, skip_serializing_if = "Geometry::is_free")]
    pub geometry: Geometry,
    /// What happens where it erases a node with edges outside the match.
    #[serde(default, skip_serializing_if = "Dangling::is_forbid")]
    pub dangling: Dangling,
    /// What must be there.
    pub lhs: Pattern,
    /// What must not be there: the rule does not apply at a match where one of these can be found beside it.
    ///
    /// Ids of the left side stand for what is matched there, listed under `nodes` or not; where they are listed, what is asked of them must hold in addition. All other nodes and all edges are others than the matched ones, and different from each other. Places play no part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbid: Vec<Pattern>,
    /// What will be there.
    pub rhs: Replacement,
    /// What may be there instead. After the match has been drawn, one right side is drawn by weight among those that fit there: whose new nodes find their sites vacant, and that leave no edge dangling. A match counts where at least one fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<Replacement>,
    /// Where the nodes are drawn; under `Lattice` geometry that is where they lie, relative to each other.
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
    /// All right sides: the first one, then the others in their order. A step says by its position which one it was.
    pub fn alternatives(&self) -> impl Iterator<Item = &Replacement> {
        std::iter::once(&self.rhs).chain(&self.or)
    }
}

/// Does the drawing of a rule say where things lie?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Geometry {
    /// No: it is only a drawing; created nodes get a site later.
    #[default]
    Free,
    /// Yes: matched nodes must lie as drawn, created ones take the vacant site where they are drawn.
    Lattice {
        /// May the drawing be turned by quarter turns?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        turns: bool,
        /// May the drawing be flipped?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        flips: bool,
    },
}

impl Geometry {
    /// Is the drawing only a drawing?
    pub fn is_free(&self) -> bool {
        *self == Self::Free
    }
}

/// What happens where a rule erases a node that has edges outside the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dangling {
    /// The rule is refused there.
    #[default]
    Forbid,
    /// The edges are erased with the node.
    Drop,
}

impl Dangling {
    /// Is the rule refused there?
    pub fn is_forbid(&self) -> bool {
        *self == Self::Forbid
    }
}
