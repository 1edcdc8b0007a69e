//! The mission: which places there are, how they are joined, and what each symbol becomes in space.
//!
//! The grammar rewrites it, the layout places it, the space forms it; it is what those stages share.

mod alphabet;
mod check_picture;
mod check_rooms;
mod check_sockets;
mod form;
mod graph;
mod leads;
mod placed;
mod rooms;
mod settings;
mod values;

pub use alphabet::{
    Alphabet, Attributes, Door, EdgeRole, EdgeSymbol, EdgeSymbolId, NodeRole, NodeSymbol, NodeSymbolId,
    PassageKind, Value,
};
pub use check_rooms::{RoomFindings, check_room_set, check_rooms_for};
pub use form::{Cave, Detached, Form, Hall, Neighbourhood, Room, Technique, UpdateOrder};
pub(crate) use graph::EndSymbols;
pub use graph::{Edge, EdgeId, Heading, Link, Mission, Node, NodeId, Site};
pub use leads::Lead;
pub use placed::Placed;
pub use rooms::{LegendEntry, RoomSet, RoomTemplate, SocketEntry, TileLook};
pub use settings::{Bridges, LayoutSettings, Movement, Spacing};
pub use values::Values;
