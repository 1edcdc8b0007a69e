//! What a layout may go on from: an earlier level of which places are kept, or where the places of one lay.
//!
//! These are values that callers store and hand in; `kept` and `steady` say what layout makes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::plan::{Plan, PlannedPassage, PlannedPlace};
use crate::base::{Cell, SharedGrid, Size};
use crate::level::Owner;
use crate::mission::{Alphabet, EdgeId, Mission, NodeId};
use crate::settings::Spacing;

/// An earlier level of a mission, and which places of it are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrozenPlaces {
    /// Where everything lay.
    pub plan: Arc<Plan>,
    /// To whom each cell belonged when the places were formed.
    pub owners: SharedGrid<Owner>,
    /// The nodes of the places that are kept.
    pub nodes: BTreeSet<NodeId>,
}

/// Where the places of a level lay before its mission changed a little: the next layout goes on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Precursor")]
pub struct PreviousLayout {
    /// Of each place the name of its symbol, and the middle of its core.
    pub places: BTreeMap<NodeId, (String, Cell)>,
    /// How large their cores were.
    #[serde(default)]
    pub sizes: BTreeMap<NodeId, Size>,
    /// The edges that were passages.
    pub passages: BTreeSet<EdgeId>,
    /// The nodes that these joined, by which places are known again whose numbers have changed.
    #[serde(default)]
    pub joined: BTreeSet<(NodeId, NodeId)>,
    /// How far its places lay apart, if that is known.
    #[serde(default)]
    pub spacing: Option<Spacing>,
    /// What the layout of that level went on from, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<PreviousLayout>>,
}

impl PreviousLayout {
    /// Where the places of a plan lie, which went on from another if that is given.
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
            passages: plan.passages.iter().map(|passage| passage.edge).collect(),
            joined: plan.passages.iter().filter_map(joined).collect(),
            spacing: Some(spacing),
            before: before.map(|before| Box::new(Self { before: None, ..before.clone() })),
        }
    }

    /// Are both of the same mission, as far as layout sees it, with the same spacing?
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
