//! Edits the sides of a rule.

use std::collections::BTreeSet;
use std::iter::once;

use super::drawing::{DefaultSymbols, EditableGraph, one_symbol};
use super::pairs::{change_left, change_right};
use super::sides::{self, side_mut, with_left};
use super::sites::{drawn_sites, drop_gone_nodes, free_near, ids, move_nodes, write_drawn};
use super::{Element, FragmentElement, GraphId, edge_positions, id_after, node_ids};
use crate::grammar::{
    AttributeSource, Change, Condition, EdgeDirection, EdgePattern, EdgeReplacement, ElementId, NodePattern,
    NodeReplacement, Pattern, Rule, SymbolPattern, SymbolReplacement, pair_edges,
};
use crate::mission::Site;

/// A part of a rule that is edited.
#[derive(Clone, Copy)]
enum RulePart {
    Left,
    /// The right side at this position.
    Right(usize),
    /// The forbidden pattern at this position.
    Forbidden(usize),
}

impl RulePart {
    /// Returns the part, or `None` if the rule has no such part.
    fn of(rule: &Rule, graph: GraphId) -> Option<Self> {
        match graph {
            GraphId::Start => None,
            GraphId::Lhs(_) => Some(Self::Left),
            GraphId::Rhs(_, side) => (side <= rule.or.len()).then_some(Self::Right(side)),
            GraphId::Forbid(_, number) => (number < rule.forbid.len()).then_some(Self::Forbidden(number)),
        }
    }

    /// Returns `true` if an edge of it may end at this node.
    fn has_node(self, rule: &Rule, id: ElementId) -> bool {
        let is_left = rule.lhs.nodes.contains_key(&id);
        match self {
            Self::Left => is_left,
            Self::Right(side) => {
                rule.alternatives().nth(side).is_some_and(|side| side.nodes.contains_key(&id))
            }
            Self::Forbidden(number) => {
                is_left || rule.forbid.get(number).is_some_and(|pattern| pattern.nodes.contains_key(&id))
            }
        }
    }

    /// Returns the sites that a new node of it cannot take.
    fn taken(self, rule: &Rule) -> BTreeSet<Site> {
        let shares = |id: &ElementId| {
            rule.lhs.nodes.contains_key(id) || matches!(self, Self::Left) || self.has_node(rule, *id)
        };
        drawn_sites(rule).iter().filter(|(id, _)| shares(id)).map(|(_, site)| *site).collect()
    }
}

/// Returns the sites that a new node of a graph of the rule cannot take.
pub(super) fn taken(rule: &Rule, graph: GraphId) -> BTreeSet<Site> {
    RulePart::of(rule, graph).map(|part| part.taken(rule)).unwrap_or_default()
}

/// A part of a rule, open for editing.
pub(super) struct RulePartDrawing<'g> {
    rule: &'g mut Rule,
    part: RulePart,
    symbols: DefaultSymbols,
}

impl<'g> RulePartDrawing<'g> {
    /// Opens a part, or returns `None` if the rule has no such part.
    pub(super) fn of(rule: &'g mut Rule, graph: GraphId, symbols: DefaultSymbols) -> Option<Self> {
        let part = RulePart::of(rule, graph)?;
        Some(Self { rule, part, symbols })
    }

    /// Returns the pattern, unless the part is a right side.
    fn pattern_mut(&mut self) -> Option<&mut Pattern> {
        match self.part {
            RulePart::Left => Some(&mut self.rule.lhs),
            RulePart::Forbidden(number) => self.rule.forbid.get_mut(number),
            RulePart::Right(_) => None,
        }
    }

    /// Changes elements of a pattern without adding or removing any.
    fn change_pattern(&mut self, change: impl FnOnce(&mut Pattern)) {
        match self.part {
            RulePart::Left => change_left(self.rule, |lhs| {
                change(lhs);
                (0..lhs.edges.len()).map(Some).collect()
            }),
            RulePart::Forbidden(_) | RulePart::Right(_) => {
                if let Some(pattern) = self.pattern_mut() {
                    change(pattern);
                }
            }
        }
    }

    /// Adds nodes of the left side to a forbidden pattern, so that it can have conditions on them.
    fn name_in_forbidden(&mut self, ids: impl Iterator<Item = ElementId>) {
        let RulePart::Forbidden(number) = self.part else { return };
        let Rule { lhs, forbid, .. } = &mut *self.rule;
        let Some(pattern) = forbid.get_mut(number) else { return };
        for id in ids.filter(|id| lhs.nodes.contains_key(id)) {
            pattern.nodes.entry(id).or_insert_with(|| SymbolPattern::Any.into());
        }
    }
}

impl EditableGraph for RulePartDrawing<'_> {
    fn has_node(&self, id: ElementId) -> bool {
        self.part.has_node(self.rule, id)
    }

    fn taken(&self) -> BTreeSet<Site> {
        self.part.taken(self.rule)
    }

    fn move_nodes(&mut self, to: &[(ElementId, Site)]) {
        move_nodes(self.rule, to);
    }

    fn add_node(&mut self, element: &FragmentElement, site: Site) -> Option<ElementId> {
        let site = free_near(&self.taken(), site);
        let rule = &mut *self.rule;
        let id = id_after(ids(rule).last().copied());
        let node = NodePattern { symbol: element.symbol.clone(), when: element.when.clone() };
        match self.part {
            RulePart::Left => {
                rule.lhs.nodes.insert(id, node);
                for side in once(&mut rule.rhs).chain(&mut rule.or) {
                    side.nodes.insert(id, SymbolReplacement::Keep.into());
                }
            }
            RulePart::Right(side) => {
                let symbol = one_symbol(&element.symbol, self.symbols.node.as_ref())?;
                let change = sound_changes(rule, &element.change);
                let node = NodeReplacement { symbol: SymbolReplacement::Is(symbol), change };
                side_mut(rule, side)?.nodes.insert(id, node);
            }
            RulePart::Forbidden(number) => {
                rule.forbid.get_mut(number)?.nodes.insert(id, node);
            }
        }
        rule.at.insert(id, site);
        write_drawn(rule);
        Some(id)
    }

    fn connect(
        &mut self,
        from: ElementId,
        element: &FragmentElement,
        to: ElementId,
        direction: EdgeDirection,
    ) {
        if !self.has_node(from) || !self.has_node(to) {
            return;
        }
        let (symbol, when) = (element.symbol.clone(), element.when.clone());
        let edge = EdgePattern { from, symbol, when, to, direction };
        match self.part {
            RulePart::Left => connect_left(self.rule, edge),
            RulePart::Right(side) => {
                let Some(symbol) = one_symbol(&element.symbol, self.symbols.edge.as_ref()) else { return };
                let change = sound_changes(self.rule, &element.change);
                let edge = EdgeReplacement { from, symbol: SymbolReplacement::Is(symbol), change, to };
                if let Some((lhs, side)) = with_left(self.rule, side) {
                    change_right(lhs, side, |side, partners| {
                        side.edges.push(edge);
                        partners.push(None);
                    });
                }
            }
            RulePart::Forbidden(number) => {
                if let Some(pattern) = self.rule.forbid.get_mut(number) {
                    pattern.edges.push(edge);
                }
            }
        }
    }

    fn set_symbol(&mut self, elements: &[Element], symbol: &SymbolPattern) {
        if let RulePart::Right(side) = self.part {
            if let Some((lhs, side)) = with_left(self.rule, side) {
                sides::set_symbol(lhs, side, elements, symbol);
            }
            return;
        }
        self.name_in_forbidden(node_ids(elements));
        self.change_pattern(|pattern| set_symbol_of_pattern(pattern, elements, symbol));
    }

    fn set_direction(&mut self, edges: &[usize], direction: EdgeDirection) {
        self.change_pattern(|pattern| {
            for position in edges {
                if let Some(edge) = pattern.edges.get_mut(*position) {
                    edge.direction = direction;
                }
            }
        });
    }

    fn reverse(&mut self, edges: &[usize]) {
        if let RulePart::Right(side) = self.part {
            if let Some((lhs, side)) = with_left(self.rule, side) {
                sides::reverse(lhs, side, edges);
            }
            return;
        }
        self.change_pattern(|pattern| {
            for position in edges.iter().collect::<BTreeSet<_>>() {
                if let Some(edge) = pattern.edges.get_mut(*position) {
                    std::mem::swap(&mut edge.from, &mut edge.to);
                }
            }
        });
    }

    fn remove(&mut self, elements: &[Element]) {
        match self.part {
            RulePart::Left => remove_left(self.rule, elements),
            RulePart::Right(side) => {
                if let Some((lhs, side)) = with_left(self.rule, side) {
                    sides::take_out(lhs, side, elements);
                }
            }
            RulePart::Forbidden(number) => {
                if let Some(pattern) = self.rule.forbid.get_mut(number) {
                    remove_from_pattern(pattern, elements);
                }
            }
        }
        drop_gone_nodes(self.rule);
    }

    fn set_conditions(&mut self, element: Element, when: &[Condition]) {
        self.name_in_forbidden(node_ids(&[element]));
        let Some(pattern) = self.pattern_mut() else { return };
        let known = match element {
            Element::Node(id) => pattern.nodes.get_mut(&id).map(|node| &mut node.when),
            Element::Edge(position) => pattern.edges.get_mut(position).map(|edge| &mut edge.when),
        };
        if let Some(known) = known {
            *known = when.to_vec();
        }
    }

    fn set_changes(&mut self, element: Element, change: &[Change]) {
        let RulePart::Right(side) = self.part else { return };
        let Some(side) = side_mut(self.rule, side) else { return };
        let known = match element {
            Element::Node(id) => side.nodes.get_mut(&id).map(|node| &mut node.change),
            Element::Edge(position) => side.edges.get_mut(position).map(|edge| &mut edge.change),
        };
        if let Some(known) = known {
            *known = change.to_vec();
        }
    }
}

/// Returns the changes that copy values only from elements of the left side.
fn sound_changes(rule: &Rule, changes: &[Change]) -> Vec<Change> {
    let is_sound = |change: &&Change| match change.taken() {
        None => true,
        Some((_, AttributeSource::Node(id))) => rule.lhs.nodes.contains_key(&id),
        Some((_, AttributeSource::Edge(number))) => (1..=rule.lhs.edges.len()).contains(&(number as usize)),
    };
    changes.iter().filter(is_sound).cloned().collect()
}

/// Adds an edge to the left side. It is kept on every right side that has both its ends.
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

/// Removes elements from a pattern. Returns the new position of each previous edge.
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

/// Removes elements from the left side.
///
/// Kept nodes without a symbol of their own disappear from the right sides too, and from forbidden patterns.
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
