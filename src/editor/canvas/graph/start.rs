//! Draws start graphs.

use std::collections::BTreeMap;

use super::node_style::node_style_of;
use super::rule::{Arrow, drawing};
use super::spots::at_sites;
use super::{AuthoredDrawing, DrawnNode, ElementMark, NameSpot, Note, PLACE_RADIUS};
use crate::grammar::{ElementId, Start, StartElement, SymbolPattern};
use crate::mission::{Alphabet, Attributes, Site};

/// Draws a start graph with each node at its site; other starts give an empty drawing.
pub fn draw_start(start: &Start, alphabet: &Alphabet, sites: &BTreeMap<ElementId, Site>) -> AuthoredDrawing {
    let Start::Graph { nodes, edges, .. } = start else { return AuthoredDrawing::default() };
    let at = at_sites(sites);
    let node = |(id, is): (&ElementId, &StartElement)| {
        let node_style = node_style_of(&SymbolPattern::Is(is.symbol.clone()), alphabet);
        DrawnNode {
            id: *id,
            at: at.get(id).copied().unwrap_or_default(),
            radius: PLACE_RADIUS,
            tooltip: vec![format!("{}, node {} of the start", node_style.name, id.0)],
            label: node_style.label,
            name: node_style.name,
            name_spot: NameSpot::default(),
            fill: node_style.fill,
            mark: ElementMark::Kept,
            notes: notes(&is.attributes),
        }
    };
    let arrow = |(from, is, to): &(ElementId, StartElement, ElementId)| Arrow {
        from: *from,
        to: *to,
        symbol: is.symbol.clone(),
        name: is.symbol.clone(),
        has_tip: true,
        mark: ElementMark::Kept,
        notes: notes(&is.attributes),
    };
    drawing(nodes.iter().map(node).collect(), edges.iter().map(arrow), alphabet)
}

fn notes(attributes: &Attributes) -> Vec<Note> {
    let note = |(name, value)| Note { text: format!("{name} = {value}"), mark: ElementMark::Kept };
    attributes.iter().map(note).collect()
}
