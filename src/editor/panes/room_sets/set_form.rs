//! The form of a room set: its name, its notes, and the blocker for unused sockets.

use egui::Ui;

use crate::document::{Edit, OpenRooms, RoomsEdit, SetChange};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::fields::{notes_field, text_field};
use crate::editor::widgets::rows::{RowLabel, color_button, row};
use crate::editor::widgets::style::{self, palette};
use crate::rooms::TileLook;

/// Shows the form.
pub(super) fn form_ui(ui: &mut Ui, position: usize, rooms: &OpenRooms, context: &mut PaneContext<'_>) {
    let set = &rooms.set;
    let mut changes = Vec::new();
    let card = egui::Frame::new().fill(palette(ui).bar).corner_radius(6).inner_margin(8);
    card.show(ui, |ui| {
        let about = |name, tooltip| RowLabel { name, of: &set.name, tooltip };
        row(ui, about("Name", "The name of the room set."), |ui, name| {
            changes.extend(text_field(ui, name, &set.name, "Name").map(SetChange::Name));
        });
        row(ui, about("Notes", "Your remarks; they are kept in the file."), |ui, name| {
            changes.extend(notes_field(ui, name, &set.notes, "Notes").map(SetChange::Notes));
        });
        let tooltip =
            "The blocker that closes unused sockets, for example rubble. Each kind of socket can have its own.";
        row(ui, about("Blocker", tooltip), |ui, name| {
            changes.extend(look_ui(ui, name, &set.blocker).map(SetChange::Blocker));
        });
    });
    for change in changes {
        let edit = RoomsEdit::Set { set: position, name: set.name.clone(), change };
        context.commands.push(Command::Edit(Edit::Rooms(edit)));
    }
    ui.add_space(style::GAP);
}

/// Shows the colour and the name of a tile. Returns the new look if one was changed.
pub fn look_ui(ui: &mut Ui, name: &str, look: &TileLook) -> Option<TileLook> {
    let mut new = None;
    ui.horizontal(|ui| {
        let label = format!("Colour of {name}");
        let color = color_button(ui, &label, &format!("{label}: {}", look.color), look.color);
        if color != look.color {
            new = Some(TileLook { color, ..look.clone() });
        }
        if let Some(text) = text_field(ui, &format!("Name of {name}"), &look.name, "Name") {
            new = Some(TileLook { name: text, ..look.clone() });
        }
    });
    new
}
