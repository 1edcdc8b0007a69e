//! The page of keys and gestures.

use egui::{Context, RichText, ScrollArea, Ui};

use crate::editor::actions::{ActionGroup, ActionRow};
use crate::editor::widgets::question::{heading_ui, modal_ui};
use crate::editor::widgets::rows::title_ui;
use crate::editor::widgets::style::{self, palette};

/// Mouse gestures on drawings, which are not actions.
const GESTURES: [(&str, &str); 24] = [
    ("Double-click on empty ground", "Adds a node"),
    ("Drag from the rim of a node", "Draws an edge; on empty ground, with a new node"),
    ("Drag a node", "Moves it, and all that are selected"),
    ("Drag on empty ground", "Selects everything in a rectangle"),
    ("Shift and click", "Selects one more"),
    ("Double-click on a node", "Gives it another symbol"),
    ("Double-click on an edge", "Inserts a node"),
    ("Enter", "Gives what is selected another symbol"),
    ("A digit", "Sets the selection to the symbol at this list position"),
    ("A name", "Finds the symbol of that name, or creates it; Enter takes it; F alone fits the view"),
    ("Arrow keys", "Move what is selected"),
    ("Insert", "Adds a node next to the selection"),
    ("Page down, Page up; with Shift", "Select the next one, the one before; one more"),
    ("Ctrl+J", "Joins the two selected nodes"),
    ("Delete", "Deletes what is selected"),
    ("Ctrl+C, Ctrl+X, Ctrl+V, Ctrl+D", "Copy, cut, paste, duplicate, also from one window to another"),
    ("B, E, G, U, I, M, S in a room", "Pencil, eraser, fill, frame, pick, select, stamp"),
    ("[ and ] in a room", "A smaller or larger brush"),
    ("Hold B in a comparison with Flicker", "Shows the level before"),
    ("Wheel or pinch", "Zooms where the pointer is"),
    ("Middle button, or Space and drag", "Moves the drawing; in the room painter the middle button alone"),
    ("F, or double-click with the middle button", "Shows everything"),
    ("Double-click on empty ground of the mission or the level", "Shows everything"),
    ("Drag the selected place in the mission or the level", "Pins it there for this seed"),
];

/// Shows the page over the window. Returns `false` once it is closed.
pub fn page_ui(ctx: &Context, rows: &[ActionRow]) -> bool {
    let mut is_done = false;
    let closed = modal_ui(ctx, "keys and gestures", 620.0, |ui| {
        heading_ui(ui, "Keys and gestures");
        let height = (ui.ctx().content_rect().height() - 180.0).max(160.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            for group in ActionGroup::ALL {
                group_ui(ui, group, rows);
            }
            title_ui(ui, "On drawings");
            grid_ui(
                ui,
                "gestures",
                GESTURES.iter().map(|(keys, text)| ((*keys).to_owned(), (*text).to_owned())),
            );
        });
        ui.add_space(8.0);
        is_done = ui.button("Done").clicked();
    });
    !is_done && !closed
}

fn group_ui(ui: &mut Ui, group: ActionGroup, rows: &[ActionRow]) {
    let ctx = ui.ctx().clone();
    let rows: Vec<(String, String)> = rows
        .iter()
        .filter(|row| row.group == group)
        .map(|row| (row.keys_text(&ctx), row.name.clone()))
        .filter(|(keys, _)| !keys.is_empty())
        .collect();
    title_ui(ui, group.title());
    grid_ui(ui, group.title(), rows.into_iter());
}

fn grid_ui(ui: &mut Ui, name: &str, rows: impl Iterator<Item = (String, String)>) {
    let colors = palette(ui);
    egui::Grid::new(name).num_columns(2).min_col_width(200.0).spacing([16.0, 4.0]).show(ui, |ui| {
        for (keys, text) in rows {
            ui.label(RichText::new(keys).size(style::SMALL).color(colors.dim));
            ui.add(egui::Label::new(text).wrap());
            ui.end_row();
        }
    });
}
