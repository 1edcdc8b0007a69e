//! Adds default values of class members, read from the Tiled project around a map.
//!
//! Values that a tile or object sets itself are kept.

use std::collections::BTreeMap;

use serde_json::Value;

use super::tmj;
use crate::import::source::model::{LayerContent, SourceProject, SourceProperties};
use crate::import::{FileLookup, json};

/// Folders in which the project is searched, relative to the map.
const FOLDERS: [&str; 5] = ["", "../", "../../", "../../../", "../../../../"];
/// Name that requests the only project of a folder.
const ANY_PROJECT: &str = "*.tiled-project";

/// Adds the values of class members that tiles and objects do not set.
pub(super) fn add_defaults(project: &mut SourceProject, beside: &mut FileLookup<'_>) {
    let sets = project.tile_sets.values().flat_map(|set| set.tiles.values());
    let has_class = sets.into_iter().any(|tile| !tile.class.is_empty()) || objects(project).next().is_some();
    if !has_class {
        return;
    }
    let found = FOLDERS.iter().find_map(|folder| beside(&format!("{folder}{ANY_PROJECT}")).ok());
    let Some(defaults) = found.and_then(|bytes| defaults_of(&bytes)) else { return };
    let add = |class: &str, properties: &mut SourceProperties| {
        for (name, value) in defaults.get(class).into_iter().flatten() {
            properties.entry(name.clone()).or_insert_with(|| value.clone());
        }
    };
    for tile in project.tile_sets.values_mut().flat_map(|set| set.tiles.values_mut()) {
        add(&tile.class, &mut tile.properties);
    }
    for layer in project.maps.iter_mut().flat_map(|map| &mut map.layers) {
        if let LayerContent::Objects(objects) = &mut layer.content {
            objects.iter_mut().for_each(|object| add(&object.class, &mut object.properties));
        }
    }
}

/// Returns the classes of all objects.
fn objects(project: &SourceProject) -> impl Iterator<Item = &str> {
    let layers = project.maps.iter().flat_map(|map| &map.layers);
    let objects = layers.flat_map(|layer| match &layer.content {
        LayerContent::Objects(objects) => objects.as_slice(),
        LayerContent::Tiles(_) | LayerContent::Other(_) | LayerContent::Unreadable(_) => &[],
    });
    objects.map(|object| object.class.as_str()).filter(|class| !class.is_empty())
}

/// Parses the members of each class with their values.
fn defaults_of(bytes: &[u8]) -> Option<BTreeMap<String, SourceProperties>> {
    let root = json::parse(std::str::from_utf8(bytes).ok()?).ok()?;
    let types = root.get("propertyTypes").and_then(Value::as_array)?;
    let of_class = |class: &Value| {
        let name = class.get("name")?.as_str()?;
        let members = class.get("members").and_then(Value::as_array)?;
        Some((name.to_owned(), members.iter().filter_map(tmj::property).collect()))
    };
    Some(types.iter().filter_map(of_class).collect())
}
