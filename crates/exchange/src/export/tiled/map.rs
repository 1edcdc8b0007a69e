//! A map for Tiled, independent of its notation (XML or JSON).

use std::collections::BTreeMap;

use super::objects::object_layers;
use super::target;
use crate::base::Size;
use crate::export::atlas::{Atlas, TileLayer};
use crate::export::exported::ExportOptions;
use crate::export::level_tiles::LevelTiles;
use crate::export::things::templates;
use crate::level::Level;
use crate::mission::Value;

/// Number of the first tile in layers; 0 is an empty cell.
pub(super) const FIRST_TILE: u32 = 1;

/// A value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MapProperty {
    Text(String),
    Int(i32),
    Bool(bool),
    /// Id of an object.
    Object(u32),
    /// Values of a class that the game declares.
    Class {
        kind: String,
        values: MapProperties,
    },
}

impl MapProperty {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Creates a number, or a text if it exceeds 32 bits and readers would cut it off.
    pub fn number(number: i64) -> Self {
        i32::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Int)
    }

    /// Returns the value as a text.
    pub fn as_text(&self) -> Self {
        match self {
            Self::Int(number) => Self::Text(number.to_string()),
            Self::Bool(is_so) => Self::Text(is_so.to_string()),
            Self::Object(id) => Self::Text(id.to_string()),
            Self::Text(_) | Self::Class { .. } => self.clone(),
        }
    }

    /// Returns the name of the type in files.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "string",
            Self::Int(_) => "int",
            Self::Bool(_) => "bool",
            Self::Object(_) => "object",
            Self::Class { .. } => "class",
        }
    }
}

impl From<&Value> for MapProperty {
    fn from(value: &Value) -> Self {
        match value {
            Value::Int(number) => Self::number(*number),
            Value::Bool(is_so) => Self::Bool(*is_so),
            Value::Text(text) => Self::Text(text.clone()),
        }
    }
}

/// Properties by name.
pub(super) type MapProperties = BTreeMap<String, MapProperty>;

/// A layer of tiles, row by row.
pub(super) struct TilesOf {
    pub id: u32,
    pub layer: TileLayer,
    pub tiles: Vec<u32>,
    pub properties: MapProperties,
}

/// A layer of objects.
pub(super) struct ObjectLayer {
    pub id: u32,
    pub name: &'static str,
    pub is_visible: bool,
    pub objects: Vec<Object>,
    pub properties: MapProperties,
}

/// An object of a map, in pixels.
pub(super) struct Object {
    pub id: u32,
    pub name: String,
    /// Class by which importers tell objects apart.
    pub kind: String,
    pub x: i64,
    pub y: i64,
    pub shape: MapObjectShape,
    pub properties: MapProperties,
}

/// Shape of an object, relative to its position.
pub(super) enum MapObjectShape {
    Point,
    Rectangle {
        width: u64,
        height: u64,
    },
    /// A line through the given points.
    Line(Vec<(i64, i64)>),
    /// A tile of the map, above and to the right of the position, as wide as a cell.
    Tile(u32),
}

/// A whole map.
pub(super) struct MapDocument {
    pub size: Size,
    /// Side of a cell, in pixels.
    pub pixels: u32,
    pub tile_layers: Vec<TilesOf>,
    pub object_layers: Vec<ObjectLayer>,
    pub properties: MapProperties,
}

impl MapDocument {
    pub fn new(level: &Level, atlas: &Atlas, options: &ExportOptions) -> Self {
        let tiles = LevelTiles::new(level, atlas, &options.picture.looks);
        let tile_layers: Vec<TilesOf> = (1..)
            .zip(TileLayer::ALL)
            .map(|(id, layer)| TilesOf {
                id,
                layer,
                tiles: tiles.layer(layer).map(|(_, tile)| tile.map_or(0, |tile| tile + FIRST_TILE)).collect(),
                properties: properties_of_layer(layer),
            })
            .collect();
        let object_layers = object_layers(level, (atlas, &tiles.sprites), tile_layers.len() as u32 + 1);
        let mut properties = MapProperties::from([
            ("generator".to_owned(), MapProperty::text(&level.generator)),
            ("format_version".to_owned(), MapProperty::number(level.format.into())),
            ("grammar".to_owned(), MapProperty::text(&level.grammar)),
            // Written as text, because most readers cut off long numbers.
            ("seed".to_owned(), MapProperty::text(level.seed.to_string())),
            ("movement".to_owned(), MapProperty::text(format!("{:?}", level.movement))),
        ]);
        properties.extend(templates(level).map(|text| ("templates".to_owned(), MapProperty::text(text))));
        let size = level.tiles.size();
        let mut map = Self { size, pixels: atlas.pixels(), tile_layers, object_layers, properties };
        target::prepare(&mut map, level, options);
        map
    }

    /// Returns the id of the next layer to be added.
    pub fn next_layer(&self) -> u32 {
        let objects = self.object_layers.iter().map(|layer| layer.id);
        self.tile_layers.iter().map(|layer| layer.id).chain(objects).max().unwrap_or(0) + 1
    }

    /// Returns the id of the next object to be added.
    pub fn next_object(&self) -> u32 {
        let ids = self.object_layers.iter().flat_map(|layer| &layer.objects).map(|object| object.id);
        ids.max().unwrap_or(0) + 1
    }
}

fn properties_of_layer(layer: TileLayer) -> MapProperties {
    let solid = ("solid".to_owned(), MapProperty::Bool(true));
    if layer == TileLayer::Walls { MapProperties::from([solid]) } else { MapProperties::new() }
}
