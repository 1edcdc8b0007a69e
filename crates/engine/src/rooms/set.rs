//! Room sets: hand-made rooms for the symbols of an alphabet, drawn in characters.
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

use super::{CardSettings, Placed, TileChoice, TileSheet};
use crate::base::{Cell, Color, Described, Number, Size, Unit};

/// Rooms and cards that share a legend: the content of a room-set file, which begins with `RoomSet(`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct RoomSet {
    /// The version of the file format: 1.
    pub format: u32,
    /// The name of the set.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The meaning of each character of the pictures.
    pub legend: IndexMap<char, LegendEntry>,
    /// The tile that closes sockets that no passage uses.
    #[serde(default = "TileLook::blocker")]
    pub blocker: TileLook,
    /// A picture with tiles, from which `looks` takes pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<TileSheet>,
    /// The looks of tiles and entities, by name. The program draws others according to their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub looks: BTreeMap<String, TileChoice>,
    /// The settings for reading imported files, by file name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub sources: IndexMap<String, SourceReading>,
    /// The rooms and cards.
    pub rooms: Vec<RoomTemplate>,
}

/// The settings for reading a file of another program. Later imports use them too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields, default)]
pub struct SourceReading {
    /// The legend file, relative to the folder of the room set. Without it, the one next to the source is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// Names, properties, tags or numbers of tiles that are solid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solid: Vec<String>,
    /// Names of layers whose tiles are all solid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solid_layers: Vec<String>,
    /// The content of empty cells that walls enclose. Without it, the source decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<EmptyCells>,
    /// The numbers of the places of an exported level that become rooms. Without any, all places do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u32>,
}

/// The content of cells that are empty in a source and enclosed by solid cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
pub enum EmptyCells {
    /// They become floor.
    Floor,
    /// They are not part of the room.
    Nothing,
}

impl RoomSet {
    /// The version of the file format that this program writes.
    pub const FORMAT: u32 = 1;

    /// Returns the way in which a source is read, if the set stores it.
    pub fn reading_of(&self, file: &str) -> Option<&SourceReading> {
        let file = plain_source(file);
        self.sources.iter().find(|(known, _)| plain_source(known) == file).map(|(_, reading)| reading)
    }

    /// Stores the way in which a source is read. A default reading is not stored.
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

    /// Returns the names of the files that rooms were imported from, without duplicates.
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

    /// Changes the source of all rooms of one file to another file, including its reading.
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

/// A room or a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct RoomTemplate {
    /// The name, unique in its set.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The node symbol whose places can be this room.
    pub symbol: String,
    /// See [`RoomTemplate::WEIGHT`].
    #[described(offers = RoomTemplate::WEIGHT)]
    #[serde(default = "one")]
    pub weight: u32,
    /// See [`RoomTemplate::AT_MOST`].
    #[described(offers = RoomTemplate::AT_MOST)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// Allows quarter turns of the room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turns: bool,
    /// Allows mirroring of the room.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flips: bool,
    /// Makes the template a card for the board of a place. Without this field, it is a room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardSettings>,
    /// The rows of the picture, in characters of the legend, all of one length, top row first.
    ///
    /// A room is 3 to 128 cells wide and high. Its outermost ring is wall and sockets.
    pub picture: Vec<String>,
    /// The source of an imported room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RoomSource>,
}

/// The source of an imported room, from which it can be imported again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct RoomSource {
    /// The file, relative to the folder of the room set, with `/` between folders.
    pub file: String,
    /// The id in the other program, which stays the same if the room is renamed there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name of the room there.
    pub room: String,
    /// The picture as last imported, to detect later changes.
    ///
    /// For cells that changed both here and there, it keeps the older state.
    pub picture: Vec<String>,
}

impl RoomSource {
    /// Returns `true` if the source is this file, in any spelling.
    pub fn is_of(&self, file: &str) -> bool {
        plain_source(&self.file) == plain_source(file)
    }
}

/// Returns the normal form of a source name: `/` between folders, no `.` parts.
///
/// Sets written on other systems or by hand may have other spellings.
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
    /// Maximum width and height of a room, in cells.
    pub const MAX_SIDE: u32 = 128;
    /// The weights that the window offers; a file may have larger ones.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "The weight of this room among the rooms of its symbol. With 0, it is never chosen.",
        Unit::None,
        0..=100,
    );
    /// The limits that the window offers; a file may have larger ones.
    pub const AT_MOST: Number = Number::new(
        "at_most",
        "maximum",
        "The maximum number in a level. Without it there is no limit.",
        Unit::None,
        1..=99,
    );

    /// Returns width and height of the picture; the width is that of the longest row.
    pub fn size(&self) -> Size {
        let width = self.picture.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        Size::new(width as u32, self.picture.len() as u32)
    }

    /// Returns every character with its cell, row by row.
    pub fn characters(&self) -> impl Iterator<Item = (Cell, char)> {
        self.picture.iter().enumerate().flat_map(|(y, row)| {
            row.chars().enumerate().map(move |(x, character)| (Cell::new(x as i32, y as i32), character))
        })
    }

    /// Returns the cells that the legend calls sockets, row by row, with their legend entries.
    pub fn sockets<'a>(
        &'a self,
        legend: &'a IndexMap<char, LegendEntry>,
    ) -> impl Iterator<Item = (Cell, &'a SocketEntry)> {
        // A legend has few sockets, and a picture has thousands of other characters.
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

/// The meaning of a character of a room's picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Described)]
pub enum LegendEntry {
    /// The wall of the level.
    Wall,
    /// The floor of the level.
    Floor,
    /// A possible door. Without content it takes any passage, and the blocker of the set closes it.
    Socket(SocketEntry),
    /// A walkable tile with a name, for example water or a rug.
    Ground(TileLook),
    /// A solid tile with a name, for example a pillar.
    Obstacle(TileLook),
    /// An entity, for example a chest, on floor or another ground.
    Entity(Placed),
    /// A spot for the scripts of the game, for example an ambush, on floor or another ground.
    Marker(Placed),
    /// Not part of the room: wall without an owner, for rooms that are not rectangles.
    ///
    /// Passages to sockets in a notch lead through it.
    Nothing,
}

impl Serialize for LegendEntry {
    /// Writes a default socket as a bare word.
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
    /// Returns `true` if a walker can step on it inside a room. Sockets are not part of the floor.
    pub const fn is_floor(&self) -> bool {
        match self {
            Self::Floor | Self::Ground(_) | Self::Entity(_) | Self::Marker(_) => true,
            Self::Wall | Self::Socket(_) | Self::Obstacle(_) | Self::Nothing => false,
        }
    }

    /// Returns the position among the kinds of entries.
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

/// The passages that can use a socket, and its blocker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
#[serde(default, deny_unknown_fields)]
pub struct SocketEntry {
    /// The kind of the socket.
    ///
    /// Only passages whose edge symbol names this kind can use it, and they use no other socket of the room.
    /// All other passages use sockets without a kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The tile that closes the socket if no passage uses it. By default, the blocker of the set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocker: Option<TileLook>,
}

/// A tile: its name and colour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct TileLook {
    /// The name of the tile, for the game.
    pub name: String,
    /// The colour in drawings and pictures.
    #[serde(default)]
    pub color: Color,
}

impl TileLook {
    /// Returns the tile that closes unused sockets by default.
    pub fn blocker() -> Self {
        Self { name: "blocked".to_owned(), color: Color::rgb(0x5a, 0x4a, 0x42) }
    }
}
