//! Starts of every kind.

use delvewright_engine::grammar::{ElementId, Scatter, Start, StartElement};
use delvewright_engine::mission::{Alphabet, EdgeRole, Site};

use super::super::draw::Draw;
use super::{attributes, edge_name, node_name};

pub(super) fn start(draw: &mut Draw, alphabet: &Alphabet) -> Start {
    match draw.below(8) {
        0 => Start::Lattice {
            width: draw.number(1, 3),
            height: draw.number(1, 3),
            node: node_name(draw, alphabet),
            edge: edge_name(draw, alphabet),
        },
        1 => Start::Tree {
            width: draw.number(1, 4),
            height: draw.number(1, 3),
            node: node_name(draw, alphabet),
            edge: edge_name(draw, alphabet),
            extra_percent: *draw.pick(&[0, 10, 50, 100]),
        },
        2 => Start::Scatter(Scatter {
            width: draw.number(2, 4),
            height: draw.number(2, 4),
            start: node_name(draw, alphabet),
            exit: node_name(draw, alphabet),
            features: draw.some(3, |draw| (node_name(draw, alphabet), draw.number(0, 3))),
            count: (draw.number(0, 3), draw.number(3, 6)),
            distance: draw.number(0, 9),
            edge: edge_name(draw, alphabet),
            crossing: node_name(draw, alphabet),
        }),
        _ => graph(draw, alphabet),
    }
}

/// Returns a tree with some additional edges.
fn graph(draw: &mut Draw, alphabet: &Alphabet) -> Start {
    let count = draw.number(1, 6);
    let node = |draw: &mut Draw, id: u32| {
        // The first symbol is the entrance, the third the treasury.
        let names: Vec<&String> = alphabet.nodes.keys().collect();
        let usual = names.get(if id == 1 { 0 } else { 2 }).filter(|_| id <= 2 && draw.chance(80));
        let symbol = usual.map_or_else(|| node_name(draw, alphabet), |name| (*name).clone());
        StartElement { symbol, attributes: attributes(draw) }
    };
    let nodes = (1..=count).map(|id| (ElementId(id), node(draw, id))).collect();
    let mut edges: Vec<_> = (2..=count).map(|id| edge(draw, alphabet, id.min(2), id)).collect();
    for (position, (from, ..)) in edges.iter_mut().enumerate() {
        *from = ElementId(draw.number(1, position as u32 + 1));
    }
    if draw.chance(5) {
        edges.pop();
    }
    for _ in 0..draw.below(5) {
        let ends = [draw.number(1, count), draw.number(1, count)];
        // A passage from a place to itself is a mistake that hides all others.
        if ends[0] != ends[1] || draw.chance(5) {
            edges.push(edge(draw, alphabet, ends[0], ends[1]));
        }
    }
    let has_sites = draw.chance(25);
    let in_rows = |id: u32| (ElementId(id), Site { x: id as i32 % 3, y: id as i32 / 3 });
    let at = (1..=count).filter(|_| has_sites && draw.chance(80)).map(in_rows).collect();
    let drawn = (1..=count).filter(|_| draw.chance(10)).map(in_rows).collect();
    Start::Graph { nodes, edges, at, drawn }
}

fn edge(draw: &mut Draw, alphabet: &Alphabet, from: u32, to: u32) -> (ElementId, StartElement, ElementId) {
    let first_passage = alphabet.edges.iter().find(|(_, edge)| edge.role == EdgeRole::Passage);
    let symbol = match first_passage {
        Some((name, _)) if draw.chance(60) => name.clone(),
        _ => edge_name(draw, alphabet),
    };
    (ElementId(from), StartElement { symbol, attributes: attributes(draw) }, ElementId(to))
}
