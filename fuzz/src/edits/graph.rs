//! Edits of drawn graphs, many of them about missing elements.

use delvewright::document::{Content, Element, Fragment, GraphEdit, GraphId, NewSymbol};
use delvewright::grammar::{EdgeDirection, ElementId, Pattern, Scatter, Start, SymbolPattern};
use delvewright::mission::{EdgeRole, NodeRole, Site};

use super::parts::NAMES;
use crate::draw::Draw;
use crate::grammars;

const ROLES: [EdgeRole; 4] = [EdgeRole::Passage, EdgeRole::Opens, EdgeRole::Contains, EdgeRole::Other];

fn graph(draw: &mut Draw) -> GraphId {
    let (rule, number) = (draw.below(4), draw.below(3));
    match draw.below(8) {
        0 | 1 => GraphId::Start,
        2 | 3 => GraphId::Lhs(rule),
        4..=6 => GraphId::Rhs(rule, number),
        _ => GraphId::Forbid(rule, number),
    }
}

fn id(draw: &mut Draw) -> ElementId {
    ElementId(if draw.chance(2) { draw.any_number() } else { draw.number(0, 8) })
}

fn site(draw: &mut Draw) -> Site {
    let number = |draw: &mut Draw| match draw.below(24) {
        0 => *draw.pick(&[i32::MAX, i32::MIN, 10_000]),
        _ => draw.number(0, 7) as i32 - 3,
    };
    Site { x: number(draw), y: number(draw) }
}

fn element(draw: &mut Draw) -> Element {
    if draw.chance(40) { Element::Edge(draw.below(6)) } else { Element::Node(id(draw)) }
}

fn pattern(draw: &mut Draw, names: &[&str]) -> SymbolPattern {
    match draw.below(6) {
        0 => SymbolPattern::Any,
        1 => SymbolPattern::AnyOf(draw.some(3, |draw| draw.name(names))),
        _ => SymbolPattern::Is(draw.name(names)),
    }
}

pub(super) fn edit(draw: &mut Draw, content: &Content) -> GraphEdit {
    let alphabet = &content.grammar.alphabet;
    let nodes: Vec<&str> = alphabet.nodes.keys().map(String::as_str).collect();
    let edges: Vec<&str> = alphabet.edges.keys().map(String::as_str).collect();
    let graph = graph(draw);
    let (rule, side) = (draw.below(4), draw.below(3));
    match draw.below(22) {
        0 => GraphEdit::Move { graph, to: draw.some(3, |draw| (id(draw), site(draw))) },
        1 => GraphEdit::SetSited { nodes: draw.some(3, id), is_sited: draw.chance(50) },
        2 | 3 => GraphEdit::AddNode { graph, symbol: pattern(draw, &nodes), site: site(draw) },
        4..=6 => GraphEdit::Connect { graph, from: id(draw), to: id(draw), symbol: pattern(draw, &edges) },
        7 => GraphEdit::ConnectNew {
            graph,
            from: id(draw),
            edge: pattern(draw, &edges),
            node: pattern(draw, &nodes),
            site: site(draw),
        },
        8 => {
            let names = if draw.is_so() { &nodes } else { &edges };
            GraphEdit::SetSymbol { graph, elements: draw.some(3, element), symbol: pattern(draw, names) }
        }
        9 => {
            let direction = *draw.pick(&[EdgeDirection::FromTo, EdgeDirection::EitherWay]);
            GraphEdit::SetDirection { graph, edges: draw.some(2, |draw| draw.below(6)), direction }
        }
        10 => GraphEdit::Reverse { graph, edges: draw.some(2, |draw| draw.below(6)) },
        11 => GraphEdit::Remove { graph, elements: draw.some(3, element) },
        12 => GraphEdit::Keep { rule, side, elements: draw.some(3, element), is_kept: draw.is_so() },
        13 => GraphEdit::Paste { graph, fragment: fragment(draw, content), site: site(draw) },
        14 => {
            let element = element(draw);
            let when = grammars::conditions(draw, alphabet, matches!(element, Element::Node(_)));
            GraphEdit::SetConditions { graph, element, when }
        }
        15 => {
            let lhs = content.grammar.rules.get(rule).map_or_else(Pattern::default, |rule| rule.lhs.clone());
            GraphEdit::SetChanges { graph, element: element(draw), change: grammars::changes(draw, &lhs) }
        }
        16 => GraphEdit::SetAttributes { element: element(draw), attributes: grammars::attributes(draw) },
        17 => GraphEdit::AddSide { rule, copied: draw.is_so().then(|| draw.below(3)) },
        18 if draw.is_so() => GraphEdit::RemoveSide { rule, side },
        18 => GraphEdit::SetWeight { rule, side, weight: draw.any_number() },
        19 if draw.is_so() => GraphEdit::AddForbidden { rule, copied: draw.is_so().then(|| draw.below(3)) },
        19 => GraphEdit::RemoveForbidden { rule, number: side },
        20 => with_symbol(draw, graph),
        _ => {
            GraphEdit::SetStart { what: "New start".to_owned(), start: Box::new(start(draw, &nodes, &edges)) }
        }
    }
}

const NODE_ROLES: [Option<NodeRole>; 3] = [None, Some(NodeRole::Key), Some(NodeRole::Lock)];

fn with_symbol(draw: &mut Draw, graph: GraphId) -> GraphEdit {
    let name = draw.name(&NAMES);
    let symbol = SymbolPattern::Is(name.clone());
    if draw.is_so() {
        let edit = Box::new(GraphEdit::AddNode { graph, symbol, site: site(draw) });
        GraphEdit::WithSymbol { symbol: NewSymbol::Node(name, *draw.pick(&NODE_ROLES)), edit }
    } else {
        let edit = Box::new(GraphEdit::Connect { graph, from: id(draw), to: id(draw), symbol });
        GraphEdit::WithSymbol { symbol: NewSymbol::Edge(name, *draw.pick(&ROLES)), edit }
    }
}

/// Returns a part of a drawing, as if from the clipboard.
fn fragment(draw: &mut Draw, content: &Content) -> Fragment {
    let graph = graph(draw);
    let ids = draw.some(4, id);
    let fragment = Fragment::of(&content.grammar, graph, &ids);
    let again = Fragment::parse(&fragment.print());
    assert_eq!(again.is_some(), !fragment.nodes.is_empty(), "what is copied can be pasted");
    again.unwrap_or(fragment)
}

fn start(draw: &mut Draw, nodes: &[&str], edges: &[&str]) -> Start {
    let (width, height) = (draw.any_number(), draw.any_number());
    let (node, edge) = (draw.name(nodes), draw.name(edges));
    match draw.below(4) {
        0 => Start::Lattice { width, height, node, edge },
        1 => Start::Tree { width, height, node, edge, extra_percent: draw.any_number() },
        2 => Start::Scatter(Scatter {
            width,
            height,
            start: node.clone(),
            exit: draw.name(nodes),
            features: vec![(draw.name(nodes), draw.any_number())],
            count: (draw.any_number(), draw.any_number()),
            distance: draw.any_number(),
            edge,
            crossing: node,
        }),
        _ => Start::Graph {
            nodes: Default::default(),
            edges: Vec::new(),
            at: Default::default(),
            drawn: Default::default(),
        },
    }
}
