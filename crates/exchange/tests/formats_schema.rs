//! The published schema of levels matches exactly the output of the program.

use std::collections::BTreeSet;

use crate::example_level::level;
use crate::examples::examples;
use crate::random_level::random_level;
use delvewright_engine::base::{Choice, Choosable};
use delvewright_engine::level::{Level, PassRecord, PassageForm, Promise};
use delvewright_engine::mission::{Door, EdgeRole, NodeRole, Technique, Value};
use delvewright_engine::settings::{Movement, PassKind, PassSettings, Pin, PinnedPlace};
use delvewright_exchange::export::{Format, LEVEL_SCHEMA, export, read_level};
use ron::extensions::Extensions;
use serde_json::{Value as Json, json};

fn schema() -> Json {
    serde_json::from_str(LEVEL_SCHEMA).expect("the schema is JSON")
}

/// Returns all values that the window offers.
fn all<T: Choice + Copy + Default>() -> Vec<T> {
    let chosen = |choice: Choosable| {
        let mut value = T::default();
        value.choose(choice.label);
        value
    };
    T::default().choices().into_iter().map(chosen).collect()
}

/// Returns a level full of nonsense, but of the current format and with valid turns.
fn level_of_today(seed: u64) -> Level {
    let mut level = random_level(seed);
    level.format = Level::FORMAT;
    for place in &mut level.places {
        place.turn %= 4;
        for card in place.board.iter_mut().flat_map(|board| &mut board.cards) {
            card.turn %= 4;
        }
    }
    let values = || [("danger".to_owned(), Value::Int(3))].into();
    level.mission.nodes.iter_mut().for_each(|node| node.attributes = values());
    level.mission.edges.iter_mut().for_each(|edge| edge.attributes = values());
    let pinned = [PinnedPlace::Symbol("Hall".to_owned()), PinnedPlace::Node(1), PinnedPlace::MissionNode(7)];
    for roll in &mut level.rolls {
        roll.pins = Some(pinned.clone().map(|place| Pin { place, at: (1, 2) }).into());
    }
    let kinds = all::<PassKind>();
    let kind = kinds[seed as usize % kinds.len()];
    for pass in &mut level.populate {
        (pass.kind, pass.settings) = (kind, Some(PassSettings::of(kind)));
    }
    level
}

fn written(level: &Level) -> Json {
    serde_json::from_slice(&export(level, Format::Json).into_bytes()).expect("a level is JSON")
}

/// Returns the schema of a place in a document with references resolved.
fn resolved<'s>(root: &'s Json, schema: &'s Json) -> &'s Json {
    match schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/definitions/")) {
        Some(name) => resolved(root, &root["definitions"][name]),
        None => schema,
    }
}

/// Returns all fields of a schema, each with its owner.
fn named_fields(root: &Json) -> BTreeSet<(String, String)> {
    let mut fields = BTreeSet::new();
    let mut open = vec![(String::new(), root)];
    while let Some((owner, schema)) = open.pop() {
        let properties = schema["properties"].as_object().into_iter().flatten();
        for (name, inner) in properties {
            fields.insert((owner.clone(), name.clone()));
            open.push((format!("{owner}.{name}"), inner));
        }
        let owner = &owner;
        let parts = ["items", "additionalProperties"].into_iter().filter_map(|part| schema.get(part));
        open.extend(parts.map(|part| (owner.clone(), part)));
        for (name, inner) in schema["definitions"].as_object().into_iter().flatten() {
            open.push((name.clone(), inner));
        }
    }
    fields
}

/// Collects the fields of a schema that a document uses.
fn used_fields(
    root: &Json,
    owner: &str,
    schema: &Json,
    document: &Json,
    used: &mut BTreeSet<(String, String)>,
) {
    let owner = match schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/definitions/")) {
        Some(name) => name.to_owned(),
        None => owner.to_owned(),
    };
    let schema = resolved(root, schema);
    for choice in schema["oneOf"].as_array().into_iter().chain(schema["anyOf"].as_array()).flatten() {
        let inner = resolved(root, choice);
        let is_meant = inner["required"]
            .as_array()
            .into_iter()
            .flatten()
            .all(|name| name.as_str().is_some_and(|name| document.get(name).is_some()));
        if is_meant && document.is_object() {
            used_fields(root, &owner, choice, document, used);
        }
    }
    for (name, value) in document.as_object().into_iter().flatten() {
        let known = &schema["properties"][name];
        if known.is_null() {
            used_fields(root, &owner, &schema["additionalProperties"], value, used);
        } else {
            used.insert((owner.clone(), name.clone()));
            used_fields(root, &format!("{owner}.{name}"), known, value, used);
        }
    }
    for value in document.as_array().into_iter().flatten() {
        used_fields(root, &owner, &schema["items"], value, used);
    }
}

#[test]
fn schema_takes_every_level_that_is_written() {
    let schema = schema();
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for seed in 0..300 {
        let document = written(&level_of_today(seed));
        let errors: Vec<String> = validator
            .iter_errors(&document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
    }
}

#[test]
#[ignore = "a thousand levels"]
fn schema_takes_a_thousand_levels_of_the_examples_at_length() {
    let schema = schema();
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let mut levels = 0;
    for (example, seed) in
        examples().iter().flat_map(|example| (1..=84).map(move |seed| (&example.name, seed)))
    {
        let document = written(&level(example, seed));
        let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{example}, seed {seed}: {errors:#?}");
        levels += 1;
    }
    assert!(levels >= 1000, "{levels}");
}

#[test]
fn schema_names_no_field_that_is_never_written() {
    let schema = schema();
    let mut used = BTreeSet::new();
    for seed in 0..300 {
        let mut level = level_of_today(seed);
        for pass in &mut level.populate {
            let settings = pass.settings.as_mut().expect("they were set");
            *settings = settings_with_everything(settings.kind());
        }
        used_fields(&schema, "", &schema, &written(&level), &mut used);
    }
    let mut named = named_fields(&schema);
    assert!(named.remove(&(String::new(), "$schema".to_owned())), "only text editors use it");
    assert_eq!(used.difference(&named).collect::<Vec<_>>(), [] as [&(String, String); 0]);
    assert_eq!(named.difference(&used).collect::<Vec<_>>(), [] as [&(String, String); 0]);
}

/// Returns settings without default values, so that all are written.
fn settings_with_everything(kind: PassKind) -> PassSettings {
    let text = match kind {
        PassKind::Chests => "Chests(entity: \"a\", per: Level)",
        PassKind::Foes => {
            "Foes(difficulty: 1, exit: AfterLastFoe, table: [(entity: \"a\", weight: 2, number: (1, 2), \
             around: \"b\", on: [\"c\"], area: \"d\", difficulty: 1, must_fall: false)])"
        }
        PassKind::Features => "Features(entity: \"a\", per: Level)",
        PassKind::TileVariants => "TileVariants(variants: [(tile: \"a\", weight: 1)])",
        PassKind::WallPieces => "WallPieces(trap: \"a\", trap_percent: 1)",
        PassKind::Epochs => {
            "Epochs(order: Random, neighbourhood: VonNeumann(2), edge: Live, distance: 1, epochs: [(steps: 1, \
             cells: LiveClumps, clump: 3, tiles: [\"a\"], entities: [\"b\"], percent: 1)], fill_clumps: true)"
        }
        PassKind::Dress => "Dress(density: 50, lights: 4, gravity: true)",
        PassKind::AlongTheWay => "AlongTheWay(entity: \"a\", curve: [(at: 1, amount: 1)])",
    };
    let options = ron::Options::default().with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES);
    options.from_str(text).expect("settings")
}

/// Returns the names that a schema allows for a value.
fn names(schema: &Json) -> BTreeSet<String> {
    let names = schema["enum"].as_array().expect("a list of names").iter();
    names.filter_map(Json::as_str).map(str::to_owned).collect()
}

fn spelt<T: serde::Serialize>(values: &[T]) -> BTreeSet<String> {
    values.iter().map(|value| json!(value).as_str().expect("a name").to_owned()).collect()
}

#[test]
fn schema_knows_every_technique_door_and_role() {
    let schema = schema();
    let of = |definition: &str| names(&schema["definitions"][definition]);
    assert_eq!(of("technique"), spelt(&all::<Technique>()));
    assert_eq!(of("door"), spelt(&all::<Door>()));
    assert_eq!(of("pass_kind"), spelt(&all::<PassKind>()));
    let roles = [EdgeRole::Passage, EdgeRole::Opens, EdgeRole::Contains, EdgeRole::Other];
    assert_eq!(of("edge_role"), spelt(&roles));
    let roles = spelt(&[NodeRole::Start, NodeRole::Goal, NodeRole::Key, NodeRole::Lock]);
    for owner in ["place", "node", "node_symbol"] {
        assert_eq!(names(&schema["definitions"][owner]["properties"]["role"]), roles);
    }
    let forms = [PassageForm::Corridor, PassageForm::Open, PassageForm::Doorway];
    assert_eq!(names(&schema["definitions"]["passage"]["properties"]["kind"]), spelt(&forms));
    assert_eq!(names(&schema["properties"]["movement"]), spelt(&[Movement::Cardinal, Movement::EightWay]));
    let promises = schema["properties"]["report"]["properties"].as_object().expect("promises");
    assert_eq!(promises.keys().cloned().collect::<BTreeSet<_>>(), spelt(&Promise::ALL));
    assert_eq!(schema["properties"]["format"]["const"], json!(Level::FORMAT));
}

#[test]
fn schema_refuses_what_is_no_level() {
    let schema = schema();
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let sound =
        (0..).map(level_of_today).find(|level| !level.places.is_empty() && !level.entities.is_empty());
    let sound = written(&sound.expect("some level has both"));
    assert!(validator.is_valid(&sound));
    for (path, value) in [
        ("/seed", json!(7)),
        ("/format", json!(1)),
        ("/movement", json!("Diagonal")),
        ("/tiles", json!(["#", 1])),
        ("/places/0/id", json!(-1)),
        ("/places/0/anchor", json!([1])),
        ("/places/0/technique", json!("Maze")),
        ("/entities/0/properties", json!({"a": 1.5})),
        ("/mission", json!({"nodes": []})),
        ("/owners", json!([[[0, 1, 2]]])),
    ] {
        let mut document = sound.clone();
        *document.pointer_mut(path).unwrap_or_else(|| panic!("{path} is there")) = value;
        assert!(!validator.is_valid(&document), "{path}");
    }
    let mut document = sound.clone();
    document["rooms"] = json!([]);
    assert!(!validator.is_valid(&document), "an unknown field");
    document = sound;
    document.as_object_mut().expect("an object").remove("bridges");
    assert!(!validator.is_valid(&document), "a missing field");
    assert!(
        read_level(document.to_string().as_bytes(), Format::Json).is_err(),
        "the program refuses it as well"
    );
}

#[test]
fn record_of_a_pass_may_have_no_settings() {
    let mut level = level_of_today(1);
    level.populate = vec![PassRecord {
        name: "Old".to_owned(),
        kind: PassKind::Foes,
        settings: None,
        on: Vec::new(),
        entities: Default::default(),
        tiles: Default::default(),
        walls: Vec::new(),
        opens_exit: false,
        taken_back: 0,
    }];
    let schema = schema();
    assert!(jsonschema::is_valid(&schema, &written(&level)));
}

#[test]
fn levels_may_name_their_schema() {
    let level = level("first_lock", 1);
    let mut named = written(&level);
    named["$schema"] = json!("level.schema.json");
    let bytes = serde_json::to_vec(&named).expect("it can be written");
    assert_eq!(read_level(&bytes, Format::Json).as_ref(), Ok(&*level));
    assert_eq!(schema()["properties"]["format"]["type"], "integer");
    assert_eq!(schema()["properties"]["$schema"]["type"], "string");
}
