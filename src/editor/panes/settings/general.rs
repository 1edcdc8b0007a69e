//! The general settings of a grammar: its name and notes, and the limits of derivations.

use egui::Ui;

use crate::document::{Edit, SettingsEdit};
use crate::editor::command::Command;
use crate::editor::widgets::parameters::parameter_rows;
use crate::editor::widgets::rows::{RowLabel, notes_row, text_row};
use crate::grammar::Grammar;

/// Shows name, notes and limits.
pub(super) fn rows_ui(ui: &mut Ui, grammar: &Grammar, commands: &mut Vec<Command>) {
    let mut set = |edit| commands.push(Command::Edit(Edit::Settings(edit)));
    let row = RowLabel {
        name: "Name",
        of: "",
        tooltip: "The name of the grammar. Its levels have this name, too.",
    };
    if let Some(name) = text_row(ui, row, &grammar.name, "Untitled") {
        set(SettingsEdit::Name(name.trim().to_owned()));
    }
    let row =
        RowLabel { name: "Notes", of: "", tooltip: "Your remarks, for example what the levels are like." };
    if let Some(notes) = notes_row(ui, row, &grammar.notes, "What its levels are like") {
        set(SettingsEdit::Notes(notes));
    }
    let mut limits = grammar.limits;
    if parameter_rows(ui, "", &mut limits).is_some() {
        set(SettingsEdit::Limits(limits));
    }
}
