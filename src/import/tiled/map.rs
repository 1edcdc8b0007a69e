//! A map as Tiled wrote it, in XML or JSON, before anything is made of it.

use std::collections::BTreeMap;

/// How many cells all layers of a map may have together.
pub(super) const MOST_CELLS: usize = 1 << 21;
/// How many objects a map may have.
pub(super) const MOST_OBJECTS: usize = 20_000;
/// How far from the origin something may lie, in cells.
pub(super) const FARTHEST: u32 = 1 << 24;
/// How deep groups of layers may lie within each other.
pub(super) const MOST_DEPTH: usize = 32;

/// A whole map.
#[derive(Debug, Default)]
pub(super) struct Map {
    pub orientation: String,
    pub width: u32,
    pub height: u32,
    /// Has it no edges, so that its size says nothing?
    pub is_infinite: bool,
    pub tile_width: u32,
    pub tile_height: u32,
    pub properties: Properties,
    /// By the number of their first tile.
    pub tile_sets: BTreeMap<u32, TileSet>,
    /// From the lowest to the uppermost; those of groups stand in their place.
    pub layers: Vec<Layer>,
}

/// What a tile set says of its tiles.
#[derive(Debug, Default)]
pub(super) struct TileSet {
    pub name: String,
    /// How many tiles it has, if it says so.
    pub count: Option<u32>,
    pub tiles: BTreeMap<u32, Tile>,
    /// Why nothing of it is known, if so.
    pub missing: Option<String>,
}

/// What is said of a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Tile {
    pub class: String,
    pub properties: Properties,
    /// The name of its own picture, without folders and extension.
    pub picture: Option<String>,
}

/// A layer of a map.
#[derive(Debug)]
pub(super) struct Layer {
    pub name: String,
    pub is_visible: bool,
    /// In thousandths of a pixel.
    pub offset: (i64, i64),
    pub content: Content,
}

/// What a layer holds.
#[derive(Debug)]
pub(super) enum Content {
    Tiles(Vec<Chunk>),
    Objects(Vec<Object>),
    /// Something of this name, such as a picture.
    Other(&'static str),
}

/// A rectangle of tiles.
#[derive(Debug)]
pub(super) struct Chunk {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    /// Row by row; 0 is no tile.
    pub tiles: Vec<u32>,
}

/// An object; in thousandths of a pixel.
#[derive(Clone, Debug)]
pub(super) struct Object {
    pub id: i64,
    pub name: String,
    pub class: String,
    /// The tile that it shows.
    pub tile: Option<u32>,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub is_turned: bool,
    pub is_visible: bool,
    pub shape: Shape,
    pub properties: Properties,
    /// Why nothing is known of its template, if so.
    pub missing: Option<String>,
    /// Line and column in the file, if it has some.
    pub line: Option<u32>,
}

impl Default for Object {
    /// What an object is that says nothing of itself.
    fn default() -> Self {
        Self {
            id: 0,
            name: String::new(),
            class: String::new(),
            tile: None,
            x: 0,
            y: 0,
            width: 0,
            height: 0,
            is_turned: false,
            is_visible: true,
            shape: Shape::Box,
            properties: Properties::new(),
            missing: None,
            line: None,
        }
    }
}

impl Object {
    /// Does it bound a room?
    pub fn is_room(&self) -> bool {
        self.class.eq_ignore_ascii_case("room")
    }
}

/// The shape of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Box,
    Point,
    /// A shape of this name that stands for no cell.
    Other(&'static str),
}

impl Shape {
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
pub(super) type Properties = BTreeMap<String, Property>;

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Property {
    Text(String),
    Int(i64),
    Bool(bool),
    /// A number with a fraction, as it is written.
    Float(String),
    /// Something of this type that no entity can have, such as a link to another object.
    Other(String),
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
            other => Self::Other(other.to_owned()),
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Thousandths of a pixel; none if the number is none.
pub(super) fn thousandths(number: f64) -> Option<i64> {
    let scaled = (number * 1000.0).round();
    (scaled.abs() < 1e15).then_some(scaled as i64)
}

/// A coordinate in cells, if it is near enough that sums of several are numbers, too.
pub(super) fn near(cells: i64) -> Option<i32> {
    i32::try_from(cells).ok().filter(|cells| cells.unsigned_abs() <= FARTHEST)
}

/// The name of a picture without folders and extension.
pub(super) fn stem(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
}

/// Counts what a map asks for, so that no file can ask for more than a map may have.
#[derive(Debug)]
pub(super) struct Budget {
    cells: usize,
    objects: usize,
}

impl Budget {
    pub const fn new() -> Self {
        Self { cells: MOST_CELLS, objects: MOST_OBJECTS }
    }

    /// Takes so many cells; how many that are.
    pub fn cells(&mut self, width: u32, height: u32) -> Result<usize, String> {
        let wanted = u64::from(width) * u64::from(height);
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        self.cells = self
            .cells
            .checked_sub(wanted)
            .ok_or_else(|| format!("The map has more than {MOST_CELLS} cells in all of its layers."))?;
        Ok(wanted)
    }

    /// Takes an object.
    pub fn object(&mut self) -> Result<(), String> {
        let left = self.objects.checked_sub(1);
        self.objects = left.ok_or_else(|| format!("The map has more than {MOST_OBJECTS} objects."))?;
        Ok(())
    }
}
