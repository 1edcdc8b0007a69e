//! Adds properties that particular importers look for in a map.

use super::components::add_for_bevy;
use super::map::{MapDocument, MapObjectShape, MapProperties, MapProperty, Object};
use crate::export::atlas::{Atlas, TileLayer};
use crate::export::exported::{ExportOptions, MapImporter};

/// Adds the properties for the importer. All others stay, unless they become fields of classes for Bevy.
pub(super) fn add_properties(map: &mut MapDocument, atlas: &Atlas, options: &ExportOptions) {
    match (options.target, &options.types) {
        (MapImporter::Any, _) | (MapImporter::Bevy, None) => {}
        (MapImporter::Godot, _) => objects_of(map).for_each(add_for_godot),
        (MapImporter::Unity, _) => add_for_unity(map),
        (MapImporter::Bevy, Some(types)) => add_for_bevy(map, atlas, types),
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
        MapObjectShape::Point => None,
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
            "Graph" => set(&mut layer.properties, "unity:ignore", MapProperty::text("True")),
            "Rooms" => {
                for room in &mut layer.objects {
                    set(&mut room.properties, "unity:IsTrigger", MapProperty::Bool(true));
                }
            }
            _ => {}
        }
    }
}

fn set(properties: &mut MapProperties, name: &str, value: MapProperty) {
    properties.insert(name.to_owned(), value);
}
