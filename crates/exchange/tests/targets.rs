//! Presets of maps and projects for particular importers, compared with the documentation of these importers.
//!
//! The engines themselves do not run here.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Error, ErrorKind};
use std::path::Path;

use delvewright_engine::level::Level;
use delvewright_exchange::export::{BevyComponents, ExportOptions, Format, MapImporter, export_with};
use serde_json::Value;
use tiled::{Loader, Map, ObjectData, ObjectShape, Properties, PropertyValue};

use crate::example_level::{EXAMPLES_OF_EACH_KIND, level};

fn options(target: MapImporter, types: Option<&str>) -> ExportOptions {
    let types = types.map(|types| types.parse().expect("a path"));
    ExportOptions { target, types, ..ExportOptions::default() }
}

fn map(level: &Level, options: &ExportOptions) -> Map {
    let exported = export_with(level, Format::Tmx, options);
    let files: BTreeMap<String, Vec<u8>> =
        exported.files().map(|file| (file.name.clone(), file.bytes.clone())).collect();
    let read = move |path: &Path| {
        let found = files.get(path.to_str().expect("a name")).cloned();
        found.map(Cursor::new).ok_or_else(|| Error::from(ErrorKind::NotFound))
    };
    Loader::with_reader(read).load_tmx_map(exported.main.name).expect("a map")
}

fn objects(map: &Map) -> Vec<ObjectData> {
    map.layers()
        .filter_map(|layer| layer.as_object_layer().map(|objects| objects.object_data().to_vec()))
        .flatten()
        .collect()
}

fn layer_properties(map: &Map, name: &str) -> Properties {
    map.layers().find(|layer| layer.name == name).expect("a layer of that name").properties.clone()
}

fn text_of<'p>(properties: &'p Properties, name: &str) -> Option<&'p str> {
    match properties.get(name)? {
        PropertyValue::StringValue(text) => Some(text),
        _ => None,
    }
}

fn project(level: &Level, target: MapImporter) -> Value {
    let exported = export_with(level, Format::Ldtk, &options(target, None));
    serde_json::from_slice(&exported.main.bytes).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// YATI makes solid bodies of rectangles and lines without a type of their own.
#[test]
fn maps_for_godot_have_no_solid_objects_and_sort_all_into_groups() {
    for example in EXAMPLES_OF_EACH_KIND {
        for object in objects(&map(&level(example, 1), &options(MapImporter::Godot, None))) {
            let expected = match object.shape {
                _ if object.tile_data().is_some() => None,
                ObjectShape::Rect { .. } => Some("area"),
                ObjectShape::Polyline { .. } => Some("path"),
                _ => None,
            };
            assert_eq!(text_of(&object.properties, "godot_node_type"), expected, "{}", object.name);
            assert!(text_of(&object.properties, "godot_group").is_some_and(|group| !group.contains(',')));
        }
    }
}

/// A designer may choose the node type of an object.
#[test]
fn maps_for_godot_keep_what_attributes_say() {
    let mut level = Level::clone(&level("first_lock", 1));
    let (own, other) = ("godot_node_type", "godot_group");
    level.places[0]
        .attributes
        .insert(own.to_owned(), delvewright_engine::mission::Value::Text("navigation".into()));
    level.places[0]
        .attributes
        .insert(other.to_owned(), delvewright_engine::mission::Value::Text("halls".into()));
    let objects = objects(&map(&level, &options(MapImporter::Godot, None)));
    let of_first = [own, other].map(|name| text_of(&objects[0].properties, name));
    assert_eq!(of_first, [Some("navigation"), Some("halls")]);
}

/// SuperTiled2Unity gives rectangles colliders; it reads `unity:ignore` and `unity:layer` from layers.
#[test]
fn maps_for_unity_have_no_solid_rooms_and_no_graph() {
    for example in EXAMPLES_OF_EACH_KIND {
        let map = map(&level(example, 1), &options(MapImporter::Unity, None));
        for layer in ["Graph", "Owners"] {
            assert_eq!(text_of(&layer_properties(&map, layer), "unity:ignore"), Some("True"));
        }
        assert_eq!(text_of(&layer_properties(&map, "Walls"), "unity:layer"), Some("Walls"));
        for object in objects(&map) {
            let is_trigger =
                object.properties.get("unity:IsTrigger") == Some(&PropertyValue::BoolValue(true));
            let is_room = object.user_type == "Room";
            assert_eq!(is_trigger, is_room, "{}", object.name);
        }
    }
}

/// All properties of a map: its own and those of layers, objects and tiles.
fn all_properties(map: &Map) -> Vec<Properties> {
    let layers = map.layers().map(|layer| layer.properties.clone());
    let tiles = map.tilesets().iter().flat_map(|set| set.tiles().map(|(_, tile)| tile.properties.clone()));
    let objects = objects(map).into_iter().map(|object| object.properties);
    std::iter::once(map.properties.clone())
        .chain(layers)
        .chain(objects)
        .chain(tiles.collect::<Vec<_>>())
        .collect()
}

/// Reads the declarations of a Rust module: fields and their types by name, and the registered names.
fn declarations(module: &str) -> (BTreeMap<&str, BTreeMap<&str, &str>>, BTreeSet<&str>) {
    let (mut types, mut registered) = (BTreeMap::new(), BTreeSet::new());
    let mut name = "";
    for line in module.lines().map(str::trim) {
        if let Some(found) = line.strip_prefix("pub struct ").and_then(|rest| rest.split_once(" {")) {
            name = found.0;
            types.insert(name, BTreeMap::new());
        } else if let Some((field, kind)) = line.strip_prefix("pub ").and_then(|rest| rest.split_once(": ")) {
            let fields = types.get_mut(name).expect("fields are in types");
            assert!(fields.insert(field, kind.trim_end_matches(',')).is_none(), "{name}.{field} is twice");
        } else if let Some(rest) = line.strip_prefix("app.register_type::<") {
            registered.insert(rest.trim_end_matches(">();"));
        }
    }
    (types, registered)
}

/// `bevy_ecs_tiled` finds classes by their type path and their fields by name. It warns about all other
/// properties, and reports types that are not registered.
#[test]
fn maps_for_bevy_have_only_classes_that_the_written_module_declares() {
    for example in EXAMPLES_OF_EACH_KIND {
        let level = level(example, 1);
        let module = BevyComponents::of(&level, &ExportOptions::default()).print();
        let (types, registered) = declarations(&module);
        assert_eq!(
            types.keys().copied().filter(|name| *name != "LevelTypesPlugin").collect::<BTreeSet<_>>(),
            registered
        );
        let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let map = map(&level, &options(MapImporter::Bevy, Some("my_game::level")));
        for property in all_properties(&map).into_iter().flatten() {
            let (_, PropertyValue::ClassValue { property_type, properties }) = property else {
                panic!("{example}: {property:?} is no class")
            };
            let name = property_type.strip_prefix("my_game::level::").expect("a type of the module");
            let (name, fields) =
                types.get_key_value(name).unwrap_or_else(|| panic!("{name} is not declared"));
            for (field, value) in properties {
                let expected = match value {
                    PropertyValue::BoolValue(_) => "bool",
                    PropertyValue::IntValue(_) => "i32",
                    PropertyValue::StringValue(_) => "String",
                    PropertyValue::ObjectValue(_) => "Option<Entity>",
                    other => panic!("{name}.{field} is {other:?}"),
                };
                assert_eq!(fields.get(field.as_str()), Some(&expected), "{name}.{field}");
                seen.entry(name).or_default().insert(field);
            }
        }
        let declared = types.iter().filter(|(_, fields)| !fields.is_empty());
        for (name, fields) in declared {
            let fields: BTreeSet<String> = fields.keys().map(|field| (*field).to_owned()).collect();
            assert_eq!(seen.get(name), Some(&fields), "{name} has only fields that things have");
        }
    }
}

/// Each object has one component, with the same values as in maps for other readers.
#[test]
fn components_for_bevy_have_the_values_of_other_maps() {
    for example in EXAMPLES_OF_EACH_KIND {
        let level = level(example, 1);
        let plain = objects(&map(&level, &options(MapImporter::Bevy, None)));
        let typed = objects(&map(&level, &options(MapImporter::Bevy, Some("my_game::level"))));
        assert_eq!(plain.len(), typed.len());
        for (plain, typed) in plain.iter().zip(&typed) {
            let mut components = typed.properties.values();
            let (Some(PropertyValue::ClassValue { properties, .. }), None) =
                (components.next(), components.next())
            else {
                panic!("{} has {:?}", typed.name, typed.properties)
            };
            let sorted = |of: &Properties| {
                of.iter().map(|(name, value)| format!("{name}: {value:?}")).collect::<BTreeSet<_>>()
            };
            assert_eq!(sorted(properties), sorted(&plain.properties), "{}", plain.name);
        }
    }
}

/// The importer of Godot shows numbers as coloured cells unless their layer has a tile set.
#[test]
fn projects_for_godot_hide_the_numbers_of_cells() {
    for (target, has_tiles) in [(MapImporter::Any, false), (MapImporter::Godot, true)] {
        let project = project(&level("sunken_keep", 1), target);
        let definitions = list(&project["defs"]["layers"]).iter();
        let numbers = definitions.filter(|layer| layer["type"] == "IntGrid");
        assert!(
            numbers.clone().count() == 2
                && numbers.clone().all(|layer| layer["tilesetDefUid"].is_u64() == has_tiles)
        );
        let layers = list(&project["levels"][0]["layerInstances"]).iter();
        for layer in layers.filter(|layer| layer["__type"] == "IntGrid") {
            assert_eq!(layer["__tilesetDefUid"].is_u64(), has_tiles);
            assert_eq!(layer["__tilesetRelPath"].is_string(), has_tiles);
            assert_eq!(list(&layer["autoLayerTiles"]).len(), 0);
        }
    }
}

/// LDtkToUnity reads projects from version 1.5.0, and requires that its exporter runs after LDtk has saved.
#[test]
fn projects_for_unity_start_its_exporter() {
    let level = level("first_lock", 1);
    assert_eq!(list(&project(&level, MapImporter::Any)["customCommands"]).len(), 0);
    let project = project(&level, MapImporter::Unity);
    let [command] = list(&project["customCommands"]) else { panic!("one command") };
    let text = command["command"].as_str().expect("a text");
    assert!(
        text.ends_with("/ExportTilesetDefinition.exe \"level\"") && command["when"] == "AfterSave",
        "{text}"
    );
    assert_eq!(project["jsonVersion"], "1.5.3");
    let odd = ExportOptions { name: "a\" & b".to_owned(), ..options(MapImporter::Unity, None) };
    let exported = export_with(&level, Format::Ldtk, &odd);
    let project: Value = serde_json::from_slice(&exported.main.bytes).expect("JSON");
    assert_eq!(list(&project["customCommands"]).len(), 0, "names never become commands");
}

/// `bevy_ecs_ldtk` registers entities by identifier and cells by number.
///
/// It needs equal spacing and padding, and loads tiles from the folder of the project.
#[test]
fn projects_for_bevy_keep_its_rules() {
    for example in EXAMPLES_OF_EACH_KIND {
        let project = project(&level(example, 1), MapImporter::Bevy);
        for tiles in list(&project["defs"]["tilesets"]) {
            assert_eq!((&tiles["spacing"], &tiles["padding"]), (&0.into(), &0.into()));
            assert!(!tiles["relPath"].as_str().expect("a path").contains(['/', '\\', ':']));
        }
        let identifiers =
            list(&project["defs"]["entities"]).iter().map(|entity| entity["identifier"].as_str());
        let identifiers: Vec<&str> = identifiers.map(|name| name.expect("a name")).collect();
        assert_eq!(identifiers.iter().collect::<BTreeSet<_>>().len(), identifiers.len());
        let layers = list(&project["defs"]["layers"]);
        let cells = layers.iter().find(|layer| layer["type"] == "IntGrid").expect("numbers");
        let values = list(&cells["intGridValues"]).iter();
        let first: Vec<_> = values.take(3).map(|value| (&value["value"], &value["identifier"])).collect();
        let expected = [(1, "wall"), (2, "floor"), (3, "door")]
            .map(|(value, name)| (Value::from(value), Value::from(name)));
        assert!(
            first
                .iter()
                .zip(&expected)
                .all(|((value, name), (number, word))| (*value, *name) == (number, word))
        );
    }
}
