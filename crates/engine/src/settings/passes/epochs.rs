//! Settings of epochs: an automaton on the floor of a place marks its live cells.
//!
//! Source: *Frozen Zombies in Space*.

use serde::{Deserialize, Serialize};

use super::{ENTITIES, TILES};
use crate::base::parameters;

parameters! {
    /// An automaton on the floor of each place, which marks its live cells epoch by epoch.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Epochs {
        /// How much of the floor is live in the beginning.
        percent: u32 = 45, "live cells", Percent, 0..=100;
        /// A cell with more live neighbours than this becomes live.
        live_above: u32 = 4, "live above", None, 0..=8;
        /// A cell with fewer live neighbours than this dies.
        dead_below: u32 = 4, "dead below", None, 0..=8;
        /// One after the other; each goes on from the live cells of the one before, and marks only cells that it marked.
        epochs: Vec<Epoch> = vec![Epoch::default()], "epochs", Rows;
        /// Do the middles of clumps that are empty in the end become wall? Only in places that may have walls inside.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        fill_clumps: bool = false, "fill empty clumps", Switch;
    }
}

parameters! {
    /// Some steps of the automaton, after which live cells away from the edge of the floor are marked.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Epoch {
        /// How many steps it has.
        steps: u32 = 2, "steps", Times, 0..=50;
        /// One of these tiles is drawn on each marked cell, each with equal chance.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tiles: Vec<String> = Vec::new(), "tiles", TILES;
        /// One of these entities is placed on each marked cell, each with equal chance.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        entities: Vec<String> = Vec::new(), "entities", ENTITIES;
        /// How many of 100 live cells are marked.
        #[serde(skip_serializing_if = "is_all")]
        percent: u32 = 100, "marked cells", Percent, 0..=100;
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_all(percent: &u32) -> bool {
    *percent == 100
}
