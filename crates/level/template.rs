//! Rooms and cards as somebody drew them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::level::Tile;
use crate::values::{Attributes, Cell};

/// A room or card, as drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// Rows of characters, top row first.
    pub picture: Vec<String>,
    /// What each character stands for, but for sockets.
    pub legend: BTreeMap<char, Tile>,
    /// The cells of the picture where there could be doors.
    pub sockets: Vec<Cell>,
    /// The name of the tile that closes an unused socket.
    pub blocker: String,
    /// What is special about some of the sockets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub special_sockets: Vec<SpecialSocket>,
    /// What was drawn into it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<TemplateEntity>,
    /// The characters that are no part of it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub nothing: BTreeSet<char>,
}

/// A socket with a kind or a blocker of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecialSocket {
    /// Its cell of the picture.
    pub cell: Cell,
    /// Only passages of this kind use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The name of the tile that closes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocker: Option<String>,
}

/// Something that was drawn into a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateEntity {
    /// Its cell of the picture.
    pub cell: Cell,
    /// What it is.
    pub kind: String,
    /// Is it a spot for scripts, which nobody sees?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marker: bool,
    /// Values of the author.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub properties: Attributes,
}
