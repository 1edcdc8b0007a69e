//! Rows for parameters, each with the control for its kind and a description.

use egui::{RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::explained::explained_ui;
use super::info;
use super::rows::{
    RowLabel, choice_row, count_row, icon_button, number_row, pick_row, range_row, row, switch_row, text_row,
};
use super::style::palette;
use super::theme_picker::theme_row;
use crate::base::{NameTable, Parameters, PathPart, Slot, each_parameter, printable, with_capital};
use crate::mission::{Alphabet, THEMES_TABLE};
use crate::reference::ReferenceSubject;

/// Maximum value for which a slider is useful.
const MOST_ON_SLIDERS: u32 = 1000;

/// Text for no name.
const NO_NAME: &str = "None";

/// Path to a parameter.
type Path = [PathPart<&'static str>];

/// Shows all parameters of an item named `of`. Returns the name of the first one that was changed.
pub fn parameter_rows(ui: &mut Ui, of: &str, parameters: &mut dyn Parameters) -> Option<&'static str> {
    named_rows(ui, of, parameters, &Alphabet::default())
}

/// Shows parameters that can be names of an alphabet, or lists with rows.
pub fn named_rows(
    ui: &mut Ui,
    of: &str,
    parameters: &mut dyn Parameters,
    alphabet: &Alphabet,
) -> Option<&'static str> {
    let mut changed = None;
    let (mut last, mut removed) = (Vec::new(), None);
    let mut choices: Vec<(Vec<PathPart<&str>>, &str)> = Vec::new();
    each_parameter(parameters, &mut |path, slot| {
        let name = slot.parameter().name;
        let of = match row_of(path) {
            Some((row, number)) => {
                let of =
                    if of.is_empty() { format!("row {number}") } else { format!("row {number} of {of}") };
                if last != row {
                    last = row.to_vec();
                    if head_ui(ui, number, &of) {
                        removed = Some(row.to_vec());
                    }
                }
                of
            }
            None => of.to_owned(),
        };
        // Several choices may have the same parameter; the present one tells which it is.
        let choice = choices.iter().rfind(|(choice, _)| path.starts_with(choice)).map(|(_, label)| *label);
        if let Slot::Choice(_, value) = &slot {
            choices.push((path.to_vec(), value.label()));
        }
        let section = ReferenceSubject::Section(choice.unwrap_or_default().to_owned());
        if explained_ui(ui, section, |ui| slot_row(ui, &with_capital(name), &of, slot, alphabet)) {
            changed = changed.or(Some(name));
        }
    });
    if let Some(row) = removed {
        remove(parameters, &row);
        changed = changed.or(Some("rows"));
    }
    changed
}

/// Returns the path and the number (from 1) of the list row that contains a parameter.
fn row_of(path: &Path) -> Option<(&Path, usize)> {
    let end = path.iter().rposition(|part| matches!(part, PathPart::Index(_)))?;
    match path.get(end) {
        Some(PathPart::Index(position)) => Some((path.get(..=end)?, position + 1)),
        _ => None,
    }
}

/// Shows the header of a row. Returns `true` if the row should be removed.
fn head_ui(ui: &mut Ui, number: usize, of: &str) -> bool {
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{number}")).color(palette(ui).dim));
        icon_button(ui, icon::TRASH, &format!("Delete {of}"), true)
    })
    .inner
}

/// Removes a row from its list.
fn remove(parameters: &mut dyn Parameters, row: &Path) {
    let Some((PathPart::Index(position), list)) = row.split_last() else { return };
    each_parameter(parameters, &mut |path, slot| {
        if let Slot::Rows(_, rows) = slot
            && path == list
        {
            rows.remove(*position);
        }
    });
}

/// Shows one parameter of an item named `of`. Returns `true` if it was changed.
pub fn parameter_row(ui: &mut Ui, of: &str, slot: Slot<'_>) -> bool {
    titled_row(ui, &with_capital(slot.parameter().name), of, slot)
}

/// Shows one parameter with another title.
pub fn titled_row(ui: &mut Ui, name: &str, of: &str, slot: Slot<'_>) -> bool {
    slot_row(ui, name, of, slot, &Alphabet::default())
}

fn slot_row(ui: &mut Ui, name: &str, of: &str, slot: Slot<'_>, alphabet: &Alphabet) -> bool {
    let subject = ReferenceSubject::Parameter(*slot.parameter());
    explained_ui(ui, subject, |ui| control_row(ui, name, of, slot, alphabet))
}

fn control_row(ui: &mut Ui, name: &str, of: &str, slot: Slot<'_>, alphabet: &Alphabet) -> bool {
    let tooltip = slot.tooltip();
    let about = RowLabel { name, of, tooltip: &tooltip };
    match slot {
        Slot::Number(number, value) => {
            let show = if number.most > MOST_ON_SLIDERS { count_row } else { number_row };
            put(value, show(ui, about, *value, number.range(), number.unit))
        }
        Slot::Range(number, value) => put(value, range_row(ui, about, *value, number.range(), number.unit)),
        Slot::Switch(_, yes, value) => put(value, switch_row(ui, about, *value, yes)),
        Slot::Choice(_, value) => {
            let choices: Vec<_> = value.choices().iter().map(|choice| (choice.label, choice.label)).collect();
            let chosen = choice_row(ui, about, value.label(), &choices);
            chosen.inspect(|label| value.choose(label)).is_some()
        }
        Slot::Name(_, THEMES_TABLE, value) => put(value, theme_row(ui, about, value, alphabet)),
        Slot::Name(_, vocabulary, value) => put(value, name_row(ui, about, vocabulary, value, alphabet)),
        Slot::Names(_, vocabulary, names) => names_row(ui, about, vocabulary, names, alphabet),
        Slot::Text(_, value) => put(value, text_row(ui, about, value, "")),
        Slot::Rows(_, rows) => {
            let is_added = row(ui, about, |ui, name| {
                // "Table of Rats": the name of the owner keeps its case.
                let mut letters = name.chars();
                let first = letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string());
                icon_button(ui, icon::PLUS, &format!("Add row to {first}{}", letters.as_str()), true)
            });
            if is_added {
                rows.add();
            }
            is_added
        }
    }
}

/// Shows a drop-down list of the names of a vocabulary.
fn name_row(
    ui: &mut Ui,
    about: RowLabel<'_>,
    vocabulary: NameTable,
    current: &str,
    alphabet: &Alphabet,
) -> Option<String> {
    let mut names = alphabet.names_of(vocabulary);
    if vocabulary.is_optional {
        names.insert(0, NO_NAME);
    }
    let shown = if current.is_empty() { NO_NAME } else { current };
    let picked = pick_row(ui, about, shown, &names).and_then(|position| names.get(position).copied());
    picked.map(|name| if vocabulary.is_optional && name == NO_NAME { String::new() } else { name.to_owned() })
}

/// Shows a checkbox for each name of a vocabulary, and for unknown ones in use. Returns `true` if one was
/// changed.
fn names_row(
    ui: &mut Ui,
    about: RowLabel<'_>,
    vocabulary: NameTable,
    names: &mut Vec<String>,
    alphabet: &Alphabet,
) -> bool {
    let known = alphabet.names_of(vocabulary);
    let unknown = names.iter().filter(|name| !known.contains(&name.as_str()));
    let all: Vec<String> = known.iter().map(|name| (*name).to_owned()).chain(unknown.cloned()).collect();
    let mut changed = false;
    row(ui, about, |ui, full_name| {
        ui.horizontal_wrapped(|ui| {
            for name in all {
                let before = names.contains(&name);
                let mut is_in = before;
                let response = ui.checkbox(&mut is_in, printable(&name).into_owned());
                let label = format!("{name} in {}", full_name.to_lowercase());
                response.widget_info(|| info::selected(WidgetType::Checkbox, true, before, &label));
                response.on_hover_text(about.tooltip);
                if is_in && !before {
                    names.push(name);
                    changed = true;
                } else if before && !is_in {
                    names.retain(|known| *known != name);
                    changed = true;
                }
            }
        });
    });
    changed
}

fn put<T>(value: &mut T, new: Option<T>) -> bool {
    new.map(|new| *value = new).is_some()
}
