//! Levels of format 1, which contain less: correct ones hold, and faults in their content are still found.

use delvewright::base::StageContext;
use delvewright::export::{Format, export, read_level};
use delvewright::level::{Level, Promise};
use delvewright::verify::verify;
use serde_json::{Map, Value, json};

use super::generated::levels;

/// A fault in a level of format 1.
type Fault = (&'static str, fn(&mut Value) -> Option<()>);

const FAULTS: [Fault; 14] = [
    ("keys of a lock emptied", |level| locked(level).map(Vec::clear)),
    ("a key of a lock removed", |level| locked(level)?.pop().map(drop)),
    ("a key of a lock twice", |level| {
        let keys = locked(level)?;
        keys.push(keys.first()?.clone());
        Some(())
    }),
    ("keys of a lock in another order", |level| {
        let keys = lists(level, "passages", "locked_by").find(|keys| keys.len() > 1)?;
        keys.reverse();
        Some(())
    }),
    ("a key that opens something else", |level| {
        let ids: Vec<Value> = list(level, "entities").iter().map(|entity| entity["id"].clone()).collect();
        let keys = locked(level)?;
        let other = ids.into_iter().find(|id| !keys.contains(id))?;
        keys.push(other);
        Some(())
    }),
    ("a key that does not exist", |level| locked(level).map(|keys| keys.push(json!(4_000_000_000_u32)))),
    ("a key on a plain passage", |level| {
        let key = list(level, "entities").first()?["id"].clone();
        let keys = lists(level, "passages", "locked_by").find(|keys| keys.is_empty())?;
        keys.push(key);
        Some(())
    }),
    ("a lock as format 2 writes it", |level| {
        locked(level)?.push(json!({"place": 1, "end": "From", "keys": [1], "needed": 1}));
        Some(())
    }),
    ("a lock's role taken", |level| {
        let keys = locked_places(level);
        let place = list(level, "places").iter_mut().find(|place| keys.contains(&place["id"]))?;
        place["role"] = Value::Null;
        Some(())
    }),
    ("a place's node that is no place", |level| {
        let node =
            list(&mut level["mission"], "nodes").iter_mut().find(|node| node["is_place"] == json!(true))?;
        node["is_place"] = json!(false);
        Some(())
    }),
    ("an Opens edge removed", |level| {
        let edges = list(&mut level["mission"], "edges");
        let index =
            edges.iter().position(|edge| edge["role"] == json!("Opens") && edge["from"] != json!(26))?;
        edges.remove(index);
        Some(())
    }),
    ("a role of a node, as format 2 writes it", |level| {
        list(&mut level["mission"], "nodes").first_mut()?["role"] = json!("Goal");
        Some(())
    }),
    ("links, as format 2 writes them", |level| {
        level["mission"]["links"] = json!([{"node": 1, "outgoing": [1], "incoming": []}]);
        Some(())
    }),
    ("format 2", |level| {
        level["format"] = json!(2);
        Some(())
    }),
];

fn list<'a>(value: &'a mut Value, name: &str) -> &'a mut Vec<Value> {
    value[name].as_array_mut().unwrap()
}

fn lists<'a>(level: &'a mut Value, name: &str, field: &'a str) -> impl Iterator<Item = &'a mut Vec<Value>> {
    list(level, name).iter_mut().map(move |element| element[field].as_array_mut().unwrap())
}

/// Returns the keys of a locked passage.
fn locked(level: &mut Value) -> Option<&mut Vec<Value>> {
    lists(level, "passages", "locked_by").find(|keys| !keys.is_empty())
}

/// Returns the places that keys open.
fn locked_places(level: &mut Value) -> Vec<Value> {
    lists(level, "entities", "opens").flat_map(|opens| opens.clone()).collect()
}

/// Converts a level to the output of a program of format 1.
fn in_format_1(mut level: Value) -> Value {
    level["format"] = json!(1);
    let mission = level["mission"].as_object_mut().unwrap();
    mission.retain(|name, _| ["nodes", "edges"].contains(&name.as_str()));
    for node in mission["nodes"].as_array_mut().unwrap() {
        node.as_object_mut().unwrap().remove("role");
    }
    for edge in mission["edges"].as_array_mut().unwrap() {
        edge.as_object_mut()
            .unwrap()
            .retain(|name, _| !["one_way", "door", "socket"].contains(&name.as_str()));
    }
    for passage in list(&mut level, "passages") {
        let passage: &mut Map<String, Value> = passage.as_object_mut().unwrap();
        let locks = passage.remove("locks").unwrap();
        let locks = locks.as_array().unwrap().iter();
        let mut keys: Vec<u64> =
            locks.flat_map(|lock| lock["keys"].as_array().unwrap()).filter_map(Value::as_u64).collect();
        keys.sort_unstable();
        keys.dedup();
        passage.insert("locked_by".to_owned(), json!(keys));
    }
    level
}

#[test]
fn faults_of_format_1_are_found() {
    let mut planted = [0; FAULTS.len()];
    // Format 1 has no forms chosen by values.
    let is_plain =
        |level: &&Level| level.mission.node_symbols.values().all(|meaning| meaning.by_value.is_empty());
    for level in levels().iter().filter(is_plain) {
        let bytes = export(level, Format::Json).into_bytes();
        let right = in_format_1(serde_json::from_slice(&bytes).unwrap());
        let report = |level: &Value| {
            let bytes = serde_json::to_vec(level).unwrap();
            read_level(&bytes, Format::Json).map(|level| verify(&level, StageContext::default()).unwrap())
        };
        let found = report(&right).unwrap();
        assert!(found.all_held(), "{} {}: {:#?}", level.grammar, level.seed, found.broken().next());
        for ((name, plant), count) in FAULTS.iter().zip(&mut planted) {
            let mut changed = right.clone();
            if plant(&mut changed).is_some() {
                *count += 1;
                let found = report(&changed).unwrap();
                assert!(!found.promises[&Promise::P0].held, "{name} in {} {}", level.grammar, level.seed);
            }
        }
    }
    assert!(planted.iter().all(|count| *count > 0), "{planted:?}");
}
