//! Settings of epochs: an automaton on the floor of a place marks its live cells.
//!
//! Source: *Frozen Zombies in Space*.

use super::{ENTITIES, Epoch, Epochs, TILES};
use crate::base::parameters;

parameters! {
    for struct Epochs {
        /// How much of the floor is live in the beginning.
        percent, "live cells", Percent, 0..=100;
        /// A cell with more live neighbours than this becomes live.
        live_above, "live above", None, 0..=8;
        /// A cell with fewer live neighbours than this dies.
        dead_below, "dead below", None, 0..=8;
        /// One after the other; each goes on from the live cells of the one before, and marks only cells that it marked.
        epochs, "epochs", Rows;
        /// Do the middles of clumps that are empty in the end become wall? Only in places that may have walls inside.
        fill_clumps, "fill empty clumps", Switch;
    }
}

parameters! {
    for struct Epoch {
        /// How many steps it has.
        steps, "steps", Times, 0..=50;
        /// One of these tiles is drawn on each marked cell, each with equal chance.
        tiles, "tiles", TILES;
        /// One of these entities is placed on each marked cell, each with equal chance.
        entities, "entities", ENTITIES;
        /// How many of 100 live cells are marked.
        percent, "marked cells", Percent, 0..=100;
    }
}
