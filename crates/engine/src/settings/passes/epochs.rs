//! Settings of epochs: an automaton on the floor of a place marks its live cells.
//!
//! Source: *Frozen Zombies in Space*.

use super::{ENTITIES, Epoch, Epochs, TILES};
use crate::base::parameters;

parameters! {
    /// Epochs: an automaton on the floor, which marks its live cells.
    for struct Epochs {
        /// The share of the floor that is live at the beginning.
        percent, "live cells", Percent, 0..=100;
        /// A cell with more live neighbours than this becomes live.
        live_above, "live above", None, 0..=8;
        /// A cell with fewer live neighbours than this dies.
        dead_below, "dead below", None, 0..=8;
        /// The epochs, in order. Each continues with the live cells of the one before, and marks only cells that it marked.
        epochs, "epochs", Rows;
        /// The middles of clumps that end up empty become wall, in caves and places of walkers.
        fill_clumps, "fill empty clumps", Switch;
    }
}

parameters! {
    /// Some steps of the automaton, after which live cells are marked.
    for struct Epoch {
        /// The number of steps of the automaton.
        steps, "steps", Times, 0..=50;
        /// One of these tiles is drawn on each marked cell, each with equal chance.
        tiles, "tiles", TILES;
        /// One of these entities is placed on each marked cell, each with equal chance.
        entities, "entities", ENTITIES;
        /// The share of the live cells that are marked.
        percent, "marked cells", Percent, 0..=100;
    }
}
