//! Attributes of a symbol: rows with a name, a type and a value.

use egui::{ComboBox, DragValue, RichText, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::document::free_name;
use crate::editor::widgets::fields::{name_field, text_field};
use crate::editor::widgets::formulas::formula_field;
use crate::editor::widgets::info;
use crate::editor::widgets::refusals::number_or_formula_field;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{ROW_HEIGHT, palette};
use crate::editor::widgets::theme_picker::theme_list_ui;
use crate::editor::widgets::values::choice;
use crate::grammar::formula_of;
use crate::mission::{Alphabet, Attributes, THEME_ATTRIBUTE, Value};

/// Width of the column of types, in points.
const TYPE_WIDTH: f32 = 78.0;
/// Width of the buttons at the end, in points.
const REMOVE_WIDTH: f32 = 32.0;

/// Shows all attributes. Returns the new ones if one was changed. `of` names their owner.
pub(in crate::editor) fn attributes_ui(
    ui: &mut Ui,
    of: &str,
    attributes: &Attributes,
    alphabet: &Alphabet,
) -> Option<Attributes> {
    let mut new = None;
    ui.horizontal(|ui| {
        ui.set_min_height(ROW_HEIGHT);
        let tooltip =
            "The initial attributes of each one. Rules can test and change them, and the export contains them.";
        ui.label(RichText::new("Attributes").color(palette(ui).text)).on_hover_text(tooltip);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if icon_button(ui, icon::PLUS, &format!("Add attribute to {of}"), true) {
                let name = free_name("attribute", |name| attributes.contains_key(name));
                new = Some(with(attributes, name, Value::Int(1)));
            }
        });
    });
    for (name, value) in attributes {
        ui.push_id(name, |ui| {
            ui.horizontal(|ui| {
                if let Some(changed) = attribute_ui(ui, (of, alphabet), name, value, attributes) {
                    new = Some(changed);
                }
            });
        });
    }
    new
}

fn with(attributes: &Attributes, name: String, value: Value) -> Attributes {
    let mut new = attributes.clone();
    new.insert(name, value);
    new
}

fn attribute_ui(
    ui: &mut Ui,
    (of, alphabet): (&str, &Alphabet),
    name: &str,
    value: &Value,
    all: &Attributes,
) -> Option<Attributes> {
    let mut new = None;
    ui.spacing_mut().item_spacing.x = 4.0;
    let rest = ui.available_width() - TYPE_WIDTH - REMOVE_WIDTH - 3.0 * 4.0;
    let (name_width, value_width) = (0.5 * rest.max(0.0), 0.5 * rest.max(0.0));
    let renamed = ui
        .scope(|ui| {
            ui.set_max_width(name_width);
            name_field(ui, &format!("Name of {name} of {of}"), name, |other| all.contains_key(other))
        })
        .inner;
    if let Some(to) = renamed {
        let mut changed = all.clone();
        changed.remove(name);
        // The attribute of this name chooses a theme.
        let is_theme = to == THEME_ATTRIBUTE && !matches!(value, Value::Text(_));
        let value = if is_theme { Value::Text(String::new()) } else { value.clone() };
        new = Some(with(&changed, to, value));
    }
    let list = format!("Type of {name} of {of}");
    let combo = ComboBox::from_id_salt(&list).width(TYPE_WIDTH).truncate();
    let about = (list.as_str(), "The type of the attribute");
    if let Some(other) = choice(ui, combo, about, value, &types_like(value)) {
        new = Some(with(all, name.to_owned(), other));
    }
    let full = format!("{name} of {of}");
    let changed = ui
        .scope(|ui| {
            ui.set_max_width(value_width);
            ui.set_min_width(value_width);
            match value {
                Value::Text(theme) if name == THEME_ATTRIBUTE => {
                    let about = (full.as_str(), "The theme of its places");
                    theme_list_ui(ui, about, theme, alphabet, value_width - 44.0).map(Value::Text)
                }
                _ => value_ui(ui, &full, value),
            }
        })
        .inner;
    if let Some(value) = changed {
        new = Some(with(all, name.to_owned(), value));
    }
    if icon_button(ui, icon::TRASH, &format!("Delete {full}"), true) {
        let mut changed = all.clone();
        changed.remove(name);
        new = Some(changed);
    }
    new
}

/// Returns the value itself and its nearest equivalents of the other types.
fn types_like(value: &Value) -> [(Value, &'static str); 3] {
    let text = match value {
        Value::Int(number) => number.to_string(),
        Value::Bool(is_so) => is_so.to_string(),
        Value::Text(text) => text.clone(),
    };
    [
        (Value::Int(text.trim().parse().unwrap_or(i64::from(text == "true"))), "Number"),
        (Value::Bool(!matches!(text.trim(), "" | "0" | "false" | "no")), "Yes/no"),
        (Value::Text(text), "Text"),
    ]
}

/// Shows the control of a value. Returns the new one if it was changed.
pub(in crate::editor) fn value_ui(ui: &mut Ui, name: &str, value: &Value) -> Option<Value> {
    match value {
        Value::Int(number) => {
            if let Some(formula) = formula_of(*number) {
                return formula_field(ui, &formula, (i64::MIN, i64::MAX), name, name).map(Value::Int);
            }
            let mut new = *number;
            let size = vec2(ui.available_width(), ROW_HEIGHT);
            let limits = (i64::MIN as f64, i64::MAX as f64);
            let drag = DragValue::new(&mut new).speed(0.15);
            let (response, formula) = number_or_formula_field(ui, Some(size), drag, limits);
            response.widget_info(|| info::number(*number as f64, name));
            new = formula.map_or(new, i64::from);
            (new != *number).then_some(Value::Int(new))
        }
        Value::Bool(is_so) => {
            let mut new = *is_so;
            let response = ui.checkbox(&mut new, if *is_so { "Yes" } else { "No" });
            response.widget_info(|| info::selected(WidgetType::Checkbox, true, *is_so, name));
            (new != *is_so).then_some(Value::Bool(new))
        }
        Value::Text(text) => text_field(ui, name, text, "Empty").map(Value::Text),
    }
}
