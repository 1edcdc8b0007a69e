//! The common model of maps from other programs, before anything in it has a meaning.
//!
//! A project holds maps; a map holds layers from the lowest to the topmost; a layer holds tile numbers or
//! objects. Lengths are in thousandths of a pixel, so that offsets by parts of a pixel are whole numbers. A
//! [`TileSet`] holds everything known about its tiles. Values of an LDtk `IntGrid` layer are tiles of a set
//! with the name of the layer.

use std::collections::BTreeMap;

use super::wording::SourceKind;
use crate::rooms::LegendEntry;

/// Maximum number of objects of a project.
pub(crate) const MOST_OBJECTS: usize = 20_000;
/// Maximum distance of anything from the origin, in cells.
pub(crate) const FARTHEST: u32 = 1 << 24;
/// Maximum width and height of a cell, in thousandths of a pixel.
pub(crate) const LARGEST_CELL: i64 = 65_536_000;
/// Maximum depth of groups of layers.
pub(crate) const MOST_DEPTH: usize = 32;
/// Bits of a tile number that encode turns and flips.
pub(crate) const TURNS: u32 = 0xf000_0000;

/// A file of another program.
#[derive(Debug, Default)]
pub(crate) struct SourceProject {
    /// Maps; each becomes one room, or several if it bounds some.
    pub maps: Vec<SourceMap>,
    /// Tile sets, by the number of their first tile.
    pub tile_sets: BTreeMap<u32, TileSet>,
    /// Properties of the file as a whole.
    pub properties: SourceProperties,
    /// Program that wrote the file.
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
    /// This program, from a room set.
    RoomSet,
    /// This program, from a level.
    Level,
}

/// A map, or a level of a project.
#[derive(Debug, Default)]
pub(crate) struct SourceMap {
    /// Name of its room, if it bounds none.
    pub name: String,
    /// Identity in the source program.
    pub id: Option<String>,
    /// Properties; some are settings of its room.
    pub properties: SourceProperties,
    /// Width and height of a cell, if no layer decides it.
    pub cell: (i64, i64),
    /// Width and height. `None` for a map without edges.
    pub size: Option<(i64, i64)>,
    /// Layers from the lowest to the topmost; layers of groups take the position of the group.
    pub layers: Vec<SourceLayer>,
}

/// A layer of a map.
#[derive(Debug)]
pub(crate) struct SourceLayer {
    pub name: String,
    pub is_visible: bool,
    /// Sum of its own offset and those of its groups.
    pub offset: (i64, i64),
    /// Width and height of its cells.
    pub cell: (i64, i64),
    /// Properties of the layer and of its groups.
    pub properties: SourceProperties,
    /// `true` if its tiles are only decoration for a layer that defines what they are.
    pub is_painted: bool,
    /// `true` if it scrolls at another speed than the map.
    pub has_parallax: bool,
    /// Number of the tile for its empty cells, or 0.
    pub empty: u32,
    pub content: LayerContent,
}

impl Default for SourceLayer {
    fn default() -> Self {
        Self {
            name: String::new(),
            is_visible: true,
            offset: (0, 0),
            cell: (0, 0),
            properties: SourceProperties::new(),
            is_painted: false,
            has_parallax: false,
            empty: 0,
            content: LayerContent::Other("layer"),
        }
    }
}

/// The content of a layer.
#[derive(Debug)]
pub(crate) enum LayerContent {
    Tiles(Vec<Chunk>),
    Objects(Vec<SourceObject>),
    /// Content of another type, named here, for example a picture.
    Other(&'static str),
    /// Content that cannot be read, with the reason.
    Unreadable(String),
}

/// A rectangle of tiles.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    /// Tile numbers row by row; 0 is no tile.
    pub tiles: Vec<u32>,
}

/// Everything known about the tiles of a set.
#[derive(Debug, Default)]
pub(crate) struct TileSet {
    pub name: String,
    /// Word for its tiles in the source program.
    pub noun: TileNoun,
    /// Number of tiles, if known.
    pub count: Option<u32>,
    pub tiles: BTreeMap<u32, SourceTile>,
    /// Reason why nothing is known about it, or `None`.
    pub missing: Option<String>,
    /// Width and height of tiles without a size of their own.
    pub tile_size: (i64, i64),
    /// Offset at which its tiles are drawn.
    pub offset: (i64, i64),
    /// Point of a tile object that is at the object's position.
    pub alignment: Alignment,
}

/// The word for tiles of a set in the source program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TileNoun {
    #[default]
    Tile,
    Value,
    Word,
    Color,
    Character,
}

impl TileNoun {
    /// Returns the singular or plural for `count`.
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

    /// Returns `true` if users know the tiles by number, not only by name.
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

/// A point of a rectangle, in halves of its width and height from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Alignment {
    pub across: i64,
    pub down: i64,
}

impl Default for Alignment {
    /// Returns the lower left corner, the default of tiles.
    fn default() -> Self {
        Self { across: 0, down: 2 }
    }
}

impl Alignment {
    pub const TOP_LEFT: Self = Self { across: 0, down: 0 };

    /// Parses Tiled's name of an alignment.
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

/// Everything known about a tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceTile {
    /// Legend entry, unless a legend overrides it.
    pub entry: Option<LegendEntry>,
    pub class: String,
    pub properties: SourceProperties,
    /// Name of its own picture, without folders and extension.
    pub picture: Option<String>,
    /// Tags, values of enums, groups.
    pub tags: Vec<String>,
    /// Terrain that all of it belongs to.
    pub terrain: Option<String>,
    /// Width and height of its own picture.
    pub size: Option<(i64, i64)>,
    /// `true` if its collision shape covers all of it.
    pub is_covered: bool,
}

/// An object of a map.
#[derive(Clone, Debug)]
pub(crate) struct SourceObject {
    pub id: ObjectId,
    pub name: String,
    pub class: String,
    /// Tile shown by the object.
    pub tile: Option<u32>,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    /// Clockwise rotation about its position, in thousandths of a degree.
    pub rotation: i64,
    pub is_visible: bool,
    pub shape: ObjectShape,
    pub properties: SourceProperties,
    /// Reason why its template could not be read, or `None`.
    pub missing: Option<String>,
    /// Line in the file, if it has lines.
    pub line: Option<u32>,
}

/// The identity of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ObjectId {
    /// A number that users see.
    Number(i64),
    /// A text for programs only.
    Text(String),
}

impl ObjectId {
    /// Returns the identity as a text, if there is one.
    pub fn text(&self) -> Option<String> {
        match self {
            Self::Number(0) => None,
            Self::Number(number) => Some(number.to_string()),
            Self::Text(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        }
    }
}

impl Default for SourceObject {
    /// Returns an object without any values.
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
            properties: SourceProperties::new(),
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

    /// Returns the name by which users find it in the source program.
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
    /// A shape of the given name that represents no cell.
    Other(&'static str),
}

impl ObjectShape {
    /// Returns the shape of an object from the names of its parts, if it has one.
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
pub(crate) type SourceProperties = BTreeMap<String, SourceProperty>;

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SourceProperty {
    Text(String),
    Int(i64),
    Bool(bool),
    /// A number with a fraction, as written.
    Float(String),
    /// A link, list or point as a text, and its type.
    Other {
        kind: String,
        text: String,
    },
}

impl SourceProperty {
    /// Parses a value as spelled in XML.
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

    /// Returns the text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value as yes or no, in any spelling.
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

    /// Returns any value as a text.
    pub fn written(&self) -> String {
        match self {
            Self::Text(text) | Self::Float(text) | Self::Other { text, .. } => text.clone(),
            Self::Int(number) => number.to_string(),
            Self::Bool(is_so) => is_so.to_string(),
        }
    }
}

/// Returns a link to an object as a text: `@12`. A link to nothing is an empty text.
pub(crate) fn link(id: &str) -> String {
    if matches!(id, "" | "0") { String::new() } else { format!("@{id}") }
}

/// Returns a list as a text: `[@12, 3, rope]`.
pub(crate) fn list_text(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

/// Returns fields with their values as a text: `{depth: 3, kind: moat}`.
pub(crate) fn fields_text<'n>(fields: impl Iterator<Item = (&'n str, String)>) -> String {
    let fields: Vec<String> = fields.map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{{}}}", fields.join(", "))
}

/// Converts a number to thousandths of a pixel or degree. `None` if it is out of range.
pub(crate) fn thousandths(number: f64) -> Option<i64> {
    let scaled = (number * 1000.0).round();
    (scaled.abs() < 1e15).then_some(scaled as i64)
}

/// Returns a coordinate in cells, if it is near enough that sums of several cannot overflow.
pub(crate) fn near(cells: i64) -> Option<i32> {
    i32::try_from(cells).ok().filter(|cells| cells.unsigned_abs() <= FARTHEST)
}

/// Returns the file name of a picture without extension.
pub(crate) fn stem(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
}

/// A budget for cells and objects, so that no file can ask for more than a project may have.
#[derive(Debug)]
pub(crate) struct SourceBudget {
    most_cells: usize,
    cells: usize,
    objects: usize,
}

impl SourceBudget {
    pub const fn new(most_cells: usize) -> Self {
        Self { most_cells, cells: most_cells, objects: MOST_OBJECTS }
    }

    /// Takes the cells of a rectangle from the budget and returns their number.
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

    /// Takes an object from the budget.
    pub fn object(&mut self) -> Result<(), String> {
        let left = self.objects.checked_sub(1);
        self.objects = left.ok_or_else(|| format!("The map has more than {MOST_OBJECTS} objects."))?;
        Ok(())
    }
}
