//! Drawing on the sides of a rule.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::{change_left, change_right};
use super::sides;
use super::sites::{drawn_sites, free_near, near, write_drawn};
use super::{
    Element, Fragment, FragmentElement, GraphEdit, GraphId, Symbols, after, edge_positions, node_ids,
    one_symbol, replacement, sound,
};
use crate::grammar::{
    Change, Condition, Direction, EdgePattern, EdgeReplacement, ElementId, NodePattern, NodeReplacement,
    Pattern, Replacement, Rule, Source, SymbolPattern, SymbolReplacement, pair_edges,
};
use crate::mission::Site;

pub(super) fn carry_out(edit: &GraphEdit, rule: &mut Rule, symbols: &Symbols) {
    let graph = edit.graph();
    if !is_there(rule, graph) {
        return;
    }
    match edit {
        GraphEdit::Move { to, .. } => move_nodes(rule, to),
        GraphEdit::AddNode { symbol, site, .. } => {
            add_node(rule, graph, &of_symbol(symbol), *site, symbols);
        }
        GraphEdit::Connect { from, to, symbol, .. } => {
            connect(rule, graph, *from, &of_symbol(symbol), *to, Direction::FromTo, symbols);
        }
        GraphEdit::ConnectNew { from, edge, node, site, .. } => {
            if has_node(rule, graph, *from)
                && let Some(to) = add_node(rule, graph, &of_symbol(node), *site, symbols)
            {
                connect(rule, graph, *from, &of_symbol(edge), to, Direction::FromTo, symbols);
            }
        }
        GraphEdit::SetSymbol { elements, symbol, .. } => set_symbol(rule, graph, elements, &sound(symbol)),
        GraphEdit::SetDirection { edges, direction, .. } => set_direction(rule, graph, edges, *direction),
        GraphEdit::Reverse { edges, .. } => reverse(rule, graph, edges),
        GraphEdit::Remove { elements, .. } => remove(rule, graph, elements),
        GraphEdit::Keep { side, elements, is_kept: true, .. } => sides::keep(rule, *side, elements),
        GraphEdit::Keep { side, elements, is_kept: false, .. } => sides::erase(rule, *side, elements),
        GraphEdit::Paste { fragment, site, .. } => paste(rule, graph, fragment, *site, symbols),
        GraphEdit::SetConditions { element, when, .. } => set_conditions(rule, graph, *element, when),
        GraphEdit::SetChanges { element, change, .. } => set_changes(rule, graph, *element, change),
        GraphEdit::AddSide { copied, .. } => sides::add(rule, *copied),
        GraphEdit::RemoveSide { side, .. } => sides::remove(rule, *side),
        GraphEdit::SetWeight { side, weight, .. } => {
            if let Some(side) = side_mut(rule, *side) {
                side.weight = *weight;
            }
        }
        GraphEdit::AddForbidden { copied, .. } => sides::add_forbidden(rule, *copied),
        GraphEdit::RemoveForbidden { number, .. } => sides::remove_forbidden(rule, *number),
        GraphEdit::Unplace(_)
        | GraphEdit::SetAttributes { .. }
        | GraphEdit::WithSymbol { .. }
        | GraphEdit::SetStart { .. } => {}
    }
}

/// All ids that a rule names, wherever.
pub(super) fn ids(rule: &Rule) -> BTreeSet<ElementId> {
    let patterns = || std::iter::once(&rule.lhs).chain(&rule.forbid);
    let left_ends = patterns().flat_map(|side| &side.edges).flat_map(|edge| [edge.from, edge.to]);
    let right_ends = rule.alternatives().flat_map(|side| &side.edges).flat_map(|edge| [edge.from, edge.to]);
    let left = patterns().flat_map(|side| side.nodes.keys().copied());
    let right = rule.alternatives().flat_map(|side| side.nodes.keys().copied());
    left.chain(right).chain(left_ends).chain(right_ends).chain(rule.at.keys().copied()).collect()
}

/// Leaves no place for what is not there. On the lattice, what is forbidden has no place.
pub(super) fn kept_places(rule: &mut Rule) {
    let right = rule.alternatives().flat_map(|side| side.nodes.keys());
    let mut known: BTreeSet<ElementId> = rule.lhs.nodes.keys().chain(right).copied().collect();
    if rule.geometry.is_free() {
        known.extend(rule.forbid.iter().flat_map(|side| side.nodes.keys()));
    }
    rule.at.retain(|id, _| known.contains(id));
}

/// A right side by its position.
pub(super) fn side_mut(rule: &mut Rule, side: usize) -> Option<&mut Replacement> {
    match side.checked_sub(1) {
        None => Some(&mut rule.rhs),
        Some(position) => rule.or.get_mut(position),
    }
}

fn with_left(rule: &mut Rule, side: usize) -> Option<(&Pattern, &mut Replacement)> {
    match side.checked_sub(1) {
        None => Some((&rule.lhs, &mut rule.rhs)),
        Some(position) => Some((&rule.lhs, rule.or.get_mut(position)?)),
    }
}

fn is_there(rule: &Rule, graph: GraphId) -> bool {
    match graph {
        GraphId::Start => false,
        GraphId::Lhs(_) => true,
        GraphId::Rhs(_, side) => side <= rule.or.len(),
        GraphId::Forbid(_, number) => number < rule.forbid.len(),
    }
}

/// May an edge of the sheet end at this node?
fn has_node(rule: &Rule, graph: GraphId, id: ElementId) -> bool {
    let is_left = rule.lhs.nodes.contains_key(&id);
    match graph {
        GraphId::Start => false,
        GraphId::Lhs(_) => is_left,
        GraphId::Rhs(_, side) => {
            rule.alternatives().nth(side).is_some_and(|side| side.nodes.contains_key(&id))
        }
        GraphId::Forbid(_, number) => {
            is_left || rule.forbid.get(number).is_some_and(|pattern| pattern.nodes.contains_key(&id))
        }
    }
}

fn of_symbol(symbol: &SymbolPattern) -> FragmentElement {
    FragmentElement { symbol: sound(symbol), ..FragmentElement::default() }
}

fn move_nodes(rule: &mut Rule, to: &[(ElementId, Site)]) {
    let before = drawn_sites(rule);
    let mut after = before.clone();
    after.extend(to.iter().filter(|(id, _)| before.contains_key(id)).map(|(id, site)| (*id, near(*site))));
    let moved: BTreeSet<ElementId> = to.iter().map(|(id, _)| *id).collect();
    if groups(rule).iter().any(|group| falls_together(group, &moved, &after)) {
        return;
    }
    write_drawn(rule);
    rule.at.extend(moved.into_iter().filter_map(|id| Some((id, *after.get(&id)?))));
    kept_places(rule);
}

/// What can be there at once: the left side with one of the others.
fn groups(rule: &Rule) -> Vec<BTreeSet<ElementId>> {
    let left = || rule.lhs.nodes.keys().copied();
    let right = rule.alternatives().map(|side| left().chain(side.nodes.keys().copied()).collect());
    let forbidden = rule.forbid.iter().map(|side| left().chain(side.nodes.keys().copied()).collect());
    right.chain(forbidden).collect()
}

/// Do two nodes of the group come to lie on one site, one of which was moved?
fn falls_together(
    group: &BTreeSet<ElementId>,
    moved: &BTreeSet<ElementId>,
    sites: &BTreeMap<ElementId, Site>,
) -> bool {
    let mut taken: BTreeMap<Site, bool> = BTreeMap::new();
    group.iter().filter_map(|id| Some((moved.contains(id), *sites.get(id)?))).any(|(is_moved, site)| {
        let other = taken.insert(site, is_moved);
        other.is_some_and(|other| other || is_moved)
    })
}

/// Sites where a new node of the sheet cannot lie.
pub(super) fn taken(rule: &Rule, graph: GraphId) -> BTreeSet<Site> {
    let sites = drawn_sites(rule);
    let shares = |id: &ElementId| {
        rule.lhs.nodes.contains_key(id) || matches!(graph, GraphId::Lhs(_)) || has_node(rule, graph, *id)
    };
    sites.iter().filter(|(id, _)| shares(id)).map(|(_, site)| *site).collect()
}

/// Adds a node; its id, unless it cannot be said what it is.
fn add_node(
    rule: &mut Rule,
    graph: GraphId,
    element: &FragmentElement,
    site: Site,
    symbols: &Symbols,
) -> Option<ElementId> {
    let id = after(ids(rule).last().copied());
    let site = free_near(&taken(rule, graph), site);
    let node = NodePattern { symbol: element.symbol.clone(), when: element.when.clone() };
    match graph {
        GraphId::Start => return None,
        GraphId::Lhs(_) => {
            rule.lhs.nodes.insert(id, node);
            for side in std::iter::once(&mut rule.rhs).chain(&mut rule.or) {
                side.nodes.insert(id, SymbolReplacement::Keep.into());
            }
        }
        GraphId::Rhs(_, side) => {
            let symbol = replacement(one_symbol(&element.symbol, symbols.node.as_ref())?);
            let change = sound_changes(rule, &element.change);
            side_mut(rule, side)?.nodes.insert(id, NodeReplacement { symbol, change });
        }
        GraphId::Forbid(_, number) => {
            rule.forbid.get_mut(number)?.nodes.insert(id, node);
        }
    }
    rule.at.insert(id, site);
    write_drawn(rule);
    Some(id)
}

/// Only what takes values over from elements that the left side has.
fn sound_changes(rule: &Rule, changes: &[Change]) -> Vec<Change> {
    let is_sound = |change: &&Change| match change.taken() {
        None => true,
        Some((_, Source::Node(id))) => rule.lhs.nodes.contains_key(&id),
        Some((_, Source::Edge(number))) => (1..=rule.lhs.edges.len()).contains(&(number as usize)),
    };
    changes.iter().filter(is_sound).cloned().collect()
}

fn connect(
    rule: &mut Rule,
    graph: GraphId,
    from: ElementId,
    element: &FragmentElement,
    to: ElementId,
    direction: Direction,
    symbols: &Symbols,
) {
    if !has_node(rule, graph, from) || !has_node(rule, graph, to) {
        return;
    }
    let (symbol, when) = (element.symbol.clone(), element.when.clone());
    let edge = EdgePattern { from, symbol, when, to, direction };
    match graph {
        GraphId::Start => {}
        GraphId::Lhs(_) => connect_left(rule, edge),
        GraphId::Rhs(_, side) => {
            let Some(symbol) = one_symbol(&edge.symbol, symbols.edge.as_ref()).map(replacement) else {
                return;
            };
            let change = sound_changes(rule, &element.change);
            if let Some((lhs, side)) = with_left(rule, side) {
                change_right(lhs, side, |side, partners| {
                    side.edges.push(EdgeReplacement { from, symbol, change, to });
                    partners.push(None);
                });
            }
        }
        GraphId::Forbid(_, number) => {
            if let Some(pattern) = rule.forbid.get_mut(number) {
                pattern.edges.push(edge);
            }
        }
    }
}

/// A new edge of the left side is kept wherever both its ends are.
fn connect_left(rule: &mut Rule, edge: EdgePattern) {
    let (from, to) = (edge.from, edge.to);
    let new = rule.lhs.edges.len();
    change_left(rule, |lhs| {
        lhs.edges.push(edge);
        (0..new).map(Some).collect()
    });
    for side in 0..=rule.or.len() {
        let Some((lhs, side)) = with_left(rule, side) else { continue };
        let has_ends = side.nodes.contains_key(&from) && side.nodes.contains_key(&to);
        if has_ends && !pair_edges(lhs, side).contains(&Some(new)) {
            change_right(lhs, side, |side, partners| {
                let symbol = SymbolReplacement::Keep;
                side.edges.push(EdgeReplacement { from, symbol, change: Vec::new(), to });
                partners.push(Some(new));
            });
        }
    }
}

fn set_symbol(rule: &mut Rule, graph: GraphId, elements: &[Element], symbol: &SymbolPattern) {
    match graph {
        GraphId::Start => {}
        GraphId::Lhs(_) => change_left(rule, |lhs| {
            set_symbol_of_pattern(lhs, elements, symbol);
            (0..lhs.edges.len()).map(Some).collect()
        }),
        GraphId::Forbid(_, number) => {
            let left: BTreeSet<ElementId> = rule.lhs.nodes.keys().copied().collect();
            if let Some(pattern) = rule.forbid.get_mut(number) {
                for id in node_ids(elements).filter(|id| left.contains(id)) {
                    pattern.nodes.entry(id).or_insert_with(|| SymbolPattern::Any.into());
                }
                set_symbol_of_pattern(pattern, elements, symbol);
            }
        }
        GraphId::Rhs(_, side) => {
            if let Some((lhs, side)) = with_left(rule, side) {
                sides::set_symbol(lhs, side, elements, symbol);
            }
        }
    }
}

fn set_symbol_of_pattern(pattern: &mut Pattern, elements: &[Element], symbol: &SymbolPattern) {
    for id in node_ids(elements) {
        if let Some(node) = pattern.nodes.get_mut(&id) {
            node.symbol = symbol.clone();
        }
    }
    for position in edge_positions(elements) {
        if let Some(edge) = pattern.edges.get_mut(position) {
            edge.symbol = symbol.clone();
        }
    }
}

fn set_direction(rule: &mut Rule, graph: GraphId, edges: &[usize], direction: Direction) {
    let set = |pattern: &mut Pattern| {
        for position in edges {
            if let Some(edge) = pattern.edges.get_mut(*position) {
                edge.direction = direction;
            }
        }
    };
    match graph {
        GraphId::Start | GraphId::Rhs(..) => {}
        GraphId::Lhs(_) => change_left(rule, |lhs| {
            set(lhs);
            (0..lhs.edges.len()).map(Some).collect()
        }),
        GraphId::Forbid(_, number) => {
            if let Some(pattern) = rule.forbid.get_mut(number) {
                set(pattern);
            }
        }
    }
}

fn reverse(rule: &mut Rule, graph: GraphId, edges: &[usize]) {
    let turn = |pattern: &mut Pattern| {
        for position in edges.iter().collect::<BTreeSet<_>>() {
            if let Some(edge) = pattern.edges.get_mut(*position) {
                std::mem::swap(&mut edge.from, &mut edge.to);
            }
        }
    };
    match graph {
        GraphId::Start => {}
        GraphId::Lhs(_) => change_left(rule, |lhs| {
            turn(lhs);
            (0..lhs.edges.len()).map(Some).collect()
        }),
        GraphId::Forbid(_, number) => {
            if let Some(pattern) = rule.forbid.get_mut(number) {
                turn(pattern);
            }
        }
        GraphId::Rhs(_, side) => {
            if let Some((lhs, side)) = with_left(rule, side) {
                sides::reverse(lhs, side, edges);
            }
        }
    }
}

fn remove(rule: &mut Rule, graph: GraphId, elements: &[Element]) {
    match graph {
        GraphId::Start => {}
        GraphId::Lhs(_) => remove_left(rule, elements),
        GraphId::Rhs(_, side) => {
            if let Some((lhs, side)) = with_left(rule, side) {
                sides::take_out(lhs, side, elements);
            }
        }
        GraphId::Forbid(_, number) => {
            if let Some(pattern) = rule.forbid.get_mut(number) {
                remove_from_pattern(pattern, elements);
            }
        }
    }
    kept_places(rule);
}

/// Takes elements out of a pattern; for each edge that was there, where it is now.
fn remove_from_pattern(pattern: &mut Pattern, elements: &[Element]) -> Vec<Option<usize>> {
    let gone: BTreeSet<ElementId> = node_ids(elements).collect();
    let gone_edges: BTreeSet<usize> = edge_positions(elements).collect();
    pattern.nodes.retain(|id, _| !gone.contains(id));
    let (mut place_now, mut stayed) = (Vec::new(), 0);
    let mut positions = 0..;
    pattern.edges.retain(|edge| {
        let is_named = positions.next().is_some_and(|position: usize| gone_edges.contains(&position));
        let stays = !is_named && !gone.contains(&edge.from) && !gone.contains(&edge.to);
        place_now.push(stays.then_some(stayed));
        stayed += usize::from(stays);
        stays
    });
    place_now
}

/// Kept nodes without a symbol of their own go from the right sides too; what forbids something about a node goes with it.
fn remove_left(rule: &mut Rule, elements: &[Element]) {
    let gone: BTreeSet<ElementId> = node_ids(elements).filter(|id| rule.lhs.nodes.contains_key(id)).collect();
    for side in 0..=rule.or.len() {
        let Some((lhs, side)) = with_left(rule, side) else { continue };
        let is_only_kept =
            |id: &ElementId| side.nodes.get(id).is_some_and(|node| node.symbol == SymbolReplacement::Keep);
        let kept: Vec<Element> = gone.iter().copied().filter(is_only_kept).map(Element::Node).collect();
        sides::take_out(lhs, side, &kept);
    }
    let nodes: Vec<Element> = gone.iter().copied().map(Element::Node).collect();
    for pattern in &mut rule.forbid {
        remove_from_pattern(pattern, &nodes);
    }
    change_left(rule, |lhs| remove_from_pattern(lhs, elements));
}

fn paste(rule: &mut Rule, graph: GraphId, fragment: &Fragment, site: Site, symbols: &Symbols) {
    let mut new_ids: BTreeMap<ElementId, ElementId> = BTreeMap::new();
    let corner = fragment.corner();
    let offset = free_offset(&taken(rule, graph), fragment, corner, site);
    for (id, element) in &fragment.nodes {
        let own = fragment.at.get(id).copied().unwrap_or(corner);
        let site = Site { x: own.x.saturating_add(offset.x), y: own.y.saturating_add(offset.y) };
        if let Some(new) = add_node(rule, graph, element, site, symbols) {
            new_ids.insert(*id, new);
        }
    }
    for edge in &fragment.edges {
        if let (Some(from), Some(to)) = (new_ids.get(&edge.from), new_ids.get(&edge.to)) {
            connect(rule, graph, *from, &edge.is, *to, edge.direction, symbols);
        }
    }
}

/// By how much a fragment moves so that it lies at a site, or as near to the lower right of it as it is free.
pub(super) fn free_offset(taken: &BTreeSet<Site>, fragment: &Fragment, corner: Site, site: Site) -> Site {
    let offset = |step: i32| Site {
        x: site.x.saturating_sub(corner.x).saturating_add(step),
        y: site.y.saturating_sub(corner.y).saturating_add(step),
    };
    let is_free = |offset: &Site| {
        let mut sites = fragment.at.values();
        sites.all(|own| {
            let moved = Site { x: own.x.saturating_add(offset.x), y: own.y.saturating_add(offset.y) };
            !taken.contains(&moved)
        })
    };
    (0..64).map(offset).find(is_free).unwrap_or_else(|| offset(0))
}

fn set_conditions(rule: &mut Rule, graph: GraphId, element: Element, when: &[Condition]) {
    let pattern = match graph {
        GraphId::Start | GraphId::Rhs(..) => return,
        GraphId::Lhs(_) => &mut rule.lhs,
        GraphId::Forbid(_, number) => {
            let Some(pattern) = rule.forbid.get_mut(number) else { return };
            if let Element::Node(id) = element
                && rule.lhs.nodes.contains_key(&id)
            {
                pattern.nodes.entry(id).or_insert_with(|| SymbolPattern::Any.into());
            }
            pattern
        }
    };
    let known = match element {
        Element::Node(id) => pattern.nodes.get_mut(&id).map(|node| &mut node.when),
        Element::Edge(position) => pattern.edges.get_mut(position).map(|edge| &mut edge.when),
    };
    if let Some(known) = known {
        *known = when.to_vec();
    }
}

fn set_changes(rule: &mut Rule, graph: GraphId, element: Element, change: &[Change]) {
    let GraphId::Rhs(_, side) = graph else { return };
    let Some(side) = side_mut(rule, side) else { return };
    let known = match element {
        Element::Node(id) => side.nodes.get_mut(&id).map(|node| &mut node.change),
        Element::Edge(position) => side.edges.get_mut(position).map(|edge| &mut edge.change),
    };
    if let Some(known) = known {
        *known = change.to_vec();
    }
}
