//! What single importers look for in a map.

use super::map::{Map, Object, Properties, Property, Shape};
use crate::export::atlas::TileLayer;
use crate::export::exported::{ExportOptions, Target, TypePath};

/// Adds what the importer looks for. All other properties stay, so that the map is the same to others.
pub(super) fn add_properties(map: &mut Map, options: &ExportOptions) {
    match (options.target, &options.types) {
        (Target::Any, _) | (Target::Bevy, None) => {}
        (Target::Godot, _) => objects_of(map).for_each(add_for_godot),
        (Target::Unity, _) => add_for_unity(map),
        (Target::Bevy, Some(types)) => objects_of(map).for_each(|object| add_for_bevy(object, types)),
    }
}

fn objects_of(map: &mut Map) -> impl Iterator<Item = &mut Object> {
    map.object_layers.iter_mut().flat_map(|layer| &mut layer.objects)
}

/// YATI makes a node of each object. It takes the type for the kind of the node; of unknown types rectangles and lines become solid bodies, also on hidden layers, and points become markers. What the designer says of an object himself stays.
fn add_for_godot(object: &mut Object) {
    let node = match object.shape {
        Shape::Point => None,
        Shape::Rectangle { .. } => Some("area"),
        Shape::Line(_) => Some("path"),
    };
    let group = format!("{}s", object.kind.to_lowercase());
    for (name, value) in [("godot_node_type", node), ("godot_group", Some(group.as_str()))] {
        if let Some(value) = value {
            object.properties.entry(name.to_owned()).or_insert_with(|| Property::text(value));
        }
    }
}

/// SuperTiled2Unity takes properties that begin with `unity:`. It gives rectangles colliders; as triggers these stop nobody.
fn add_for_unity(map: &mut Map) {
    for layer in map.tile_layers.iter_mut().filter(|layer| layer.layer == TileLayer::Walls) {
        set(&mut layer.properties, "unity:layer", Property::text("Walls"));
    }
    for layer in &mut map.object_layers {
        match layer.name {
            "Graph" => set(&mut layer.properties, "unity:ignore", Property::text("True")),
            "Rooms" => {
                for room in &mut layer.objects {
                    set(&mut room.properties, "unity:IsTrigger", Property::Bool(true));
                }
            }
            _ => {}
        }
    }
}

/// `bevy_ecs_tiled` makes components of classes whose type path the game has registered; it passes over scalars.
fn add_for_bevy(object: &mut Object, types: &TypePath) {
    let kind = types.of_kind(&object.kind);
    let component = Property::Class { kind: kind.clone(), values: object.properties.clone() };
    set(&mut object.properties, &kind, component);
}

fn set(properties: &mut Properties, name: &str, value: Property) {
    properties.insert(name.to_owned(), value);
}
