//! The settings of the room: its symbol and name, its weight, and its allowed turns.

use egui::{RichText, Sense, Ui, vec2};

use super::card::card_ui;
use super::numbers::{limit_ui, number_ui};
use super::open::Open;
use crate::base::printable;
use crate::document::RoomChange;
use crate::editor::canvas::swatch::swatch;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::fields::text_field;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{ROW_HEIGHT, palette};
use crate::mission::{Alphabet, Form};
use crate::rooms::RoomTemplate;

/// Shows the settings.
pub(super) fn head_ui(ui: &mut Ui, context: &mut PaneContext<'_>, open: &Open<'_>) {
    let alphabet = &context.document.grammar().alphabet;
    let mut changes = Vec::new();
    ui.horizontal(|ui| {
        changes.extend(symbol_ui(ui, alphabet, open.room).map(RoomChange::Symbol));
        let name = text_field(ui, "Name of the room", &open.room.name, "Name of the room");
        changes.extend(name.map(RoomChange::Name));
    });
    ui.horizontal_wrapped(|ui| {
        let RoomTemplate { mut weight, mut at_most, mut turns, mut flips, .. } = *open.room;
        number_ui(ui, &mut weight, &RoomTemplate::WEIGHT, "Weight ", "Weight of the room");
        if weight != open.room.weight {
            changes.push(RoomChange::Weight(weight));
        }
        limit_ui(ui, &mut at_most, &RoomTemplate::AT_MOST, "At most", "Maximum number of the room");
        if at_most != open.room.at_most {
            changes.push(RoomChange::AtMost(at_most));
        }
        if ui.checkbox(&mut turns, "Turns").on_hover_text("Levels may turn it by quarter turns").changed() {
            changes.push(RoomChange::Turns(turns));
        }
        if ui.checkbox(&mut flips, "Flips").on_hover_text("Levels may flip it left to right").changed() {
            changes.push(RoomChange::Flips(flips));
        }
        changes.extend(card_ui(ui, open.room.card.as_ref()).map(RoomChange::Card));
        let notes = text_field(ui, "Notes of the room", &open.room.notes, "Notes");
        changes.extend(notes.map(RoomChange::Notes));
    });
    context.commands.extend(changes.into_iter().map(|change| open.change(change)));
}

/// Shows the symbol's circle and a list of symbols. Those formed by rooms, or by cards for a card, come
/// first.
fn symbol_ui(ui: &mut Ui, alphabet: &Alphabet, room: &RoomTemplate) -> Option<String> {
    let symbol = &room.symbol;
    let is_used = |form: &Form| if room.card.is_some() { form.cards().is_some() } else { form.uses_rooms() };
    let (rect, _) = ui.allocate_exact_size(vec2(20.0, ROW_HEIGHT), Sense::hover());
    swatch(ui.painter(), rect.center(), 9.5, symbol, alphabet);
    let mut chosen = None;
    let combo = egui::ComboBox::from_id_salt("symbol of the room")
        .selected_text(printable(symbol).into_owned())
        .width(112.0)
        .truncate();
    let list = combo.show_ui(ui, |ui| {
        let (rooms, others): (Vec<_>, Vec<_>) =
            alphabet.nodes.iter().partition(|(_, symbol)| symbol.all_forms().any(is_used));
        for (name, _) in rooms {
            if ui.selectable_label(name == symbol, printable(name).into_owned()).clicked() {
                chosen = Some(name.clone());
            }
        }
        if !others.is_empty() {
            let what = if room.card.is_some() { "not built as Cards" } else { "not built as Room" };
            ui.label(RichText::new(what).small().color(palette(ui).dim));
        }
        for (name, _) in others {
            if ui
                .selectable_label(name == symbol, RichText::new(printable(name)).color(palette(ui).dim))
                .clicked()
            {
                chosen = Some(name.clone());
            }
        }
    });
    list.response.widget_info(|| info::list("Symbol of the room", symbol));
    list.response.on_hover_text("The symbol that this room realises");
    chosen.filter(|chosen| chosen != symbol)
}
