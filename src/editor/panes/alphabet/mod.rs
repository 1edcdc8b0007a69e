//! The alphabet pane: lists of node and edge symbols, with the form of the selected one in its place.

mod attributes;
mod edge_form;
mod node_form;
mod rows;
pub(in crate::editor::panes) mod themes;
mod uses;

use egui::{RichText, Ui};
use egui_phosphor::regular as icon;

use super::room_sets::from_symbols_ui;
use crate::document::{AlphabetEdit, Edit, Location, Symbol, free_name, new_symbol};
use crate::editor::command::Command;
use crate::editor::panes::context::PaneContext;
use crate::editor::panes::problems::of_form::form_problems_ui;
use crate::editor::widgets::dragging::new_position;
use crate::editor::widgets::explained::explained_ui;
use crate::editor::widgets::fields::write_in;
use crate::editor::widgets::rows::{
    RowLabel, bring_into_view, form_frame, icon_button, name_row, related_mark, remark_ui, search_ui,
    title_ui,
};
use crate::editor::widgets::scrolled::scrolled;
use crate::editor::widgets::style::{self, palette};
use crate::grammar::Grammar;
use crate::mission::{EdgeSymbol, NodeSymbol};
use crate::reference::ReferenceSubject;

/// The view of the alphabet.
#[derive(Clone, Debug, Default)]
pub struct AlphabetView {
    /// Search text.
    pub search: String,
    /// Symbol with an open form in the last frame; a newly opened one is scrolled to.
    followed: Option<Symbol>,
    /// Theme with an open form in the last frame.
    followed_theme: Option<String>,
}

/// Shows the pane.
pub fn pane_ui(ui: &mut Ui, view: &mut AlphabetView, context: &mut PaneContext<'_>) {
    let margin = egui::Frame::new().inner_margin(style::MARGIN);
    margin.show(ui, |ui| {
        search_ui(ui, &mut view.search, "Search symbols", "Names, roles and notes");
        scrolled(ui, |ui| {
            let grammar = context.document.authored().clone();
            nodes_ui(ui, &grammar, view, context);
            edges_ui(ui, &grammar, view, context);
            themes::themes_ui(ui, &grammar, &view.search, &mut view.followed_theme, context);
            rooms_ui(ui, context);
        });
    });
}

fn nodes_ui(ui: &mut Ui, grammar: &Grammar, view: &mut AlphabetView, context: &mut PaneContext<'_>) {
    let names: Vec<&str> = grammar.alphabet.nodes.keys().map(String::as_str).collect();
    if head_ui(ui, "Nodes", "Add node symbol") {
        let symbol = free_name("Place", |name| grammar.alphabet.nodes.contains_key(name));
        add(ui, view, context, grammar, Symbol::Node(symbol));
    }
    if names.is_empty() {
        remark_ui(ui, "Add a symbol for each kind of place, key or thing that your levels are made of.");
    }
    let symbols = grammar.alphabet.nodes.iter();
    let facts =
        symbols.map(|(name, symbol)| (Symbol::Node(name.clone()), &symbol.notes, rows::node_facts(symbol)));
    list_ui(ui, facts.collect(), &names, grammar, view, context);
}

fn edges_ui(ui: &mut Ui, grammar: &Grammar, view: &mut AlphabetView, context: &mut PaneContext<'_>) {
    let names: Vec<&str> = grammar.alphabet.edges.keys().map(String::as_str).collect();
    if head_ui(ui, "Edges", "Add edge symbol") {
        let symbol = free_name("path", |name| grammar.alphabet.edges.contains_key(name));
        add(ui, view, context, grammar, Symbol::Edge(symbol));
    }
    if names.is_empty() {
        remark_ui(
            ui,
            "Add a symbol for the passages between places, and one for each relation such as \"opens\".",
        );
    }
    let symbols = grammar.alphabet.edges.iter();
    let facts =
        symbols.map(|(name, symbol)| (Symbol::Edge(name.clone()), &symbol.notes, rows::edge_facts(symbol)));
    list_ui(ui, facts.collect(), &names, grammar, view, context);
}

/// Lists the matching symbols, each with its notes and facts; `names` are those of all symbols of their kind.
fn list_ui(
    ui: &mut Ui,
    symbols: Vec<(Symbol, &String, String)>,
    names: &[&str],
    grammar: &Grammar,
    view: &mut AlphabetView,
    context: &mut PaneContext<'_>,
) {
    let mut found = 0;
    for (symbol, notes, facts) in symbols {
        let (Symbol::Node(name) | Symbol::Edge(name)) = &symbol;
        if is_found(&view.search, [name, notes, &facts]) {
            found += 1;
            symbol_ui(ui, symbol, names, grammar, view, context);
        }
    }
    say_if_none_fits(ui, names.len(), found);
}

/// Shows a title with a button to add. Returns `true` if that was clicked.
fn head_ui(ui: &mut Ui, title: &str, add: &str) -> bool {
    ui.add_space(style::GAP);
    ui.horizontal(|ui| {
        let color = palette(ui).strong;
        ui.label(RichText::new(title).strong().color(color));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            icon_button(ui, icon::PLUS, add, true)
        })
        .inner
    })
    .inner
}

fn say_if_none_fits(ui: &mut Ui, all: usize, found: usize) {
    if all > 0 && found == 0 {
        remark_ui(ui, "No symbol matches the search");
    }
}

fn is_found(sought: &str, texts: [&str; 3]) -> bool {
    let sought = sought.trim().to_lowercase();
    texts.iter().any(|text| text.to_lowercase().contains(&sought))
}

/// Adds a symbol and opens its form, with the cursor in its name.
fn add(ui: &Ui, view: &mut AlphabetView, context: &mut PaneContext<'_>, grammar: &Grammar, symbol: Symbol) {
    view.search.clear();
    write_in(ui.ctx(), format!("Name of {}", symbol.name()));
    context.commands.push(Command::Edit(Edit::Alphabet(new_symbol(grammar, &symbol.clone().into()))));
    context.shared.open.symbol = Some(symbol);
}

/// Shows a symbol's row, and below it the form if it is selected. `names` are those of all symbols of its
/// kind.
fn symbol_ui(
    ui: &mut Ui,
    symbol: Symbol,
    names: &[&str],
    grammar: &Grammar,
    view: &mut AlphabetView,
    context: &mut PaneContext<'_>,
) {
    let is_open = context.shared.open.symbol.as_ref() == Some(&symbol);
    let row = rows::row_ui(ui, &symbol, grammar, is_open);
    if let Symbol::Node(name) = &symbol
        && context.shared.related.marks().symbols.contains(name)
    {
        related_mark(ui, row.rect, name);
    }
    if let Some(dropped) = row.dropped
        && let (Some(from), Some(to)) = (position(names, &dropped.what), position(names, &symbol))
        && std::mem::discriminant(&dropped.what) == std::mem::discriminant(&symbol)
    {
        let to = new_position(from, to, dropped.is_behind);
        let edit = AlphabetEdit::Move { symbol: dropped.what, to };
        context.commands.push(Command::Edit(Edit::Alphabet(edit)));
    }
    if row.is_clicked {
        context.shared.open.symbol = (!is_open).then(|| symbol.clone());
    }
    if !is_open {
        return;
    }
    if view.followed.as_ref() != Some(&symbol) {
        bring_into_view(ui, row.rect);
        view.followed = Some(symbol.clone());
    }
    form_frame(ui).show(ui, |ui| {
        ui.push_id(&symbol, |ui| form_ui(ui, &symbol, names, grammar, view, context));
    });
    ui.add_space(style::GAP);
}

fn position(names: &[&str], symbol: &Symbol) -> Option<usize> {
    names.iter().position(|name| *name == symbol.name())
}

fn form_ui(
    ui: &mut Ui,
    symbol: &Symbol,
    names: &[&str],
    grammar: &Grammar,
    view: &mut AlphabetView,
    context: &mut PaneContext<'_>,
) {
    form_problems_ui(ui, context.problems, &Location::Symbol(symbol.clone()));
    let mut edits = Vec::new();
    edits.extend(buttons_ui(ui, symbol, names));
    let row = RowLabel {
        name: "Name",
        of: symbol.name(),
        tooltip: "The name of the symbol in rules, rooms and exports.",
    };
    let renamed = name_row(ui, row, symbol.name(), |name| names.contains(&name));
    match symbol {
        Symbol::Node(name) => {
            let Some(value) = grammar.alphabet.nodes.get(name) else { return };
            let shown = grammar.alphabet.color_of_node(name);
            let form = |ui: &mut Ui| node_form::form_ui(ui, name, value, shown, &grammar.alphabet);
            edits.extend(explained_ui(ui, ReferenceSubject::of::<NodeSymbol>(), form));
        }
        Symbol::Edge(name) => {
            let Some(value) = grammar.alphabet.edges.get(name) else { return };
            let kinds = edge_form::socket_kinds(context.document.rooms());
            let form = |ui: &mut Ui| edge_form::form_ui(ui, name, value, &kinds, &grammar.alphabet);
            edits.extend(explained_ui(ui, ReferenceSubject::of::<EdgeSymbol>(), form));
        }
    }
    uses::uses_ui(ui, symbol, context);
    uses::absence_ui(ui, symbol, context);
    // The new name comes last, so that other edits of this frame still use the known name.
    if let Some(to) = renamed {
        let renamed = symbol.named(&to);
        view.followed = Some(renamed.clone());
        context.shared.open.symbol = Some(renamed);
        edits.push(AlphabetEdit::Rename { symbol: symbol.clone(), to });
    }
    context.commands.extend(edits.into_iter().map(|edit| Command::Edit(Edit::Alphabet(edit))));
}

/// Shows the buttons for a symbol as a whole. Returns the requested edit.
fn buttons_ui(ui: &mut Ui, symbol: &Symbol, names: &[&str]) -> Option<AlphabetEdit> {
    let position = position(names, symbol).unwrap_or_default();
    let move_to = |to| AlphabetEdit::Move { symbol: symbol.clone(), to };
    let name = symbol.name();
    let mut asked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if icon_button(ui, icon::ARROW_UP, &format!("Move {name} up"), position > 0) {
            asked = Some(move_to(position.saturating_sub(1)));
        }
        if icon_button(ui, icon::ARROW_DOWN, &format!("Move {name} down"), position + 1 < names.len()) {
            asked = Some(move_to(position + 1));
        }
        if icon_button(ui, icon::COPY, &format!("Duplicate {name}"), true) {
            asked = Some(AlphabetEdit::Duplicate(symbol.clone()));
        }
        if icon_button(ui, icon::TRASH, &format!("Delete symbol {name}"), true) {
            asked = Some(AlphabetEdit::Remove(symbol.clone()));
        }
    });
    asked
}

/// Shows a button that creates a room set.
fn rooms_ui(ui: &mut Ui, context: &mut PaneContext<'_>) {
    title_ui(ui, "Rooms");
    let edit = from_symbols_ui(ui, context.document.content(), "Create room set from symbols");
    context.commands.extend(edit.map(Command::Edit));
}
