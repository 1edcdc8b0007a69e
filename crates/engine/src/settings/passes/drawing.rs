//! Settings of passes that draw over tiles or replace them by walls.

use super::{OPTIONAL_TILE, Surface, TILE, TileVariants, Variant, WallPieces};
use crate::base::parameters;

parameters! {
    for struct TileVariants {
        /// On which cells.
        of, "surface";
        /// How often a tile stays as it is, beside the variants.
        plain, "weight of the plain tile", None, 0..=100_000;
        /// What is drawn instead, by weight.
        variants, "variants", Rows;
    }
}

parameters! {
    for enum Surface {
        /// Its floor.
        Floor = "Floor",
        /// Walls right above its floor, of which one sees the side.
        WallSides = "Wall sides",
        /// The other walls around it.
        WallTops = "Wall tops",
        /// All walls around it.
        Walls = "Walls",
    }
}

parameters! {
    for struct Variant {
        /// What is drawn.
        tile, "tile", TILE;
        /// How often it is drawn beside the others and the plain tile.
        weight, "weight", None, 0..=100_000;
    }
}

parameters! {
    for struct WallPieces {
        /// In how many of 100 cases a piece of wall stands on a floor. Only places that may have walls inside get some.
        percent, "chance of a piece", Percent, 0..=100;
        /// How many cells wide and high a floor is. A piece is one cell at one of its corners: with 2 a quarter of it.
        floor_size, "floor size", Cells, 1..=16;
        /// What some of the walls around the floor are instead, pieces and others.
        trap, "other wall", OPTIONAL_TILE;
        /// How many of 100 walls around the floor are that.
        trap_percent, "chance of the other wall", Percent, 0..=100;
    }
}
