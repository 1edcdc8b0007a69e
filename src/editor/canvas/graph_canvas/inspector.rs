//! The bar below the canvases, which shows the selection and its settings.

use egui::{RichText, ScrollArea, Ui, WidgetType};
use egui_phosphor::regular as icon;

use super::actions;
use super::conditions::{attributes_ui, caption, changes_ui, conditions_ui, sources_of, symbols_ui};
use super::model::GraphModel;
use super::view::GraphView;
use crate::base::{counted, printable};
use crate::document::{Element, GraphEdit, GraphId};
use crate::editor::widgets::info;
use crate::editor::widgets::style::{self, palette};
use crate::grammar::{Change, Condition, EdgeDirection, Start, SymbolPattern};
use crate::mission::Attributes;

/// Usual height of the bar, in points; canvases can rely on it to keep clear.
pub const INSPECTOR_HEIGHT: f32 = 72.0;
/// Maximum height of the bar, in points.
const MOST: f32 = 150.0;
const MARGIN: egui::Margin = egui::Margin::symmetric(10, 6);

/// Shows the selection of the canvases at the lower end. The bar also has its place without a selection, so
/// that nothing moves under the pointer when one is made.
pub fn inspector_ui(ui: &mut Ui, graphs: &[(&GraphModel<'_>, &GraphView)]) -> Vec<GraphEdit> {
    let mut edits = Vec::new();
    let panel = egui::Panel::bottom("selected").resizable(false).show_separator_line(false);
    let frame = egui::Frame::new().fill(palette(ui).panel).inner_margin(MARGIN);
    panel.frame(frame).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_min_height(INSPECTOR_HEIGHT - MARGIN.sum().y);
        let has_selected = |(model, view): &&(&GraphModel<'_>, &GraphView)| {
            view.selected.first().is_some_and(|element| model.has(*element))
        };
        let mut shown = graphs.iter().filter(has_selected).peekable();
        if shown.peek().is_none() {
            caption(ui, "Select a node or edge to edit it");
        }
        for (model, view) in shown {
            selected_ui(ui, model, view, &mut edits);
        }
    });
    edits
}

fn selected_ui(ui: &mut Ui, model: &GraphModel<'_>, view: &GraphView, edits: &mut Vec<GraphEdit>) {
    ui.push_id(model.name, |ui| {
        ScrollArea::vertical().max_height(MOST).min_scrolled_height(MOST).show(ui, |ui| {
            match (view.selected.first(), view.selected.len()) {
                (Some(only), 1) => one_ui(ui, model, view, *only, edits),
                _ => several_ui(ui, model, view, edits),
            }
        });
    });
}

fn several_ui(ui: &mut Ui, model: &GraphModel<'_>, view: &GraphView, edits: &mut Vec<GraphEdit>) {
    ui.horizontal_wrapped(|ui| {
        let (nodes, edges) = (view.nodes().len(), view.edges().len());
        let text = match (nodes, edges) {
            (nodes, 0) => counted(nodes, "node"),
            (0, edges) => counted(edges, "edge"),
            (nodes, edges) => format!("{} and {}", counted(nodes, "node"), counted(edges, "edge")),
        };
        ui.label(RichText::new(text).color(palette(ui).strong));
        keep_ui(ui, model, view, edits);
    });
}

fn one_ui(
    ui: &mut Ui,
    model: &GraphModel<'_>,
    view: &GraphView,
    element: Element,
    edits: &mut Vec<GraphEdit>,
) {
    let name = match element {
        Element::Node(id) => format!("Node {}", id.0),
        Element::Edge(position) => format!("Edge {}", position + 1),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&name).color(palette(ui).strong));
        symbol_ui(ui, model, view, element, edits);
        if let Element::Edge(position) = element {
            edge_ui(ui, model, view, position, edits);
        }
        keep_ui(ui, model, view, edits);
    });
    ui.push_id((model.name, element), |ui| details_ui(ui, model, element, &name.to_lowercase(), edits));
}

fn symbol_ui(
    ui: &mut Ui,
    model: &GraphModel<'_>,
    view: &GraphView,
    element: Element,
    edits: &mut Vec<GraphEdit>,
) {
    let Some(symbol) = model.symbol(element) else { return };
    let alphabet = &model.grammar.alphabet;
    let known: Vec<&String> = match element {
        Element::Node(_) => alphabet.nodes.keys().collect(),
        Element::Edge(_) => alphabet.edges.keys().collect(),
    };
    if !model.graph.needs_one_symbol() {
        let new = symbols_ui(ui, "Symbols that fit", &symbol, known.into_iter(), true);
        edits.extend(new.map(|symbol| actions::set_symbol(model, view, symbol)));
        return;
    }
    let is_left = matches!((model.graph, element), (GraphId::Rhs(..), Element::Node(id))
        if model.rule().is_some_and(|rule| rule.lhs.nodes.contains_key(&id)));
    let text = match &symbol {
        SymbolPattern::Is(name) => printable(name).into_owned(),
        _ => "as before".to_owned(),
    };
    let mut picked = None;
    let menu = ui.menu_button(format!("{text}  {}", icon::CARET_DOWN), |ui| {
        if is_left && ui.button("as before").clicked() {
            picked = Some(SymbolPattern::Any);
        }
        ScrollArea::vertical().max_height(240.0).show(ui, |ui| {
            for name in known {
                if ui.button(printable(name).into_owned()).clicked() {
                    picked = Some(SymbolPattern::Is(name.clone()));
                }
            }
        });
    });
    menu.response.on_hover_text("Its symbol");
    edits.extend(picked.map(|symbol| actions::set_symbol(model, view, symbol)));
}

fn edge_ui(
    ui: &mut Ui,
    model: &GraphModel<'_>,
    view: &GraphView,
    position: usize,
    edits: &mut Vec<GraphEdit>,
) {
    if let Some(direction) = model.direction(position) {
        let is_either = direction == EdgeDirection::EitherWay;
        let (text, other) = match direction {
            EdgeDirection::FromTo => (format!("{}  one way", icon::ARROW_RIGHT), EdgeDirection::EitherWay),
            EdgeDirection::EitherWay => {
                (format!("{}  either way", icon::ARROWS_LEFT_RIGHT), EdgeDirection::FromTo)
            }
        };
        let button = ui.add(egui::Button::selectable(is_either, text));
        if button.on_hover_text("Switches between one way and either way").clicked() {
            edits.push(actions::set_direction(model, view, other));
        }
    }
    let turn = ui.button(format!("{}  Turn round", icon::SWAP));
    if turn.on_hover_text("Reverses its direction").clicked() {
        edits.push(actions::reverse(model, view));
    }
}

/// Shows a switch for each result on left sides: kept or erased.
fn keep_ui(ui: &mut Ui, model: &GraphModel<'_>, view: &GraphView, edits: &mut Vec<GraphEdit>) {
    let Some(element) = view.selected.first() else { return };
    let kept = actions::kept_in(model, *element);
    if kept.len() > 1 {
        caption(ui, "Kept in After");
    }
    for (side, is_kept) in kept.iter().enumerate() {
        let (text, name) = match kept.len() {
            1 => ("Kept".to_owned(), "Kept".to_owned()),
            _ => ((side + 1).to_string(), format!("Kept in After {}", side + 1)),
        };
        let mut now = *is_kept;
        let check = ui.checkbox(&mut now, text);
        check.widget_info(|| info::selected(WidgetType::Checkbox, true, *is_kept, &name));
        if check.on_hover_text("If not, the rule deletes it").clicked() {
            edits.extend(actions::keep(model, view, side, now));
        }
    }
}

fn details_ui(ui: &mut Ui, model: &GraphModel<'_>, element: Element, of: &str, edits: &mut Vec<GraphEdit>) {
    let alphabet = &model.grammar.alphabet;
    let graph = model.graph;
    match graph {
        GraphId::Lhs(_) | GraphId::Forbid(..) => {
            let is_node = matches!(element, Element::Node(_));
            let when = conditions_of(model, element);
            ui.spacing_mut().item_spacing.y = style::GAP / 2.0;
            if let Some(when) = conditions_ui(ui, of, when, alphabet, is_node) {
                edits.push(GraphEdit::SetConditions { graph, element, when });
            }
        }
        GraphId::Rhs(..) => {
            let sources = model.rule().map(sources_of).unwrap_or_default();
            if let Some(change) = changes_ui(ui, of, changes_of(model, element), alphabet, &sources) {
                edits.push(GraphEdit::SetChanges { graph, element, change });
            }
        }
        GraphId::Start => {
            let Some(attributes) = attributes_of(model, element) else { return };
            caption(ui, "Attributes of its own, in addition to those of its symbol");
            if let Some(attributes) = attributes_ui(ui, of, attributes, alphabet) {
                edits.push(GraphEdit::SetAttributes { element, attributes });
            }
        }
    }
}

fn conditions_of<'a>(model: &'a GraphModel<'_>, element: Element) -> &'a [Condition] {
    let Some(pattern) = model.pattern() else { return &[] };
    match element {
        Element::Node(id) => pattern.nodes.get(&id).map_or(&[], |node| &node.when),
        Element::Edge(position) => pattern.edges.get(position).map_or(&[], |edge| &edge.when),
    }
}

fn changes_of<'a>(model: &'a GraphModel<'_>, element: Element) -> &'a [Change] {
    let GraphId::Rhs(_, side) = model.graph else { return &[] };
    let Some(side) = model.rule().and_then(|rule| rule.alternatives().nth(side)) else { return &[] };
    match element {
        Element::Node(id) => side.nodes.get(&id).map_or(&[], |node| &node.change),
        Element::Edge(position) => side.edges.get(position).map_or(&[], |edge| &edge.change),
    }
}

fn attributes_of<'a>(model: &'a GraphModel<'_>, element: Element) -> Option<&'a Attributes> {
    let Start::Graph { nodes, edges, .. } = &model.grammar.start else { return None };
    match element {
        Element::Node(id) => nodes.get(&id).map(|node| &node.attributes),
        Element::Edge(position) => edges.get(position).map(|(_, edge, _)| &edge.attributes),
    }
}
