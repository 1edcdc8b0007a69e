//! The passes that have run, as a level records them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::grid::Cell;
use crate::passes::{PassKind, PassSettings};
use crate::value::Attributes;

/// A pass that has run, with everything that it placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PassRecord {
    /// No two passes of a level have the same. Entities name it.
    pub name: String,
    /// The kind of pass.
    pub kind: PassKind,
    /// The settings, as the grammar has them. Older levels lack them; then nothing is judged by settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<PassSettings>,
    /// The symbols whose places it worked on; empty: all places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// The entities that it placed, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub entities: BTreeMap<String, PlacedKind>,
    /// For each tile, the number of cells of its layer on which it drew that tile. The layer has the name of the pass.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tiles: BTreeMap<String, u32>,
    /// The cells of places that it made wall, in that order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Cell>,
    /// `true` if the exit of the level opens when the last of its foes falls. In a level with a goal it is `false`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens_exit: bool,
    /// Number of placements that were taken back because they would have broken a promise.
    #[serde(default, skip_serializing_if = "crate::is_zero")]
    pub taken_back: u32,
}

/// The entities of one kind that a pass placed. All of them are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct PlacedKind {
    /// Their number.
    pub count: u32,
    /// `true` if they are in the way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
    /// `true` if each of them must fall before the exit opens that the pass opens.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub falls: bool,
    /// The values that each has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: Attributes,
}

impl PassRecord {
    /// Returns the kinds of which each entity must fall before the exit opens that the pass opens. Without
    /// recorded settings these are all kinds.
    pub fn falling(&self) -> impl Iterator<Item = &str> {
        let is_old = self.settings.is_none();
        let falling = self.entities.iter().filter(move |(_, placed)| placed.falls || is_old);
        falling.map(|(kind, _)| kind.as_str()).filter(|_| self.opens_exit)
    }

    /// Returns `true` if each of its entities of that kind must fall before the exit opens.
    pub fn must_fall(&self, kind: &str) -> bool {
        self.falling().any(|falling| falling == kind)
    }

    /// Returns the number of entities, tiles and walls that it placed.
    pub fn placed(&self) -> usize {
        let entities = self.entities.values().map(|placed| &placed.count);
        let counts = entities.chain(self.tiles.values());
        counts.map(|count| *count as usize).sum::<usize>() + self.walls.len()
    }
}
