//! Spoils a level: changes one value anywhere in its JSON, whether or not this breaks a promise.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::chance::Chance;
use super::tricks;

/// Fields that no promise is about, and settings, of which the second checker reads only what it proves.
const LEFT_ALONE: [&str; 9] =
    ["report", "format", "generator", "grammar", "seed", "color", "step", "taken_back", "settings"];

/// The parts of a level; those with more information occur more often. The tricks change tiles and owners.
const PARTS: [&str; 16] = [
    "width",
    "height",
    "movement",
    "legend",
    "places",
    "places",
    "passages",
    "passages",
    "passages",
    "entities",
    "entities",
    "templates",
    "bridges",
    "mission",
    "layers",
    "populate",
];

/// All values of a level by field name; values in a list by the name of the list and `[]`.
type Donors = BTreeMap<String, Vec<Value>>;

/// Spoils a level and returns a description of the change.
pub fn spoil(level: &mut Value, chance: &mut Chance) -> String {
    if chance.percent(50) {
        let (name, trick) = chance.pick(&tricks::ALL);
        if let Some(what) = trick(level, chance) {
            return format!("{name}: {what}");
        }
    }
    let mut donors = Donors::new();
    collect(level, "", &mut donors);
    let part = chance.pick(&PARTS);
    match level.get_mut(part) {
        Some(value) => walk(value, part, &donors, chance),
        None => "nothing".to_owned(),
    }
}

fn collect(value: &Value, name: &str, donors: &mut Donors) {
    donors.entry(name.to_owned()).or_default().push(value.clone());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| collect(value, name, donors)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, &format!("{name}[]"), donors)),
        _ => {}
    }
}

/// Walks down to a value and changes it.
fn walk(value: &mut Value, name: &str, donors: &Donors, chance: &mut Chance) -> String {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            if chance.percent(8) {
                return change_object(fields, name, donors, chance);
            }
            let names: Vec<String> = fields.keys().cloned().collect();
            let below = chance.pick(&names);
            if LEFT_ALONE.contains(&below.as_str()) {
                return "nothing".to_owned();
            }
            let value = fields.get_mut(&below).expect("it is one of the names");
            format!("{name}.{}", walk(value, &below, donors, chance))
        }
        Value::Array(items) if !items.is_empty() => {
            if chance.percent(20) {
                return change_list(items, name, donors, chance);
            }
            let index = chance.below(items.len());
            walk(&mut items[index], &format!("{name}[]"), donors, chance)
        }
        Value::Array(items) => change_list(items, name, donors, chance),
        Value::Object(_) => "nothing".to_owned(),
        _ => change_leaf(value, name, donors, chance),
    }
}

fn donor(name: &str, donors: &Donors, chance: &mut Chance) -> Option<Value> {
    donors.get(name).map(|values| chance.pick(values))
}

fn change_object(
    fields: &mut Map<String, Value>,
    name: &str,
    donors: &Donors,
    chance: &mut Chance,
) -> String {
    let names: Vec<String> = fields.keys().cloned().collect();
    let field = chance.pick(&names);
    if LEFT_ALONE.contains(&field.as_str()) {
        return "nothing".to_owned();
    }
    if chance.percent(50) {
        fields.remove(&field);
        return format!("{name}.{field} is removed");
    }
    let other = donor(&field, donors, chance).unwrap_or(Value::Null);
    fields.insert(field.clone(), other);
    format!("{name}.{field} is that of another")
}

fn change_list(items: &mut Vec<Value>, name: &str, donors: &Donors, chance: &mut Chance) -> String {
    let (one, other) = (chance.below(items.len()), chance.below(items.len()));
    match chance.below(4) {
        0 if !items.is_empty() => {
            items.remove(one);
            format!("{name} loses one")
        }
        1 if !items.is_empty() => {
            items.insert(other, items[one].clone());
            format!("{name} has one twice")
        }
        2 if !items.is_empty() => {
            items.swap(one, other);
            format!("{name} has two swapped")
        }
        _ => match donor(&format!("{name}[]"), donors, chance) {
            Some(item) => {
                items.insert(one, item);
                format!("{name} gets one of another")
            }
            None => "nothing".to_owned(),
        },
    }
}

fn change_leaf(value: &mut Value, name: &str, donors: &Donors, chance: &mut Chance) -> String {
    let old = value.clone();
    *value = match &old {
        Value::Bool(is_so) => Value::Bool(!is_so),
        Value::Number(number) if chance.percent(60) => {
            let change = chance.pick(&[-1, 1, 2, -3]);
            Value::from(number.as_i64().unwrap_or(0) + change)
        }
        Value::String(text) if chance.percent(15) => Value::from(format!("{text}x")),
        _ => donor(name, donors, chance).unwrap_or(Value::Null),
    };
    if *value == old {
        "nothing".to_owned()
    } else {
        format!("{name}: {} becomes {}", short(&old), short(value))
    }
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(40).collect()
}
