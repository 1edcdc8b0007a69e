//! Room sets: the pre-authored rooms for the symbols of an alphabet, drawn in characters.
//!
//! ```text
//! ####+####
//! #.......#
//! +..o.o..+
//! #.......#
//! ####+####
//! ```

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize, Serializer};

use super::{Card, Placed, TileChoice, TileSheet};
use crate::base::{Cell, Color, Number, Size, Unit};

/// Room templates that share a legend: the content of a room-set file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomSet {
    /// The version of the file format; see [`RoomSet::FORMAT`].
    pub format: u32,
    /// What it is called.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// What each character of the pictures stands for.
    pub legend: IndexMap<char, LegendEntry>,
    /// What closes a socket that no passage uses.
    #[serde(default = "TileLook::blocker")]
    pub blocker: TileLook,
    /// A picture with tiles, for the looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<TileSheet>,
    /// What tiles look like, by their names; all others look as their names say.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub looks: BTreeMap<String, TileChoice>,
    /// How files that rooms were imported from are read, by the name that the rooms have for them.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub sources: IndexMap<String, SourceReading>,
    /// The templates.
    pub rooms: Vec<RoomTemplate>,
}

/// How a file of another program is read, remembered so that importing it again reads it the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SourceReading {
    /// The legend file, from the folder of the room set. `None` reads the one next to the source, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// Names, properties, tags or numbers of tiles that are solid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solid: Vec<String>,
    /// Names of layers whose tiles are all solid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solid_layers: Vec<String>,
    /// What empty cells that walls enclose become. `None` decides by what the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyCells>,
    /// The ids of the places of an exported level that become rooms. Empty: all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u32>,
}

/// What cells become that hold nothing in a source and are enclosed by what is solid there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EmptyCells {
    /// They are floor.
    Floor,
    /// They are not part of the room.
    Nothing,
}

impl RoomSet {
    /// The version of the file format that this program writes.
    pub const FORMAT: u32 = 1;

    /// Returns how a source is read, if the set remembers it.
    pub fn reading_of(&self, file: &str) -> Option<&SourceReading> {
        let file = plain_source(file);
        self.sources.iter().find(|(known, _)| plain_source(known) == file).map(|(_, reading)| reading)
    }

    /// Remembers how a source is read. A reading that says nothing is not kept.
    pub fn set_reading(&mut self, file: &str, reading: SourceReading) {
        let plain = plain_source(file);
        let known = self.sources.keys().position(|known| plain_source(known) == plain);
        if reading == SourceReading::default() {
            known.map(|known| self.sources.shift_remove_index(known));
        } else if let Some((_, kept)) = known.and_then(|known| self.sources.get_index_mut(known)) {
            *kept = reading;
        } else {
            self.sources.insert(file.to_owned(), reading);
        }
    }

    /// Returns the names of the files that rooms were imported from, each once.
    pub fn source_files(&self) -> Vec<&str> {
        let mut files: Vec<&RoomSource> = Vec::new();
        for source in self.rooms.iter().filter_map(|room| room.source.as_ref()) {
            if !files.iter().any(|known| known.is_of(&source.file)) {
                files.push(source);
            }
        }
        files.into_iter().map(|source| source.file.as_str()).collect()
    }

    /// Returns `true` if rooms were imported from a file.
    pub fn has_source(&self, file: &str) -> bool {
        self.rooms.iter().filter_map(|room| room.source.as_ref()).any(|source| source.is_of(file))
    }

    /// Makes all rooms of one file come from another, with the way in which it is read.
    pub fn move_source(&mut self, from: &str, to: &str) {
        for source in self.rooms.iter_mut().filter_map(|room| room.source.as_mut()) {
            if source.is_of(from) {
                to.clone_into(&mut source.file);
            }
        }
        if let Some(reading) = self.reading_of(from).cloned() {
            self.set_reading(from, SourceReading::default());
            self.set_reading(to, reading);
        }
    }
}

/// A pre-authored room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomTemplate {
    /// What it is called; different for every template of a set.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The node symbol that it realises.
    pub symbol: String,
    /// How often it is chosen: [`RoomTemplate::WEIGHT`].
    #[serde(default = "one")]
    pub weight: u32,
    /// How often a level may have it: [`RoomTemplate::AT_MOST`]. Not said: as often as it is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// May it be turned by quarter turns?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turns: bool,
    /// May it be flipped?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flips: bool,
    /// Not said: the picture is a whole room. Else it is a card, laid with others on the board of a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// Rows of characters of the legend, all of one length, top row first.
    pub picture: Vec<String>,
    /// Where it comes from, if it was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RoomSource>,
}

/// Where a room was imported from, so that it can be imported again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoomSource {
    /// The file, from the folder of the room set, with `/` between folders.
    pub file: String,
    /// The identity that the other program gave the room, which outlasts new names and numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What the room is called there.
    pub room: String,
    /// The picture as it came in the last time; of cells that changed both here and there, as it was before. What differs from it was changed here.
    pub picture: Vec<String>,
}

impl RoomSource {
    /// Returns `true` if it names this file, however either of the two is spelt.
    pub fn is_of(&self, file: &str) -> bool {
        plain_source(&self.file) == plain_source(file)
    }
}

/// A name of a source with `/` between folders and without `.` among them, as sets have them that were written on other systems or by hand.
fn plain_source(file: &str) -> String {
    let file = file.replace('\\', "/");
    let start = if file.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = file.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    format!("{start}{}", parts.join("/"))
}

fn one() -> u32 {
    1
}

impl RoomTemplate {
    /// The greatest width and height of a room, in cells.
    pub const MAX_SIDE: u32 = 128;
    /// The weights that the window offers; a file may have larger ones.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "How often it is chosen beside the other rooms of its symbol; 0: never",
        Unit::None,
        0..=100,
    );
    /// The limits that the window offers; a file may have larger ones.
    pub const AT_MOST: Number =
        Number::new("at_most", "most", "How often a level may have it at most", Unit::None, 1..=99);

    /// Width and height of the picture; the width is that of the longest row.
    pub fn size(&self) -> Size {
        let width = self.picture.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        Size::new(width as u32, self.picture.len() as u32)
    }

    /// Every character with its cell, row by row.
    pub fn characters(&self) -> impl Iterator<Item = (Cell, char)> {
        self.picture.iter().enumerate().flat_map(|(y, row)| {
            row.chars().enumerate().map(move |(x, character)| (Cell::new(x as i32, y as i32), character))
        })
    }

    /// The cells that the legend calls sockets, row by row, each with what the legend says of it.
    pub fn sockets<'a>(
        &'a self,
        legend: &'a IndexMap<char, LegendEntry>,
    ) -> impl Iterator<Item = (Cell, &'a SocketEntry)> {
        // A legend has few sockets, and a picture thousands of other characters.
        let sockets: Vec<(char, &SocketEntry)> = legend
            .iter()
            .filter_map(|(character, entry)| match entry {
                LegendEntry::Socket(socket) => Some((*character, socket)),
                _ => None,
            })
            .collect();
        self.characters().filter_map(move |(cell, character)| {
            let (_, socket) = sockets.iter().find(|(known, _)| *known == character)?;
            Some((cell, *socket))
        })
    }
}

/// What a character of a room's picture stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum LegendEntry {
    /// The wall of the level.
    Wall,
    /// The floor of the level.
    Floor,
    /// Where there could be a door.
    Socket(SocketEntry),
    /// A tile of its own that can be walked on, such as water or a rug.
    Ground(TileLook),
    /// A tile of its own that stands in the way, such as a pillar.
    Obstacle(TileLook),
    /// Something that stands or lies there, such as a chest, on floor or another ground.
    Entity(Placed),
    /// A spot for the scripts of the game, such as an ambush, on floor or another ground.
    Marker(Placed),
    /// No part of the room: wall that belongs to nobody, so that rooms need not be rectangles. Ways lead through to sockets in a notch.
    Nothing,
}

impl Serialize for LegendEntry {
    /// A socket of which nothing is said is written bare.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, variant) = ("LegendEntry", self.number());
        match self {
            Self::Wall => serializer.serialize_unit_variant(name, variant, "Wall"),
            Self::Floor => serializer.serialize_unit_variant(name, variant, "Floor"),
            Self::Socket(socket) if *socket == SocketEntry::default() => {
                serializer.serialize_unit_variant(name, variant, "Socket")
            }
            Self::Socket(socket) => serializer.serialize_newtype_variant(name, variant, "Socket", socket),
            Self::Ground(look) => serializer.serialize_newtype_variant(name, variant, "Ground", look),
            Self::Obstacle(look) => serializer.serialize_newtype_variant(name, variant, "Obstacle", look),
            Self::Entity(placed) => serializer.serialize_newtype_variant(name, variant, "Entity", placed),
            Self::Nothing => serializer.serialize_unit_variant(name, variant, "Nothing"),
            Self::Marker(placed) => serializer.serialize_newtype_variant(name, variant, "Marker", placed),
        }
    }
}

impl LegendEntry {
    /// Can one walk on it inside a room? Sockets are no part of its floor.
    pub const fn is_floor(&self) -> bool {
        match self {
            Self::Floor | Self::Ground(_) | Self::Entity(_) | Self::Marker(_) => true,
            Self::Wall | Self::Socket(_) | Self::Obstacle(_) | Self::Nothing => false,
        }
    }

    /// Its position among the kinds of entries.
    const fn number(&self) -> u32 {
        match self {
            Self::Wall => 0,
            Self::Floor => 1,
            Self::Socket(_) => 2,
            Self::Ground(_) => 3,
            Self::Obstacle(_) => 4,
            Self::Entity(_) => 5,
            Self::Marker(_) => 6,
            Self::Nothing => 7,
        }
    }
}

/// Which passages a socket takes, and what closes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SocketEntry {
    /// A socket with a kind takes only passages whose edge symbol names that kind, and those take no other socket of the room. One without takes all passages whose kind no socket of the room has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What closes it if no passage uses it. Not said: the blocker of the set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker: Option<TileLook>,
}

/// A tile's name and colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileLook {
    /// What the game calls it.
    pub name: String,
    /// The colour on the canvas and in pictures.
    #[serde(default)]
    pub color: Color,
}

impl TileLook {
    /// What closes an unused socket where a room set does not say.
    pub fn blocker() -> Self {
        Self { name: "blocked".to_owned(), color: Color::rgb(0x5a, 0x4a, 0x42) }
    }
}
