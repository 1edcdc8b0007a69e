//! Variables: sliders for their values, and the definitions in the file.

use egui::{RichText, Slider, SliderClamping, Ui, WidgetType};
use egui_phosphor::regular as icon;

use crate::base::{printable_text, with_capital};
use crate::document::{Document, Edit, VariablesEdit};
use crate::editor::command::Command;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{RowLabel, icon_button, name_row, notes_row, remark_ui, row};
use crate::editor::widgets::style::{self, palette};
use crate::editor::widgets::values::number;
use crate::grammar::{Variable, formula_of, is_variable_name};

/// Numbers that the window offers for ranges.
const OFFERED: (i64, i64) = (-1_000_000, 1_000_000);

/// Shows a slider for each variable, and a button that resets them. Returns the edits.
///
/// `what` begins the accessible name of each slider: "Value of".
pub fn sliders_ui(ui: &mut Ui, what: &str, document: &Document) -> Vec<Edit> {
    let mut edits = Vec::new();
    let values = document.grammar().values_with(&document.content().values);
    for (name, variable) in &document.grammar().variables {
        let value = values.get(name).copied().unwrap_or(variable.default);
        let tooltip =
            if variable.notes.is_empty() { "The value with which levels are made" } else { &variable.notes };
        let mut new = value;
        row(ui, RowLabel { name, of: "", tooltip }, |ui, name| {
            let range = variable.range.0..=variable.range.1.max(variable.range.0);
            let label = format!("{what} {name}");
            let slider = Slider::new(&mut new, range.clone()).clamping(SliderClamping::Always);
            let response = ui.add(slider.show_value(false));
            response.widget_info(|| info::slider(true, value as f64, &label));
            response.on_hover_text(printable_text(tooltip).into_owned());
            let label = format!("{label}, as a number");
            // A value is no formula.
            let typed = number(ui, &label, new, *range.start(), *range.end());
            new = typed.filter(|typed| formula_of(*typed).is_none()).unwrap_or(new);
        });
        if new != value {
            edits.push(Edit::Variables(VariablesEdit::SetValue { name: name.clone(), value: new }));
        }
    }
    if !document.content().values.is_empty() {
        let button = ui.button(format!("{}  Use the defaults", icon::ARROW_COUNTER_CLOCKWISE));
        button.widget_info(|| info::labeled(WidgetType::Button, true, "Use the defaults"));
        if button.on_hover_text("Sets all variables to their defaults").clicked() {
            edits.push(Edit::Variables(VariablesEdit::ResetValues));
        }
    }
    edits
}

/// Shows the sliders, and a form for each variable.
pub(super) fn rows_ui(ui: &mut Ui, document: &Document, commands: &mut Vec<Command>) {
    let variables = &document.grammar().variables;
    if variables.is_empty() {
        remark_ui(ui, "A variable is a number that a game sets. Type its name in any number field.");
    }
    let mut edits = sliders_ui(ui, "Value of", document);
    for (name, variable) in variables {
        ui.push_id(("variable", name), |ui| edits.extend(form_ui(ui, document, name, variable)));
    }
    let add = ui.button(format!("{}  Add variable", icon::PLUS));
    if add.on_hover_text("A number that a game, or the slider, sets").clicked() {
        let variable = Variable { default: 1, range: (1, 10), notes: String::new() };
        edits.push(Edit::Variables(VariablesEdit::Add { name: "variable".to_owned(), variable }));
    }
    commands.extend(edits.into_iter().map(Command::Edit));
}

/// Shows name, default, range and notes of a variable. Returns the edit.
fn form_ui(ui: &mut Ui, document: &Document, name: &str, variable: &Variable) -> Option<Edit> {
    let of = |name| RowLabel { name, of: "", tooltip: "" };
    let mut edit = None;
    ui.add_space(style::GAP);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Variable {name}")).small().color(palette(ui).dim));
        if icon_button(ui, icon::TRASH, &format!("Delete variable {name}"), true) {
            edit = Some(VariablesEdit::Remove(name.to_owned()));
        }
    });
    let tooltip = "The name in formulas: a letter, then letters, digits or _.";
    let about = RowLabel { name: "Name", of: &format!("variable {name}"), tooltip };
    let is_taken = |other: &str| !is_variable_name(other) || document.grammar().variables.contains_key(other);
    if let Some(to) = name_row(ui, about, name, is_taken) {
        edit = Some(VariablesEdit::Rename { name: name.to_owned(), to });
    }
    let mut new = variable.clone();
    let mut what = None;
    let numbers: [(&'static str, &str, &mut i64); 3] = [
        ("default", "The value unless another one is set", &mut new.default),
        ("minimum", "The lower end of the slider", &mut new.range.0),
        ("maximum", "The upper end of the slider", &mut new.range.1),
    ];
    for (word, tooltip, value) in numbers {
        let title = with_capital(word);
        let owner = format!("variable {name}");
        let about = RowLabel { name: &title, of: &owner, tooltip };
        let typed = row(ui, about, |ui, name| number(ui, name, *value, OFFERED.0, OFFERED.1));
        // Variables are not computed from others.
        if let Some(typed) = typed.filter(|typed| formula_of(*typed).is_none()) {
            (*value, what) = (typed, Some(word));
        }
    }
    let owner = format!("variable {name}");
    let about = RowLabel { of: &owner, tooltip: "What it means. The slider shows it.", ..of("Notes") };
    if let Some(notes) = notes_row(ui, about, &variable.notes, "What it means") {
        (new.notes, what) = (notes, Some("notes"));
    }
    let set = what.map(|what| VariablesEdit::Set { name: name.to_owned(), what, variable: new });
    edit.or(set).map(Edit::Variables)
}
