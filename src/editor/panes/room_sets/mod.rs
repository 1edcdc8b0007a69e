//! The pane that lists the room sets and their rooms.
//!
//! Each set can be folded; each room has a small picture and opens in the painter. Symbols that still need a room are told at the top.

mod findings;
mod row;
mod set_form;

use egui::collapsing_header::CollapsingState;
use egui::{Align2, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::{Severity, printable, printable_line};
use crate::document::{Document, Edit, OpenRooms, RoomsEdit, rooms_for_alphabet};
use crate::editor::canvas::room_picture::Looks;
use crate::editor::chosen::Location;
use crate::editor::command::Command;
use crate::editor::panes::Panes;
use crate::editor::widgets::rows::icon_button;
use crate::editor::widgets::style::{self, font, palette, severity_color};
use crate::mission::RoomTemplate;

pub use findings::{Findings, cell_of};
pub use row::swatch;
pub use set_form::look_ui;

/// How the list is looked at.
#[derive(Default)]
pub struct RoomsView {
    /// What the rooms are searched for.
    search: String,
    /// The path of the set whose form is open.
    form: Option<String>,
    /// The room to which the list was scrolled last.
    followed: (usize, usize),
    /// What is wrong.
    pub findings: Findings,
}

/// Shows it.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    panes.view.rooms.findings.update(panes.document.content());
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    margin.show(ui, |ui| {
        search_ui(ui, &mut panes.view.rooms.search);
        buttons_ui(ui, panes);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            lacking_ui(ui, panes);
            if panes.document.rooms().is_empty() {
                empty_ui(ui);
            }
            let sets = panes.document.rooms().to_vec();
            for (position, rooms) in sets.iter().enumerate() {
                set_ui(ui, position, rooms, panes);
            }
        });
    });
}

fn search_ui(ui: &mut Ui, search: &mut String) {
    let hint = format!("{}  Search rooms and symbols", icon::MAGNIFYING_GLASS);
    let field = egui::TextEdit::singleline(search).hint_text(hint).desired_width(f32::INFINITY);
    let response = ui.add(field.margin(vec2(8.0, 4.0)));
    let typed = search.clone();
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, &typed, &typed, "");
        info.label = Some("Search rooms".to_owned());
        info
    });
}

/// What the button makes that begins with the symbols.
pub const FROM_SYMBOLS_TOLD: &str =
    "Adds a room set with a plain room for each symbol that is formed by rooms, to paint on";
/// Why it makes nothing.
pub const NO_SYMBOL_TOLD: &str =
    "No symbol is formed by rooms: choose the technique Room for one among the symbols";

fn buttons_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    ui.horizontal_wrapped(|ui| {
        let new = ui.button(format!("{}  New room set", icon::PLUS));
        new.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "New room set"));
        if new.on_hover_text("Adds a room set with a first simple room").clicked() {
            let edit = RoomsEdit::new_set(panes.document.content());
            panes.commands.push(Command::Edit(Edit::Rooms(edit)));
            panes.commands.push(Command::GoTo(Location::Room(panes.document.rooms().len(), 0)));
        }
        let from_symbols = rooms_for_alphabet(panes.document.content());
        let button = egui::Button::new(format!("{}  From symbols", icon::SQUARES_FOUR));
        let response = ui.add_enabled(from_symbols.is_some(), button);
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Create room set from symbols"));
        let response = response.on_hover_text(FROM_SYMBOLS_TOLD).on_disabled_hover_text(NO_SYMBOL_TOLD);
        if let Some(edit) = from_symbols.filter(|_| response.clicked()) {
            panes.commands.push(Command::Edit(edit));
            panes.commands.push(Command::GoTo(Location::Room(panes.document.rooms().len(), 0)));
        }
        let load = ui.button(format!("{}  Load room set…", icon::FOLDER_OPEN));
        load.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Load a room set"));
        if load.on_hover_text("Adds a room set from a file").clicked() {
            panes.commands.push(Command::LoadRooms);
        }
    });
    ui.add_space(2.0);
}

fn empty_ui(ui: &mut Ui) {
    let text = "This project has no room sets yet. A room set holds rooms that you draw yourself, for the symbols that are formed by rooms.";
    ui.label(RichText::new(text).color(palette(ui).dim));
}

/// Symbols without a room, each with the way to one.
fn lacking_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let colors = palette(ui);
    let lacking = panes.view.rooms.findings.lacking.clone();
    for symbol in &lacking {
        let card = egui::Frame::new().fill(colors.bar).corner_radius(6).inner_margin(8);
        card.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(icon::LIGHTBULB).color(colors.accent));
                ui.add(egui::Label::new(format!("No room for {symbol} yet")).truncate());
                let make = ui.link("make one");
                make.widget_info(|| {
                    WidgetInfo::labeled(WidgetType::Link, true, format!("Make a room for {symbol}"))
                });
                if make.on_hover_text("Adds a simple room for this symbol and opens it").clicked() {
                    make_room(panes, symbol);
                }
            });
        });
    }
    if !lacking.is_empty() {
        ui.add_space(style::GAP);
    }
}

/// Adds a room to the set that is at hand, or to a new one.
fn make_room(panes: &mut Panes<'_>, symbol: &str) {
    let set = panes.view.chosen.room.0.min(panes.document.rooms().len().saturating_sub(1));
    match RoomsEdit::new_room(panes.document.content(), set, Some(symbol)) {
        Some(edit) => add_and_open(panes.document, panes.commands, set, edit),
        None => {
            let edit = RoomsEdit::new_set(panes.document.content());
            panes.commands.push(Command::Edit(Edit::Rooms(edit)));
            panes.commands.push(Command::GoTo(Location::Room(0, 0)));
        }
    }
}

/// Puts a room in and opens it.
fn add_and_open(document: &Document, commands: &mut Vec<Command>, set: usize, edit: RoomsEdit) {
    let end = document.rooms().get(set).map_or(0, |rooms| rooms.set.rooms.len());
    let at = if let RoomsEdit::Insert { at, .. } = &edit { (*at).min(end) } else { end };
    commands.push(Command::Edit(Edit::Rooms(edit)));
    commands.push(Command::GoTo(Location::Room(set, at)));
}

fn set_ui(ui: &mut Ui, position: usize, rooms: &OpenRooms, panes: &mut Panes<'_>) {
    let sought = panes.view.rooms.search.trim().to_lowercase();
    let found: Vec<usize> = (0..rooms.set.rooms.len())
        .filter(|room| rooms.set.rooms.get(*room).is_some_and(|room| is_found(room, &sought)))
        .collect();
    if found.is_empty() && !sought.is_empty() && !rooms.set.name.to_lowercase().contains(&sought) {
        return;
    }
    let id = ui.make_persistent_id(("room set", &rooms.path));
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, true);
    if header_ui(ui, position, rooms, state.is_open(), panes) {
        state.toggle(ui);
    }
    state.show_body_unindented(ui, |ui| {
        if panes.view.rooms.form.as_ref() == Some(&rooms.path) {
            set_form::form_ui(ui, position, rooms, panes);
        }
        set_problems_ui(ui, position, panes);
        let looks = Looks::new(&rooms.set, palette(ui));
        for room in found {
            row::room_ui(ui, (position, room), rooms, &looks, panes);
        }
        ui.add_space(style::GAP);
    });
}

/// Does the text occur in the room's name, symbol or notes?
fn is_found(room: &RoomTemplate, sought: &str) -> bool {
    [&room.name, &room.symbol, &room.notes].into_iter().any(|text| text.to_lowercase().contains(sought))
}

/// Caret, name, number of rooms, and what can be done to the set. True if it is to be folded or unfolded.
fn header_ui(ui: &mut Ui, position: usize, rooms: &OpenRooms, open: bool, panes: &mut Panes<'_>) -> bool {
    let colors = palette(ui);
    let name = &rooms.set.name;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), style::ROW_HEIGHT + 4.0), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::CollapsingHeader, true, open, format!("Room set {name}"))
    });
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, colors.field.gamma_multiply(0.6));
    }
    let caret = if open { icon::CARET_DOWN } else { icon::CARET_RIGHT };
    let small = font(style::SMALL);
    ui.painter().text(rect.left_center() + vec2(5.0, 0.0), Align2::CENTER_CENTER, caret, small, colors.dim);
    let inner = rect.with_min_x(rect.left() + 18.0);
    let mut inner = ui.new_child(
        egui::UiBuilder::new().max_rect(inner).layout(egui::Layout::right_to_left(egui::Align::Center)),
    );
    inner.spacing_mut().item_spacing.x = 3.0;
    header_buttons(&mut inner, position, rooms, panes);
    inner.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let count = rooms.set.rooms.len();
        let s = if count == 1 { "" } else { "s" };
        let title = RichText::new(printable(name)).strong().color(colors.strong);
        ui.add(egui::Label::new(title).truncate().selectable(false));
        let count = RichText::new(format!("{count} room{s}")).small().color(colors.dim);
        ui.add(egui::Label::new(count).truncate().selectable(false));
    });
    response.on_hover_text(&rooms.path).clicked()
}

fn header_buttons(ui: &mut Ui, position: usize, rooms: &OpenRooms, panes: &mut Panes<'_>) {
    let name = &rooms.set.name;
    if icon_button(ui, icon::TRASH, &format!("Remove room set {name}"), true) {
        let edit = RoomsEdit::Remove(rooms.path.clone());
        panes.commands.push(Command::Edit(Edit::Rooms(edit)));
    }
    if icon_button(ui, icon::SLIDERS_HORIZONTAL, &format!("Name and notes of {name}"), true) {
        let form = &mut panes.view.rooms.form;
        *form = if form.as_ref() == Some(&rooms.path) { None } else { Some(rooms.path.clone()) };
    }
    if icon_button(ui, icon::PLUS, &format!("New room in {name}"), true)
        && let Some(edit) = RoomsEdit::new_room(panes.document.content(), position, None)
    {
        add_and_open(panes.document, panes.commands, position, edit);
    }
}

fn set_problems_ui(ui: &mut Ui, position: usize, panes: &Panes<'_>) {
    let colors = palette(ui);
    for problem in panes.view.rooms.findings.of_set(position) {
        ui.horizontal_top(|ui| {
            let color = severity_color(colors, problem.severity);
            ui.label(RichText::new(severity_icon(problem.severity)).color(color));
            let text =
                ui.add(egui::Label::new(RichText::new(printable_line(&problem.message)).small()).wrap());
            if let Some(hint) = &problem.hint {
                text.on_hover_text(printable_line(hint).into_owned());
            }
        });
    }
}

/// The sign of a severity.
pub fn severity_icon(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => icon::X_CIRCLE,
        Severity::Warning => icon::WARNING,
        Severity::Note => icon::INFO,
    }
}
