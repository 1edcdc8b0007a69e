//! Room templates as a level records them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::grid::Cell;
use crate::level::Tile;
use crate::value::Attributes;

/// A room template as its author drew it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Template {
    /// Rows of characters, top row first.
    pub picture: Vec<String>,
    /// The meaning of each character, except sockets.
    pub legend: BTreeMap<char, Tile>,
    /// The cells of the picture where there could be a door.
    pub sockets: Vec<Cell>,
    /// The name of the tile that closes an unused socket.
    pub blocker: String,
    /// The sockets that have a kind or a blocker of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub special_sockets: Vec<SpecialSocket>,
    /// The things that its author drew into it, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<TemplateEntity>,
    /// The characters of the picture that are no part of the room: wall that belongs to nobody.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub nothing: BTreeSet<char>,
    /// For cards: the name of the tile in the middle of sides at which a drop leads out. Empty: there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ledge: String,
    /// For cards: the name of the tile in the middle of sides at which a drop leads in. Empty: there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chute: String,
}

/// A thing that stands or lies in a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TemplateEntity {
    /// The cell of the picture.
    pub cell: Cell,
    /// The kind of thing.
    pub kind: String,
    /// `true` if it is a spot for the scripts of the game, which nobody sees.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marker: bool,
    /// Values that are handed on to the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: Attributes,
}

/// A socket of a template that has a kind or a blocker of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SpecialSocket {
    /// The cell of the picture.
    pub cell: Cell,
    /// Only passages of this kind use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The name of the tile that closes it if it is not used; none: that of the template.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocker: Option<String>,
}
