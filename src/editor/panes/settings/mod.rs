//! The pane with all parameters of the grammar.

pub(super) mod form;
mod general;

use egui::collapsing_header::CollapsingState;
use egui::{Align2, RichText, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, vec2};
use egui_phosphor::regular as icon;

use super::alphabet::swatch;
use crate::base::printable;
use crate::document::{AlphabetEdit, Edit, RoomsEdit, SettingsEdit};
use crate::editor::command::Command;
use crate::editor::panes::Panes;
use crate::editor::widgets::rows::{self, Row, Unit, choice_row, number_row};
use crate::editor::widgets::style::{self, font, palette};
use crate::mission::{
    Bridges, EdgeRole, EdgeSymbol, LayoutSettings, Movement, NodeSymbol, PassageKind, Spacing,
};

/// Shows the settings.
pub fn pane_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        margin.show(ui, |ui| {
            let grammar = panes.document.grammar();
            title_ui(ui, "Level");
            movement_ui(ui, grammar.movement, panes.commands);
            layout_ui(ui, &grammar.layout, panes.commands);
            title_ui(ui, "Places");
            let formed = grammar.alphabet.nodes.iter().filter(|(_, symbol)| symbol.form.is_some());
            for (index, (name, symbol)) in formed.enumerate() {
                place_ui(ui, name, symbol, index == 0, panes.commands);
            }
            title_ui(ui, "Passages");
            for (name, symbol) in &grammar.alphabet.edges {
                if symbol.role == EdgeRole::Passage {
                    passage_ui(ui, name, symbol, panes.commands);
                }
            }
            title_ui(ui, "Room sets");
            rooms_ui(ui, panes);
            title_ui(ui, "Grammar");
            general::rows_ui(ui, panes.document.grammar(), panes.commands);
        });
    });
}

fn title_ui(ui: &mut Ui, title: &str) {
    let colors = palette(ui);
    ui.add_space(14.0);
    ui.label(RichText::new(printable(title)).size(style::BODY).strong().color(colors.strong));
    ui.add_space(2.0);
}

fn movement_ui(ui: &mut Ui, movement: Movement, commands: &mut Vec<Command>) {
    let row = Row {
        name: "Movement",
        of: "",
        tooltip: "Which steps a walker can take. Eight ways: the diagonals too, even between two walls that touch at a corner.",
    };
    let choices = [(Movement::Cardinal, "Four ways"), (Movement::EightWay, "Eight ways")];
    if let Some(movement) = choice_row(ui, row, movement, &choices) {
        commands.push(Command::Edit(Edit::Settings(SettingsEdit::Movement(movement))));
    }
}

fn layout_ui(ui: &mut Ui, layout: &LayoutSettings, commands: &mut Vec<Command>) {
    let row = Row {
        name: "Spacing",
        of: "",
        tooltip: "How far places lie apart. Elastic: each column is as wide and each row as high as its largest place needs. Fixed: a constant distance between the middles of neighbours.",
    };
    let elastic = Spacing::Elastic { gap: 3 };
    let fixed = Spacing::Fixed { scale: 24 };
    let kind = match layout.spacing {
        Spacing::Elastic { .. } => elastic,
        Spacing::Fixed { .. } => fixed,
    };
    let mut set = |what: &'static str, spacing: Spacing| {
        let layout = LayoutSettings { spacing, ..layout.clone() };
        commands.push(Command::Edit(Edit::Settings(SettingsEdit::Layout { what, layout })));
    };
    if let Some(spacing) = choice_row(ui, row, kind, &[(elastic, "Elastic"), (fixed, "Fixed")]) {
        set("spacing", spacing);
    }
    match layout.spacing {
        Spacing::Elastic { gap } => {
            let tooltip = "How many cells there are at least between two columns or rows; more where corridors need them.";
            let row = Row { name: "Gap", of: "", tooltip };
            if let Some(gap) = number_row(ui, row, gap, 1..=32, Unit::Cells) {
                set("gap", Spacing::Elastic { gap });
            }
        }
        Spacing::Fixed { scale } => {
            let tooltip = "The distance between the middles of neighbouring places.";
            let row = Row { name: "Scale", of: "", tooltip };
            if let Some(scale) = number_row(ui, row, scale, 4..=128, Unit::Cells) {
                set("scale", Spacing::Fixed { scale });
            }
        }
    }
    let row = Row {
        name: "Bridges",
        of: "",
        tooltip: "What becomes of a passage that finds no way between the others. Allow: it goes straight over another one. Forbid: there is no level.",
    };
    let choices = [(Bridges::Allow, "Allow"), (Bridges::Forbid, "Forbid")];
    if let Some(bridges) = choice_row(ui, row, layout.bridges, &choices) {
        let layout = LayoutSettings { bridges, ..layout.clone() };
        commands.push(Command::Edit(Edit::Settings(SettingsEdit::Layout { what: "bridges", layout })));
    }
}

/// A symbol's circle and name, and below them its parameters.
fn place_ui(ui: &mut Ui, name: &str, symbol: &NodeSymbol, open: bool, commands: &mut Vec<Command>) {
    let Some(form) = &symbol.form else { return };
    let id = ui.make_persistent_id(("place", name));
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, open);
    if header_ui(ui, name, symbol, state.is_open()) {
        state.toggle(ui);
    }
    state.show_body_unindented(ui, |ui| {
        if let Some(changed) = form::rows_ui(ui, name, form) {
            let value = NodeSymbol { form: Some(changed.form), ..symbol.clone() };
            let edit = AlphabetEdit::SetNode { symbol: name.to_owned(), what: changed.what, value };
            commands.push(Command::Edit(Edit::Alphabet(edit)));
        }
        ui.add_space(style::GAP);
    });
}

/// Caret, circle, name and technique; the whole row can be clicked. True if it was.
fn header_ui(ui: &mut Ui, name: &str, symbol: &NodeSymbol, open: bool) -> bool {
    let colors = palette(ui);
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), style::ROW_HEIGHT), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::CollapsingHeader, true, open, format!("Parameters of {name}"))
    });
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 4.0, colors.field.gamma_multiply(0.6));
    }
    let painter = ui.painter();
    let at = |x: f32| rect.left_center() + vec2(x, 0.0);
    let caret = if open { icon::CARET_DOWN } else { icon::CARET_RIGHT };
    painter.text(at(5.0), Align2::CENTER_CENTER, caret, font(style::SMALL), colors.dim);
    swatch(painter, at(26.0), name, symbol);
    painter.text(at(43.0), Align2::LEFT_CENTER, name, font(style::BODY), colors.strong);
    if let Some(form) = &symbol.form {
        let technique = form.technique().to_string();
        painter.text(rect.right_center(), Align2::RIGHT_CENTER, technique, font(style::SMALL), colors.dim);
    }
    let response = if symbol.notes.is_empty() { response } else { response.on_hover_text(&symbol.notes) };
    response.clicked()
}

fn passage_ui(ui: &mut Ui, name: &str, symbol: &EdgeSymbol, commands: &mut Vec<Command>) {
    let row = Row {
        name,
        of: "",
        tooltip: "How the passage looks. Corridor: a way of its own, with walls on both flanks. Open: two caves may grow together; between other places it becomes a corridor.",
    };
    let corridor = PassageKind::default();
    let kind = match symbol.kind {
        PassageKind::Corridor { .. } => corridor,
        PassageKind::Open => PassageKind::Open,
    };
    let mut set = |what, kind| {
        let value = EdgeSymbol { kind, ..symbol.clone() };
        let edit = AlphabetEdit::SetEdge { symbol: name.to_owned(), what, value };
        commands.push(Command::Edit(Edit::Alphabet(edit)));
    };
    if let Some(kind) = choice_row(ui, row, kind, &[(corridor, "Corridor"), (PassageKind::Open, "Open")]) {
        set("passage", kind);
    }
    if let PassageKind::Corridor { width } = symbol.kind {
        let row =
            Row { name: "Width", of: name, tooltip: "How many cells wide; narrower where there is no room." };
        if let Some(width) = number_row(ui, row, width, 1..=5, Unit::Cells) {
            set("width", PassageKind::Corridor { width });
        }
    }
}

fn rooms_ui(ui: &mut Ui, panes: &mut Panes<'_>) {
    let colors = palette(ui);
    for rooms in panes.document.rooms() {
        ui.horizontal(|ui| {
            let count = rooms.set.rooms.len();
            let s = if count == 1 { "" } else { "s" };
            ui.label(printable(&rooms.set.name).into_owned())
                .on_hover_text(printable(&rooms.path).into_owned());
            ui.label(RichText::new(format!("{count} room{s}")).small().color(colors.dim));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let remove = format!("Remove room set {}", rooms.set.name);
                if rows::icon_button(ui, icon::TRASH, &remove, true) {
                    let edit = Edit::Rooms(RoomsEdit::Remove(rooms.path.clone()));
                    panes.commands.push(Command::Edit(edit));
                }
            });
        });
    }
    if ui.button(format!("{}  Load room set…", icon::PLUS)).clicked() {
        panes.commands.push(Command::LoadRooms);
    }
}
