//! The mission: its places, the connections between them, and the form of each symbol.
//!
//! The grammar rewrites the mission, the layout places it, and the space forms it.
//! This module has the types that those stages share.

mod alphabet;
mod choices;
mod elements;
mod form;
mod graph;
mod links;
mod passage_distances;
mod passage_kind;
mod passage_length;
mod petgraph;
mod roles;
mod theme;
pub(crate) mod progression;
mod values;

pub use self::petgraph::EdgeReference;
pub use alphabet::{
    Alphabet, EdgeSymbol, EdgeSymbolId, EntitySymbol, NodeSymbol, NodeSymbolId, TileSymbol, edge_style,
};
pub use choices::{FormChoice, KindChoice};
pub use delvewright_level::{
    Attributes, DerivedProps, DerivedTheme, Door, EdgeId, EdgeRole, FloorPattern, Neighbourhood, NodeId,
    NodeRole, Site, Technique, UpdateOrder, Value, WallPattern,
};
pub use elements::{Edge, Node};
pub use form::{
    Cards, Cave, Detached, DropDirections, DropSides, Form, Hall, KeptSpots, Room, SpotKind, WalkerPreset,
    Walkers, WeaponSpots,
};
pub use graph::Mission;
pub(crate) use links::EndSymbols;
pub use links::{Link, LinkDirection};
pub(crate) use passage_distances::PassageDistances;
pub use passage_kind::{DoorwayFallback, PassageKind};
pub use passage_length::PassageLength;
pub use theme::{SYMBOL_THEME, THEME, THEME_ATTRIBUTE, THEMES_TABLE, prop_list};
pub use values::AttributeValues;
