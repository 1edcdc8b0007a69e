//! The list of symbols that opens in place: type to filter, arrow keys and Enter choose.

use egui::{
    Key, Modifiers, Popup, PopupCloseBehavior, PopupKind, ScrollArea, Sense, TextEdit, Ui, WidgetType, pos2,
    vec2,
};
use egui_phosphor::regular as icon;

use super::model::GraphModel;
use super::view::{GraphView, Picker, Purpose};
use crate::base::printable;
use crate::document::{Element, GraphEdit, Symbol, next_id};
use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::swatch::disc;
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, paint_of, palette};
use crate::grammar::SymbolPattern;
use crate::mission::EdgeRole;

/// How wide the list is, in points.
const WIDTH: f32 = 190.0;
/// The height of a row, in points.
const ROW: f32 = 26.0;

/// A row of the list.
struct Choice {
    symbol: SymbolPattern,
    name: String,
    label: String,
    fill: Option<egui::Color32>,
    is_relation: bool,
    /// Is there no such symbol yet?
    is_new: bool,
}

/// Shows the list, if it is open.
pub(super) fn show(
    canvas: &Canvas,
    model: &GraphModel<'_>,
    view: &mut GraphView,
    edits: &mut Vec<GraphEdit>,
) {
    let Some(mut picker) = view.picker.take() else { return };
    let ctx = canvas.ui.ctx();
    let choices = choices(model, &picker);
    let is_left = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if is_left(Key::ArrowDown) {
        picker.row = (picker.row + 1).min(choices.len().saturating_sub(1));
    }
    if is_left(Key::ArrowUp) {
        picker.row = picker.row.saturating_sub(1);
    }
    let is_called_off = is_left(Key::Escape);
    let mut picked = is_left(Key::Enter).then_some(picker.row);
    let popup = Popup::new(
        canvas.response.id.with("symbols"),
        ctx.clone(),
        picker.at + vec2(12.0, 12.0),
        canvas.ui.layer_id(),
    );
    let list = popup
        .kind(PopupKind::Menu)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .open(true)
        .width(WIDTH)
        .show(|ui| list_ui(ui, &mut picker, &choices));
    let mut is_closed = is_called_off;
    if let Some(list) = list {
        picked = list.inner.or(picked);
        is_closed |= !picker.is_fresh && list.response.clicked_elsewhere();
    }
    picker.is_fresh = false;
    if let Some(choice) = picked.and_then(|row| choices.into_iter().nth(row)) {
        edits.push(edit(model, view, picker, choice));
        is_closed = true;
    } else if !is_closed {
        view.picker = Some(picker);
    }
    if is_closed {
        canvas.response.request_focus();
    }
}

fn list_ui(ui: &mut Ui, picker: &mut Picker, choices: &[Choice]) -> Option<usize> {
    let field =
        TextEdit::singleline(&mut picker.sought).hint_text("Type to find or create").desired_width(WIDTH);
    let response = ui.add(field.margin(vec2(8.0, 4.0)));
    response.widget_info(|| info::field("Find a symbol", "", ""));
    if response.changed() {
        picker.row = 0;
    }
    if !response.has_focus() {
        response.request_focus();
    }
    if choices.is_empty() {
        ui.label(egui::RichText::new("Type a name to create a symbol").color(palette(ui).dim));
    }
    let mut picked = None;
    ScrollArea::vertical().max_height(ROW * 9.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, choice) in choices.iter().enumerate() {
            if row_ui(ui, choice, picker.row == index) {
                picked = Some(index);
            }
        }
    });
    picked
}

fn row_ui(ui: &mut Ui, choice: &Choice, is_selected: bool) -> bool {
    let colors = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(WIDTH, ROW), Sense::click());
    let name = format!("{} {}", if choice.is_new { "Create" } else { "Symbol" }, choice.name);
    response.widget_info(|| info::selected(WidgetType::SelectableLabel, true, is_selected, &name));
    if is_selected || response.hovered() {
        let fill = if is_selected { ui.visuals().selection.bg_fill } else { colors.field };
        ui.painter().rect_filled(rect, egui::CornerRadius::same(5), fill);
    }
    if is_selected {
        ui.scroll_to_rect(rect, None);
    }
    let middle = pos2(rect.left() + 17.0, rect.center().y);
    match choice.fill {
        _ if choice.is_new => {
            let sign = style::font(style::BODY);
            ui.painter().text(middle, egui::Align2::CENTER_CENTER, icon::PLUS, sign, colors.dim);
        }
        Some(fill) => {
            disc(ui.painter(), middle, 9.5, &choice.label, fill);
        }
        None => {
            let ends = [middle - vec2(9.0, 0.0), middle + vec2(9.0, 0.0)];
            let stroke = egui::Stroke::new(if choice.is_relation { 1.4 } else { 2.2 }, colors.text);
            if choice.is_relation {
                ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 4.0, 3.0));
            } else {
                ui.painter().line_segment(ends, stroke);
            }
        }
    }
    let color = if is_selected { colors.strong } else { colors.text };
    let at = pos2(rect.left() + 36.0, rect.center().y);
    let name = printable(&choice.name);
    let text = if choice.is_new { format!("Create \"{name}\"") } else { name.into_owned() };
    ui.painter().text(at, egui::Align2::LEFT_CENTER, text, style::font(style::BODY), color);
    response.clicked()
}

/// What can be selected, as far as it fits what was typed: the one of that name first, then those that begin with it.
fn choices(model: &GraphModel<'_>, picker: &Picker) -> Vec<Choice> {
    let is_about_edges = picker.is_about_edges();
    let alphabet = &model.grammar.alphabet;
    let mut choices: Vec<Choice> = if is_about_edges {
        let edge = |(name, symbol): (&String, &crate::mission::EdgeSymbol)| Choice {
            symbol: SymbolPattern::Is(name.clone()),
            name: name.clone(),
            label: String::new(),
            fill: None,
            is_relation: symbol.role != EdgeRole::Passage,
            is_new: false,
        };
        alphabet.edges.iter().map(edge).collect()
    } else {
        let node = |(name, symbol): (&String, &crate::mission::NodeSymbol)| Choice {
            symbol: SymbolPattern::Is(name.clone()),
            name: name.clone(),
            label: crate::editor::canvas::graph::label_of(name, symbol),
            fill: Some(paint_of(symbol.color)),
            is_relation: false,
            is_new: false,
        };
        alphabet.nodes.iter().map(node).collect()
    };
    if !model.graph.needs_one_symbol() {
        let fill = (!is_about_edges).then(|| paint_of(crate::base::Color::default()));
        let (name, label) = ("any".to_owned(), "✱".to_owned());
        let symbol = SymbolPattern::Any;
        // While nothing is typed it is what Enter takes: rules that ask for less match more.
        let at = if picker.sought.trim().is_empty() { 0 } else { choices.len() };
        choices.insert(at, Choice { symbol, name, label, fill, is_relation: false, is_new: false });
    }
    let new = picker.sought.trim();
    let is_known = new.is_empty() || choices.iter().any(|choice| choice.name == new);
    let sought = new.to_lowercase();
    choices.retain(|choice| {
        choice.name.to_lowercase().contains(&sought) || choice.label.to_lowercase().starts_with(&sought)
    });
    choices.sort_by_key(|choice| {
        let name = choice.name.to_lowercase();
        (name != sought, !(name.starts_with(&sought) || choice.label.to_lowercase() == sought))
    });
    if !is_known {
        choices.push(Choice {
            symbol: SymbolPattern::Is(new.to_owned()),
            name: new.to_owned(),
            label: String::new(),
            fill: None,
            is_relation: false,
            is_new: true,
        });
    }
    choices
}

fn edit(model: &GraphModel<'_>, view: &mut GraphView, picker: Picker, choice: Choice) -> GraphEdit {
    let (is_about_edges, name) = (picker.is_about_edges(), choice.name);
    let role = match picker.purpose.edge() {
        Some(position) => model.role_of_edge(position),
        None => EdgeRole::Passage,
    };
    if let (true, SymbolPattern::Is(name)) = (is_about_edges, &choice.symbol) {
        view.edge_symbol = Some(name.clone());
    }
    let edit = edit_with(model, view, picker.purpose, choice.symbol);
    if !choice.is_new {
        return edit;
    }
    let symbol = if is_about_edges { Symbol::Edge(name) } else { Symbol::Node(name) };
    GraphEdit::WithSymbol { symbol, role, edit: Box::new(edit) }
}

fn edit_with(
    model: &GraphModel<'_>,
    view: &mut GraphView,
    purpose: Purpose,
    symbol: SymbolPattern,
) -> GraphEdit {
    let graph = model.graph;
    let new = next_id(model.grammar, graph);
    match &purpose {
        Purpose::AddNode(_) | Purpose::ConnectNew { .. } | Purpose::Insert(_) => {
            view.selected = [Element::Node(new)].into();
            view.added = Some(new);
        }
        Purpose::Set(_) => {}
    }
    match purpose {
        Purpose::AddNode(site) => GraphEdit::AddNode { graph, symbol, site },
        Purpose::ConnectNew { from, site } => {
            let to = match &symbol {
                SymbolPattern::Is(name) => model.grammar.alphabet.nodes.get(name),
                SymbolPattern::Any | SymbolPattern::AnyOf(_) => None,
            };
            let edge = model.edge_between(model.symbol_of_node(from), to, view.edge_symbol.as_ref());
            let edge_symbol = SymbolPattern::Is(edge.symbol.clone());
            edge.drawn(GraphEdit::ConnectNew { graph, from, edge: edge_symbol, node: symbol, site })
        }
        Purpose::Insert(edge) => GraphEdit::Insert { graph, edge, symbol },
        Purpose::Set(elements) => GraphEdit::SetSymbol { graph, elements, symbol },
    }
}
