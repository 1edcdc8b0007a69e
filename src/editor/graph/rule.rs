//! The drawings of a rule: left side and right side, with what it makes and what it takes out.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Color32, Pos2, Vec2, pos2};

use super::{Drawing, DrawnEdge, DrawnNode, Line, Mark, PLACE_RADIUS, STEP, curve, mission::label_of};
use crate::editor::style::paint_of;
use crate::grammar::{ElementId, Rule, SymbolPattern, SymbolReplacement};
use crate::mission::{Alphabet, EdgeId, EdgeRole, EdgeSymbol, NodeId};

/// Both sides of a rule; nodes that are kept lie in the same place on both.
#[derive(Clone, Debug)]
pub struct RuleDrawing {
    /// What must be there.
    pub lhs: Drawing,
    /// What will be there.
    pub rhs: Drawing,
}

type Ends = (ElementId, ElementId);

/// Draws a rule with the symbols of an alphabet.
pub fn draw_rule(rule: &Rule, alphabet: &Alphabet) -> RuleDrawing {
    let at = positions(rule);
    let fates = edge_fates(rule);
    let left_nodes = rule.lhs.nodes.iter().map(|(id, pattern)| {
        let mark = if rule.rhs.nodes.contains_key(id) { Mark::Kept } else { Mark::Erased };
        (*id, looks_of_pattern(&pattern.symbol, alphabet), mark)
    });
    let left_edges = rule.lhs.edges.iter().zip(&fates.left).map(|(edge, mark)| {
        let arrow = edge.direction == crate::grammar::Direction::FromTo;
        ((edge.from, edge.to), words_of(&edge.symbol), arrow, *mark)
    });
    let right_nodes = rule.rhs.nodes.iter().map(|(id, replacement)| {
        let old = rule.lhs.nodes.get(id);
        let looks = match (&replacement.symbol, old) {
            (SymbolReplacement::Keep, Some(pattern)) => looks_of_pattern(&pattern.symbol, alphabet),
            (SymbolReplacement::Keep, None) => Looks::unknown("?"),
            (SymbolReplacement::Is(name), _) => looks_of_symbol(name, alphabet),
        };
        (*id, looks, if old.is_some() { Mark::Kept } else { Mark::Created })
    });
    let right_edges = rule
        .rhs
        .edges
        .iter()
        .zip(&fates.right)
        .map(|(edge, (mark, symbol))| ((edge.from, edge.to), symbol.clone(), true, *mark));
    RuleDrawing {
        lhs: drawing(left_nodes, left_edges, &at, alphabet),
        rhs: drawing(right_nodes, right_edges, &at, alphabet),
    }
}

struct Looks {
    label: String,
    name: String,
    fill: Color32,
}

impl Looks {
    fn unknown(name: &str) -> Self {
        let fill = paint_of(crate::base::Color::default());
        Self { label: "?".to_owned(), name: name.to_owned(), fill }
    }
}

fn looks_of_symbol(name: &str, alphabet: &Alphabet) -> Looks {
    alphabet.nodes.get(name).map_or_else(
        || Looks::unknown(name),
        |symbol| Looks { label: label_of(name, symbol), name: name.to_owned(), fill: paint_of(symbol.color) },
    )
}

fn looks_of_pattern(pattern: &SymbolPattern, alphabet: &Alphabet) -> Looks {
    match pattern {
        SymbolPattern::Is(name) => looks_of_symbol(name, alphabet),
        SymbolPattern::Any => Looks { label: "✱".to_owned(), ..Looks::unknown("any") },
        SymbolPattern::AnyOf(names) => {
            Looks { label: "…".to_owned(), ..Looks::unknown(&names.join(" or ")) }
        }
    }
}

fn words_of(pattern: &SymbolPattern) -> String {
    match pattern {
        SymbolPattern::Any => "any".to_owned(),
        SymbolPattern::Is(name) => name.clone(),
        SymbolPattern::AnyOf(names) => names.join(" or "),
    }
}

struct Fates {
    left: Vec<Mark>,
    right: Vec<(Mark, String)>,
}

/// Pairs edges as the engine does: the same ends and symbol, or the same ends where the right side says that it is kept; in their order.
fn edge_fates(rule: &Rule) -> Fates {
    let mut left = vec![Mark::Erased; rule.lhs.edges.len()];
    let mut right = Vec::new();
    for edge in &rule.rhs.edges {
        let fits = |symbol: &SymbolPattern| match &edge.symbol {
            SymbolReplacement::Keep => true,
            SymbolReplacement::Is(name) => *symbol == SymbolPattern::Is(name.clone()),
        };
        let partner = rule.lhs.edges.iter().zip(&left).position(|(old, mark)| {
            *mark == Mark::Erased && (old.from, old.to) == (edge.from, edge.to) && fits(&old.symbol)
        });
        let name = match (&edge.symbol, partner.and_then(|index| rule.lhs.edges.get(index))) {
            (SymbolReplacement::Is(name), _) => name.clone(),
            (SymbolReplacement::Keep, Some(old)) => words_of(&old.symbol),
            (SymbolReplacement::Keep, None) => "?".to_owned(),
        };
        if let Some(mark) = partner.and_then(|index| left.get_mut(index)) {
            *mark = Mark::Kept;
            right.push((Mark::Kept, name));
        } else {
            right.push((Mark::Created, name));
        }
    }
    Fates { left, right }
}

fn drawing(
    nodes: impl Iterator<Item = (ElementId, Looks, Mark)>,
    edges: impl Iterator<Item = (Ends, String, bool, Mark)>,
    at: &BTreeMap<ElementId, Pos2>,
    alphabet: &Alphabet,
) -> Drawing {
    let nodes: Vec<DrawnNode> = nodes
        .map(|(id, looks, mark)| DrawnNode {
            id: NodeId(id.0),
            at: at.get(&id).copied().unwrap_or_default(),
            radius: PLACE_RADIUS,
            told: vec![format!("{}, node {} of the rule", looks.name, id.0)],
            label: looks.label,
            name: looks.name,
            fill: looks.fill,
            mark,
        })
        .collect();
    let position = |id: ElementId| nodes.iter().position(|node| node.id == NodeId(id.0));
    let mut drawn: Vec<DrawnEdge> = edges
        .enumerate()
        .filter_map(|(index, ((from, to), symbol, arrow, mark))| {
            let (from, to) = (position(from)?, position(to)?);
            Some(drawn_edge(index, from, to, symbol, arrow, mark, alphabet))
        })
        .collect();
    curve::route_edges(&nodes, &mut drawn);
    Drawing { nodes, edges: drawn }
}

fn drawn_edge(
    index: usize,
    from: usize,
    to: usize,
    symbol: String,
    arrow: bool,
    mark: Mark,
    alphabet: &Alphabet,
) -> DrawnEdge {
    let relation = |known: &EdgeSymbol| known.role != EdgeRole::Passage;
    let dashed = alphabet.edges.get(&symbol).is_some_and(relation);
    DrawnEdge {
        id: EdgeId(index as u32),
        from,
        to,
        points: Vec::new(),
        told: vec![symbol.clone()],
        label: symbol,
        color: Color32::PLACEHOLDER,
        line: if dashed { Line::Dashed } else { Line::Solid },
        arrow,
        mark,
    }
}

/// Where the author drew the nodes; the others on a zigzag, so that no three lie in line.
fn positions(rule: &Rule) -> BTreeMap<ElementId, Pos2> {
    let ids: BTreeSet<ElementId> = rule.lhs.nodes.keys().chain(rule.rhs.nodes.keys()).copied().collect();
    let drawn = ids
        .iter()
        .filter_map(|id| rule.at.get(id).map(|site| (*id, pos2(site.x as f32, site.y as f32) * STEP)));
    let mut at: BTreeMap<ElementId, Pos2> = drawn.collect();
    let below = at.values().map(|position| position.y + STEP).fold(0.0, f32::max);
    let open: Vec<ElementId> = ids.iter().copied().filter(|id| !at.contains_key(id)).collect();
    at.extend(open.iter().zip(spots(open.len())).map(|(id, offset)| (*id, pos2(0.0, below) + offset)));
    at
}

/// Two nodes beside each other, three in a triangle, more on an ellipse.
fn spots(count: usize) -> Vec<Vec2> {
    match count {
        0..=2 => (0..count).map(|index| Vec2::new(index as f32 * STEP, 0.0)).collect(),
        _ => (0..count)
            .map(|index| {
                let turn =
                    std::f32::consts::TAU * (index as f32 / count as f32) + std::f32::consts::PI * 1.15;
                let radius = STEP * 0.32 * (count as f32).max(2.6);
                Vec2::angled(turn) * Vec2::new(radius, radius * 0.72)
            })
            .collect(),
    }
}
