//! The mission: its places, the connections between them, and the form of each symbol.
//!
//! The grammar rewrites the mission, the layout places it, and the space forms it.
//! This module has the types that those stages share.

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
    Alphabet, Attributes, EdgeRole, EdgeSymbol, EdgeSymbolId, EntitySymbol, NodeRole, NodeSymbol,
    NodeSymbolId, TileSymbol, Value,
};
pub use cards::{Board, Card, CardPart, CardPicture};
pub use check_rooms::{
    DefinedTile, RESERVED_TILE_NAMES, RoomFindings, check_room_set, check_rooms_for, tile_names,
    tiles as tiles_of_set,
};
pub use choices::{FormChoice, KindChoice};
pub use elements::{Edge, EdgeId, Node, NodeId, Site};
pub(crate) use exits::{are_enough, are_never_enough, kind_used};
pub use form::{
    Cards, Cave, Detached, Form, Hall, KeptSpots, Neighbourhood, Room, SpotKind, Technique, UpdateOrder,
    WalkerPreset, Walkers, WeaponSpots,
};
pub use graph::Mission;
pub use leads::Lead;
pub(crate) use links::EndSymbols;
pub use links::{Heading, Link};
pub use passage_kind::{Door, Instead, PassageKind};
pub use passage_length::PassageLength;
pub use passes::{
    AlongTheWay, ChestSpots, Chests, CurvePoint, Epoch, Epochs, Features, FoeRow, Foes, LevelExit, Pass,
    PassKind, PassSettings, SYMBOLS, Scope, Surface, TileVariants, Variant, WallPieces,
};
pub use pins::{Pin, PinnedPlace};
pub use placed::Placed;
pub use roll::Roll;
pub use rooms::{
    EmptyCells, LegendEntry, RoomSet, RoomSource, RoomTemplate, SocketEntry, SourceReading, TileLook,
};
pub use settings::{Beside, Bridges, LayoutSettings, Movement, Spacing};
pub use shape::{Aspect, Bound, LevelSide, Mirror, Shape};
pub use tile_sheet::{Block, TileChoice, TileSheet};
pub use values::Values;
