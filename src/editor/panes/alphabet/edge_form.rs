//! The form of an edge symbol.

use std::collections::BTreeSet;

use egui::Ui;

use super::attributes::attributes_ui;
use crate::base::Slot;
use crate::document::{AlphabetEdit, OpenRooms};
use crate::editor::widgets::parameters::named_rows;
use crate::editor::widgets::rows::{RowLabel, choice_row, color_row, notes_row, text_row};
use crate::mission::{Alphabet, EdgeRole, EdgeSymbol};
use crate::rooms::LegendEntry;

const ROLES: [(EdgeRole, &str); 4] = [
    (EdgeRole::Passage, "A passage"),
    (EdgeRole::Opens, "Key opens lock"),
    (EdgeRole::Contains, "Place contains item"),
    (EdgeRole::Other, "Another relation"),
];
/// Shows all settings of an edge symbol. Returns the changes. `kinds` are the kinds of sockets that rooms
/// have.
pub(super) fn form_ui(
    ui: &mut Ui,
    name: &str,
    symbol: &EdgeSymbol,
    kinds: &BTreeSet<String>,
    alphabet: &Alphabet,
) -> Vec<AlphabetEdit> {
    let mut edits = Vec::new();
    let mut set = |what: &'static str, value: EdgeSymbol| {
        edits.push(AlphabetEdit::SetEdge { symbol: name.to_owned(), what, value });
    };
    let of = |row_name, tooltip| RowLabel { name: row_name, of: name, tooltip };
    let tooltip = Slot::Choice(&EdgeSymbol::ROLE, &mut EdgeRole::Passage).tooltip();
    let row = RowLabel { name: "Role", of: name, tooltip: &tooltip };
    if let Some(role) = choice_row(ui, row, symbol.role, &ROLES) {
        set("role", EdgeSymbol { role, ..symbol.clone() });
    }
    if symbol.role == EdgeRole::Passage {
        passage_rows(ui, name, symbol, (kinds, alphabet), &mut set);
    }
    if let Some(color) = color_row(ui, of("Colour", "The colour of the arrow in drawings."), symbol.color) {
        set("colour", EdgeSymbol { color, ..symbol.clone() });
    }
    if let Some(attributes) = attributes_ui(ui, name, &symbol.attributes, alphabet) {
        set("attributes", EdgeSymbol { attributes, ..symbol.clone() });
    }
    let row = of("Notes", "Your remarks; they show when the pointer rests on the symbol.");
    if let Some(notes) = notes_row(ui, row, &symbol.notes, "What it is for") {
        set("notes", EdgeSymbol { notes, ..symbol.clone() });
    }
    edits
}

/// Shows the settings that only passages have.
fn passage_rows(
    ui: &mut Ui,
    name: &str,
    symbol: &EdgeSymbol,
    (kinds, alphabet): (&BTreeSet<String>, &Alphabet),
    set: &mut impl FnMut(&'static str, EdgeSymbol),
) {
    let mut value = symbol.clone();
    if let Some(what) = named_rows(ui, name, &mut value, alphabet) {
        set(what, value);
    }
    let tooltip = if kinds.is_empty() {
        "The kind of socket that it uses in rooms that have such sockets. No room set names a kind yet."
            .to_owned()
    } else {
        let known: Vec<&str> = kinds.iter().map(String::as_str).collect();
        format!(
            "The kind of socket that it uses in rooms that have such sockets. Rooms have: {}.",
            known.join(", ")
        )
    };
    let row = RowLabel { name: "Socket kind", of: name, tooltip: &tooltip };
    if let Some(kind) = text_row(ui, row, symbol.socket.as_deref().unwrap_or_default(), "Any") {
        let kind = kind.trim();
        let socket = (!kind.is_empty()).then(|| kind.to_owned());
        set("socket kind", EdgeSymbol { socket, ..symbol.clone() });
    }
}

/// Returns the kinds of sockets that rooms have.
pub(super) fn socket_kinds(rooms: &[OpenRooms]) -> BTreeSet<String> {
    let entries = rooms.iter().flat_map(|rooms| rooms.set.legend.values());
    entries
        .filter_map(|entry| match entry {
            LegendEntry::Socket(socket) => socket.kind.clone(),
            _ => None,
        })
        .collect()
}
