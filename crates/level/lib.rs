#![doc = include_str!("README.md")]

mod check;
mod ground;
mod ids;
mod level;
mod mission;
mod populate;
mod query;
mod read;
mod report;
mod template;
mod values;
#[cfg(test)]
mod tests;

pub use check::Problem;
pub use ground::{Blocked, Distances, Ground, Spot};
pub use ids::{EdgeId, EntityId, Keys, NodeId, Owner, PassageId, PlaceId};
pub use level::{
    Board, BoardDrop, Bridge, Card, Door, Entity, Layer, Level, Lock, Movement, Passage, PassageEnd,
    PassageKind, Place, Socket, Tile,
};
pub use mission::{
    Edge, EdgeRole, EdgeSymbol, Links, Mission, Node, NodeRole, NodeSymbol, Pin, PinnedPlace, Roll,
    Technique, TechniqueByValue,
};
pub use populate::{
    AlongTheWay, ChestSpots, Chests, CurvePoint, Epoch, Epochs, Features, FoeRow, Foes, LevelExit, PassKind,
    PassRecord, PassSettings, PlacedKind, Scope, Surface, TileVariants, Variant, WallPieces,
};
pub use read::ReadError;
pub use report::{Break, Promise, PromiseResult, Report};
pub use template::{SpecialSocket, Template, TemplateEntity};
pub use values::{Attributes, Cell, Color, Direction, Rect, Seed, Size, Value};
