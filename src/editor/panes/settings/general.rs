//! What a grammar says of itself, and when its derivations end at the latest.

use egui::Ui;

use crate::document::{Edit, SettingsEdit};
use crate::editor::command::Command;
use crate::editor::widgets::rows::{Row, Unit, count_row, notes_row, text_row};
use crate::grammar::{Grammar, Limits};

/// Name, notes and limits.
pub(super) fn rows_ui(ui: &mut Ui, grammar: &Grammar, commands: &mut Vec<Command>) {
    let mut set = |edit| commands.push(Command::Edit(Edit::Settings(edit)));
    let row = Row { name: "Name", of: "", tooltip: "What the grammar is called; its levels bear this name." };
    if let Some(name) = text_row(ui, row, &grammar.name, "Untitled") {
        set(SettingsEdit::Name(name.trim().to_owned()));
    }
    let row =
        Row { name: "Notes", of: "", tooltip: "Your remarks: what the levels are like, and how it works." };
    if let Some(notes) = notes_row(ui, row, &grammar.notes, "What its levels are like") {
        set(SettingsEdit::Notes(notes));
    }
    let limits = grammar.limits;
    let row =
        Row { name: "Most steps", of: "", tooltip: "A derivation stops when so many rules were applied." };
    if let Some(steps) = count_row(ui, row, limits.steps, 1..=1_000_000, Unit::None) {
        set(SettingsEdit::Limits(Limits { steps, ..limits }));
    }
    let row =
        Row { name: "Most nodes", of: "", tooltip: "A derivation stops when the mission has so many nodes." };
    if let Some(nodes) = count_row(ui, row, limits.nodes, 1..=1_000_000, Unit::None) {
        set(SettingsEdit::Limits(Limits { nodes, ..limits }));
    }
    let row =
        Row { name: "Most edges", of: "", tooltip: "A derivation stops when the mission has so many edges." };
    if let Some(edges) = count_row(ui, row, limits.edges, 1..=1_000_000, Unit::None) {
        set(SettingsEdit::Limits(Limits { edges, ..limits }));
    }
}
