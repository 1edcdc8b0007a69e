//! Room templates as a level records them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Tile;
use crate::base::Cell;
use crate::mission::Attributes;

/// A room template as its author drew it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Rows of characters, top row first.
    pub picture: Vec<String>,
    /// What each character stands for, but for sockets.
    pub legend: BTreeMap<char, Tile>,
    /// The cells of the picture where there could be a door.
    pub sockets: Vec<Cell>,
    /// The tile's name that closes an unused socket.
    pub blocker: String,
    /// Of those sockets that have a kind or a blocker of their own: what is special about them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub special_sockets: Vec<SpecialSocket>,
    /// What its author drew into it, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<TemplateEntity>,
    /// The characters of the picture that are no part of the room: wall that belongs to nobody.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub nothing: BTreeSet<char>,
}

/// Something that stands or lies in a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateEntity {
    /// Its cell of the picture.
    pub cell: Cell,
    /// What it is.
    pub kind: String,
    /// Is it a spot for the scripts of the game, which nobody sees?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marker: bool,
    /// Values that are handed on to the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: Attributes,
}

/// A socket of a template that has a kind or a blocker of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecialSocket {
    /// Its cell of the picture.
    pub cell: Cell,
    /// Only passages of this kind use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The tile's name that closes it if it is not used; none: that of the template.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocker: Option<String>,
}
