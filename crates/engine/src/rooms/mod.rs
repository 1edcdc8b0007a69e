//! Room sets: rooms that are drawn by hand, with their sockets, legends, cards and tile sheets.
//!
//! A room set is checked by itself with [`check_room_set`], and against the symbols of a grammar and the other sets
//! with [`check_rooms_for`]. Both collect all mistakes and never fail.
//! Nothing here knows of levels: rooms are placed by the layout and built by the space.

pub(crate) mod boards;
mod cards;
mod check;
mod diagnostics;
mod exits;
mod fillable;
mod leads;
mod placed;
mod set;
mod tile_sheet;

pub use cards::{BoardGrid, CardPart, CardPicture, CardSettings, CardSides, DropEnd};
pub(crate) use check::symbols_without_sure_cards;
pub use check::{
    DefinedTile, RESERVED_TILE_NAMES, RoomFindings, check_room_set, check_rooms_for, tile_names,
    tiles as tiles_of_set,
};
pub use diagnostics::ROOM_DIAGNOSTICS;
pub(crate) use exits::{are_enough, are_never_enough, kind_used};
pub use leads::SocketApproach;
pub use placed::Placed;
pub use set::{
    EmptyCells, LegendEntry, RoomSet, RoomSource, RoomTemplate, SocketEntry, SourceReading, TileLook,
};
pub use tile_sheet::{SheetBlock, TileChoice, TileSheet};
