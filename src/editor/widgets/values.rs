//! Small controls for values: a list to choose from, a number, a word, a value of an attribute.

use egui::{ComboBox, DragValue, Ui, vec2};

use super::fields::text_field;
use super::formulas::{formula_field, typed_formula, values_of};
use super::info;
use super::refusals::number_or_formula_field;
use super::style::ROW_HEIGHT;
use crate::base::printable;
use crate::grammar::{VariableValues, formula_of};
use crate::mission::Value;

/// Shows a drop-down list. Returns the new choice if it was changed. `combo` sets the width.
pub fn choice<T: Clone + PartialEq>(
    ui: &mut Ui,
    combo: ComboBox,
    (name, tooltip): (&str, &str),
    value: &T,
    choices: &[(T, &str)],
) -> Option<T> {
    let mut new = value.clone();
    let current = choices.iter().find(|(choice, _)| choice == value).map_or("", |(_, text)| text);
    let list = combo.selected_text(printable(current).into_owned()).show_ui(ui, |ui| {
        for (choice, text) in choices {
            ui.selectable_value(&mut new, choice.clone(), printable(text).into_owned());
        }
    });
    list.response.widget_info(|| info::list(name, current));
    list.response.on_hover_text(tooltip);
    (new != *value).then_some(new)
}

/// Shows a whole number that can be dragged or typed. Returns the new one if it was changed.
pub fn number(ui: &mut Ui, name: &str, value: i64, least: i64, most: i64) -> Option<i64> {
    if let Some(formula) = formula_of(value) {
        return formula_field(ui, &formula, (least, most), name, name);
    }
    let mut new = value;
    let drag = DragValue::new(&mut new).range(least..=most).clamp_existing_to_range(false).speed(0.1);
    let limits = (least as f64, most as f64);
    let (response, formula) = number_or_formula_field(ui, Some(vec2(46.0, ROW_HEIGHT)), drag, limits);
    response.widget_info(|| info::number(value as f64, name));
    response.on_hover_text(name);
    new = formula.map_or(new, i64::from);
    (new != value).then_some(new)
}

/// Shows a number from 0 to 99. Returns the new one if it was changed.
pub fn count(ui: &mut Ui, name: &str, value: u32) -> Option<u32> {
    number(ui, name, i64::from(value), 0, 99).and_then(|new| u32::try_from(new).ok())
}

/// Shows a field for a word. Returns the new one once it is left.
pub fn word(ui: &mut Ui, name: &str, value: &str, hint: &str, width: f32) -> Option<String> {
    let size = vec2(width, ROW_HEIGHT);
    ui.allocate_ui(size, |ui| text_field(ui, name, value, hint)).inner
}

/// Shows a field for the value of an attribute: a number, true or false, or a text. Returns the new one once
/// it is left.
pub fn value_field(ui: &mut Ui, name: &str, value: &Value) -> Option<Value> {
    let known = values_of(ui);
    text_field(ui, name, &value_text(value), "value").map(|text| read_with(&text, &known))
}

/// Shows a field for the value of an attribute with a given width.
pub fn value(ui: &mut Ui, name: &str, value: &Value, width: f32) -> Option<Value> {
    ui.allocate_ui(vec2(width, ROW_HEIGHT), |ui| value_field(ui, name, value)).inner
}

/// Returns a value as it is typed. A text that looks like another type is quoted.
fn value_text(value: &Value) -> String {
    match value {
        Value::Int(number) => {
            formula_of(*number).map_or_else(|| number.to_string(), |formula| format!("= {}", formula.text()))
        }
        Value::Bool(is_so) => is_so.to_string(),
        Value::Text(text) if matches!(read(text), Value::Text(_)) => text.clone(),
        Value::Text(text) => format!("\"{text}\""),
    }
}

/// Parses a typed value, or a formula after an equals sign.
fn read_with(text: &str, known: &VariableValues) -> Value {
    let formula = text.trim().strip_prefix('=').and_then(|formula| typed_formula(known, formula)?.ok());
    formula.map_or_else(|| read(text), |formula| Value::Int(formula.into()))
}

/// Parses a typed value.
fn read(text: &str) -> Value {
    let text = text.trim();
    match text {
        "true" | "yes" => Value::Bool(true),
        "false" | "no" => Value::Bool(false),
        _ => text.parse().map_or_else(|_| Value::Text(unquoted(text).to_owned()), Value::Int),
    }
}

fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_shown() {
        let text = |text: &str| Value::Text(text.to_owned());
        for value in [Value::Int(-3), Value::Bool(true), text("grim"), text("3"), text("true"), text("")] {
            assert_eq!(read(&value_text(&value)), value);
        }
    }
}
