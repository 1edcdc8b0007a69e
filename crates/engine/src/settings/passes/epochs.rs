//! Settings of epochs: an automaton on the floor of a place marks its live cells.
//!
//! Source: *Frozen Zombies in Space*.

use super::{ColonyEdge, ENTITIES, Epoch, EpochCells, Epochs, TILES};
use crate::base::parameters;

parameters! {
    /// Epochs: an automaton on the floor, which marks its live cells.
    for struct Epochs {
        /// The share of the floor that is live at the beginning.
        percent, "live cells", Percent, 0..=100;
        /// A cell with more live neighbours than this becomes live.
        live_above, "live above", None, 0..=120;
        /// A cell with fewer live neighbours than this dies.
        dead_below, "dead below", None, 0..=120;
        /// The order in which the cells change.
        order, "order";
        /// The neighbours that are counted.
        neighbourhood, "neighbours";
        /// The state of the cells at the edge of the floor, and of everything beyond.
        edge, "edge of the floor";
        /// The minimum distance from the start of everything that is placed or drawn.
        distance, "distance from the start", Cells, 0..=1000;
        /// The epochs, in order. Each continues with the live cells of the one before, and marks only cells that it marked.
        epochs, "epochs", Rows;
        /// The middles of clumps that end up empty become wall, in caves and places of walkers.
        fill_clumps, "fill empty clumps", Switch;
    }
}

parameters! {
    /// Some steps of the automaton, after which cells are marked.
    for struct Epoch {
        /// The number of steps of the automaton.
        steps, "steps", Times, 0..=50;
        /// The cells that are marked. Cells at the edge of the floor never are.
        cells, "marked cells";
        /// The minimum number of cells of a clump that is filled. Single cells have no clump by default.
        clump, "smallest clump", Cells, 1..=10_000;
        /// One of these tiles is drawn on each marked cell, each with equal chance.
        tiles, "tiles", TILES;
        /// One of these entities is placed on each marked cell, each with equal chance.
        entities, "entities", ENTITIES;
        /// The chance of each live cell to be marked. In clumps, that of each cell to mark the whole clump.
        percent, "chance of a mark", Percent, 0..=100;
    }
}

parameters! {
    /// The state of the edge of a floor on which an automaton lives.
    for enum ColonyEdge {
        /// Everything beyond the floor is dead.
        Dead = "Dead",
        /// Everything beyond the floor is live. The cells at its edge are live, too, and never change.
        Live = "Live",
    }
}

parameters! {
    /// The cells that an epoch marks.
    for enum EpochCells {
        /// Single live cells, of those that the epoch before has marked.
        Live = "Live cells",
        /// Whole clumps of live cells. The next epoch continues with the marks before this one.
        LiveClumps = "Clumps of live cells",
        /// Whole clumps of dead cells. The next epoch continues with the marks before this one.
        EmptyClumps = "Clumps of empty cells",
    }
}
