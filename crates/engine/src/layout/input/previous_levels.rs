//! Earlier levels from which a layout can start: levels with frozen places, and positions to stay near.
//!
//! These are plain values that callers store and pass in. `frozen` and `previous_layout` use them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::base::{Cell, SharedGrid, Size};
use crate::layout::input::nested_sides::NestedSides;
use crate::layout::result::plan::{Plan, PlannedPassage, PlannedPlace};
use crate::level::Owner;
use crate::mission::{Alphabet, EdgeId, Mission, NodeId};
use crate::settings::Spacing;

/// An earlier level of a mission, and the places of it that are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrozenPlaces {
    /// The plan of the earlier level.
    pub plan: Arc<Plan>,
    /// The owner of each cell when the places were formed.
    pub owners: SharedGrid<Owner>,
    /// The nodes of the kept places.
    pub nodes: BTreeSet<NodeId>,
}

/// The positions of places before a small change of the mission. The next layout stays near them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Precursor")]
pub struct PreviousLayout {
    /// The symbol of each place, and the middle of its core.
    pub places: BTreeMap<NodeId, (String, Cell)>,
    /// The sizes of their cores.
    #[serde(default)]
    pub sizes: BTreeMap<NodeId, Size>,
    /// The sides of places whose cores overlap. Those of all others follow from positions and sizes.
    #[serde(default, skip_serializing_if = "NestedSides::is_empty")]
    pub nested: NestedSides,
    /// The edges that were passages.
    pub passages: BTreeSet<EdgeId>,
    /// The nodes that these passages joined. They identify places whose node numbers changed.
    #[serde(default)]
    pub joined: BTreeSet<(NodeId, NodeId)>,
    /// The spacing of that level, if known.
    #[serde(default)]
    pub spacing: Option<Spacing>,
    /// The layout from which that level itself started, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<PreviousLayout>>,
}

impl PreviousLayout {
    /// Records the positions in a plan. `before` is the layout from which the plan started.
    pub fn of(
        plan: &Plan,
        mission: &Mission,
        alphabet: &Alphabet,
        spacing: Spacing,
        before: Option<&Self>,
    ) -> Self {
        let of_place = |place: &PlannedPlace| {
            let (symbol, _) = alphabet.node(mission.node(place.node)?.symbol);
            Some((place.node, (symbol.to_owned(), place.core.center())))
        };
        let joined = |passage: &PlannedPassage| mission.edge(passage.edge).map(|edge| (edge.from, edge.to));
        Self {
            places: plan.places.iter().filter_map(of_place).collect(),
            sizes: plan.places.iter().map(|place| (place.node, place.core.size)).collect(),
            nested: NestedSides::of(&plan.places),
            passages: plan.passages.iter().map(|passage| passage.edge).collect(),
            joined: plan.passages.iter().filter_map(joined).collect(),
            spacing: Some(spacing),
            before: before.map(|before| Box::new(Self { before: None, ..before.clone() })),
        }
    }

    /// Returns `true` if both have the same spacing, and missions that are the same to layout.
    pub fn is_of_same_mission(&self, other: &Self) -> bool {
        let symbols = |of: &Self| -> Vec<_> {
            of.places.iter().map(|(node, (symbol, _))| (*node, symbol.clone())).collect()
        };
        self.passages == other.passages
            && self.sizes == other.sizes
            && self.spacing == other.spacing
            && symbols(self) == symbols(other)
    }
}
