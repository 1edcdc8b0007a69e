//! The drawing of a start graph.

use std::collections::BTreeMap;

use egui::Color32;

use super::looks::looks_of;
use super::spots::at_sites;
use super::{AuthoredDrawing, DrawnEdge, DrawnNode, Line, Mark, Note, PLACE_RADIUS, curve};
use crate::grammar::{ElementId, Start, StartElement, SymbolPattern};
use crate::mission::{Alphabet, Attributes, EdgeRole, Site};

/// Draws a start graph with each node at its site; nothing of other starts.
pub fn draw_start(start: &Start, alphabet: &Alphabet, sites: &BTreeMap<ElementId, Site>) -> AuthoredDrawing {
    let Start::Graph { nodes, edges, .. } = start else { return AuthoredDrawing::default() };
    let at = at_sites(sites);
    let node = |(id, is): (&ElementId, &StartElement)| {
        let looks = looks_of(&SymbolPattern::Is(is.symbol.clone()), alphabet);
        DrawnNode {
            id: *id,
            at: at.get(id).copied().unwrap_or_default(),
            radius: PLACE_RADIUS,
            tooltip: vec![format!("{}, node {} of the start", looks.name, id.0)],
            label: looks.label,
            name: looks.name,
            fill: looks.fill,
            mark: Mark::Kept,
            notes: notes(&is.attributes),
        }
    };
    let nodes: Vec<DrawnNode<ElementId>> = nodes.iter().map(node).collect();
    let position: BTreeMap<ElementId, usize> =
        nodes.iter().enumerate().map(|(index, node)| (node.id, index)).collect();
    let edge = |(index, (from, is, to)): (usize, &(ElementId, StartElement, ElementId))| {
        let known = alphabet.edges.get(&is.symbol);
        let is_relation = known.is_some_and(|known| known.role != EdgeRole::Passage);
        Some(DrawnEdge {
            id: index,
            from: *position.get(from)?,
            to: *position.get(to)?,
            points: Vec::new(),
            label: is.symbol.clone(),
            tooltip: vec![is.symbol.clone()],
            color: Color32::PLACEHOLDER,
            line: if is_relation { Line::Dashed } else { Line::Solid },
            arrow: true,
            mark: Mark::Kept,
            notes: notes(&is.attributes),
        })
    };
    let mut edges: Vec<DrawnEdge<usize>> = edges.iter().enumerate().filter_map(edge).collect();
    curve::route_edges(&nodes, &mut edges);
    AuthoredDrawing { nodes, edges }
}

fn notes(attributes: &Attributes) -> Vec<Note> {
    let note = |(name, value)| Note { text: format!("{name} = {value}"), mark: Mark::Kept };
    attributes.iter().map(note).collect()
}
