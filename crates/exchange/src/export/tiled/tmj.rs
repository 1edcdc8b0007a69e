//! Prints maps and tile sets as JSON.

use serde::Serialize;
use serde_json::{Value, json};

use super::map::{MapDocument, MapObjectShape, MapProperties, MapProperty, Object, ObjectLayer, TilesOf};
use super::tile_sets::{TileEntry, TileSetDocument};
use super::{TILED_VERSION, VERSION};
use crate::base::print_json;

/// Prints a map. Tile sets are in it, or in files of their own.
pub(super) fn map(map: &MapDocument, sets: &[TileSetDocument], is_whole: bool) -> String {
    let set = |set: &TileSetDocument| match is_whole {
        true => set_value(set, Some(set.first)),
        false => json!({"firstgid": set.first, "source": format!("{}.tsj", set.name)}),
    };
    let layers = map.tile_layers.iter().map(|layer| WrittenLayer::Tiles(tiles_of(map, layer)));
    let layers =
        layers.chain(map.object_layers.iter().map(|layer| WrittenLayer::Objects(objects(layer, map.pixels))));
    let map = WrittenMap {
        compressionlevel: -1,
        height: map.size.height,
        infinite: false,
        layers: layers.collect(),
        nextlayerid: map.next_layer(),
        nextobjectid: map.next_object(),
        orientation: "orthogonal",
        properties: properties(&map.properties),
        renderorder: "right-down",
        tiledversion: TILED_VERSION,
        tileheight: map.pixels,
        tilesets: sets.iter().map(set).collect(),
        tilewidth: map.pixels,
        kind: "map",
        version: VERSION,
        width: map.size.width,
    };
    print_json(&map, &[])
}

/// A map in the form that is written. Tiles go straight into the text; JSON values would take several times
/// as much memory.
///
/// The fields are sorted by name, like those of a [`Value`].
#[derive(Serialize)]
struct WrittenMap<'a> {
    compressionlevel: i32,
    height: u32,
    infinite: bool,
    layers: Vec<WrittenLayer<'a>>,
    nextlayerid: u32,
    nextobjectid: u32,
    orientation: &'a str,
    properties: Value,
    renderorder: &'a str,
    tiledversion: &'a str,
    tileheight: u32,
    tilesets: Value,
    tilewidth: u32,
    #[serde(rename = "type")]
    kind: &'a str,
    version: &'a str,
    width: u32,
}

#[derive(Serialize)]
#[serde(untagged)]
enum WrittenLayer<'a> {
    Tiles(WrittenTiles<'a>),
    Objects(Value),
}

#[derive(Serialize)]
struct WrittenTiles<'a> {
    data: &'a [u32],
    height: u32,
    id: u32,
    name: &'a str,
    opacity: u32,
    properties: Value,
    #[serde(rename = "type")]
    kind: &'a str,
    visible: bool,
    width: u32,
    x: u32,
    y: u32,
}

/// Prints a tile set in a file of its own.
pub(super) fn tile_set(set: &TileSetDocument) -> String {
    written(&set_value(set, None))
}

/// Returns a tile set. A set in a map has a first number.
fn set_value(set: &TileSetDocument, first: Option<u32>) -> Value {
    let mut value = json!({
        "name": set.name,
        "tilewidth": set.pixels,
        "tileheight": set.pixels,
        "tilecount": set.count,
        "columns": set.columns,
        "image": set.picture,
        "imagewidth": set.picture_px.width,
        "imageheight": set.picture_px.height,
        "margin": set.margin,
        "spacing": set.spacing,
        "tiles": set.tiles.iter().map(|tile| tile_value(tile, set.pixels)).collect::<Vec<_>>(),
    });
    match first {
        Some(first) => value["firstgid"] = json!(first),
        None => {
            value["type"] = json!("tileset");
            value["version"] = json!(VERSION);
            value["tiledversion"] = json!(TILED_VERSION);
        }
    }
    value
}

fn tile_value(tile: &TileEntry, pixels: u32) -> Value {
    let mut value = json!({"id": tile.id, "type": tile.kind, "properties": properties(&tile.properties)});
    if tile.is_solid {
        value["objectgroup"] = json!({
            "type": "objectgroup",
            "id": 2,
            "name": "",
            "draworder": "index",
            "x": 0,
            "y": 0,
            "visible": true,
            "opacity": 1,
            "objects": [{
                "id": 1, "name": "", "type": "", "x": 0, "y": 0, "width": pixels, "height": pixels,
                "rotation": 0, "visible": true,
            }],
        });
    }
    value
}

/// Prints a value. A leading U+FEFF must be escaped, otherwise Tiled drops it.
fn written(value: &Value) -> String {
    print_json(value, &[])
}

fn tiles_of<'a>(map: &MapDocument, layer: &'a TilesOf) -> WrittenTiles<'a> {
    WrittenTiles {
        data: &layer.tiles,
        height: map.size.height,
        id: layer.id,
        name: layer.layer.name(),
        opacity: 1,
        properties: properties(&layer.properties),
        kind: "tilelayer",
        visible: true,
        width: map.size.width,
        x: 0,
        y: 0,
    }
}

fn objects(layer: &ObjectLayer, pixels: u32) -> Value {
    json!({
        "type": "objectgroup",
        "id": layer.id,
        "name": layer.name,
        "draworder": "topdown",
        "x": 0,
        "y": 0,
        "visible": layer.is_visible,
        "opacity": 1,
        "properties": properties(&layer.properties),
        "objects": layer.objects.iter().map(|own| object(own, pixels)).collect::<Vec<_>>(),
    })
}

fn object(object: &Object, pixels: u32) -> Value {
    let (width, height) = match &object.shape {
        MapObjectShape::Rectangle { width, height } => (*width, *height),
        MapObjectShape::Tile(_) => (pixels.into(), pixels.into()),
        MapObjectShape::Point | MapObjectShape::Line(_) => (0, 0),
    };
    let mut value = json!({
        "id": object.id,
        "name": object.name,
        "type": object.kind,
        "x": object.x,
        "y": object.y,
        "width": width,
        "height": height,
        "rotation": 0,
        "visible": true,
        "properties": properties(&object.properties),
    });
    match &object.shape {
        MapObjectShape::Rectangle { .. } => {}
        MapObjectShape::Tile(tile) => value["gid"] = json!(tile),
        MapObjectShape::Point => value["point"] = json!(true),
        MapObjectShape::Line(points) => {
            value["polyline"] = points.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        }
    }
    value
}

fn properties(properties: &MapProperties) -> Value {
    let property = |(name, property): (&String, &MapProperty)| {
        let mut written = json!({"name": name, "type": property.kind(), "value": value(property)});
        if let MapProperty::Class { kind, .. } = property {
            written["propertytype"] = json!(kind);
        }
        written
    };
    properties.iter().map(property).collect()
}

fn value(property: &MapProperty) -> Value {
    match property {
        MapProperty::Text(text) => json!(text),
        MapProperty::Int(number) => json!(number),
        MapProperty::Bool(is_so) => json!(is_so),
        MapProperty::Object(id) => json!(id),
        MapProperty::Class { values, .. } => {
            values.iter().map(|(name, property)| (name.clone(), value(property))).collect()
        }
    }
}
