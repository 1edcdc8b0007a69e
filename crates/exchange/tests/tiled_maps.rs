//! Maps for Tiled, read with the library that Bevy uses for them.

use std::collections::BTreeMap;
use std::io::{Cursor, Error, ErrorKind};
use std::path::Path;

use delvewright_engine::base::{Cell, Grid, Seed, Size};
use delvewright_engine::insight::find_drops;
use delvewright_engine::level::{Layer, Level};
use delvewright_engine::mission::{NodeRole, Value};
use delvewright_exchange::export::{ExportOptions, Exported, Format, MapImporter, export, export_with};
use tiled::{Loader, Map, ObjectData, ObjectShape, PropertyValue};

use crate::example_level::{EXAMPLES_OF_EACH_KIND, level};
use crate::random_level::random_level;

/// Returns the map as the library reads it; pictures are not read.
fn read(exported: &Exported) -> Map {
    let files: BTreeMap<String, Vec<u8>> =
        exported.files().map(|file| (file.name.clone(), file.bytes.clone())).collect();
    let main = exported.main.name.clone();
    let read = move |path: &Path| {
        let found = files.get(path.to_str().expect("a name")).cloned();
        found.map(Cursor::new).ok_or_else(|| Error::from(ErrorKind::NotFound))
    };
    Loader::with_reader(read).load_tmx_map(main).expect("a map")
}

/// Returns the name of each tile layer, and the number of the tile of each cell.
fn tiles(map: &Map, size: Size) -> Vec<(String, BTreeMap<Cell, u32>)> {
    let layers = map.layers().filter_map(|layer| Some((layer.name.clone(), layer.as_tile_layer()?)));
    layers
        .map(|(name, layer)| {
            let cells = (0..size.height as i32).flat_map(|y| (0..size.width as i32).map(move |x| (x, y)));
            let tiles = cells.filter_map(|(x, y)| Some((Cell::new(x, y), layer.get_tile(x, y)?.id())));
            (name, tiles.collect())
        })
        .collect()
}

fn objects(map: &Map, layer: &str) -> Vec<ObjectData> {
    let layer = map.layers().find(|other| other.name == layer).expect("a layer of that name");
    let objects = layer.as_object_layer().expect("a layer of objects");
    objects.object_data().to_vec()
}

fn text<'o>(object: &'o ObjectData, name: &str) -> Option<&'o str> {
    match object.properties.get(name)? {
        PropertyValue::StringValue(text) => Some(text),
        _ => None,
    }
}

fn link(object: &ObjectData, name: &str) -> Option<u32> {
    match object.properties.get(name)? {
        PropertyValue::ObjectValue(id) => Some(*id),
        _ => None,
    }
}

/// Returns `true` if the name contains characters that XML cannot hold.
fn is_coded(name: &str) -> bool {
    name.contains(|character: char| character.is_control() || character >= '\u{fffe}')
}

fn assert_tiles_are_of_level(level: &Level) {
    let map = read(&export(level, Format::Tmx));
    let size = level.tiles.size();
    assert_eq!((map.width, map.height), (size.width, size.height));
    let layers = tiles(&map, level.tiles.size());
    let names: Vec<&str> = layers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Ground", "Walls", "Doors", "Decor"]);
    let set = &map.tilesets()[0];
    for cell in level.tiles.rect().cells() {
        let of_layer = |layer: usize| layers[layer].1.get(&cell).map(|id| set.get_tile(*id).expect("a tile"));
        let lower: Vec<_> = (0..3).filter_map(of_layer).collect();
        let lower = match &lower[..] {
            [tile] => tile,
            // Below objects and doors is the floor.
            [floor, tile] if floor.user_type == "floor" && of_layer(0).is_some() => tile,
            _ => panic!("one tile lies at {cell:?}, perhaps on the floor"),
        };
        let name = |character: &char| level.legend.get(character).map(|tile| tile.name.clone());
        let character = level.tiles.get(cell).expect("a cell");
        assert!(name(character).is_none_or(|name| is_coded(&name) || lower.user_type == name));
        let solid = PropertyValue::BoolValue(!level.is_walkable(cell));
        assert_eq!(lower.properties.get("solid"), Some(&solid));
        let drawn = level.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell));
        let drawn = drawn.filter(|character| **character != Layer::NOTHING).find_map(name);
        let above = of_layer(3).map(|tile| tile.user_type.clone());
        assert!(above == drawn || drawn.is_some_and(|name| is_coded(&name)) && above.is_some());
    }
}

#[test]
fn tiles_say_what_the_level_has_there() {
    for example in EXAMPLES_OF_EACH_KIND {
        assert_tiles_are_of_level(&level(example, 1));
    }
    for seed in 0..30 {
        assert_tiles_are_of_level(&random_level(seed));
    }
}

#[test]
fn objects_are_places_entities_and_passages_and_name_each_other() {
    for example in EXAMPLES_OF_EACH_KIND {
        let level = level(example, 1);
        let map = read(&export(&level, Format::Tmx));
        let [rooms, entities, graph] = ["Rooms", "Entities", "Graph"].map(|layer| objects(&map, layer));
        let room = |id: u32| rooms.iter().find(|room| room.id() == id).expect("a room");
        assert_eq!(rooms.len(), level.places.len());
        for (object, place) in rooms.iter().zip(&level.places) {
            assert_eq!(
                (object.name.as_str(), object.user_type.as_str()),
                (&*format!("room_{}", place.id), "Room")
            );
            assert_eq!(
                (object.x, object.y),
                (place.bounds.min.x as f32 * 16., place.bounds.min.y as f32 * 16.)
            );
            let (width, height) =
                (place.bounds.size.width as f32 * 16., place.bounds.size.height as f32 * 16.);
            assert_eq!(object.shape, ObjectShape::Rect { width, height });
            assert_eq!(text(object, "symbol"), Some(&*place.symbol));
            for (name, value) in &place.attributes {
                let value = match value {
                    Value::Int(number) => PropertyValue::IntValue(i32::try_from(*number).expect("small")),
                    Value::Bool(is_so) => PropertyValue::BoolValue(*is_so),
                    Value::Text(text) => PropertyValue::StringValue(text.clone()),
                };
                assert_eq!(object.properties.get(name), Some(&value));
            }
        }
        for entity in &level.entities {
            let name = format!("entity_{}", entity.id);
            let object = entities.iter().find(|object| object.name == name).expect("an entity");
            let offset = if entity.marker { (8., 8.) } else { (0., 16.) };
            let expected = (entity.at.x as f32 * 16. + offset.0, entity.at.y as f32 * 16. + offset.1);
            assert_eq!((object.x, object.y), expected);
            assert_eq!(object.tile_data().is_some(), !entity.marker);
            assert_eq!(text(object, "kind"), Some(&*entity.kind));
            let place = room(link(object, "place").expect("a place"));
            assert_eq!(place.name, format!("room_{}", entity.place));
            let opened = link(object, "opens").map(|id| room(id).name.clone());
            assert_eq!(opened, entity.opens.first().map(|place| format!("room_{place}")));
        }
        let of_type = |kind: &str| entities.iter().filter(|object| object.user_type == kind).count();
        let of_role = |role| level.places.iter().filter(|place| place.role == Some(role)).count();
        assert_eq!(of_type("PlayerStart"), of_role(NodeRole::Start));
        assert_eq!(of_type("Exit"), of_role(NodeRole::Goal));
        assert_eq!(of_type("Lock"), level.passages.iter().map(|passage| passage.locks.len()).sum::<usize>());
        let drops = find_drops(&level);
        assert_eq!(of_type("BoardDrop"), drops.len());
        for drop in drops {
            let (x, y) = (drop.at.x as f32 * 16., drop.at.y as f32 * 16. + 16.);
            let own = (x, y, "BoardDrop");
            let found = entities.iter().find(|object| (object.x, object.y, &*object.user_type) == own);
            let object = found.expect("a drop");
            assert_eq!(text(object, "towards"), Some(drop.towards.name()));
        }
        for (object, passage) in graph.iter().zip(&level.passages) {
            assert_eq!(object.name, format!("passage_{}", passage.id));
            let ends = ["from", "to"].map(|end| room(link(object, end).expect("an end")).name.clone());
            assert_eq!(ends, [passage.from, passage.to].map(|place| format!("room_{place}")));
        }
        let all = rooms.iter().chain(&entities).chain(&graph);
        let mut ids: Vec<u32> = all.map(|object| object.id()).collect();
        ids.sort_unstable();
        assert_eq!(ids, (1..=ids.len() as u32).collect::<Vec<_>>());
    }
}

#[test]
fn presets_only_add_properties() {
    let level = level("sunken_keep", 1);
    let plain = read(&export(&level, Format::Tmx));
    for target in MapImporter::ALL.into_iter().filter(|target| *target != MapImporter::MelonJs) {
        let options = ExportOptions { target, ..ExportOptions::default() };
        let map = read(&export_with(&level, Format::Tmx, &options));
        assert_eq!(tiles(&map, level.tiles.size()), tiles(&plain, level.tiles.size()));
        for layer in ["Rooms", "Entities", "Graph"] {
            for (object, other) in objects(&map, layer).iter().zip(objects(&plain, layer)) {
                assert!(
                    other.properties.iter().all(|(name, value)| object.properties.get(name) == Some(value))
                );
            }
        }
    }
}

#[test]
fn map_in_json_says_the_same_as_that_in_xml() {
    for example in EXAMPLES_OF_EACH_KIND {
        let level = level(example, 1);
        let map = read(&export(&level, Format::Tmx));
        let exported = export(&level, Format::Tmj);
        let json: serde_json::Value = serde_json::from_slice(&exported.main.bytes).expect("JSON");
        let layers = json["layers"].as_array().expect("layers");
        for ((name, tiles), layer) in tiles(&map, level.tiles.size()).iter().zip(layers) {
            assert_eq!(layer["name"], **name);
            for (cell, tile) in level.tiles.rect().cells().zip(layer["data"].as_array().expect("tiles")) {
                assert_eq!(tile.as_u64(), Some(tiles.get(&cell).map_or(0, |tile| u64::from(*tile) + 1)));
            }
        }
        for name in ["Rooms", "Entities", "Graph"] {
            let layer = layers.iter().find(|layer| layer["name"] == name).expect("a layer of that name");
            let of_json = layer["objects"].as_array().expect("objects");
            let of_xml = objects(&map, name);
            assert_eq!(of_json.len(), of_xml.len());
            for (json, xml) in of_json.iter().zip(&of_xml) {
                assert_eq!(
                    (&json["name"], &json["type"]),
                    (&xml.name.as_str().into(), &xml.user_type.as_str().into())
                );
                assert_eq!(json["properties"].as_array().map(Vec::len), Some(xml.properties.len()));
            }
        }
    }
}

#[test]
fn odd_names_and_empty_levels_make_maps_that_can_be_read() {
    let mut level = (*level("first_lock", 1)).clone();
    level.grammar = "<&\"'>\n\u{1}\u{202e}]]>".to_owned();
    level.places[0].symbol = "\t\" /><x>".to_owned();
    level.places[0].attributes.insert("symbol".to_owned(), Value::Int(i64::MAX));
    level.seed = Seed(u64::MAX);
    let map = read(&export(&level, Format::Tmx));
    let grammar = map.properties.get("grammar");
    assert_eq!(grammar, Some(&PropertyValue::StringValue("<&\"'>\n\\u{1}\u{202e}]]>".to_owned())));
    assert_eq!(map.properties.get("seed"), Some(&PropertyValue::StringValue(u64::MAX.to_string())));
    let room = &objects(&map, "Rooms")[0];
    assert_eq!(text(room, "symbol"), Some("\t\" /><x>"));
    assert_eq!(text(room, "attribute_symbol"), Some(&*i64::MAX.to_string()));

    for places in [level.places.clone(), Vec::new()] {
        let empty = Level {
            width: 0,
            height: 0,
            tiles: Grid::filled(Size::new(0, 0), '#').into(),
            places,
            ..level.clone()
        };
        for format in [Format::Tmx, Format::Tmj] {
            assert!(!export(&empty, format).main.bytes.is_empty());
        }
    }
}
