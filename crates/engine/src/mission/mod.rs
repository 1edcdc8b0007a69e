//! The mission: which places there are, how they are joined, and what each symbol becomes in space.
//!
//! The grammar rewrites it, the layout places it, the space forms it; it is what those stages share.

mod alphabet;
mod cards;
mod check_boards;
mod check_cards;
mod check_picture;
mod check_rooms;
mod check_sockets;
mod choices;
mod elements;
mod exits;
mod fillable;
mod form;
mod graph;
mod leads;
mod links;
mod passes;
mod passage_kind;
mod passage_length;
mod petgraph;
mod pins;
mod placed;
pub(crate) mod progression;
mod roll;
mod rooms;
mod settings;
mod shape;
mod tile_sheet;
mod values;

pub use self::petgraph::EdgeReference;
pub use alphabet::{
    Alphabet, EdgeSymbol, EdgeSymbolId, EntitySymbol, NodeSymbol, NodeSymbolId, TileSymbol, edge_style,
};
pub use cards::{Board, Card, CardPart, CardPicture};
pub use check_rooms::{
    DefinedTile, RESERVED_TILE_NAMES, RoomFindings, check_room_set, check_rooms_for, tile_names,
    tiles as tiles_of_set,
};
pub use choices::{FormChoice, KindChoice};
pub use delvewright_level::{
    Attributes, Door, EdgeId, EdgeRole, Movement, NodeId, NodeRole, Pin, PinnedPlace, Roll, Site, Technique,
    Value,
};
pub use elements::{Edge, Node};
pub(crate) use exits::{are_enough, are_never_enough, kind_used};
pub use form::{
    Cards, Cave, Detached, Form, Hall, KeptSpots, Neighbourhood, Room, SpotKind, UpdateOrder, WalkerPreset,
    Walkers, WeaponSpots,
};
pub use graph::Mission;
pub use leads::Lead;
pub(crate) use links::EndSymbols;
pub use links::{Heading, Link};
pub use passage_kind::{Instead, PassageKind};
pub use passage_length::PassageLength;
pub use passes::{
    AlongTheWay, ChestSpots, Chests, CurvePoint, Epoch, Epochs, Features, FoeRow, Foes, LevelExit, Pass,
    PassKind, PassSettings, SYMBOLS, Scope, Surface, TileVariants, Variant, WallPieces,
};
pub use placed::Placed;
pub use roll::add_roll;
pub use rooms::{
    EmptyCells, LegendEntry, RoomSet, RoomSource, RoomTemplate, SocketEntry, SourceReading, TileLook,
};
pub use settings::{Beside, Bridges, LayoutSettings, MOVEMENT, Spacing};
pub use shape::{Aspect, Bound, LevelSide, Mirror, Shape};
pub use tile_sheet::{Block, TileChoice, TileSheet};
pub use values::Values;
