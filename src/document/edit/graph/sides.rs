//! Edits right sides and forbidden patterns: what they keep and erase, and their number.

use std::collections::BTreeSet;

use super::drawing::one_symbol;
use super::pairs::change_right;
use super::sites::drop_gone_nodes;
use super::{Element, edge_positions, node_ids};
use crate::grammar::{
    EdgeReplacement, ElementId, Pattern, Replacement, Rule, SymbolPattern, SymbolReplacement, pair_edges,
};

/// Returns the right side at a position.
pub(super) fn side_mut(rule: &mut Rule, side: usize) -> Option<&mut Replacement> {
    match side.checked_sub(1) {
        None => Some(&mut rule.rhs),
        Some(position) => rule.or.get_mut(position),
    }
}

/// Returns the right side at a position, together with the left side.
pub(super) fn with_left(rule: &mut Rule, side: usize) -> Option<(&Pattern, &mut Replacement)> {
    match side.checked_sub(1) {
        None => Some((&rule.lhs, &mut rule.rhs)),
        Some(position) => Some((&rule.lhs, rule.or.get_mut(position)?)),
    }
}

/// Sets symbols; `Any` keeps the symbol of the left side.
pub(super) fn set_symbol(
    lhs: &Pattern,
    side: &mut Replacement,
    elements: &[Element],
    symbol: &SymbolPattern,
) {
    let name = one_symbol(symbol, None);
    for id in node_ids(elements) {
        let Some(node) = side.nodes.get_mut(&id) else { continue };
        let left = lhs.nodes.get(&id).map(|left| &left.symbol);
        match (&name, left) {
            (Some(name), left) if left != Some(&SymbolPattern::Is(name.clone())) => {
                node.symbol = SymbolReplacement::Is(name.clone());
            }
            (_, Some(_)) => node.symbol = SymbolReplacement::Keep,
            (_, None) => {}
        }
    }
    let positions: BTreeSet<usize> = edge_positions(elements).collect();
    if let Some(name) = name
        && !positions.is_empty()
    {
        change_right(lhs, side, |side, partners| {
            for position in positions {
                let (Some(edge), Some(partner)) = (side.edges.get_mut(position), partners.get_mut(position))
                else {
                    continue;
                };
                edge.symbol = SymbolReplacement::Is(name.clone());
                let left = partner.and_then(|partner| lhs.edges.get(partner));
                if left.is_none_or(|left| left.symbol != SymbolPattern::Is(name.clone())) {
                    *partner = None;
                }
            }
        });
    }
}

/// Reverses edges. An edge kept in the other direction becomes a new one, if its symbol is known.
pub(super) fn reverse(lhs: &Pattern, side: &mut Replacement, edges: &[usize]) {
    change_right(lhs, side, |side, partners| {
        for position in edges.iter().collect::<BTreeSet<_>>() {
            let (Some(edge), Some(partner)) = (side.edges.get_mut(*position), partners.get_mut(*position))
            else {
                continue;
            };
            let left = partner.and_then(|partner| lhs.edges.get(partner)).map(|left| &left.symbol);
            match (&edge.symbol, left) {
                (SymbolReplacement::Is(_), _) => {}
                (SymbolReplacement::Keep, Some(SymbolPattern::Is(name))) => {
                    edge.symbol = SymbolReplacement::Is(name.clone())
                }
                (SymbolReplacement::Keep, _) => continue,
            }
            std::mem::swap(&mut edge.from, &mut edge.to);
            *partner = None;
        }
    });
}

/// Removes elements from a right side, given by its own positions, and the edges of removed nodes.
pub(super) fn take_out(lhs: &Pattern, side: &mut Replacement, elements: &[Element]) {
    let gone: BTreeSet<ElementId> = node_ids(elements).collect();
    let gone_edges: BTreeSet<usize> = edge_positions(elements).collect();
    change_right(lhs, side, |side, partners| {
        side.nodes.retain(|id, _| !gone.contains(id));
        let stays = |(position, edge): (usize, &EdgeReplacement)| {
            !gone_edges.contains(&position) && !gone.contains(&edge.from) && !gone.contains(&edge.to)
        };
        let stay: Vec<bool> = side.edges.iter().enumerate().map(stays).collect();
        let (mut edges, mut noted) = (stay.iter(), stay.iter());
        side.edges.retain(|_| edges.next().copied().unwrap_or(true));
        partners.retain(|_| noted.next().copied().unwrap_or(true));
    });
}

/// Erases elements of the left side on a right side.
pub(super) fn erase(rule: &mut Rule, side: usize, elements: &[Element]) {
    let lhs = rule.lhs.clone();
    let Some(side) = side_mut(rule, side) else { return };
    let partners = pair_edges(&lhs, side);
    let on_right = |left: usize| partners.iter().position(|partner| *partner == Some(left));
    let nodes = node_ids(elements).filter(|id| lhs.nodes.contains_key(id)).map(Element::Node);
    let edges = edge_positions(elements).filter_map(on_right).map(Element::Edge);
    let gone: Vec<Element> = nodes.chain(edges).collect();
    take_out(&lhs, side, &gone);
}

/// Keeps elements of the left side on a right side: edges together with their ends, and restored nodes
/// together with their edges.
pub(super) fn keep(rule: &mut Rule, side: usize, elements: &[Element]) {
    let lhs = rule.lhs.clone();
    let Some(side) = side_mut(rule, side) else { return };
    let edges: BTreeSet<usize> = edge_positions(elements).filter(|edge| *edge < lhs.edges.len()).collect();
    let ends = edges.iter().filter_map(|edge| lhs.edges.get(*edge)).flat_map(|edge| [edge.from, edge.to]);
    let nodes: BTreeSet<ElementId> = node_ids(elements).chain(ends).collect();
    let mut back: BTreeSet<ElementId> = BTreeSet::new();
    for id in nodes.into_iter().filter(|id| lhs.nodes.contains_key(id)) {
        if !side.nodes.contains_key(&id) {
            side.nodes.insert(id, SymbolReplacement::Keep.into());
            back.insert(id);
        }
    }
    let missing = |position: usize, side: &Replacement| {
        let is_asked = |edge: &crate::grammar::EdgePattern| {
            edges.contains(&position) || back.contains(&edge.from) || back.contains(&edge.to)
        };
        lhs.edges.get(position).is_some_and(|edge| {
            let has_ends = side.nodes.contains_key(&edge.from) && side.nodes.contains_key(&edge.to);
            has_ends && is_asked(edge) && !pair_edges(&lhs, side).contains(&Some(position))
        })
    };
    for position in 0..lhs.edges.len() {
        if missing(position, side) {
            keep_edge(&lhs, side, position);
        }
    }
}

fn keep_edge(lhs: &Pattern, side: &mut Replacement, position: usize) {
    let Some(left) = lhs.edges.get(position) else { return };
    change_right(lhs, side, |side, partners| {
        let symbol = SymbolReplacement::Keep;
        side.edges.push(EdgeReplacement { from: left.from, symbol, change: Vec::new(), to: left.to });
        partners.push(Some(position));
    });
}

/// Adds a right side: a copy of another one, or of the left side.
pub(super) fn add(rule: &mut Rule, copied: Option<usize>) {
    let copy = match copied {
        Some(side) => rule.alternatives().nth(side).cloned(),
        None => Some(copy_of_left(&rule.lhs)),
    };
    rule.or.extend(copy);
}

fn copy_of_left(lhs: &Pattern) -> Replacement {
    let edge = |edge: &crate::grammar::EdgePattern| EdgeReplacement {
        from: edge.from,
        symbol: SymbolReplacement::Keep,
        change: Vec::new(),
        to: edge.to,
    };
    Replacement {
        nodes: lhs.nodes.keys().map(|id| (*id, SymbolReplacement::Keep.into())).collect(),
        edges: lhs.edges.iter().map(edge).collect(),
        ..Replacement::default()
    }
}

/// Removes a right side; the others move up.
pub(super) fn remove(rule: &mut Rule, side: usize) {
    match side.checked_sub(1) {
        None if rule.or.is_empty() => {}
        None => rule.rhs = rule.or.remove(0),
        Some(position) if position < rule.or.len() => {
            rule.or.remove(position);
        }
        Some(_) => {}
    }
    drop_gone_nodes(rule);
}

pub(super) fn add_forbidden(rule: &mut Rule, copied: Option<usize>) {
    let copy = match copied {
        Some(number) => rule.forbid.get(number).cloned(),
        None => Some(Pattern::default()),
    };
    rule.forbid.extend(copy);
}

pub(super) fn remove_forbidden(rule: &mut Rule, number: usize) {
    if number < rule.forbid.len() {
        rule.forbid.remove(number);
        drop_gone_nodes(rule);
    }
}
