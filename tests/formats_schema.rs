//! The published schema of levels says what the program writes, no less and no more.

use std::collections::BTreeSet;

use crate::random_level::random_level;
use delvewright::base::{Choice, Choosable};
use delvewright::export::{Format, LEVEL_SCHEMA, export, read_level};
use delvewright::level::{Level, PassRecord, PassageForm, Promise};
use delvewright::mission::{Door, EdgeRole, Movement, NodeRole, PassKind, PassSettings, Technique};
use serde_json::{Value as Json, json};

fn schema() -> Json {
    serde_json::from_str(LEVEL_SCHEMA).expect("the schema is JSON")
}

/// All values that the window offers.
fn all<T: Choice + Copy + Default>() -> Vec<T> {
    let chosen = |choice: Choosable| {
        let mut value = T::default();
        value.choose(choice.label);
        value
    };
    T::default().choices().into_iter().map(chosen).collect()
}

/// A level full of nonsense, but of this format and with turns that there are.
fn level_of_today(seed: u64) -> Level {
    let mut level = random_level(seed);
    level.format = Level::FORMAT;
    for place in &mut level.places {
        place.turn %= 4;
        for card in place.board.iter_mut().flat_map(|board| &mut board.cards) {
            card.turn %= 4;
        }
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

/// The names that a schema allows for a value.
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
