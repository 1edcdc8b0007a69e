//! Maps and sets of tiles in JSON.

use serde_json::{Value, json};

use super::map::{FIRST_TILE, Map, Object, Objects, Properties, Property, Shape, TilesOf};
use super::{TILED_VERSION, VERSION};
use crate::base::escaped_json;
use crate::export::atlas::Atlas;

/// A map whose tiles lie in this file.
pub(super) fn map(map: &Map, tiles: &str) -> String {
    let layers = map.tile_layers.iter().map(|layer| tiles_of(map, layer));
    let layers: Vec<Value> = layers.chain(map.object_layers.iter().map(objects)).collect();
    let value = json!({
        "type": "map",
        "version": VERSION,
        "tiledversion": TILED_VERSION,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": map.size.width,
        "height": map.size.height,
        "tilewidth": map.pixels,
        "tileheight": map.pixels,
        "infinite": false,
        "compressionlevel": -1,
        "nextlayerid": map.next_layer(),
        "nextobjectid": map.next_object(),
        "properties": properties(&map.properties),
        "tilesets": [{"firstgid": FIRST_TILE, "source": tiles}],
        "layers": layers,
    });
    written(&value)
}

/// A set of tiles of which the pictures lie in this file.
pub(super) fn tile_set(atlas: &Atlas, name: &str, picture: &str) -> String {
    let tiles: Vec<Value> = (0..)
        .zip(&atlas.tiles)
        .map(|(id, tile): (u32, _)| {
            json!({
                "id": id,
                "type": tile.name,
                "properties": properties(&super::map::properties_of_tile(tile)),
            })
        })
        .collect();
    let value = json!({
        "type": "tileset",
        "version": VERSION,
        "tiledversion": TILED_VERSION,
        "name": name,
        "tilewidth": atlas.pixels(),
        "tileheight": atlas.pixels(),
        "tilecount": atlas.tiles.len(),
        "columns": atlas.columns(),
        "image": picture,
        "imagewidth": atlas.columns() * atlas.pixels(),
        "imageheight": atlas.rows() * atlas.pixels(),
        "margin": 0,
        "spacing": 0,
        "tiles": tiles,
    });
    written(&value)
}

/// Tiled takes a U+FEFF at the beginning of a text for no part of it, unless it is escaped.
fn written(value: &Value) -> String {
    escaped_json(format!("{value}\n"))
}

fn tiles_of(map: &Map, layer: &TilesOf) -> Value {
    json!({
        "type": "tilelayer",
        "id": layer.id,
        "name": layer.layer.name(),
        "x": 0,
        "y": 0,
        "width": map.size.width,
        "height": map.size.height,
        "visible": true,
        "opacity": 1,
        "properties": properties(&layer.properties),
        "data": layer.tiles,
    })
}

fn objects(layer: &Objects) -> Value {
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
        "objects": layer.objects.iter().map(object).collect::<Vec<_>>(),
    })
}

fn object(object: &Object) -> Value {
    let (width, height) = match &object.shape {
        Shape::Rectangle { width, height } => (*width, *height),
        Shape::Point | Shape::Line(_) => (0, 0),
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
        Shape::Rectangle { .. } => {}
        Shape::Point => value["point"] = json!(true),
        Shape::Line(points) => {
            value["polyline"] = points.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        }
    }
    value
}

fn properties(properties: &Properties) -> Value {
    let property = |(name, property): (&String, &Property)| {
        let mut written = json!({"name": name, "type": property.kind(), "value": value(property)});
        if let Property::Class { kind, .. } = property {
            written["propertytype"] = json!(kind);
        }
        written
    };
    properties.iter().map(property).collect()
}

fn value(property: &Property) -> Value {
    match property {
        Property::Text(text) => json!(text),
        Property::Int(number) => json!(number),
        Property::Bool(is_so) => json!(is_so),
        Property::Object(id) => json!(id),
        Property::Class { values, .. } => {
            values.iter().map(|(name, property)| (name.clone(), value(property))).collect()
        }
    }
}
