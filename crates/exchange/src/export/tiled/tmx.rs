//! Prints maps and tile sets as XML.

use std::fmt::Write as _;

use super::components::tile_properties;
use super::map::{
    FIRST_TILE, MapDocument, MapObjectShape, MapProperties, MapProperty, Object, ObjectLayer, TilesOf,
};
use super::{TILED_VERSION, VERSION};
use crate::base::Size;
use crate::export::atlas::Atlas;
use crate::export::exported::TypePath;
use crate::export::xml::Xml;

/// Prints a map that uses the tile set in file `tiles`.
pub(super) fn map(map: &MapDocument, tiles: &str) -> String {
    let frame = TmxHeader {
        size: map.size,
        pixels: map.pixels,
        next_layer: map.next_layer(),
        next_object: map.next_object(),
        properties: &map.properties,
        tiles,
    };
    map_of(&frame, |xml| {
        for TilesOf { id, layer, tiles, properties } in &map.tile_layers {
            write_tiles(xml, (*id, layer.name()), map.size, properties, tiles);
        }
        map.object_layers.iter().for_each(|layer| write_objects(xml, layer));
    })
}

/// Prints a tile set whose tiles are in file `picture`.
pub(super) fn tile_set(atlas: &Atlas, name: &str, picture: &str, types: Option<&TypePath>) -> String {
    let sheet =
        TileSetHeader { name, picture, pixels: atlas.pixels(), columns: atlas.columns(), rows: atlas.rows() };
    let tiles = atlas.tiles.iter();
    tile_set_of(&sheet, tiles.map(|tile| (tile.name.as_str(), tile_properties(tile, types))))
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
    /// File name of the tile set.
    pub tiles: &'m str,
}

/// Prints a map with the layers that `write_layers` adds.
pub(super) fn map_of(frame: &TmxHeader<'_>, write_layers: impl FnOnce(&mut Xml)) -> String {
    let mut xml = Xml::new();
    let TmxHeader { size, pixels, next_layer, next_object, properties, tiles } = frame;
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
        xml.empty("tileset", &[("firstgid", &FIRST_TILE.to_string()), ("source", tiles)]);
        write_layers(xml);
    });
    xml.finish()
}

/// All of a tile set except its tiles. They are in one picture without gaps.
pub(super) struct TileSetHeader<'s> {
    pub name: &'s str,
    pub picture: &'s str,
    /// Side of a tile, in pixels.
    pub pixels: u32,
    pub columns: u32,
    pub rows: u32,
}

/// Prints a tile set with the classes and properties of its tiles.
pub(super) fn tile_set_of<'t>(
    sheet: &TileSetHeader<'_>,
    tiles: impl ExactSizeIterator<Item = (&'t str, MapProperties)>,
) -> String {
    let mut xml = Xml::new();
    let &TileSetHeader { name, picture, pixels, columns, rows } = sheet;
    let [width, height] = [columns, rows].map(|count| (count * pixels).to_string());
    let [pixels, columns] = [pixels, columns].map(|number| number.to_string());
    let count = tiles.len().to_string();
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
        xml.empty("image", &[("source", picture), ("width", &width), ("height", &height)]);
        for (id, (kind, properties)) in tiles.enumerate() {
            let id = id.to_string();
            xml.element("tile", &[("id", &id), ("type", kind)], |xml| write_properties(xml, &properties));
        }
    });
    xml.finish()
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

fn write_objects(xml: &mut Xml, layer: &ObjectLayer) {
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
        MapObjectShape::Rectangle { width, height } => Some([width, height].map(ToString::to_string)),
        MapObjectShape::Point | MapObjectShape::Line(_) => None,
    };
    if let Some([width, height]) = &sides {
        attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
    }
    xml.element("object", &attributes, |xml| {
        write_properties(xml, &object.properties);
        match &object.shape {
            MapObjectShape::Rectangle { .. } => {}
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
