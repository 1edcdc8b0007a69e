//! The entities and tiles of the alphabet, one per row, with a field to add one.

use egui::Ui;
use egui_phosphor::regular as icon;

use crate::document::PopulateEdit;
use crate::editor::widgets::fields::{name_field, text_field};
use crate::editor::widgets::look_picker::look_button;
use crate::editor::widgets::rows::{RowLabel, color_button, icon_button, row, switch_row};
use crate::mission::{Alphabet, EntitySymbol, TileSymbol};

/// Shows the entities.
pub(super) fn entities_ui(ui: &mut Ui, alphabet: &Alphabet, edits: &mut Vec<PopulateEdit>) {
    for (name, symbol) in &alphabet.entities {
        let about = RowLabel { name, of: "", tooltip: "Something that passes can place." };
        row(ui, about, |ui, _| {
            let color =
                color_button(ui, &format!("Colour of {name}"), "The colour of its mark", symbol.color);
            let character = character_ui(ui, name, symbol.character);
            let look = look_button(ui, name, &symbol.look, false);
            if color != symbol.color || character != symbol.character || look.is_some() {
                let look = look.unwrap_or_else(|| symbol.look.clone());
                let value = EntitySymbol { color, character, look, ..symbol.clone() };
                edits.push(PopulateEdit::SetEntity { name: name.clone(), value });
            }
            if icon_button(ui, icon::TRASH, &format!("Delete entity {name}"), true) {
                edits.push(PopulateEdit::RemoveEntity(name.clone()));
            }
        });
        let about = RowLabel {
            name: "Blocks movement",
            of: name,
            tooltip: "If you turn it on, nobody can walk on its cell. It is then placed only where it shuts nothing off.",
        };
        if let Some(solid) = switch_row(ui, about, symbol.solid, "Yes") {
            let value = EntitySymbol { solid, ..symbol.clone() };
            edits.push(PopulateEdit::SetEntity { name: name.clone(), value });
        }
        let about = RowLabel {
            name: "Lives in liquids",
            of: name,
            tooltip: "If you turn it on, passes place it in water, slime or lava as on dry floor.",
        };
        if let Some(in_liquid) = switch_row(ui, about, symbol.in_liquid, "Yes") {
            let value = EntitySymbol { in_liquid, ..symbol.clone() };
            edits.push(PopulateEdit::SetEntity { name: name.clone(), value });
        }
    }
    if let Some(name) = new_name_ui(ui, "entity", |name| alphabet.entities.contains_key(name)) {
        edits.push(PopulateEdit::SetEntity { name, value: EntitySymbol::default() });
    }
}

/// Shows the tiles.
pub(super) fn tiles_ui(ui: &mut Ui, alphabet: &Alphabet, edits: &mut Vec<PopulateEdit>) {
    for (name, symbol) in &alphabet.tiles {
        let about =
            RowLabel { name, of: "", tooltip: "Something that passes can draw over floors and walls." };
        row(ui, about, |ui, _| {
            let color = color_button(ui, &format!("Colour of {name}"), "Its colour in levels", symbol.color);
            let character = character_ui(ui, name, symbol.character);
            let look = look_button(ui, name, &symbol.look, true);
            if color != symbol.color || character != symbol.character || look.is_some() {
                let look = look.unwrap_or_else(|| symbol.look.clone());
                let value = TileSymbol { color, character, look, ..symbol.clone() };
                edits.push(PopulateEdit::SetTile { name: name.clone(), value });
            }
            if icon_button(ui, icon::TRASH, &format!("Delete tile {name}"), true) {
                edits.push(PopulateEdit::RemoveTile(name.clone()));
            }
        });
    }
    if let Some(name) = new_name_ui(ui, "tile", |name| alphabet.tiles.contains_key(name)) {
        edits.push(PopulateEdit::SetTile { name, value: TileSymbol::default() });
    }
}

/// Shows a field for a character. Returns the current one.
fn character_ui(ui: &mut Ui, name: &str, character: Option<char>) -> Option<char> {
    let before = character.map(String::from).unwrap_or_default();
    ui.scope(|ui| {
        ui.set_max_width(42.0);
        let typed = text_field(ui, &format!("Character of {name}"), &before, "c");
        typed.map_or(character, |text| text.trim().chars().next())
    })
    .inner
}

/// Shows a field for the name of a new item. Returns the name once the field is left.
fn new_name_ui(ui: &mut Ui, what: &str, is_taken: impl Fn(&str) -> bool) -> Option<String> {
    name_field(ui, &format!("Name of a new {what}"), "", is_taken)
}
