//! Settings of a grammar for the stages after the derivation: the layout with its pins, shape and rolls, and the passes
//! that populate a level.
//!
//! They are plain values with their units and ranges. The grammar holds them, and the stages read them.

mod layout;
mod passes;
mod pins;
mod roll;
mod shape;

pub use delvewright_level::{Movement, Pin, PinnedPlace, Roll};
pub use layout::{Bridges, LayoutSettings, MOVEMENT, Spacing, SprawlNeighbour};
pub use passes::{
    AlongTheWay, ChestSpots, Chests, ColonyEdge, CurvePoint, Dress, Epoch, EpochCells, Epochs, Features,
    FoeRow, Foes, LevelExit, Pass, PassKind, PassSettings, SYMBOLS, Scope, Surface, TileVariants, Variant,
    WallPieces,
};
pub use roll::add_roll;
pub use shape::{Aspect, LevelSide, Mirror, Shape, SizeLimit};
