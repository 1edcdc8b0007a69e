//! The pane with all parameters of the grammar.

mod general;
mod properties;
mod property_form;
mod reading;
pub mod variables;

use egui::collapsing_header::CollapsingState;
use egui::{Align2, RichText, Sense, Ui, WidgetType, vec2};
use egui_phosphor::regular as icon;

use crate::base::{ParameterWalk, Parameters, Slot, counted, printable, printable_text};
use crate::document::{AlphabetEdit, Edit, Location, RoomsEdit, SettingsEdit};
use crate::editor::canvas::swatch::swatch;
use crate::editor::command::Command;
use crate::editor::panes::alphabet::themes::derive_theme;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::problems::of_form::form_problems_ui;
use crate::editor::widgets::explained::explained_ui;
use crate::editor::widgets::info;
use crate::editor::widgets::parameters::{named_rows, parameter_row, parameter_rows, titled_row};
use crate::editor::widgets::rows;
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, font, palette};
use crate::grammar::{Grammar, Variable};
use crate::level::{SANDSTONE, theme_named};
use crate::mission::{Alphabet, DerivedTheme, EdgeRole, EdgeSymbol, NodeSymbol, THEME, THEMES_TABLE};
use crate::properties::LevelProperty;
use crate::reference::ReferenceSubject;
use crate::settings::MOVEMENT;
use crate::settings::{LayoutSettings, Movement};

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    scrolled(ui, |ui| {
        margin.show(ui, |ui| {
            let grammar = context.document.authored();
            form_problems_ui(ui, context.problems, &Location::Settings);
            title_ui(ui, "Variables");
            explained_ui(ui, ReferenceSubject::of::<Variable>(), |ui| {
                variables::rows_ui(ui, context.document, context.commands);
            });
            title_ui(ui, "Properties");
            explained_ui(ui, ReferenceSubject::of::<LevelProperty>(), |ui| {
                properties::rows_ui(ui, context);
            });
            title_ui(ui, "Level");
            movement_ui(ui, grammar.movement, context.commands);
            theme_ui(ui, &grammar.clone(), context);
            layout_ui(ui, grammar.layout.clone(), &grammar.alphabet, context.commands);
            let before = context.run_view.readings_before.as_ref();
            if let Some(readings) = &context.run_view.readings {
                title_ui(ui, "This level");
                reading::rows_ui(ui, readings, before);
            }
            title_ui(ui, "Places");
            let formed = grammar.alphabet.nodes.iter().filter(|(_, symbol)| symbol.form.is_some());
            for (index, (name, _)) in formed.enumerate() {
                let readings = context.run_view.readings.as_ref();
                let floor = |ui: &mut Ui| {
                    if let Some(readings) = readings {
                        reading::floor_ui(ui, name, readings, before);
                    }
                };
                place_ui(ui, name, &grammar.alphabet, index == 0, floor, context.commands);
            }
            title_ui(ui, "Passages");
            for (name, symbol) in &grammar.alphabet.edges {
                if symbol.role == EdgeRole::Passage {
                    passage_ui(ui, name, symbol, context.commands);
                }
            }
            title_ui(ui, "Room sets");
            rooms_ui(ui, context);
            title_ui(ui, "Grammar");
            explained_ui(ui, ReferenceSubject::of::<Grammar>(), |ui| {
                general::rows_ui(ui, context.document.authored(), context.commands);
            });
        });
    });
}

fn title_ui(ui: &mut Ui, title: &str) {
    let colors = palette(ui);
    ui.add_space(14.0);
    ui.label(RichText::new(printable(title)).size(style::BODY).strong().color(colors.strong));
    ui.add_space(2.0);
}

fn movement_ui(ui: &mut Ui, mut movement: Movement, commands: &mut Vec<Command>) {
    if parameter_row(ui, "", Slot::Choice(&MOVEMENT, &mut movement)) {
        commands.push(Command::Edit(Edit::Settings(SettingsEdit::Movement(movement))));
    }
}

/// Shows the theme of the grammar, and a button that edits it or derives one from it.
fn theme_ui(ui: &mut Ui, grammar: &Grammar, context: &mut PaneContext<'_>) {
    let Grammar { theme, alphabet, .. } = grammar;
    let mut chosen = GrammarTheme(theme.clone());
    if named_rows(ui, "", &mut chosen, alphabet).is_some() {
        context.commands.push(Command::Edit(Edit::Settings(SettingsEdit::Theme(chosen.0))));
    }
    if alphabet.themes.contains_key(theme) {
        let button = ui.button(format!("{}  Edit the theme", icon::PALETTE));
        if button.on_hover_text("Opens its colours, patterns and decoration").clicked() {
            context.commands.push(Command::GoTo(Location::Theme(theme.clone())));
        }
    } else if let Some(built_in) = theme_named(if theme.is_empty() { SANDSTONE.name } else { theme }) {
        let button = ui.button(format!("{}  Derive a theme from {}", icon::PALETTE, built_in.name));
        let tooltip = "Makes a theme of your own, with other colours, patterns and decoration";
        if button.on_hover_text(tooltip).clicked() {
            let name = derive_theme(ui, grammar, &DerivedTheme::like(built_in.name), context);
            context.commands.push(Command::Edit(Edit::Settings(SettingsEdit::Theme(name))));
        }
    }
}

/// The theme of a grammar as a parameter.
struct GrammarTheme(String);

impl Parameters for GrammarTheme {
    fn walk(&mut self, walk: &mut ParameterWalk<'_>) {
        walk.names(THEMES_TABLE, &THEME, &mut self.0);
    }
}

fn layout_ui(ui: &mut Ui, mut layout: LayoutSettings, alphabet: &Alphabet, commands: &mut Vec<Command>) {
    if let Some(what) = named_rows(ui, "", &mut layout, alphabet) {
        commands.push(Command::Edit(Edit::Settings(SettingsEdit::Layout { what, layout })));
    }
}

/// Shows a symbol's circle and name, and below them its parameters and the floor of its places.
fn place_ui(
    ui: &mut Ui,
    name: &str,
    alphabet: &Alphabet,
    open: bool,
    floor_ui: impl FnOnce(&mut Ui),
    commands: &mut Vec<Command>,
) {
    let Some(symbol) = alphabet.nodes.get(name) else { return };
    let Some(form) = &symbol.form else { return };
    let id = ui.make_persistent_id(("place", name));
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, open);
    if header_ui(ui, (name, symbol), alphabet, state.is_open()) {
        state.toggle(ui);
    }
    state.show_body_unindented(ui, |ui| {
        let mut form = form.clone();
        let technique = parameter_row(ui, name, Slot::Choice(&NodeSymbol::FORM, &mut form));
        let parameter = parameter_rows(ui, name, &mut form);
        if let Some(what) = technique.then_some(NodeSymbol::FORM.name).or(parameter) {
            let value = NodeSymbol { form: Some(form), ..symbol.clone() };
            let edit = AlphabetEdit::SetNode { symbol: name.to_owned(), what, value };
            commands.push(Command::Edit(Edit::Alphabet(edit)));
        }
        floor_ui(ui);
        ui.add_space(style::GAP);
    });
}

/// Shows a header with caret, circle, name and technique. Returns `true` if the row was clicked.
fn header_ui(ui: &mut Ui, (name, symbol): (&str, &NodeSymbol), alphabet: &Alphabet, open: bool) -> bool {
    let colors = palette(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), style::ROW_HEIGHT), Sense::click());
    response.widget_info(|| {
        info::selected(WidgetType::CollapsingHeader, true, open, format!("Parameters of {name}"))
    });
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, colors.field.gamma_multiply(0.6));
    }
    let painter = ui.painter();
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let caret = if open { icon::CARET_DOWN } else { icon::CARET_RIGHT };
    painter.text(at(5.0), Align2::CENTER_CENTER, caret, font(style::SMALL), colors.dim);
    swatch(painter, at(26.0), 9.5, name, alphabet);
    painter.text(at(43.0), Align2::LEFT_CENTER, printable(name), font(style::BODY), colors.strong);
    if let Some(form) = &symbol.form {
        let technique = form.technique().to_string();
        painter.text(rect.right_center(), Align2::RIGHT_CENTER, technique, font(style::SMALL), colors.dim);
    }
    let notes = &symbol.notes;
    let response =
        if notes.is_empty() { response } else { response.on_hover_text(printable_text(notes).into_owned()) };
    response.clicked()
}

fn passage_ui(ui: &mut Ui, name: &str, symbol: &EdgeSymbol, commands: &mut Vec<Command>) {
    let mut kind = symbol.kind;
    let is_other = titled_row(ui, name, "", Slot::Choice(&EdgeSymbol::KIND, &mut kind));
    let parameter = parameter_rows(ui, name, &mut kind);
    if let Some(what) = is_other.then_some(EdgeSymbol::KIND.name).or(parameter) {
        let value = EdgeSymbol { kind, ..symbol.clone() };
        let edit = AlphabetEdit::SetEdge { symbol: name.to_owned(), what, value };
        commands.push(Command::Edit(Edit::Alphabet(edit)));
    }
}

fn rooms_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    let colors = palette(ui);
    for rooms in context.document.rooms() {
        ui.horizontal(|ui| {
            ui.label(printable(&rooms.set.name).into_owned())
                .on_hover_text(printable(&rooms.path).into_owned());
            ui.label(RichText::new(counted(rooms.set.rooms.len(), "room")).small().color(colors.dim));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let remove = format!("Delete room set {}", rooms.set.name);
                if rows::icon_button(ui, icon::TRASH, &remove, true) {
                    let edit = Edit::Rooms(RoomsEdit::Remove(rooms.path.clone()));
                    context.commands.push(Command::Edit(edit));
                }
            });
        });
    }
    if ui.button(format!("{}  Load room set…", icon::PLUS)).clicked() {
        context.commands.push(Command::LoadRooms);
    }
}
