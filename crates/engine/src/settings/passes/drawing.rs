//! Settings of passes that draw over tiles or replace them by walls.

use serde::{Deserialize, Serialize};

use super::{OPTIONAL_TILE, TILE};
use crate::base::parameters;

parameters! {
    /// Other tiles here and there, by weight.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct TileVariants {
        /// On which cells.
        of: Surface = Surface::default(), "surface";
        /// How often a tile stays as it is, beside the variants.
        plain: u32 = 772, "weight of the plain tile", None, 0..=100_000;
        /// What is drawn instead, by weight.
        variants: Vec<Variant> = Variant::usual(), "variants", Rows;
    }
}

parameters! {
    /// The cells of a place on which variants are drawn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Surface {
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
    /// A tile that is drawn by weight.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Variant {
        /// What is drawn.
        tile: String = String::new(), "tile", TILE;
        /// How often it is drawn beside the others and the plain tile.
        weight: u32 = 110, "weight", None, 0..=100_000;
    }
}

impl Variant {
    /// Returns the weights of *Wasteland Kings*: second and third tile together 22 percent, the fourth below
    /// 1 percent.
    fn usual() -> Vec<Self> {
        [110, 110, 8].map(|weight| Self { weight, ..Self::default() }).to_vec()
    }
}

parameters! {
    /// Pieces of wall on floors, and replaced walls.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct WallPieces {
        /// In how many of 100 cases a piece of wall stands on a floor. Only places that may have walls inside get some.
        percent: u32 = 5, "chance of a piece", Percent, 0..=100;
        /// How many cells wide and high a floor is. A piece is one cell at one of its corners: with 2 a quarter of it.
        floor_size: u32 = 2, "floor size", Cells, 1..=16;
        /// What some of the walls around the floor are instead, pieces and others.
        #[serde(skip_serializing_if = "String::is_empty")]
        trap: String = String::new(), "other wall", OPTIONAL_TILE;
        /// How many of 100 walls around the floor are that.
        #[serde(skip_serializing_if = "WallPieces::is_usual")]
        trap_percent: u32 = WallPieces::USUAL_TRAPS, "chance of the other wall", Percent, 0..=100;
    }
}

impl WallPieces {
    /// Percentage of walls that are fire traps in a scrapyard of *Wasteland Kings*.
    const USUAL_TRAPS: u32 = 14;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
    fn is_usual(percent: &u32) -> bool {
        *percent == Self::USUAL_TRAPS
    }
}
