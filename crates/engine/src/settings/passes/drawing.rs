//! Settings of passes that draw over tiles or replace them by walls.

use super::{OPTIONAL_TILE, Surface, TILE, TileVariants, Variant, WallPieces};
use crate::base::parameters;

parameters! {
    /// Tile variants: other tiles by weight.
    for struct TileVariants {
        /// The cells on which it draws.
        of, "surface";
        /// The weight of the tile that is already there, next to those of the variants.
        plain, "weight of the plain tile", None, 0..=100_000;
        /// The tiles that are drawn instead, by weight.
        variants, "variants", Rows;
    }
}

parameters! {
    /// The cells on which variants are drawn.
    for enum Surface {
        /// The floor of the place.
        Floor = "Floor",
        /// The walls directly above its floor, whose sides are visible.
        WallSides = "Wall sides",
        /// The other walls around it.
        WallTops = "Wall tops",
        /// All walls around it.
        Walls = "Walls",
    }
}

parameters! {
    /// A tile with a weight.
    for struct Variant {
        /// The tile that is drawn.
        tile, "tile", TILE;
        /// The weight of this tile, next to those of the others and of the plain tile.
        weight, "weight", None, 0..=100_000;
    }
}

parameters! {
    /// Wall pieces: pieces of wall on floors, and walls that become another tile.
    for struct WallPieces {
        /// The chance of a piece of wall on a floor. Only caves and places of walkers get pieces.
        percent, "chance of a piece", Percent, 0..=100;
        /// The width and height of a floor. A piece is one cell at one of its corners.
        floor_size, "floor size", Cells, 1..=16;
        /// The tile that replaces some of the walls around the floor, including pieces.
        trap, "other wall", OPTIONAL_TILE;
        /// The share of the walls around the floor that become this tile.
        trap_percent, "chance of the other wall", Percent, 0..=100;
    }
}
