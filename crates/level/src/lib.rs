#![doc = include_str!("../README.md")]

mod check;
mod color;
mod direction;
mod grid;
mod grids;
mod ground;
mod ids;
mod kinds;
mod level;
mod mission;
mod older;
mod pass_record;
mod passes;
mod query;
mod read;
mod report;
mod roll;
mod seed;
mod shared_grid;
mod template;
mod theme;
#[cfg(test)]
mod tests;
mod value;

pub use check::Problem;
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use grid::{Cell, Grid, MOORE, Rect, Size};
pub use ground::{Blocked, Distances, Ground, Spot, Walker, line_of_sight};
pub use ids::{EdgeId, EntityId, Keys, NodeId, OwnedBy, Owner, PassageId, PlaceId};
pub use kinds::{Door, EdgeRole, Movement, Neighbourhood, NodeRole, Technique, UpdateOrder};
pub use level::{
    BoardRecord, Bridge, CardRecord, DropRecord, Entity, Layer, Level, Lock, Passage, PassageEnd,
    PassageForm, Place, Socket, Tile, is_walkable,
};
pub use mission::{
    EdgeMeaning, EdgeRecord, MissionRecord, NodeLinks, NodeMeaning, NodeRecord, Site, TechniqueChoice,
};
pub use pass_record::{PassRecord, PlacedKind};
pub use passes::{
    AlongTheWay, ChestSpots, Chests, ColonyEdge, CurvePoint, Dress, Epoch, EpochCells, Epochs, Features,
    FoeRow, Foes, LevelExit, PassKind, PassSettings, Scope, Surface, TileVariants, Variant, WallPieces,
};
pub use read::ReadError;
pub use report::{Break, Promise, PromiseResult, Report};
pub use roll::{Pin, PinnedPlace, Roll};
pub use seed::{ParseSeedError, RandomStream, Seed};
pub use shared_grid::SharedGrid;
pub use template::{SpecialSocket, Template, TemplateEntity};
pub use theme::{
    DerivedProps, DerivedTheme, DoorStyle, FloorPattern, LevelThemes, PropArrangement, PropPosition,
    PropRule, SANDSTONE, THEMES, ThemeColors, ThemeLiquid, ThemeLook, ThemeProps, WallPattern, names_liquid,
    names_water, theme_named,
};
pub use value::{Attributes, Value};

/// Returns `true` for numbers that files leave out.
fn is_zero(number: &u32) -> bool {
    *number == 0
}
