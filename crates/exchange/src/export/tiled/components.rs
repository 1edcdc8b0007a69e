//! The components of maps for Bevy: their classes in the map, and their declarations in Rust.
//!
//! `bevy_ecs_tiled` turns a property of a class into a component if the game registers a type of that path,
//! and warns about every property without a class. Therefore a map for Bevy has one class for each thing and
//! no other properties. Fields have names of Rust. If things of one class differ in the type of a field, the
//! field is a text in all of them.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::atlas_of;
use super::map::{MapDocument, MapProperties, MapProperty};
use super::tile_sets::{TileSetDocument, tile_sets};
use crate::export::exported::{ExportOptions, MapImporter};
use crate::export::type_path::{KEYWORDS, TypePath};
use crate::level::Level;

/// Class of the properties of a whole map.
const MAP_CLASS: &str = "Level";
/// Class of the properties of a tile.
const TILE_CLASS: &str = "Tile";
/// Class of the properties of a layer.
const LAYER_CLASS: &str = "Layer";

/// The type of a field of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ComponentField {
    Bool,
    Int,
    Link,
    Text,
}

impl ComponentField {
    const fn of(value: &MapProperty) -> Self {
        match value {
            MapProperty::Bool(_) => Self::Bool,
            MapProperty::Int(_) => Self::Int,
            MapProperty::Object(_) => Self::Link,
            MapProperty::Text(_) | MapProperty::Class { .. } => Self::Text,
        }
    }

    /// Returns the type in Rust.
    const fn in_rust(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int => "i32",
            Self::Link => "Option<Entity>",
            Self::Text => "String",
        }
    }
}

/// The components that maps for Bevy name, each with all fields of its things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BevyComponents {
    types: BTreeMap<String, BTreeMap<String, ComponentField>>,
}

impl BevyComponents {
    /// The first line of each module that declares components.
    pub const FIRST_LINE: &str = "//! Components of exported levels. Delvewright wrote this file and replaces it with the next export.";

    /// Returns the components of the map of a level, exported with these options.
    pub fn of(level: &Level, options: &ExportOptions) -> Self {
        let options = ExportOptions { target: MapImporter::Any, ..options.clone() };
        let atlas = atlas_of(&[level], &options);
        let mut components = Self::of_map(&MapDocument::new(level, &atlas, &options));
        components.note_tiles(&tile_sets(&atlas, "level", ""));
        components
    }

    fn of_map(map: &MapDocument) -> Self {
        let mut components = Self::default();
        components.note(MAP_CLASS, &map.properties);
        let layers = map.tile_layers.iter().map(|layer| &layer.properties);
        let layers = layers.chain(map.object_layers.iter().map(|layer| &layer.properties));
        for properties in layers.filter(|properties| !properties.is_empty()) {
            components.note(LAYER_CLASS, properties);
        }
        for object in map.object_layers.iter().flat_map(|layer| &layer.objects) {
            components.note(&object.kind, &object.properties);
        }
        components
    }

    fn note_tiles(&mut self, sets: &[TileSetDocument]) {
        sets.iter().flat_map(|set| &set.tiles).for_each(|tile| self.note(TILE_CLASS, &tile.properties));
    }

    /// Adds the components of another map.
    pub fn merge(&mut self, other: Self) {
        for (name, fields) in other.types {
            let own = self.types.entry(name).or_default();
            fields.into_iter().for_each(|(field, kind)| add_field(own, field, kind));
        }
    }

    fn note(&mut self, kind: &str, properties: &MapProperties) {
        let fields = self.types.entry(TypePath::name_of(kind)).or_default();
        for (field, value) in named_fields(properties) {
            add_field(fields, field, ComponentField::of(value));
        }
    }

    /// Prints a module that declares all components, and a plugin that registers them.
    pub fn print(&self) -> String {
        let mut text = format!("{}\n{HEADER}", Self::FIRST_LINE);
        for name in self.types.keys() {
            writeln!(text, "        app.register_type::<{name}>();").expect("texts take all that is written");
        }
        text.push_str("    }\n}\n");
        for (name, fields) in &self.types {
            write!(text, "\n{DERIVES}pub struct {name} {{").expect("texts take all that is written");
            for (field, kind) in fields {
                let kind = kind.in_rust();
                write!(text, "\n    pub {field}: {kind},").expect("texts take all that is written");
            }
            text.push_str(if fields.is_empty() { "}\n" } else { "\n}\n" });
        }
        text
    }

    /// Returns the properties as the only property of a thing: a class with typed fields.
    fn class(&self, kind: &str, types: &TypePath, properties: &MapProperties) -> MapProperties {
        let fields = self.types.get(&TypePath::name_of(kind));
        let typed = |(field, value): (String, &MapProperty)| {
            let is_text = fields.and_then(|fields| fields.get(&field)) == Some(&ComponentField::Text);
            (field, if is_text { value.as_text() } else { value.clone() })
        };
        let kind = types.of_kind(kind);
        let values = named_fields(properties).into_iter().map(typed).collect();
        [(kind.clone(), MapProperty::Class { kind, values })].into()
    }
}

/// Replaces all properties of a map by classes of the module `types`.
pub(super) fn add_for_bevy(map: &mut MapDocument, types: &TypePath) {
    let components = BevyComponents::of_map(map);
    map.properties = components.class(MAP_CLASS, types, &map.properties);
    let layers = map.tile_layers.iter_mut().map(|layer| &mut layer.properties);
    let layers = layers.chain(map.object_layers.iter_mut().map(|layer| &mut layer.properties));
    for properties in layers.filter(|properties| !properties.is_empty()) {
        *properties = components.class(LAYER_CLASS, types, properties);
    }
    for object in map.object_layers.iter_mut().flat_map(|layer| &mut layer.objects) {
        object.properties = components.class(&object.kind, types, &object.properties);
    }
}

/// Replaces all properties of tiles by classes of the module `types`.
pub(super) fn add_to_tiles(sets: &mut [TileSetDocument], types: &TypePath) {
    let mut components = BevyComponents::default();
    components.note_tiles(sets);
    for tile in sets.iter_mut().flat_map(|set| &mut set.tiles) {
        tile.properties = components.class(TILE_CLASS, types, &tile.properties);
    }
}

const HEADER: &str = "\
//!
//! `bevy_ecs_tiled` adds them to the entities of a map. It needs the feature `user_properties`.

#![allow(non_snake_case)]

use bevy::prelude::*;

/// Registers all components of levels. Add it before the first map is loaded.
pub struct LevelTypesPlugin;

impl Plugin for LevelTypesPlugin {
    fn build(&self, app: &mut App) {
";

const DERIVES: &str =
    "#[derive(Clone, Component, Debug, Default, Reflect)]\n#[reflect(Component, Default)]\n";

/// Adds a field; one with several types is a text.
fn add_field(fields: &mut BTreeMap<String, ComponentField>, name: String, kind: ComponentField) {
    let known = fields.entry(name).or_insert(kind);
    if *known != kind {
        *known = ComponentField::Text;
    }
}

/// Returns properties by names for fields. Equal names get numbers: `a b` and `a_b` become `a_b` and `a_b_2`.
fn named_fields(properties: &MapProperties) -> BTreeMap<String, &MapProperty> {
    let mut fields = BTreeMap::new();
    for (name, value) in properties {
        let name = field_name(name);
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !fields.contains_key(name));
        fields.insert(free.expect("numbers never end"), value);
    }
    fields
}

/// Returns a name for a field that resembles the name of a property.
fn field_name(name: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let mut field: String = name.chars().map(letter).collect();
    let is_bare = field.chars().all(|letter| letter == '_');
    if is_bare || field.starts_with(|first: char| first.is_ascii_digit()) {
        field.insert_str(0, "field_");
    }
    if KEYWORDS.contains(&field.as_str()) {
        field.push('_');
    }
    field
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_have_names_of_rust() {
        let names = ["gold", "gold coins", "2nd", "type", "yield", "é", "", "Größe"].map(field_name);
        let expected = ["gold", "gold_coins", "field_2nd", "type_", "yield_", "field__", "field_", "Gr__e"];
        assert_eq!(names, expected.map(str::to_owned));
    }

    #[test]
    fn fields_of_several_types_are_texts() {
        let thing = |value| MapProperties::from([("worth".to_owned(), value)]);
        let (number, text) = (thing(MapProperty::Int(3)), thing(MapProperty::text("much")));
        let mut components = BevyComponents::default();
        components.note("Chest", &number);
        let mut others = BevyComponents::default();
        others.note("Chest", &text);
        components.merge(others);
        let written = components.class("Chest", &"game".parse().expect("a path"), &number);
        let expected =
            MapProperty::Class { kind: "game::Chest".to_owned(), values: thing(MapProperty::text("3")) };
        assert_eq!(written, [("game::Chest".to_owned(), expected)].into());
        assert!(components.print().contains("pub worth: String,"));
    }

    #[test]
    fn names_that_become_equal_get_numbers() {
        let names = ["a b", "a_b", "a-b"].map(|name| (name.to_owned(), MapProperty::Bool(true))).into();
        let fields: Vec<String> = named_fields(&names).into_keys().collect();
        assert_eq!(fields, ["a_b", "a_b_2", "a_b_3"]);
    }
}
