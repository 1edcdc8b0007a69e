//! Projects for LDtk, read as plain JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use delvewright_engine::base::{Cell, Grid, Size};
use delvewright_engine::insight::find_drops;
use delvewright_engine::level::{Layer, Level, Tile};
use delvewright_engine::mission::{NodeRole, Value as Attribute};
use delvewright_exchange::export::{Exported, Format, export};
use serde_json::Value;

use crate::example_level::{EXAMPLES_OF_EACH_KIND, level};
use crate::random_level::random_level;
use crate::sample;

fn project(level: &Level) -> Value {
    serde_json::from_slice(&export(level, Format::Ldtk).main.bytes).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn layer<'p>(project: &'p Value, name: &str) -> &'p Value {
    let layers = list(&project["levels"][0]["layerInstances"]);
    layers.iter().find(|layer| layer["__identifier"] == name).expect("a layer of that name")
}

fn entities(project: &Value) -> &[Value] {
    list(&layer(project, "Entities")["entityInstances"])
}

fn of_kind<'p>(project: &'p Value, kind: &str) -> Vec<&'p Value> {
    entities(project).iter().filter(|entity| entity["__identifier"] == kind).collect()
}

fn field<'p>(entity: &'p Value, name: &str) -> &'p Value {
    let fields = list(&entity["fieldInstances"]);
    &fields.iter().find(|field| field["__identifier"] == name).expect("a field of that name")["__value"]
}

/// Returns the entity that a field refers to.
fn referred<'p>(project: &'p Value, reference: &Value) -> &'p Value {
    let own = &project["levels"][0];
    assert_eq!(
        (&reference["levelIid"], &reference["worldIid"], &reference["layerIid"]),
        (&own["iid"], &project["dummyWorldIid"], &layer(project, "Entities")["iid"])
    );
    let mut entities = entities(project).iter();
    entities.find(|entity| entity["iid"] == reference["entityIid"]).expect("an entity of that iid")
}

fn middle(cell: Cell) -> Value {
    serde_json::json!([cell.x * 16 + 8, cell.y * 16 + 8])
}

/// Collects every value with this key, at any depth.
fn all_of<'p>(value: &'p Value, key: &str, found: &mut Vec<&'p Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| all_of(item, key, found)),
        Value::Object(fields) => {
            found.extend(fields.get(key));
            fields.values().for_each(|field| all_of(field, key, found));
        }
        _ => {}
    }
}

/// Decodes a PNG with transparency into pixels.
fn pixels(exported: &Exported, name: &str) -> (u32, Vec<[u8; 4]>) {
    let file = exported.files().find(|file| file.name.ends_with(name)).expect("a file of that name");
    let mut reader = png::Decoder::new(Cursor::new(&file.bytes)).read_info().expect("a picture");
    let mut data = vec![0; reader.output_buffer_size().expect("it fits")];
    let info = reader.next_frame(&mut data).expect("a picture");
    (info.width, data.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]).collect())
}

#[test]
fn numbers_of_cells_say_which_tiles_lie_there() {
    for level in EXAMPLES_OF_EACH_KIND.map(|example| level(example, 1)) {
        let project = project(&level);
        let definitions = list(&project["defs"]["layers"]);
        let cells = definitions.iter().find(|layer| layer["identifier"] == "Cells").expect("a layer");
        let values = list(&cells["intGridValues"]);
        let name_of = |number: &Value| {
            let value = values.iter().find(|value| value["value"] == *number).expect("a value");
            text(&value["identifier"]).replace('_', " ")
        };
        for (number, name) in [(1, "wall"), (2, "floor"), (3, "door")] {
            assert_eq!(name_of(&number.into()), name);
        }
        let numbers = list(&layer(&project, "Cells")["intGridCsv"]);
        assert_eq!(numbers.len(), level.tiles.size().area());
        for (cell, number) in level.tiles.rect().cells().zip(numbers) {
            let tile = level.tile(cell).expect("a tile");
            assert_eq!(name_of(number), tile.name.replace(|c: char| !c.is_ascii_alphanumeric(), " "));
        }
    }
}

#[test]
fn tiles_that_are_in_no_legend_have_no_number() {
    let mut level = (*level("first_lock", 1)).clone();
    level.tiles = Grid::filled(level.tiles.size(), '\u{2022}').into();
    let project = project(&level);
    assert!(list(&layer(&project, "Cells")["intGridCsv"]).iter().all(|number| *number == 0));
}

#[test]
fn tiles_of_all_layers_are_pieces_of_the_picture_of_the_level() {
    for example in ["sunken_keep", "desert_camp"] {
        let level = level(example, 2);
        let exported = export(&level, Format::Ldtk);
        let project = project(&level);
        let set = &project["defs"]["tilesets"][0];
        assert_eq!(set["relPath"], exported.others[0].name);
        let size = level.tiles.size();
        let mut shown = BTreeMap::new();
        for name in ["Ground", "Walls", "Doors", "Decor"] {
            let layer = layer(&project, name);
            assert_eq!(layer["__tilesetDefUid"], set["uid"]);
            for tile in list(&layer["gridTiles"]) {
                let number = tile["d"][0].as_u64().expect("a number") as u32;
                let (x, y) = (number % size.width, number / size.width);
                assert_eq!(tile["px"], serde_json::json!([x * 16, y * 16]));
                let t = tile["t"].as_u64().expect("a number");
                let columns = set["__cWid"].as_u64().expect("a number");
                assert_eq!(tile["src"], serde_json::json!([t % columns * 16, t / columns * 16]));
                shown.insert(Cell::new(x as i32, y as i32), (t, name));
            }
        }
        assert_eq!(shown.len(), size.area(), "a tile lies on every cell");
        let data: BTreeMap<u64, Value> = list(&set["customData"])
            .iter()
            .map(|own| (own["tileId"].as_u64().expect("a number"), text(&own["data"])))
            .map(|(tile, data)| (tile, serde_json::from_str(data).expect("JSON")))
            .collect();
        for (cell, (tile, layer)) in &shown {
            let seen = level.seen(*cell).expect("a tile");
            assert_eq!(data[tile]["name"], *seen.name);
            assert_eq!(data[tile]["solid"], !level.is_walkable(*cell), "{example}, {layer}");
        }
    }
}

#[test]
fn whole_picture_of_the_simple_export_is_its_layers_over_each_other() {
    for example in sample::of(["sunken_keep", "desert_camp"]) {
        let level = level(example, 2);
        let exported = export(&level, Format::LdtkSimple);
        let (width, composite) = pixels(&exported, "/_composite.png");
        assert_eq!(width, level.width * 16);
        let layers = ["Ground", "Walls", "Doors", "Decor"];
        let layers = layers.map(|layer| pixels(&exported, &format!("/{layer}.png")).1);
        for (at, pixel) in composite.iter().enumerate() {
            assert_eq!(pixel[3], 255, "something lies everywhere");
            let drawn = layers.iter().fold([0; 3], |below: [u32; 3], layer| {
                let alpha = u32::from(layer[at][3]);
                [0, 1, 2].map(|channel| {
                    (u32::from(layer[at][channel]) * alpha + below[channel] * (255 - alpha)) / 255
                })
            });
            let off = drawn.iter().zip(pixel).map(|(own, other)| own.abs_diff(u32::from(*other))).max();
            assert!(off <= Some(2), "{drawn:?} {pixel:?}");
        }
    }
}

#[test]
fn simple_export_says_the_same_as_the_project() {
    for example in sample::of(EXAMPLES_OF_EACH_KIND) {
        let level = level(example, 1);
        let exported = export(&level, Format::LdtkSimple);
        let project: Value = serde_json::from_slice(&exported.main.bytes).expect("JSON");
        assert_eq!(project["simplifiedExport"], true);
        let folder = format!("level/simplified/Level_{}/", level.seed);
        let content = |name: &str| {
            let name = format!("{folder}{name}");
            &exported.others.iter().find(|file| file.name == name).expect("a file of that name").bytes
        };
        let data: Value = serde_json::from_slice(content("data.json")).expect("JSON");
        assert_eq!(data["uniqueIdentifer"], project["levels"][0]["iid"]);
        let listed = data["entities"].as_object().expect("entities");
        let listed: Vec<(&String, &Value)> =
            listed.iter().flat_map(|(kind, own)| list(own).iter().map(move |own| (kind, own))).collect();
        assert_eq!(listed.len(), entities(&project).len());
        for (kind, own) in listed {
            let mut others = entities(&project).iter();
            let other = others.find(|other| other["iid"] == own["iid"]).expect("the same entity");
            assert_eq!((own["id"].as_str(), &other["__identifier"]), (Some(&**kind), &own["id"]));
            assert_eq!(serde_json::json!([own["x"], own["y"]]), other["px"]);
            for (name, value) in own["customFields"].as_object().expect("fields") {
                assert_eq!(value, field(other, name));
            }
        }
        let csv = String::from_utf8(content("Cells.csv").clone()).expect("text");
        let numbers: Vec<u64> = csv
            .split([',', '\n'])
            .filter(|number| !number.is_empty())
            .map(|number| number.parse().expect("a number"))
            .collect();
        assert_eq!(Value::from(numbers), layer(&project, "Cells")["intGridCsv"]);
        assert_eq!(csv.lines().count(), level.height as usize);
    }
}

#[test]
fn entities_are_what_the_level_has_and_refer_to_each_other() {
    for example in EXAMPLES_OF_EACH_KIND {
        let level = level(example, 1);
        let project = project(&level);
        let rooms = of_kind(&project, "Room");
        assert_eq!(rooms.len(), level.places.len());
        for (room, place) in rooms.iter().zip(&level.places) {
            let (min, size) = (place.bounds.min, place.bounds.size);
            assert_eq!(room["px"], serde_json::json!([min.x * 16, min.y * 16]));
            assert_eq!(
                (&room["width"], &room["height"]),
                (&(size.width * 16).into(), &(size.height * 16).into())
            );
            assert_eq!(field(room, "symbol"), &*place.symbol);
            for (name, value) in &place.attributes {
                let value: Value = match value {
                    Attribute::Int(number) => (*number).into(),
                    Attribute::Bool(is_so) => (*is_so).into(),
                    Attribute::Text(text) => text.clone().into(),
                };
                assert_eq!(*field(room, name), value);
            }
        }
        let place_of = |reference: &Value| field(referred(&project, reference), "place").as_u64();
        for (own, passage) in of_kind(&project, "Passage").iter().zip(&level.passages) {
            let ends = ["from", "to"].map(|end| place_of(field(own, end)));
            assert_eq!(ends, [passage.from, passage.to].map(|place| Some(place.0.into())));
        }
        for entity in &level.entities {
            let mut own = entities(&project).iter();
            let own = own.find(|own| {
                let mut fields = list(&own["fieldInstances"]).iter();
                fields.any(|field| field["__identifier"] == "entity" && field["__value"] == entity.id.0)
            });
            let own = own.expect("the entity");
            assert_eq!((&own["px"], field(own, "kind")), (&middle(entity.at), &(*entity.kind).into()));
            assert_eq!(own["__identifier"] == "Key", !entity.opens.is_empty());
            assert_eq!(place_of(field(own, "place")), Some(entity.place.0.into()));
            let opened: Vec<_> = list(field(own, "opens")).iter().map(place_of).collect();
            assert_eq!(opened, entity.opens.iter().map(|place| Some(place.0.into())).collect::<Vec<_>>());
            for lock in list(field(own, "locks")) {
                let keys = field(referred(&project, lock), "keys");
                assert!(list(keys).iter().any(|key| key["entityIid"] == own["iid"]));
            }
        }
        let keys: usize =
            level.passages.iter().flat_map(|passage| &passage.locks).map(|lock| lock.keys.len()).sum();
        let locks = of_kind(&project, "Lock");
        assert_eq!(locks.iter().map(|lock| list(field(lock, "keys")).len()).sum::<usize>(), keys);
        let of_role = |role| level.places.iter().filter(|place| place.role == Some(role)).count();
        assert_eq!(of_kind(&project, "PlayerStart").len(), of_role(NodeRole::Start));
        assert_eq!(of_kind(&project, "Exit").len(), of_role(NodeRole::Goal));
        let drops = of_kind(&project, "BoardDrop");
        let towards: Vec<_> = drops.iter().map(|drop| field(drop, "towards").clone()).collect();
        let wanted = find_drops(&level).into_iter().map(|drop| drop.towards.name().into());
        assert_eq!(towards, wanted.collect::<Vec<Value>>());
    }
}

/// Checks everything that must hold for a project of any level.
fn assert_is_consistent(project: &Value) {
    let mut uids = Vec::new();
    all_of(project, "uid", &mut uids);
    let unique: BTreeSet<u64> = uids.iter().map(|uid| uid.as_u64().expect("a number")).collect();
    assert_eq!(unique.len(), uids.len());
    assert!(unique.iter().all(|uid| *uid < project["nextUid"].as_u64().expect("a number")));
    let mut iids = Vec::new();
    all_of(project, "iid", &mut iids);
    assert_eq!(iids.iter().map(|iid| text(iid)).collect::<BTreeSet<_>>().len(), iids.len());
    let definitions = list(&project["defs"]["entities"]);
    let names: Vec<&str> = definitions.iter().map(|own| text(&own["identifier"])).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    for definition in definitions {
        let fields: Vec<&str> =
            list(&definition["fieldDefs"]).iter().map(|own| text(&own["identifier"])).collect();
        assert_eq!(fields.iter().collect::<BTreeSet<_>>().len(), fields.len(), "{fields:?}");
    }
    let mut identifiers = Vec::new();
    all_of(project, "identifier", &mut identifiers);
    for identifier in identifiers {
        let identifier = text(identifier);
        assert!(!identifier.starts_with(|c: char| c.is_ascii_digit()) && !identifier.is_empty());
        assert!(identifier.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{identifier}");
    }
    for name in names {
        assert!(name.trim_start_matches('_').starts_with(|c: char| !c.is_ascii_lowercase()), "{name}");
    }
    for entity in entities(project) {
        let definition = definitions.iter().find(|own| own["uid"] == entity["defUid"]).expect("a definition");
        assert_eq!(definition["identifier"], entity["__identifier"]);
        let (of_definition, own) = (list(&definition["fieldDefs"]), list(&entity["fieldInstances"]));
        assert_eq!(of_definition.len(), own.len());
        for (definition, own) in of_definition.iter().zip(own) {
            assert_eq!(
                (&definition["uid"], &definition["__type"], &definition["identifier"]),
                (&own["defUid"], &own["__type"], &own["__identifier"])
            );
            assert!(!own["__value"].is_null() || definition["canBeNull"] == true);
            let references = match &own["__value"] {
                Value::Array(items) => items.clone(),
                other => vec![other.clone()],
            };
            for reference in references.iter().filter(|value| value.get("entityIid").is_some()) {
                referred(project, reference);
            }
        }
    }
}

#[test]
fn nonsense_makes_projects_whose_parts_fit() {
    for seed in 0..60 {
        assert_is_consistent(&project(&random_level(seed)));
    }
}

#[test]
fn hostile_names_become_identifiers_and_stay_in_fields() {
    let mut level = (*level("desert_camp", 1)).clone();
    let names =
        ["Room", "3 \"rats\"", "鍵", "", "__proto__", "key", "Key!", "a\nb", "\u{202e}x", &"w".repeat(3000)];
    for (entity, name) in level.entities.iter_mut().zip(names.iter().cycle()) {
        (*name).clone_into(&mut entity.kind);
        for key in ["kind", "", "Kind", "a b", "a-b", "2"] {
            entity.properties.insert(key.to_owned(), Attribute::Text("\\n\n\"".to_owned()));
        }
    }
    for (tile, name) in level.legend.values_mut().zip(["wall", "Wall", "wall "]) {
        *tile = Tile { name: name.to_owned(), walkable: true, color: tile.color };
    }
    let project = project(&level);
    assert_is_consistent(&project);
    for (index, name) in names.iter().enumerate().take(level.entities.len()) {
        let kinds = entities(&project).iter().filter(|own| {
            let mut fields = list(&own["fieldInstances"]).iter();
            fields.any(|field| field["__identifier"] == "kind" && field["__value"] == *name)
        });
        let identifiers: BTreeSet<&str> = kinds.map(|own| text(&own["__identifier"])).collect();
        assert_eq!(identifiers.len(), 1, "name {index} has a definition of its own");
    }
    assert!(of_kind(&project, "Room").iter().all(|room| room["width"].as_u64() > Some(16)));
}

#[test]
fn values_have_the_type_of_their_field() {
    let mut level = (*level("first_lock", 1)).clone();
    let values =
        [Attribute::Int(7), Attribute::Int(i64::MAX), Attribute::Bool(true), Attribute::Text("x".into())];
    for (place, value) in level.places.iter_mut().zip(values) {
        place.attributes.insert("mixed".to_owned(), value);
        place.attributes.insert("whole".to_owned(), Attribute::Int(-1));
    }
    let project = project(&level);
    let mixed: Vec<&Value> = of_kind(&project, "Room").into_iter().map(|room| field(room, "mixed")).collect();
    assert_eq!(mixed[..3], ["7", &*i64::MAX.to_string(), "true"]);
    assert_eq!(*field(of_kind(&project, "Room")[0], "whole"), -1);
}

#[test]
fn ids_stay_when_the_level_is_exported_again_and_differ_between_seeds() {
    let iids = |seed: u64| -> Vec<String> {
        let project = project(&level("sunken_keep", seed));
        let mut iids = Vec::new();
        all_of(&project, "iid", &mut iids);
        iids.into_iter().map(|iid| text(iid).to_owned()).collect()
    };
    let (first, other) = (iids(1), iids(2));
    assert_eq!(first, iids(1));
    assert!(first.iter().all(|iid| !other.contains(iid)));
    assert!(first.iter().all(|iid| iid.len() == 36 && iid.as_bytes()[14] == b'5'), "they are of version 5");
}

#[test]
fn ids_of_places_do_not_hang_on_what_else_there_is() {
    let level = level("sunken_keep", 1);
    let mut fewer = (*level).clone();
    fewer.entities.clear();
    let (before, after) = (project(&level), project(&fewer));
    let rooms = |project: &Value| -> Vec<String> {
        of_kind(project, "Room").iter().map(|room| text(&room["iid"]).to_owned()).collect()
    };
    assert_eq!(rooms(&before), rooms(&after));
}

#[test]
fn empty_level_can_be_exported() {
    let level = level("first_lock", 1);
    for keeps_places in [true, false] {
        let mut empty = Level {
            width: 0,
            height: 0,
            tiles: Grid::filled(Size::new(0, 0), '#').into(),
            layers: Vec::<Layer>::new(),
            ..(*level).clone()
        };
        if !keeps_places {
            empty.places.clear();
        }
        assert_is_consistent(&project(&empty));
        let exported = export(&empty, Format::LdtkSimple);
        assert_eq!(pixels(&exported, "/_composite.png"), (1, vec![[0; 4]]));
    }
}
