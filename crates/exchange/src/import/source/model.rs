//! The model that every map of another program fills, before anything in it has a meaning.
//!
//! A project holds maps; a map holds layers, from the lowest to the uppermost; a layer holds numbers of tiles or objects. Lengths are in thousandths of a pixel, so that offsets by parts of a pixel are whole numbers. A [`TileSet`] says what is known of each tile: values of LDtk's `IntGrid` layers are tiles of a set that is called like the layer.

use std::collections::BTreeMap;

use super::wording::SourceKind;
use crate::mission::LegendEntry;

/// The maximum number of objects of a project.
pub(crate) const MOST_OBJECTS: usize = 20_000;
/// The maximum distance of anything from the origin, in cells.
pub(crate) const FARTHEST: u32 = 1 << 24;
/// The maximum width and height of a cell, in thousandths of a pixel.
pub(crate) const LARGEST_CELL: i64 = 65_536_000;
/// The maximum depth of groups of layers.
pub(crate) const MOST_DEPTH: usize = 32;
/// The bits of a number that say how its tile is turned and flipped.
pub(crate) const TURNS: u32 = 0xf000_0000;

/// A file of another program.
#[derive(Debug, Default)]
pub(crate) struct SourceProject {
    /// Each map becomes a room, or several if it bounds some.
    pub maps: Vec<SourceMap>,
    /// Tile sets by the number of their first tile.
    pub tile_sets: BTreeMap<u32, TileSet>,
    /// Properties of the file as a whole.
    pub properties: Properties,
    /// Who wrote it.
    pub author: Author,
    /// The kind of file it was read from.
    pub kind: SourceKind,
}

/// The program that wrote a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Author {
    /// Another program.
    #[default]
    Other,
    /// This one, from a room set.
    RoomSet,
    /// This one, from a level.
    Level,
}

/// A map, or a level of a project.
#[derive(Debug, Default)]
pub(crate) struct SourceMap {
    /// The name of its room if it bounds none.
    pub name: String,
    /// The identity that the program gives it.
    pub id: Option<String>,
    /// Properties, some of which say something of its room.
    pub properties: Properties,
    /// Width and height of a cell, unless layers decide.
    pub cell: (i64, i64),
    /// Width and height. `None` for a map without edges.
    pub size: Option<(i64, i64)>,
    /// From the lowest to the uppermost; those of groups stand in their place.
    pub layers: Vec<SourceLayer>,
}

/// A layer of a map.
#[derive(Debug)]
pub(crate) struct SourceLayer {
    pub name: String,
    pub is_visible: bool,
    /// Its own offset and those of its groups.
    pub offset: (i64, i64),
    /// Width and height of its cells.
    pub cell: (i64, i64),
    /// Its own properties and those of its groups.
    pub properties: Properties,
    /// Whether its tiles are painted for the eyes, next to a layer that says what they are.
    pub is_painted: bool,
    /// Whether it moves at another speed than the map.
    pub has_parallax: bool,
    /// The number of a tile that stands for its empty cells. 0 if there is none.
    pub empty: u32,
    pub content: Content,
}

impl Default for SourceLayer {
    fn default() -> Self {
        Self {
            name: String::new(),
            is_visible: true,
            offset: (0, 0),
            cell: (0, 0),
            properties: Properties::new(),
            is_painted: false,
            has_parallax: false,
            empty: 0,
            content: Content::Other("layer"),
        }
    }
}

/// The content of a layer.
#[derive(Debug)]
pub(crate) enum Content {
    Tiles(Vec<Chunk>),
    Objects(Vec<SourceObject>),
    /// Something of this name, such as a picture.
    Other(&'static str),
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// A rectangle of tiles.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    /// Row by row; 0 is no tile.
    pub tiles: Vec<u32>,
}

/// Everything known of the tiles of a set.
#[derive(Debug, Default)]
pub(crate) struct TileSet {
    pub name: String,
    /// What the program calls its tiles: a tile, or a value.
    pub noun: Noun,
    /// How many tiles it has, if it says so.
    pub count: Option<u32>,
    pub tiles: BTreeMap<u32, SourceTile>,
    /// Why nothing of it is known, if so.
    pub missing: Option<String>,
    /// Width and height of tiles that do not say theirs.
    pub tile_size: (i64, i64),
    /// How far its tiles are drawn from where they are.
    pub offset: (i64, i64),
    /// The point of an object with a tile that lies at the position of the object.
    pub alignment: Alignment,
}

/// What the program calls the tiles of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Noun {
    #[default]
    Tile,
    Value,
    Word,
    Color,
    Character,
}

impl Noun {
    /// The word for so many.
    pub const fn word(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::Tile, 1) => "tile",
            (Self::Tile, _) => "tiles",
            (Self::Value, 1) => "value",
            (Self::Value, _) => "values",
            (Self::Word, 1) => "word",
            (Self::Word, _) => "words",
            (Self::Color, 1) => "colour",
            (Self::Color, _) => "colours",
            (Self::Character, 1) => "character",
            (Self::Character, _) => "characters",
        }
    }

    /// Whether the tiles are known by their numbers, and not only by their names.
    pub const fn has_numbers(self) -> bool {
        matches!(self, Self::Tile | Self::Value)
    }

    /// Returns `true` if its tiles are values that authors choose, not pictures.
    pub const fn is_value(self) -> bool {
        matches!(self, Self::Value | Self::Word)
    }

    /// Returns `true` if names of its tiles may be plain words.
    pub const fn has_words(self) -> bool {
        matches!(self, Self::Tile | Self::Value | Self::Word)
    }
}

/// A point of a rectangle: halves of its width and of its height from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Alignment {
    pub across: i64,
    pub down: i64,
}

impl Default for Alignment {
    /// Tiles stand on their lower left corner.
    fn default() -> Self {
        Self { across: 0, down: 2 }
    }
}

impl Alignment {
    pub const TOP_LEFT: Self = Self { across: 0, down: 0 };

    /// As Tiled spells it.
    pub fn of(word: &str) -> Self {
        let (across, down) = match word {
            "topleft" => (0, 0),
            "top" => (1, 0),
            "topright" => (2, 0),
            "left" => (0, 1),
            "center" => (1, 1),
            "right" => (2, 1),
            "bottom" => (1, 2),
            "bottomright" => (2, 2),
            _ => return Self::default(),
        };
        Self { across, down }
    }
}

/// Everything said of a tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceTile {
    /// What it is, unless a legend says otherwise.
    pub entry: Option<LegendEntry>,
    pub class: String,
    pub properties: Properties,
    /// The name of its own picture, without folders and extension.
    pub picture: Option<String>,
    /// Tags, values of enums, groups.
    pub tags: Vec<String>,
    /// The terrain that all of it belongs to.
    pub terrain: Option<String>,
    /// Width and height of its own picture.
    pub size: Option<(i64, i64)>,
    /// Whether its collision shape covers all of it.
    pub is_covered: bool,
}

/// An object of a map.
#[derive(Clone, Debug)]
pub(crate) struct SourceObject {
    pub id: ObjectId,
    pub name: String,
    pub class: String,
    /// The tile that it shows.
    pub tile: Option<u32>,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    /// Clockwise about its position, in thousandths of a degree.
    pub rotation: i64,
    pub is_visible: bool,
    pub shape: ObjectShape,
    pub properties: Properties,
    /// Why nothing is known of its template, if so.
    pub missing: Option<String>,
    /// The line in the file, if it has some.
    pub line: Option<u32>,
}

/// The identity of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ObjectId {
    /// A number that users see.
    Number(i64),
    /// A text for programs.
    Text(String),
}

impl ObjectId {
    /// The identity as a text, if there is one.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Number(0) => None,
            Self::Number(number) => Some(number.to_string()),
            Self::Text(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        }
    }
}

impl Default for SourceObject {
    /// An object that says nothing of itself.
    fn default() -> Self {
        Self {
            id: ObjectId::Number(0),
            name: String::new(),
            class: String::new(),
            tile: None,
            x: 0,
            y: 0,
            width: 0,
            height: 0,
            rotation: 0,
            is_visible: true,
            shape: ObjectShape::Box,
            properties: Properties::new(),
            missing: None,
            line: None,
        }
    }
}

impl SourceObject {
    /// Returns `true` if it bounds a room.
    pub fn is_room(&self) -> bool {
        self.class.eq_ignore_ascii_case("room")
    }

    /// Returns how users find it in the program.
    pub fn called(&self) -> String {
        let names = [&self.class, &self.name].into_iter().filter(|name| !name.is_empty());
        let names = names.map(|name| format!("\"{name}\""));
        let id = match &self.id {
            ObjectId::Number(number) => Some(format!("object {number}")),
            ObjectId::Text(_) => None,
        };
        id.into_iter().chain(names).collect::<Vec<_>>().join(", ")
    }
}

/// The shape of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectShape {
    Box,
    Point,
    /// A shape of this name that stands for no cell.
    Other(&'static str),
}

impl ObjectShape {
    /// The shape that parts of these names give an object, if it has one of them.
    pub fn of(has: impl Fn(&str) -> bool) -> Option<Self> {
        let shapes = [
            ("point", Self::Point),
            ("polygon", Self::Other("polygon")),
            ("polyline", Self::Other("line")),
            ("text", Self::Other("text")),
        ];
        shapes.into_iter().find(|(part, _)| has(part)).map(|(_, shape)| shape)
    }
}

/// Properties by name.
pub(crate) type Properties = BTreeMap<String, Property>;

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    Text(String),
    Int(i64),
    Bool(bool),
    /// A number with a fraction, as it is written.
    Float(String),
    /// A link, list or point as a text, and what it is.
    Other {
        kind: String,
        text: String,
    },
}

impl Property {
    /// A value as XML spells it.
    pub fn read(kind: &str, text: &str) -> Self {
        match kind {
            "int" => text.parse().map_or_else(|_| Self::Text(text.to_owned()), Self::Int),
            "bool" => Self::Bool(text == "true"),
            "float" => match text.parse::<i64>() {
                Ok(number) => Self::Int(number),
                Err(_) => Self::Float(text.to_owned()),
            },
            "" | "string" | "color" | "file" => Self::Text(text.to_owned()),
            "object" => Self::Other { kind: "object".to_owned(), text: link(text) },
            other => Self::Other { kind: other.to_owned(), text: text.to_owned() },
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Yes or no, however it is written.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Self::Bool(is_so) => Some(*is_so),
            Self::Int(number) => Some(*number != 0),
            Self::Text(text) => match text.trim().to_lowercase().as_str() {
                "true" | "yes" | "on" | "1" => Some(true),
                "false" | "no" | "off" | "0" => Some(false),
                _ => None,
            },
            Self::Float(_) | Self::Other { .. } => None,
        }
    }

    /// The value as a text, whatever it is.
    pub fn written(&self) -> String {
        match self {
            Self::Text(text) | Self::Float(text) | Self::Other { text, .. } => text.clone(),
            Self::Int(number) => number.to_string(),
            Self::Bool(is_so) => is_so.to_string(),
        }
    }
}

/// A link to an object as a text: `@12`. A link to nothing is an empty text.
pub(crate) fn link(id: &str) -> String {
    if matches!(id, "" | "0") { String::new() } else { format!("@{id}") }
}

/// A list as a text: `[@12, 3, rope]`.
pub(crate) fn list_text(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

/// Fields with their values as a text: `{depth: 3, kind: moat}`.
pub(crate) fn fields_text<'n>(fields: impl Iterator<Item = (&'n str, String)>) -> String {
    let fields: Vec<String> = fields.map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{{}}}", fields.join(", "))
}

/// Thousandths of a pixel or degree. `None` if the number is none.
pub(crate) fn thousandths(number: f64) -> Option<i64> {
    let scaled = (number * 1000.0).round();
    (scaled.abs() < 1e15).then_some(scaled as i64)
}

/// A coordinate in cells, if it is near enough that sums of several are numbers, too.
pub(crate) fn near(cells: i64) -> Option<i32> {
    i32::try_from(cells).ok().filter(|cells| cells.unsigned_abs() <= FARTHEST)
}

/// The name of a picture without folders and extension.
pub(crate) fn stem(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
}

/// Counts what a file asks for, so that no file can ask for more than a project may have.
#[derive(Debug)]
pub(crate) struct Budget {
    most_cells: usize,
    cells: usize,
    objects: usize,
}

impl Budget {
    pub const fn new(most_cells: usize) -> Self {
        Self { most_cells, cells: most_cells, objects: MOST_OBJECTS }
    }

    /// Takes so many cells and returns how many that are.
    pub fn cells(&mut self, width: u32, height: u32) -> Result<usize, String> {
        let wanted = u64::from(width) * u64::from(height);
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        let most = self.most_cells;
        self.cells = self
            .cells
            .checked_sub(wanted)
            .ok_or_else(|| format!("The map has more than {most} cells in all of its layers."))?;
        Ok(wanted)
    }

    /// Takes an object.
    pub fn object(&mut self) -> Result<(), String> {
        let left = self.objects.checked_sub(1);
        self.objects = left.ok_or_else(|| format!("The map has more than {MOST_OBJECTS} objects."))?;
        Ok(())
    }
}
