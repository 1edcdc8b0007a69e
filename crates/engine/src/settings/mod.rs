//! Settings of a grammar for the stages after the derivation: the layout with its pins, shape and rolls, and the passes
//! that populate a level.
//!
//! They are plain values with their units and ranges. The grammar holds them, and the stages read them.

mod layout;
mod passes;
mod pins;
mod roll;
mod shape;

pub use layout::{Beside, Bridges, LayoutSettings, Movement, Spacing};
pub use passes::{
    AlongTheWay, ChestSpots, Chests, CurvePoint, Epoch, Epochs, Features, FoeRow, Foes, LevelExit, Pass,
    PassKind, PassSettings, SYMBOLS, Scope, Surface, TileVariants, Variant, WallPieces,
};
pub use pins::{Pin, PinnedPlace};
pub use roll::Roll;
pub use shape::{Aspect, Bound, LevelSide, Mirror, Shape};
