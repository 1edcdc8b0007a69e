//! The page about exported levels, from the JSON Schema that the program publishes.

use serde_json::Value;

use super::page::anchor;
use super::{CellContent, ReferencePage, ReferenceSection, ReferenceTopic};
use crate::base::with_capital;
use crate::export::LEVEL_SCHEMA;

const REFERENCE: &str = "#/definitions/";

/// Returns the page.
pub(super) fn page() -> ReferencePage {
    let topic = ReferenceTopic::Level;
    let schema: Value = serde_json::from_str(LEVEL_SCHEMA).unwrap_or_default();
    let mut sections = vec![section("Level", &schema)];
    let definitions = schema.get("definitions").and_then(Value::as_object);
    sections.extend(definitions.into_iter().flatten().map(|(name, inner)| section(&title_of(name), inner)));
    ReferencePage {
        topic: topic.name(),
        title: topic.title(),
        text:
            "A level as RON or JSON has these fields. `delvewright schema` prints the same as a JSON Schema."
                .to_owned(),
        example: None,
        has_contents: true,
        sections,
    }
}

fn title_of(name: &str) -> String {
    with_capital(&name.replace('_', " "))
}

fn section(title: &str, schema: &Value) -> ReferenceSection {
    let mut section = ReferenceSection::new(title, &["Field", "Type", "Required", "Meaning"]);
    section.text = description(schema).to_owned();
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let meaning = description(field);
        let meaning = if meaning.is_empty() { CellContent::Empty } else { CellContent::text(meaning) };
        let is_required = required.contains(&name.as_str());
        section.rows.push(vec![
            CellContent::code(name),
            type_cell(field),
            CellContent::Switch(is_required),
            meaning,
        ]);
    }
    if section.rows.is_empty() {
        let paragraph = format!("Type: {}", type_text(schema, true));
        section.text = format!("{}\n\n{paragraph}", section.text).trim().to_owned();
    }
    section
}

fn description(schema: &Value) -> &str {
    schema.get("description").and_then(Value::as_str).unwrap_or_default()
}

fn type_cell(schema: &Value) -> CellContent {
    CellContent::linked(type_text(schema, false), type_text(schema, true))
}

/// Returns the type of a schema in words.
fn type_text(schema: &Value, linked: bool) -> String {
    let list = |key: &str| schema.get(key).and_then(Value::as_array).into_iter().flatten();
    if let Some(name) =
        schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(REFERENCE))
    {
        let title = title_of(name);
        let words = title.to_lowercase();
        return if linked { format!("[{words}](#{})", anchor(&title)) } else { words };
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    let words: Vec<String> = list("enum").map(|word| format!("`{word}`")).collect();
    if !words.is_empty() {
        return words.join(" or ");
    }
    let choices: Vec<String> =
        ["oneOf", "anyOf"].into_iter().flat_map(list).map(|choice| type_text(choice, linked)).collect();
    if !choices.is_empty() {
        return choices.join(" or ");
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).map(kind_word).collect();
            kinds.join(" or ")
        }
        Some(Value::String(kind)) if kind == "array" => match schema.get("items") {
            Some(Value::Array(parts)) => {
                let parts: Vec<String> = parts.iter().map(|part| type_text(part, linked)).collect();
                format!("[{}]", parts.join(", "))
            }
            Some(item) => format!("list of {}", type_text(item, linked)),
            None => "list".to_owned(),
        },
        Some(Value::String(kind)) if kind == "object" => match schema.get("additionalProperties") {
            Some(value @ Value::Object(_)) => format!("table: text to {}", type_text(value, linked)),
            _ => "record".to_owned(),
        },
        Some(Value::String(kind)) => kind_word(kind).to_owned(),
        _ => "any value".to_owned(),
    }
}

fn kind_word(kind: &str) -> &str {
    match kind {
        "integer" => "whole number",
        "boolean" => "`true` or `false`",
        "string" => "text",
        "null" => "nothing",
        other => other,
    }
}
