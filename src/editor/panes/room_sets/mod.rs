//! The pane that lists the room sets and their rooms.
//!
//! Each set can be folded. Each room has a small picture and opens in the painter. Symbols that still need a
//! room are listed at the top.

mod row;
mod set_form;
pub mod tile_looks;

use egui::collapsing_header::CollapsingState;
use egui::{Align2, RichText, ScrollArea, Sense, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::{counted, printable, printable_line};
use crate::document::{Content, Edit, Location, OpenRooms, RoomsEdit, rooms_for_alphabet};
use crate::editor::canvas::room_picture::CellStyles;
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::widgets::info;
use crate::editor::widgets::rows::{icon_button, search_ui};
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, font, palette, severity_color, severity_icon};
use crate::rooms::RoomTemplate;

use tile_looks::LooksView;

pub use set_form::look_ui;

/// Height of the list of symbols without a room, in points: three of them and part of the next.
const LACKING_HEIGHT: f32 = 124.0;

/// The view of the list.
#[derive(Default)]
pub struct RoomsView {
    /// Search text.
    search: String,
    /// Path of the set with an open form.
    form: Option<String>,
    /// View of the looks of tiles.
    pub looks: LooksView,
    /// Room that the list was last scrolled to.
    followed: (usize, usize),
}

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut RoomsView, context: &mut PaneContext<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    margin.show(ui, |ui| {
        search_ui(ui, &mut view.search, "Search rooms", "Names and symbols");
        buttons_ui(ui, context);
        lacking_ui(ui, context);
        scrolled(ui, |ui| {
            if context.document.rooms().is_empty() {
                empty_ui(ui);
            }
            let sets = context.document.rooms().to_vec();
            for (position, rooms) in sets.iter().enumerate() {
                set_ui(ui, position, rooms, view, context);
            }
        });
    });
}

/// Shows a button that creates a room set for the symbols of the alphabet. Returns the edit once it was
/// clicked.
pub fn from_symbols_ui(ui: &mut Ui, content: &Content, text: &str) -> Option<Edit> {
    let edit = rooms_for_alphabet(content);
    let button = egui::Button::new(format!("{}  {text}", icon::SQUARES_FOUR));
    let response = ui.add_enabled(edit.is_some(), button);
    response
        .widget_info(|| info::labeled(WidgetType::Button, edit.is_some(), "Create room set from symbols"));
    let response = response
        .on_hover_text("Adds a room set with a plain room for each symbol that is built as Room")
        .on_disabled_hover_text("No symbol is built as Room. Set Built as to Room in Symbols");
    edit.filter(|_| response.clicked())
}

fn buttons_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    ui.horizontal_wrapped(|ui| {
        let new = ui.button(format!("{}  Add room set", icon::PLUS));
        new.widget_info(|| info::labeled(WidgetType::Button, true, "Add room set"));
        if new.on_hover_text("Adds a room set with a first simple room").clicked() {
            add_set(context, Edit::Rooms(RoomsEdit::new_set(context.document.content())));
        }
        if let Some(edit) = from_symbols_ui(ui, context.document.content(), "From symbols") {
            add_set(context, edit);
        }
        let load = ui.button(format!("{}  Load room set…", icon::FOLDER_OPEN));
        load.widget_info(|| info::labeled(WidgetType::Button, true, "Load a room set"));
        if load.on_hover_text("Adds a room set from a file").clicked() {
            context.commands.push(Command::LoadRooms);
        }
        let import = ui.button(format!("{}  Import rooms…", icon::DOWNLOAD_SIMPLE));
        import.widget_info(|| info::labeled(WidgetType::Button, true, "Import rooms"));
        let tooltip = "Makes rooms from Tiled maps, LDtk projects, pictures, texts, or exported levels";
        if import.on_hover_text(tooltip).clicked() {
            context.commands.push(Command::ImportRooms(None));
        }
    });
    ui.add_space(2.0);
}

/// Adds a room set and opens its first room.
fn add_set(context: &mut PaneContext<'_>, edit: Edit) {
    context.commands.push(Command::Edit(edit));
    context.commands.push(Command::GoTo(Location::Room(context.document.rooms().len(), 0)));
}

/// Adds a room to a set and opens it.
fn add_room(context: &mut PaneContext<'_>, set: usize, edit: RoomsEdit) {
    let end = context.document.rooms().get(set).map_or(0, |rooms| rooms.set.rooms.len());
    let at = if let RoomsEdit::Insert { at, .. } = &edit { (*at).min(end) } else { end };
    context.commands.push(Command::Edit(Edit::Rooms(edit)));
    context.commands.push(Command::GoTo(Location::Room(set, at)));
}

fn empty_ui(ui: &mut Ui) {
    let text = "This project has no room sets yet. A room set holds rooms that you draw yourself, for the symbols that are built as Room.";
    ui.label(RichText::new(text).color(palette(ui).dim));
}

/// Lists symbols without a room, with buttons to add one. They stay visible, because the list below scrolls
/// to each new room.
fn lacking_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let lacking = context.problems.project_check().map_or(&[][..], |project_check| &project_check.lacking);
    if lacking.is_empty() {
        return;
    }
    let list = ScrollArea::vertical().id_salt("symbols without a room").max_height(LACKING_HEIGHT);
    list.auto_shrink([false, true]).show(ui, |ui| {
        lacking.iter().for_each(|symbol| lacking_symbol_ui(ui, symbol, context.commands));
    });
    ui.add_space(style::GAP);
}

fn lacking_symbol_ui(ui: &mut Ui, symbol: &str, commands: &mut Vec<Command>) {
    let card = egui::Frame::new().fill(palette(ui).bar).corner_radius(6).inner_margin(8);
    card.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(icon::LIGHTBULB).color(palette(ui).accent));
            ui.add(egui::Label::new(format!("No room for {} yet", printable(symbol))).wrap());
            let make = ui.link("make one");
            make.widget_info(|| info::labeled(WidgetType::Link, true, format!("Make a room for {symbol}")));
            if make.on_hover_text("Adds a simple room for this symbol and opens it").clicked() {
                commands.push(Command::MakeRooms(symbol.to_owned()));
            }
        });
    });
}

fn set_ui(
    ui: &mut Ui,
    position: usize,
    rooms: &OpenRooms,
    view: &mut RoomsView,
    context: &mut PaneContext<'_>,
) {
    let sought = view.search.trim().to_lowercase();
    let found: Vec<usize> = (0..rooms.set.rooms.len())
        .filter(|room| rooms.set.rooms.get(*room).is_some_and(|room| is_found(room, &sought)))
        .collect();
    if found.is_empty() && !sought.is_empty() && !rooms.set.name.to_lowercase().contains(&sought) {
        return;
    }
    let id = ui.make_persistent_id(("room set", &rooms.path));
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, true);
    if header_ui(ui, position, rooms, state.is_open(), view, context) {
        state.toggle(ui);
    }
    state.show_body_unindented(ui, |ui| {
        if view.form.as_ref() == Some(&rooms.path) {
            set_form::form_ui(ui, position, rooms, context);
        }
        set_problems_ui(ui, position, context);
        let styles = CellStyles::new(&rooms.set, palette(ui));
        let styles = styles.dressed(&rooms.set, context.sheets.of_set(position), ui.ctx());
        for room in found {
            row::room_ui(ui, (position, room), rooms, &styles, &mut view.followed, context);
        }
        ui.add_space(style::GAP);
    });
}

/// Returns `true` if the room's name, symbol or notes contain the text.
fn is_found(room: &RoomTemplate, sought: &str) -> bool {
    [&room.name, &room.symbol, &room.notes].into_iter().any(|text| text.to_lowercase().contains(sought))
}

/// Shows the header of a set: caret, name, number of rooms, and actions. Returns `true` if it should be
/// folded or unfolded.
fn header_ui(
    ui: &mut Ui,
    position: usize,
    rooms: &OpenRooms,
    open: bool,
    view: &mut RoomsView,
    context: &mut PaneContext<'_>,
) -> bool {
    let colors = palette(ui);
    let name = &rooms.set.name;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), style::ROW_HEIGHT + 4.0), Sense::click());
    response
        .widget_info(|| info::selected(WidgetType::CollapsingHeader, true, open, format!("Room set {name}")));
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
    header_buttons(&mut inner, position, rooms, &mut view.form, context);
    inner.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
        let title = RichText::new(printable(name)).strong().color(colors.strong);
        ui.add(egui::Label::new(title).truncate().selectable(false));
        let count = RichText::new(counted(rooms.set.rooms.len(), "room")).small().color(colors.dim);
        ui.add(egui::Label::new(count).truncate().selectable(false));
    });
    response.on_hover_text(printable(&rooms.path).into_owned()).clicked()
}

fn header_buttons(
    ui: &mut Ui,
    position: usize,
    rooms: &OpenRooms,
    form: &mut Option<String>,
    context: &mut PaneContext<'_>,
) {
    let name = &rooms.set.name;
    if icon_button(ui, icon::TRASH, &format!("Delete room set {name}"), true) {
        let edit = RoomsEdit::Remove(rooms.path.clone());
        context.commands.push(Command::Edit(Edit::Rooms(edit)));
    }
    let more = ui.menu_button(icon::DOTS_THREE, |ui| exchange_ui(ui, position, context));
    let label = format!("Import and export of {name}");
    more.response.widget_info(|| info::labeled(WidgetType::Button, true, &label));
    more.response.on_hover_text("Rooms from other programs, and for them");
    if icon_button(ui, icon::SLIDERS_HORIZONTAL, &format!("Name and notes of {name}"), true) {
        *form = if form.as_ref() == Some(&rooms.path) { None } else { Some(rooms.path.clone()) };
    }
    if icon_button(ui, icon::PAINT_BRUSH_BROAD, &format!("Looks of tiles of {name}"), true) {
        context.commands.push(Command::ShowLooks(rooms.path.clone()));
    }
    if icon_button(ui, icon::PLUS, &format!("Add room in {name}"), true)
        && let Some(edit) = RoomsEdit::new_room(context.document.content(), position)
    {
        add_room(context, position, edit);
    }
}

/// Shows the items for exchange with other programs.
fn exchange_ui(ui: &mut Ui, position: usize, context: &mut PaneContext<'_>) {
    let has_sources = !context.document.sources_of_rooms(position).is_empty();
    let import = ui.button("Import rooms…").on_hover_text("Adds rooms of other programs to this set");
    let again = ui.add_enabled(has_sources, egui::Button::new("Import again"));
    let again = again
        .on_hover_text("Imports the changes of the files that rooms were imported from")
        .on_disabled_hover_text("No room of this set was imported");
    let export =
        ui.button("Export rooms…").on_hover_text("Writes all rooms as a map that you can edit in Tiled");
    let asked = [
        (import, Command::ImportRooms(Some(position))),
        (again, Command::ImportAgain(position)),
        (export, Command::ExportRooms(position)),
    ];
    for (_, command) in asked.into_iter().filter(|(button, _)| button.clicked()) {
        context.commands.push(command);
        ui.close();
    }
}

fn set_problems_ui(ui: &mut Ui, position: usize, context: &PaneContext<'_>) {
    let colors = palette(ui);
    for problem in
        context.problems.project_check().into_iter().flat_map(|project_check| project_check.of_set(position))
    {
        ui.horizontal_top(|ui| {
            let color = severity_color(colors, problem.severity);
            ui.label(RichText::new(severity_icon(problem.severity)).color(color));
            let text =
                ui.add(egui::Label::new(RichText::new(printable_line(&problem.message)).small()).wrap());
            if let Some(hint) = &problem.hint {
                text.on_hover_text(printable_line(hint.sentence()).into_owned());
            }
        });
    }
}
