//! Actions on the selection of a canvas, for keys and menus. Each returns the edit to make.

use std::collections::BTreeSet;

use egui::Context;

use super::model::GraphModel;
use super::view::{GraphView, shifted};
use crate::document::{Element, Fragment, GraphEdit, GraphId, next_id};
use crate::grammar::{EdgeDirection, ElementId, SymbolPattern, pair_edges};
use crate::mission::Site;

/// Removes the selection.
pub(super) fn delete(model: &GraphModel<'_>, view: &mut GraphView) -> Option<GraphEdit> {
    let elements = view.elements();
    view.selected.clear();
    (!elements.is_empty()).then_some(GraphEdit::Remove { graph: model.graph, elements })
}

/// Copies the selected nodes, with the edges among them, to the clipboard as text. Returns `false` if there
/// are none.
pub(super) fn copy(ctx: &Context, model: &GraphModel<'_>, view: &GraphView) -> bool {
    let fragment = Fragment::of(model.grammar, model.graph, &nodes_and_ends(model, view));
    let has_nodes = !fragment.nodes.is_empty();
    if has_nodes {
        ctx.copy_text(fragment.print());
    }
    has_nodes
}

/// Copies the selected nodes to the clipboard and removes the selection.
pub(super) fn cut(ctx: &Context, model: &GraphModel<'_>, view: &mut GraphView) -> Option<GraphEdit> {
    copy(ctx, model, view).then(|| delete(model, view)).flatten()
}

/// Returns the selected nodes, and the ends of the selected edges.
fn nodes_and_ends(model: &GraphModel<'_>, view: &GraphView) -> Vec<ElementId> {
    let mut ids = view.nodes();
    for position in view.edges() {
        let ends = model.edge(position).into_iter().flat_map(|edge| [edge.from, edge.to]);
        ids.extend(ends.filter_map(|end| model.drawing.nodes.get(end)).map(|node| node.id));
    }
    ids
}

/// Adds the fragment in a text, at a site or at its original position, and selects it.
pub(super) fn paste(
    model: &GraphModel<'_>,
    view: &mut GraphView,
    text: &str,
    site: Option<Site>,
) -> Option<GraphEdit> {
    let Some(fragment) = Fragment::parse(text) else {
        view.message = Some("The clipboard holds nothing that was copied from a drawing.");
        return None;
    };
    Some(add(model, view, fragment, site))
}

fn add(model: &GraphModel<'_>, view: &mut GraphView, fragment: Fragment, site: Option<Site>) -> GraphEdit {
    let first = next_id(model.grammar, model.graph).0;
    let count = fragment.nodes.len() as u32;
    view.selected = (first..first.saturating_add(count)).map(|id| Element::Node(ElementId(id))).collect();
    let site = site.unwrap_or_else(|| fragment.corner());
    GraphEdit::Paste { graph: model.graph, fragment, site }
}

/// Adds a copy of the selection next to it.
pub(super) fn duplicate(model: &GraphModel<'_>, view: &mut GraphView) -> Option<GraphEdit> {
    let fragment = Fragment::of(model.grammar, model.graph, &nodes_and_ends(model, view));
    (!fragment.nodes.is_empty()).then(|| add(model, view, fragment, None))
}

/// Moves the selected nodes by some columns and rows.
pub(super) fn nudge(model: &GraphModel<'_>, view: &GraphView, x: i32, y: i32) -> Option<GraphEdit> {
    let to = shifted(&view.nodes(), model.sites, Site { x, y });
    (!to.is_empty()).then_some(GraphEdit::Move { graph: model.graph, to })
}

/// Sets the symbol of the selected nodes, or of the selected edges if there are no nodes.
pub(super) fn set_symbol(model: &GraphModel<'_>, view: &GraphView, symbol: SymbolPattern) -> GraphEdit {
    let nodes = view.nodes();
    let elements = if nodes.is_empty() {
        view.edges().into_iter().map(Element::Edge).collect()
    } else {
        nodes.into_iter().map(Element::Node).collect()
    };
    GraphEdit::SetSymbol { graph: model.graph, elements, symbol }
}

/// Joins two nodes by an edge with a symbol that fits them, and selects it.
pub(super) fn connect(
    model: &GraphModel<'_>,
    view: &mut GraphView,
    from: ElementId,
    to: ElementId,
) -> GraphEdit {
    let position = model.drawing.edges.iter().map(|edge| edge.id + 1).max().unwrap_or(0);
    view.selected = [Element::Edge(position)].into();
    let ends = (model.symbol_of_node(from), model.symbol_of_node(to));
    let edge = model.edge_between(ends.0, ends.1, view.edge_symbol.as_ref());
    let symbol = SymbolPattern::Is(edge.symbol.clone());
    edge.drawn(GraphEdit::Connect { graph: model.graph, from, to, symbol })
}

/// Joins the selected node with itself, or the first two selected nodes.
pub(super) fn connect_selected(model: &GraphModel<'_>, view: &mut GraphView) -> Option<GraphEdit> {
    let nodes = view.nodes();
    let from = *nodes.first()?;
    let to = nodes.get(1).copied().unwrap_or(from);
    Some(connect(model, view, from, to))
}

/// Returns the selected edge, if it is the only selected element.
pub(super) fn only_edge(view: &GraphView) -> Option<usize> {
    match view.elements().as_slice() {
        [Element::Edge(position)] => Some(*position),
        _ => None,
    }
}

/// Selects the element `places` after the last selected one: nodes first, then edges. With `also`, the
/// selection is extended.
pub(super) fn select_next(model: &GraphModel<'_>, view: &mut GraphView, places: isize, also: bool) {
    let all: Vec<Element> = all(model).into_iter().collect();
    let last = view.selected.last().and_then(|selected| all.iter().position(|element| element == selected));
    let count = all.len() as isize;
    let next = match last {
        _ if count == 0 => return,
        Some(last) => (last as isize + places).rem_euclid(count),
        None if places < 0 => count - 1,
        None => 0,
    };
    if !also {
        view.selected.clear();
    }
    view.selected.extend(all.get(next.unsigned_abs()).copied());
}

/// Returns all elements of a canvas.
pub(super) fn all(model: &GraphModel<'_>) -> BTreeSet<Element> {
    let nodes = model.drawing.nodes.iter().map(|node| Element::Node(node.id));
    nodes.chain(model.drawing.edges.iter().map(|edge| Element::Edge(edge.id))).collect()
}

/// Reverses the selected edges.
pub(super) fn reverse(model: &GraphModel<'_>, view: &GraphView) -> GraphEdit {
    GraphEdit::Reverse { graph: model.graph, edges: view.edges() }
}

/// Sets whether the direction of the selected edges matters.
pub(super) fn set_direction(model: &GraphModel<'_>, view: &GraphView, direction: EdgeDirection) -> GraphEdit {
    GraphEdit::SetDirection { graph: model.graph, edges: view.edges(), direction }
}

/// Returns for each result of a rule whether it keeps an element of the left side.
pub(super) fn kept_in(model: &GraphModel<'_>, element: Element) -> Vec<bool> {
    let (GraphId::Lhs(_), Some(rule)) = (model.graph, model.rule()) else { return Vec::new() };
    let sides = rule.alternatives();
    let is_kept = sides.map(|side| match element {
        Element::Node(id) => side.nodes.contains_key(&id),
        Element::Edge(position) => pair_edges(&rule.lhs, side).contains(&Some(position)),
    });
    is_kept.collect()
}

/// Keeps or erases the selected elements of a left side in a result.
pub(super) fn keep(
    model: &GraphModel<'_>,
    view: &GraphView,
    side: usize,
    is_kept: bool,
) -> Option<GraphEdit> {
    let GraphId::Lhs(rule) = model.graph else { return None };
    Some(GraphEdit::Keep { rule, side, elements: view.elements(), is_kept })
}
