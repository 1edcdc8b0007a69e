//! Prints maps and tile sets as XML.

use std::fmt::Write as _;

use super::map::{MapDocument, MapObjectShape, MapProperties, MapProperty, Object, ObjectLayer, TilesOf};
use super::tile_sets::{TileEntry, TileSetDocument};
use super::{TILED_VERSION, VERSION};
use crate::base::Size;
use crate::export::xml::Xml;

/// Prints a map. Tile sets are in it, or in files of their own.
pub(super) fn map(map: &MapDocument, sets: &[TileSetDocument], is_whole: bool) -> String {
    let frame = TmxHeader {
        size: map.size,
        pixels: map.pixels,
        next_layer: map.next_layer(),
        next_object: map.next_object(),
        properties: &map.properties,
    };
    let write_sets = |xml: &mut Xml| {
        for set in sets {
            match is_whole {
                true => write_tile_set(xml, set, Some(set.first)),
                false => write_tile_set_file(xml, set.first, &format!("{}.tsx", set.name)),
            }
        }
    };
    map_of(&frame, write_sets, |xml| {
        for TilesOf { id, layer, tiles, properties } in &map.tile_layers {
            write_tiles(xml, (*id, layer.name()), map.size, properties, tiles);
        }
        map.object_layers.iter().for_each(|layer| write_objects(xml, layer, map.pixels));
    })
}

/// Prints a tile set in a file of its own.
pub(super) fn tile_set(set: &TileSetDocument) -> String {
    let mut xml = Xml::new();
    write_tile_set(&mut xml, set, None);
    xml.finish()
}

/// All of a map except its layers.
pub(super) struct TmxHeader<'m> {
    pub size: Size,
    /// Side of a cell, in pixels.
    pub pixels: u32,
    /// Id of the next layer to be added.
    pub next_layer: u32,
    pub next_object: u32,
    pub properties: &'m MapProperties,
}

/// Prints a map with the tile sets and the layers that the functions add.
pub(super) fn map_of(
    frame: &TmxHeader<'_>,
    write_sets: impl FnOnce(&mut Xml),
    write_layers: impl FnOnce(&mut Xml),
) -> String {
    let mut xml = Xml::new();
    let TmxHeader { size, pixels, next_layer, next_object, properties } = frame;
    let [width, height, pixels] = [size.width, size.height, *pixels].map(|number| number.to_string());
    let [next_layer, next_object] = [next_layer, next_object].map(ToString::to_string);
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
        write_properties(xml, properties);
        write_sets(xml);
        write_layers(xml);
    });
    xml.finish()
}

/// Prints the name of a file with a tile set.
pub(super) fn write_tile_set_file(xml: &mut Xml, first: u32, file: &str) {
    xml.empty("tileset", &[("firstgid", &first.to_string()), ("source", file)]);
}

/// Prints a tile set with the classes, properties and shapes of its tiles. A set in a map has a first number.
fn write_tile_set(xml: &mut Xml, set: &TileSetDocument, first: Option<u32>) {
    let [width, height] = [set.picture_px.width, set.picture_px.height].map(|side| side.to_string());
    let [pixels, columns, count] = [set.pixels, set.columns, set.count].map(|number| number.to_string());
    let [margin, spacing] = [set.margin, set.spacing].map(|number| number.to_string());
    let first = first.map(|first| first.to_string());
    let mut attributes: Vec<(&str, &str)> = match &first {
        Some(first) => vec![("firstgid", first)],
        None => vec![("version", VERSION), ("tiledversion", TILED_VERSION)],
    };
    attributes.extend([("name", set.name.as_str()), ("tilewidth", &pixels), ("tileheight", &pixels)]);
    if set.spacing > 0 {
        attributes.push(("spacing", &spacing));
    }
    if set.margin > 0 {
        attributes.push(("margin", &margin));
    }
    attributes.extend([("tilecount", count.as_str()), ("columns", &columns)]);
    xml.element("tileset", &attributes, |xml| {
        xml.empty("image", &[("source", &set.picture), ("width", &width), ("height", &height)]);
        set.tiles.iter().for_each(|tile| write_tile(xml, tile, &pixels));
    });
}

fn write_tile(xml: &mut Xml, TileEntry { id, kind, properties, is_solid }: &TileEntry, pixels: &str) {
    xml.element("tile", &[("id", &id.to_string()), ("type", kind)], |xml| {
        write_properties(xml, properties);
        if *is_solid {
            xml.element("objectgroup", &[("draworder", "index"), ("id", "2")], |xml| {
                let all = [("id", "1"), ("x", "0"), ("y", "0"), ("width", pixels), ("height", pixels)];
                xml.empty("object", &all);
            });
        }
    });
}

/// Prints a layer with the given tile numbers, row by row.
pub(super) fn write_tiles(
    xml: &mut Xml,
    (id, name): (u32, &str),
    size: Size,
    properties: &MapProperties,
    tiles: &[u32],
) {
    let [id, width, height] = [id, size.width, size.height].map(|number| number.to_string());
    let attributes = [("id", id.as_str()), ("name", name), ("width", &width), ("height", &height)];
    xml.element("layer", &attributes, |xml| {
        write_properties(xml, properties);
        let mut text = String::with_capacity(tiles.len() * 3);
        for (number, tile) in tiles.iter().enumerate() {
            if number > 0 {
                text.push(',');
            }
            if number % (size.width.max(1) as usize) == 0 {
                text.push('\n');
            }
            write!(text, "{tile}").expect("a text can be written to without end");
        }
        text.push('\n');
        xml.raw("data", &[("encoding", "csv")], &text);
    });
}

fn write_objects(xml: &mut Xml, layer: &ObjectLayer, pixels: u32) {
    let id = layer.id.to_string();
    let mut attributes = vec![("id", id.as_str()), ("name", layer.name)];
    if !layer.is_visible {
        // melonJS hides every layer with this attribute, whatever its value.
        attributes.push(("visible", "0"));
    }
    xml.element("objectgroup", &attributes, |xml| {
        write_properties(xml, &layer.properties);
        layer.objects.iter().for_each(|object| write_object(xml, object, pixels));
    });
}

fn write_object(xml: &mut Xml, object: &Object, pixels: u32) {
    let [id, x, y] = [i64::from(object.id), object.x, object.y].map(|n| n.to_string());
    let mut attributes =
        vec![("id", id.as_str()), ("name", &object.name), ("type", &object.kind), ("x", &x), ("y", &y)];
    let gid = if let MapObjectShape::Tile(tile) = &object.shape { Some(tile.to_string()) } else { None };
    if let Some(gid) = &gid {
        attributes.insert(3, ("gid", gid));
    }
    let sides = match &object.shape {
        MapObjectShape::Rectangle { width, height } => Some([width, height].map(ToString::to_string)),
        MapObjectShape::Tile(_) => Some([pixels, pixels].map(|side| side.to_string())),
        MapObjectShape::Point | MapObjectShape::Line(_) => None,
    };
    if let Some([width, height]) = &sides {
        attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
    }
    xml.element("object", &attributes, |xml| {
        write_properties(xml, &object.properties);
        match &object.shape {
            MapObjectShape::Rectangle { .. } | MapObjectShape::Tile(_) => {}
            MapObjectShape::Point => xml.empty("point", &[]),
            MapObjectShape::Line(points) => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                xml.empty("polyline", &[("points", &points.join(" "))]);
            }
        }
    });
}

pub(super) fn write_properties(xml: &mut Xml, properties: &MapProperties) {
    if properties.is_empty() {
        return;
    }
    xml.element("properties", &[], |xml| {
        for (name, property) in properties {
            write_property(xml, name, property);
        }
    });
}

fn write_property(xml: &mut Xml, name: &str, property: &MapProperty) {
    let value = match property {
        // Text is the default type.
        MapProperty::Text(text) => return xml.empty("property", &[("name", name), ("value", text)]),
        MapProperty::Int(number) => number.to_string(),
        MapProperty::Bool(is_so) => is_so.to_string(),
        MapProperty::Object(id) => id.to_string(),
        MapProperty::Class { kind, values } => {
            let attributes = [("name", name), ("type", property.kind()), ("propertytype", kind.as_str())];
            return xml.element("property", &attributes, |xml| write_properties(xml, values));
        }
    };
    xml.empty("property", &[("name", name), ("type", property.kind()), ("value", &value)]);
}
