//! The form of a legend entry: its character, kind and look.

use egui::{RichText, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::kinds::kind_words;
use super::open::Open;
use super::view::PainterView;
use crate::base::printable;
use crate::document::SetChange;
use crate::editor::canvas::room_picture::entry_name;
use crate::editor::command::Command;
use crate::editor::panes::room_sets::look_ui;
use crate::editor::widgets::fields::{refuse_text, text_field};
use crate::editor::widgets::info;
use crate::editor::widgets::look_picker::look_button;
use crate::editor::widgets::rows::{RowLabel, icon_button, row};
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::palette;
use crate::editor::widgets::values::value_field;
use crate::mission::Value;
use crate::rooms::{LegendEntry, Placed, SocketEntry, TileChoice, TileLook};

/// Name of the changed setting in the designer's words, and the changed entry.
type ChangedEntry = (&'static str, LegendEntry);

/// Shows the form of the selected entry.
pub(super) fn form_ui(ui: &mut Ui, view: &mut PainterView, open: &Open<'_>, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if icon_button(ui, icon::CARET_LEFT, "Back to the tiles", true) {
            view.form = false;
        }
        let title = view.character.and_then(|character| open.set.legend.get(&character)).map(entry_name);
        let title = RichText::new(printable(&title.unwrap_or_default())).strong().color(palette(ui).strong);
        ui.add(egui::Label::new(title).truncate());
    });
    let Some((character, entry)) =
        view.character.and_then(|character| open.set.legend.get_key_value(&character))
    else {
        return;
    };
    scrolled(ui, |ui| {
        character_ui(ui, view, open, *character, commands);
        let kind = kind_ui(ui, entry).map(|entry| ("kind", entry));
        ui.label(RichText::new(kind_words(entry).1).small().color(palette(ui).dim));
        let detail = match entry {
            LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Nothing => None,
            LegendEntry::Socket(socket) => socket_ui(ui, socket),
            LegendEntry::Ground(look) => tile_ui(ui, look).map(|look| ("look", LegendEntry::Ground(look))),
            LegendEntry::Obstacle(look) => {
                tile_ui(ui, look).map(|look| ("look", LegendEntry::Obstacle(look)))
            }
            LegendEntry::Entity(placed) => {
                placed_ui(ui, placed).map(|(what, new)| (what, LegendEntry::Entity(new)))
            }
            LegendEntry::Marker(placed) => {
                placed_ui(ui, placed).map(|(what, new)| (what, LegendEntry::Marker(new)))
            }
        };
        catalogue_ui(ui, open, entry, commands);
        if let Some((what, entry)) = kind.or(detail) {
            commands.push(open.change_set(SetChange::SetEntry { character: *character, what, entry }));
        }
        ui.add_space(8.0);
        remove_ui(ui, view, open, *character, commands);
    });
}

/// Shows the look of a tile or entity, which is chosen from the catalogue.
fn catalogue_ui(ui: &mut Ui, open: &Open<'_>, entry: &LegendEntry, commands: &mut Vec<Command>) {
    let (name, is_tile) = match entry {
        LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => (&look.name, true),
        LegendEntry::Entity(placed) => (&placed.kind, false),
        _ => return,
    };
    let chosen = match open.set.looks.get(name) {
        None => "",
        Some(TileChoice::Like(like)) => like,
        // Pieces of the sheet are chosen in their own window.
        Some(_) => return,
    };
    label(ui, "Look in pictures");
    if let Some(look) = look_button(ui, name, chosen, is_tile) {
        let look = Some(look).filter(|look| !look.is_empty()).map(TileChoice::Like);
        commands.push(open.change_set(SetChange::Look { tile: name.clone(), look }));
    }
}

fn label(ui: &mut Ui, text: &str) {
    ui.add_space(3.0);
    ui.label(RichText::new(text).small().color(palette(ui).dim));
}

/// Shows the character, which can be changed in all pictures of the set.
fn character_ui(
    ui: &mut Ui,
    view: &mut PainterView,
    open: &Open<'_>,
    character: char,
    commands: &mut Vec<Command>,
) {
    label(ui, "Character in the pictures");
    let typed = text_field(ui, "Character of the tile", &character.to_string(), "");
    // The last character is used, so that a new one can be typed after the old one.
    let to = typed.and_then(|text| text.chars().rfind(|typed| *typed != character && !typed.is_control()));
    let Some(to) = to else { return };
    if let Some(entry) = open.set.legend.get(&to) {
        let why = format!("\"{to}\" already stands for {}", entry_name(entry));
        refuse_text(ui, "Character of the tile", why);
    } else {
        commands.push(open.change_set(SetChange::RenameCharacter { from: character, to }));
        view.character = Some(to);
    }
}

/// Shows a list of all kinds. Returns the entry as another kind, keeping shared settings.
fn kind_ui(ui: &mut Ui, entry: &LegendEntry) -> Option<LegendEntry> {
    label(ui, "Kind");
    let mut chosen = None;
    let (current, _) = kind_words(entry);
    let combo =
        egui::ComboBox::from_id_salt("kind of tile").selected_text(current).width(ui.available_width());
    let list = combo.show_ui(ui, |ui| {
        for other in kinds_like(entry) {
            let (name, tooltip) = kind_words(&other);
            if ui.selectable_label(name == current, name).on_hover_text(tooltip).clicked() {
                chosen = Some(other).filter(|_| name != current);
            }
        }
    });
    list.response.widget_info(|| info::list("Kind of the tile", current));
    list.response.on_hover_text("The meaning of the tile in the level");
    chosen
}

fn kinds_like(entry: &LegendEntry) -> [LegendEntry; 8] {
    let look = match entry {
        LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => look.clone(),
        LegendEntry::Entity(Placed { on: Some(look), .. })
        | LegendEntry::Marker(Placed { on: Some(look), .. }) => look.clone(),
        _ => TileLook { name: "new tile".to_owned(), ..TileLook::default() },
    };
    let placed = match entry {
        LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => placed.clone(),
        _ => Placed { kind: "chest".to_owned(), ..Placed::default() },
    };
    let socket = match entry {
        LegendEntry::Socket(socket) => socket.clone(),
        _ => SocketEntry::default(),
    };
    [
        LegendEntry::Wall,
        LegendEntry::Floor,
        LegendEntry::Socket(socket),
        LegendEntry::Ground(look.clone()),
        LegendEntry::Obstacle(look),
        LegendEntry::Entity(placed.clone()),
        LegendEntry::Marker(placed),
        LegendEntry::Nothing,
    ]
}

fn tile_ui(ui: &mut Ui, look: &TileLook) -> Option<TileLook> {
    label(ui, "Colour and name");
    look_ui(ui, "the tile", look)
}

fn socket_ui(ui: &mut Ui, socket: &SocketEntry) -> Option<ChangedEntry> {
    let mut changed = None;
    label(ui, "Only for passages that name");
    let kind = socket.kind.as_deref().unwrap_or_default();
    if let Some(kind) = text_field(ui, "Kind of the socket", kind, "any passage") {
        let kind = Some(kind.trim().to_owned()).filter(|kind| !kind.is_empty());
        changed = Some(("socket kind", SocketEntry { kind, ..socket.clone() }));
    }
    let blocker = optional_look_ui(
        ui,
        "Own blocker",
        "The blocker that closes it if no passage uses it. By default, the blocker of the room set",
        &socket.blocker,
        "the blocker",
        TileLook::blocker(),
    );
    if let Some(blocker) = blocker {
        changed = Some(("blocker", SocketEntry { blocker, ..socket.clone() }));
    }
    changed.map(|(what, socket)| (what, LegendEntry::Socket(socket)))
}

/// Shows a checkbox, and a colour and a name while it is checked.
fn optional_look_ui(
    ui: &mut Ui,
    name: &str,
    tooltip: &str,
    look: &Option<TileLook>,
    of: &str,
    first: TileLook,
) -> Option<Option<TileLook>> {
    let mut has_own = look.is_some();
    if ui.checkbox(&mut has_own, name).on_hover_text(tooltip).changed() {
        return Some(has_own.then_some(first));
    }
    look_ui(ui, of, look.as_ref()?).map(Some)
}

fn placed_ui(ui: &mut Ui, placed: &Placed) -> Option<(&'static str, Placed)> {
    let mut changed = None;
    label(ui, "The kind that your game sees");
    if let Some(kind) = text_field(ui, "Kind of the entity", &placed.kind, "chest") {
        changed = Some(("kind", Placed { kind, ..placed.clone() }));
    }
    let first = TileLook { name: "rug".to_owned(), ..TileLook::default() };
    if let Some(on) = optional_look_ui(
        ui,
        "On its own ground",
        "The tile beneath it; otherwise floor",
        &placed.on,
        "the ground",
        first,
    ) {
        changed = Some(("ground", Placed { on, ..placed.clone() }));
    }
    changed.or_else(|| properties_ui(ui, placed).map(|placed| ("properties", placed)))
}

/// Shows names and values that are passed on to the game.
fn properties_ui(ui: &mut Ui, placed: &Placed) -> Option<Placed> {
    label(ui, "Properties that are exported to your game");
    let mut new = placed.clone();
    for (name, value) in &placed.properties {
        let tooltip = "A property of the entity that is exported to your game";
        row(ui, RowLabel { name, of: &placed.kind, tooltip }, |ui, _| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if icon_button(ui, icon::TRASH, &format!("Delete {name}"), true) {
                    new.properties.remove(name);
                }
                if let Some(value) = value_field(ui, &format!("Value of {name}"), value) {
                    new.properties.insert(name.clone(), value);
                }
            });
        });
    }
    if let Some(name) = text_field(ui, "New property", "", "new property") {
        let name = name.trim();
        if !name.is_empty() && !new.properties.contains_key(name) {
            new.properties.insert(name.to_owned(), Value::Int(1));
        }
    }
    (new != *placed).then_some(new)
}

/// Shows a button that removes the entry; its cells become floor or another character.
fn remove_ui(
    ui: &mut Ui,
    view: &mut PainterView,
    open: &Open<'_>,
    character: char,
    commands: &mut Vec<Command>,
) {
    let used =
        open.set.rooms.iter().flat_map(|room| &room.picture).filter(|row| row.contains(character)).count();
    let instead = open.floor().filter(|floor| *floor != character);
    let tooltip = match (used, instead) {
        (0, _) => "No room has it".to_owned(),
        (_, Some(instead)) => format!("Rooms that have it will have '{instead}' in its place"),
        (_, None) => "You will have to fix the rooms that have it".to_owned(),
    };
    let button = ui.button(format!("{}  Delete tile", icon::TRASH));
    button.widget_info(|| info::labeled(WidgetType::Button, true, "Delete tile"));
    if button.on_hover_text(tooltip).clicked() {
        commands.push(open.change_set(SetChange::RemoveEntry { character, instead }));
        view.form = false;
    }
}
