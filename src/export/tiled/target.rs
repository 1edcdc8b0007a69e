//! What single importers look for in a map.

use super::map::{Map, Object, Properties, Property};
use crate::export::atlas::TileLayer;
use crate::export::exported::Target;

/// Adds what the importer looks for. All other properties stay, so that the map is the same to others.
pub(super) fn add_properties(map: &mut Map, target: Target) {
    match target {
        Target::Any => {}
        // YATI makes a node of each object. It takes the type for the kind of the node, and a rectangle of unknown type becomes a solid body.
        Target::Godot => {
            for layer in &mut map.object_layers {
                layer.objects.iter_mut().for_each(add_for_godot);
            }
        }
        // SuperTiled2Unity takes properties that begin with `unity:`.
        Target::Unity => {
            for layer in map.tile_layers.iter_mut().filter(|layer| layer.layer == TileLayer::Walls) {
                set(&mut layer.properties, "unity:layer", "Walls");
            }
            for layer in map.object_layers.iter_mut().filter(|layer| layer.name == "Graph") {
                set(&mut layer.properties, "unity:ignore", "True");
            }
        }
        // `bevy_ecs_tiled` makes components of types that the game has exported; scalars stay properties, and observers find objects by name and type.
        Target::Bevy => {}
    }
}

fn add_for_godot(object: &mut Object) {
    let group = format!("{}s", object.kind.to_lowercase());
    if object.kind == "Room" {
        set(&mut object.properties, "godot_node_type", "area");
    }
    set(&mut object.properties, "godot_group", &group);
}

fn set(properties: &mut Properties, name: &str, value: &str) {
    properties.insert(name.to_owned(), Property::text(value));
}
