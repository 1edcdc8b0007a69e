//! What can be done to what is chosen on a sheet, by keys and by menus alike.

use super::{Paper, SheetView, shifted};
use crate::document::{Element, Fragment, GraphEdit, Sheet, next_id};
use crate::grammar::{Direction, ElementId, SymbolPattern, pair_edges};
use crate::mission::Site;

/// Takes out what is chosen.
pub(super) fn delete(paper: &Paper<'_>, view: &mut SheetView) -> Option<GraphEdit> {
    let elements = view.elements();
    view.chosen.clear();
    (!elements.is_empty()).then_some(GraphEdit::Remove { sheet: paper.sheet, elements })
}

/// The chosen nodes with the edges among them, as text.
pub(super) fn copy(paper: &Paper<'_>, view: &SheetView) -> Option<String> {
    let fragment = Fragment::of(paper.grammar, paper.sheet, &nodes_and_ends(paper, view));
    (!fragment.nodes.is_empty()).then(|| fragment.print())
}

/// The chosen nodes, and the ends of the chosen edges.
fn nodes_and_ends(paper: &Paper<'_>, view: &SheetView) -> Vec<ElementId> {
    let mut ids = view.nodes();
    for position in view.edges() {
        let edge = paper.drawing.edges.iter().find(|edge| edge.id.0 as usize == position);
        let ends = edge.into_iter().flat_map(|edge| [edge.from, edge.to]);
        ids.extend(ends.filter_map(|end| paper.drawing.nodes.get(end)).map(|node| ElementId(node.id.0)));
    }
    ids
}

/// Adds what a text holds, at a site or where it was; it becomes what is chosen.
pub(super) fn paste(
    paper: &Paper<'_>,
    view: &mut SheetView,
    text: &str,
    site: Option<Site>,
) -> Option<GraphEdit> {
    let Some(fragment) = Fragment::parse(text) else {
        view.told = Some("What is on the clipboard was not copied from a drawing.");
        return None;
    };
    Some(add(paper, view, fragment, site))
}

fn add(paper: &Paper<'_>, view: &mut SheetView, fragment: Fragment, site: Option<Site>) -> GraphEdit {
    let first = next_id(paper.grammar, paper.sheet).0;
    let count = fragment.nodes.len() as u32;
    view.chosen = (first..first.saturating_add(count)).map(|id| Element::Node(ElementId(id))).collect();
    let site = site.unwrap_or_else(|| fragment.corner());
    GraphEdit::Paste { sheet: paper.sheet, fragment, site }
}

/// Adds a copy of what is chosen beside it.
pub(super) fn duplicate(paper: &Paper<'_>, view: &mut SheetView) -> Option<GraphEdit> {
    let fragment = Fragment::of(paper.grammar, paper.sheet, &nodes_and_ends(paper, view));
    (!fragment.nodes.is_empty()).then(|| add(paper, view, fragment, None))
}

/// Moves the chosen nodes by some columns and rows.
pub(super) fn nudge(paper: &Paper<'_>, view: &SheetView, x: i32, y: i32) -> Option<GraphEdit> {
    let to = shifted(&view.nodes(), paper.sites, Site { x, y });
    (!to.is_empty()).then_some(GraphEdit::Move { sheet: paper.sheet, to })
}

/// Sets the symbol of the chosen nodes, or of the chosen edges where there are no nodes.
pub(super) fn set_symbol(paper: &Paper<'_>, view: &SheetView, symbol: SymbolPattern) -> GraphEdit {
    let nodes = view.nodes();
    let elements = if nodes.is_empty() {
        view.edges().into_iter().map(Element::Edge).collect()
    } else {
        nodes.into_iter().map(Element::Node).collect()
    };
    GraphEdit::SetSymbol { sheet: paper.sheet, elements, symbol }
}

/// Turns the chosen edges round.
pub(super) fn reverse(paper: &Paper<'_>, view: &SheetView) -> GraphEdit {
    GraphEdit::Reverse { sheet: paper.sheet, edges: view.edges() }
}

/// Lets the direction of the chosen edges matter, or not.
pub(super) fn set_direction(paper: &Paper<'_>, view: &SheetView, direction: Direction) -> GraphEdit {
    GraphEdit::SetDirection { sheet: paper.sheet, edges: view.edges(), direction }
}

/// How many results a rule has, and in which of them an element of its left side is kept.
pub(super) fn kept_in(paper: &Paper<'_>, element: Element) -> Vec<bool> {
    let (Sheet::Lhs(_), Some(rule)) = (paper.sheet, paper.rule()) else { return Vec::new() };
    let sides = rule.alternatives();
    let is_kept = sides.map(|side| match element {
        Element::Node(id) => side.nodes.contains_key(&id),
        Element::Edge(position) => pair_edges(&rule.lhs, side).contains(&Some(position)),
    });
    is_kept.collect()
}

/// Keeps or erases the chosen elements of a left side in a result.
pub(super) fn keep(paper: &Paper<'_>, view: &SheetView, side: usize, is_kept: bool) -> Option<GraphEdit> {
    let Sheet::Lhs(rule) = paper.sheet else { return None };
    Some(GraphEdit::Keep { rule, side, elements: view.elements(), is_kept })
}
