//! What passes did, as a level records it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Cell;
use crate::mission::Attributes;
use crate::settings::{PassKind, PassSettings};

/// A pass that has run, and what it placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassRecord {
    /// No two passes of a level have the same. Entities name it.
    pub name: String,
    /// What it does.
    pub kind: PassKind,
    /// The same with its settings, as the grammar has them. Levels written before these were recorded lack them: what they would decide is not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<PassSettings>,
    /// The symbols whose places it worked on; empty: all places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
    /// What it placed, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub entities: BTreeMap<String, PlacedKind>,
    /// How many cells of its layer, which bears its name, it drew each tile on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tiles: BTreeMap<String, u32>,
    /// The cells of places that it made wall, in the order in which it did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Cell>,
    /// Does the exit of the level open when the last of its foes falls? Not in a level with a goal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens_exit: bool,
    /// How many placements were taken back because they would have broken a promise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub taken_back: u32,
}

/// The entities of one kind that a pass placed. All of them are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedKind {
    /// How many there are.
    pub count: u32,
    /// Are they in the way?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
    /// Must each of them fall before the exit opens that the pass opens?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub falls: bool,
    /// The values that each has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: Attributes,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(super) fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl PassRecord {
    /// The kinds of which each entity must fall before the exit opens that the pass opens. All of them, if its settings are not recorded.
    pub fn falling(&self) -> impl Iterator<Item = &str> {
        let is_old = self.settings.is_none();
        let falling = self.entities.iter().filter(move |(_, placed)| placed.falls || is_old);
        falling.map(|(kind, _)| kind.as_str()).filter(|_| self.opens_exit)
    }

    /// How many entities, tiles and walls it placed.
    pub fn placed(&self) -> usize {
        let entities = self.entities.values().map(|placed| &placed.count);
        let counts = entities.chain(self.tiles.values());
        counts.map(|count| *count as usize).sum::<usize>() + self.walls.len()
    }
}
