//! The form of a node symbol.

use egui::Ui;

use super::attributes::attributes_ui;
use crate::base::{Choice, Color, Slot};
use crate::document::AlphabetEdit;
use crate::editor::widgets::parameters::named_rows;
use crate::editor::widgets::rows::{RowLabel, choice_row, color_row, notes_row, text_row};
use crate::mission::{Alphabet, NodeRole, NodeSymbol};

const ROLES: [NodeRole; 4] = [NodeRole::Start, NodeRole::Goal, NodeRole::Key, NodeRole::Lock];

/// Shows all settings of a node symbol. Returns the changes.
///
/// The alphabet has the themes that can be chosen.
pub(super) fn form_ui(
    ui: &mut Ui,
    name: &str,
    symbol: &NodeSymbol,
    shown: Color,
    alphabet: &Alphabet,
) -> Vec<AlphabetEdit> {
    let mut edits = Vec::new();
    let mut set = |what: &'static str, value: NodeSymbol| {
        edits.push(AlphabetEdit::SetNode { symbol: name.to_owned(), what, value });
    };
    let of = |row_name, tooltip| RowLabel { name: row_name, of: name, tooltip };
    let row = of(
        "Label",
        "One to three letters for the circle in drawings. If empty, the first letter of the name is used.",
    );
    let first: String = name.chars().take(1).collect();
    if let Some(label) = text_row(ui, row, &symbol.label, &first) {
        set("label", NodeSymbol { label, ..symbol.clone() });
    }
    if let Some(color) = color_row(ui, of("Colour", "The colour of the circle in drawings."), shown) {
        set("colour", NodeSymbol { color, ..symbol.clone() });
    }
    let tooltip = Slot::Choice(&NodeSymbol::ROLE, &mut NodeRole::Start).tooltip();
    let row = RowLabel { name: "Role", of: name, tooltip: &tooltip };
    let roles = ROLES.map(|role| (Some(role), role.label()));
    let roles: Vec<_> = [(None, "None")].into_iter().chain(roles).collect();
    if let Some(role) = choice_row(ui, row, symbol.role, &roles) {
        set("role", NodeSymbol { role, ..symbol.clone() });
    }
    let mut value = symbol.clone();
    if let Some(what) = named_rows(ui, name, &mut value, alphabet) {
        set(what, value);
    }
    if let Some(attributes) = attributes_ui(ui, name, &symbol.attributes, alphabet) {
        set("attributes", NodeSymbol { attributes, ..symbol.clone() });
    }
    let row = of("Notes", "Your remarks; they show when the pointer rests on the symbol.");
    if let Some(notes) = notes_row(ui, row, &symbol.notes, "What it is for") {
        set("notes", NodeSymbol { notes, ..symbol.clone() });
    }
    edits
}
