//! Maps and sets of tiles in XML.

use std::fmt::Write as _;

use super::map::{FIRST_TILE, Map, Object, Objects, Properties, Property, Shape, TilesOf};
use super::{TILED_VERSION, VERSION};
use crate::export::atlas::Atlas;
use crate::export::xml::Xml;

/// A map whose tiles lie in this file.
pub(super) fn map(map: &Map, tiles: &str) -> String {
    let mut xml = Xml::new();
    let [width, height, pixels] = [map.size.width, map.size.height, map.pixels].map(|n| n.to_string());
    let [next_layer, next_object] = [map.next_layer(), map.next_object()].map(|n| n.to_string());
    let attributes = [
        ("version", VERSION),
        ("tiledversion", TILED_VERSION),
        ("orientation", "orthogonal"),
        ("renderorder", "right-down"),
        ("width", &width),
        ("height", &height),
        ("tilewidth", &pixels),
        ("tileheight", &pixels),
        ("infinite", "0"),
        ("nextlayerid", &next_layer),
        ("nextobjectid", &next_object),
    ];
    xml.element("map", &attributes, |xml| {
        write_properties(xml, &map.properties);
        xml.empty("tileset", &[("firstgid", &FIRST_TILE.to_string()), ("source", tiles)]);
        map.tile_layers.iter().for_each(|layer| write_tiles(xml, map, layer));
        map.object_layers.iter().for_each(|layer| write_objects(xml, layer));
    });
    xml.finish()
}

/// A set of tiles of which the pictures lie in this file.
pub(super) fn tile_set(atlas: &Atlas, name: &str, picture: &str) -> String {
    let mut xml = Xml::new();
    let pixels = atlas.pixels().to_string();
    let (count, columns) = (atlas.tiles.len().to_string(), atlas.columns().to_string());
    let attributes = [
        ("version", VERSION),
        ("tiledversion", TILED_VERSION),
        ("name", name),
        ("tilewidth", &pixels),
        ("tileheight", &pixels),
        ("tilecount", &count),
        ("columns", &columns),
    ];
    xml.element("tileset", &attributes, |xml| {
        let width = (atlas.columns() * atlas.pixels()).to_string();
        let height = (atlas.rows() * atlas.pixels()).to_string();
        xml.empty("image", &[("source", picture), ("width", &width), ("height", &height)]);
        for (id, tile) in atlas.tiles.iter().enumerate() {
            xml.element("tile", &[("id", &id.to_string()), ("type", &tile.name)], |xml| {
                write_properties(xml, &super::map::properties_of_tile(tile));
            });
        }
    });
    xml.finish()
}

fn write_tiles(xml: &mut Xml, map: &Map, layer: &TilesOf) {
    let [id, width, height] = [layer.id, map.size.width, map.size.height].map(|n| n.to_string());
    let attributes =
        [("id", id.as_str()), ("name", layer.layer.name()), ("width", &width), ("height", &height)];
    xml.element("layer", &attributes, |xml| {
        write_properties(xml, &layer.properties);
        let mut text = String::with_capacity(layer.tiles.len() * 3);
        for (number, tile) in layer.tiles.iter().enumerate() {
            if number > 0 {
                text.push(',');
            }
            if number % (map.size.width.max(1) as usize) == 0 {
                text.push('\n');
            }
            write!(text, "{tile}").expect("a text can be written to without end");
        }
        text.push('\n');
        xml.raw("data", &[("encoding", "csv")], &text);
    });
}

fn write_objects(xml: &mut Xml, layer: &Objects) {
    let id = layer.id.to_string();
    let visible = if layer.is_visible { "1" } else { "0" };
    xml.element("objectgroup", &[("id", &id), ("name", layer.name), ("visible", visible)], |xml| {
        write_properties(xml, &layer.properties);
        layer.objects.iter().for_each(|object| write_object(xml, object));
    });
}

fn write_object(xml: &mut Xml, object: &Object) {
    let [id, x, y] = [i64::from(object.id), object.x, object.y].map(|n| n.to_string());
    let mut attributes =
        vec![("id", id.as_str()), ("name", &object.name), ("type", &object.kind), ("x", &x), ("y", &y)];
    let sides = match &object.shape {
        Shape::Rectangle { width, height } => Some([width, height].map(ToString::to_string)),
        Shape::Point | Shape::Line(_) => None,
    };
    if let Some([width, height]) = &sides {
        attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
    }
    xml.element("object", &attributes, |xml| {
        write_properties(xml, &object.properties);
        match &object.shape {
            Shape::Rectangle { .. } => {}
            Shape::Point => xml.empty("point", &[]),
            Shape::Line(points) => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                xml.empty("polyline", &[("points", &points.join(" "))]);
            }
        }
    });
}

pub(super) fn write_properties(xml: &mut Xml, properties: &Properties) {
    if properties.is_empty() {
        return;
    }
    xml.element("properties", &[], |xml| {
        for (name, value) in properties {
            let text = match value {
                Property::Text(text) => text.clone(),
                Property::Int(number) => number.to_string(),
                Property::Bool(is_so) => is_so.to_string(),
                Property::Object(id) => id.to_string(),
            };
            match value {
                // Texts need no type.
                Property::Text(_) => xml.empty("property", &[("name", name), ("value", &text)]),
                _ => xml.empty("property", &[("name", name), ("type", value.kind()), ("value", &text)]),
            }
        }
    });
}
