//! Parses JSON, and reports mistakes with their position.

use serde_json::Value;

use super::source::model::{fields_text, link, list_text};
use crate::base::{Diagnostic, Position};

/// Parses a text. Nesting of more than 128 levels is reported as a mistake.
pub(super) fn parse(text: &str) -> Result<Value, Box<Diagnostic>> {
    serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|error| {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let position = Position { line: number(error.line()), column: number(error.column()) };
        let message = format!("This is not valid JSON: {error}.");
        Box::new(Diagnostic { position: Some(position), ..Diagnostic::error("no-json", message) })
    })
}

/// Prints a value as a text: `[@12, 3, rope]`, `(3, 4)` for an LDtk point, `@iid` for an LDtk link, `{depth:
/// 3}` for other objects.
pub(super) fn text_of_value(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => list_text(values.iter().map(text_of_value)),
        Value::Object(fields) => {
            let link_to = fields.get("entityIid").and_then(Value::as_str).map(link);
            let point = || Some(format!("({}, {})", fields.get("cx")?, fields.get("cy")?));
            // Tiled wraps the values in lists and classes together with their types.
            let wrapped =
                || Some(text_of_value(fields.get("value").filter(|_| fields.contains_key("type"))?));
            link_to.or_else(point).or_else(wrapped).unwrap_or_else(|| {
                fields_text(fields.iter().map(|(name, value)| (name.as_str(), text_of_value(value))))
            })
        }
        other => other.to_string(),
    }
}
