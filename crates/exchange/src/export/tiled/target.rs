//! Prepares maps for particular importers: mostly by properties that they look for.

use super::components::add_for_bevy;
use super::map::{MapDocument, MapObjectShape, MapProperties, MapProperty, Object, ObjectLayer};
use crate::base::Rect;
use crate::export::areas::solid_rects;
use crate::export::atlas::TileLayer;
use crate::export::exported::{ExportOptions, MapImporter};
use crate::level::Level;

/// Prepares a map for the importer. Except for melonJS and Bevy, it only adds properties.
pub(super) fn prepare(map: &mut MapDocument, level: &Level, options: &ExportOptions) {
    match (options.target, &options.types) {
        (MapImporter::Any | MapImporter::Phaser | MapImporter::Arcade, _) | (MapImporter::Bevy, None) => {}
        (MapImporter::Excalibur, _) => {
            objects_of(map).for_each(add_for_excalibur);
            // Without a height, objects are behind all tile layers but the first.
            for (layer, z) in map.object_layers.iter_mut().zip(map.tile_layers.len()..) {
                set(&mut layer.properties, "zindex", MapProperty::number(z as i64));
            }
        }
        (MapImporter::MelonJs, _) => rebuild_for_melon(map, level),
        (MapImporter::Godot, _) => {
            objects_of(map).for_each(add_for_godot);
            let owners = map.object_layers.iter_mut().filter(|layer| layer.name == "Owners");
            owners.for_each(|layer| set(&mut layer.properties, "no_import", MapProperty::Bool(true)));
        }
        (MapImporter::Unity, _) => add_for_unity(map),
        (MapImporter::Bevy, Some(types)) => add_for_bevy(map, types),
    }
}

fn objects_of(map: &mut MapDocument) -> impl Iterator<Item = &mut Object> {
    map.object_layers.iter_mut().flat_map(|layer| &mut layer.objects)
}

/// Sets the node type for YATI, unless the designer has set one.
///
/// YATI makes a node of each object and takes the class for the node type. Without one, rectangles and lines
/// of unknown class become solid bodies, even on hidden layers; points become markers.
fn add_for_godot(object: &mut Object) {
    let node = match object.shape {
        MapObjectShape::Point | MapObjectShape::Tile(_) => None,
        MapObjectShape::Rectangle { .. } => Some("area"),
        MapObjectShape::Line(_) => Some("path"),
    };
    let group = format!("{}s", object.kind.to_lowercase());
    for (name, value) in [("godot_node_type", node), ("godot_group", Some(group.as_str()))] {
        if let Some(value) = value {
            object.properties.entry(name.to_owned()).or_insert_with(|| MapProperty::text(value));
        }
    }
}

/// Adds the properties beginning with `unity:` for SuperTiled2Unity. It gives rectangles colliders; as
/// triggers they block nobody.
fn add_for_unity(map: &mut MapDocument) {
    for layer in map.tile_layers.iter_mut().filter(|layer| layer.layer == TileLayer::Walls) {
        set(&mut layer.properties, "unity:layer", MapProperty::text("Walls"));
    }
    for layer in &mut map.object_layers {
        match layer.name {
            "Graph" | "Owners" => set(&mut layer.properties, "unity:ignore", MapProperty::text("True")),
            "Rooms" => {
                for room in &mut layer.objects {
                    set(&mut room.properties, "unity:IsTrigger", MapProperty::Bool(true));
                }
            }
            _ => {}
        }
    }
}

/// Lets the camera begin at the start.
fn add_for_excalibur(object: &mut Object) {
    if object.kind == "PlayerStart" {
        set(&mut object.properties, "camera", MapProperty::Bool(true));
    }
}

/// Keeps only what melonJS can use: it makes a solid body of each object, and fails at names that no game registers.
/// Walls become bodies on a layer whose name it knows.
fn rebuild_for_melon(map: &mut MapDocument, level: &Level) {
    map.object_layers.retain(|layer| layer.name == "Entities");
    for layer in &mut map.object_layers {
        layer.objects.retain(|object| matches!(object.shape, MapObjectShape::Tile(_)));
    }
    let (id, pixels) = (map.next_layer(), map.pixels);
    let body = |(id, rect): (u32, Rect)| Object {
        id,
        name: String::new(),
        kind: String::new(),
        x: i64::from(rect.min.x) * i64::from(pixels),
        y: i64::from(rect.min.y) * i64::from(pixels),
        shape: MapObjectShape::Rectangle {
            width: u64::from(rect.size.width) * u64::from(pixels),
            height: u64::from(rect.size.height) * u64::from(pixels),
        },
        properties: MapProperties::new(),
    };
    let objects = (map.next_object()..).zip(solid_rects(level)).map(body).collect();
    let properties = MapProperties::new();
    map.object_layers.push(ObjectLayer { id, name: "collision", is_visible: true, objects, properties });
}

fn set(properties: &mut MapProperties, name: &str, value: MapProperty) {
    properties.insert(name.to_owned(), value);
}
