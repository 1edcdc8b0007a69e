//! Drawing on the start graph. Sites are part of what it says, so no two nodes may share one.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::rule::free_offset;
use super::sites::{free_near, near, start_sites};
use super::{
    Element, Fragment, FragmentElement, GraphEdit, Symbols, after, edge_positions, node_ids, one_symbol,
};
use crate::grammar::{ElementId, Grammar, Start, StartElement, SymbolPattern};
use crate::mission::{Attributes, Site};

/// The parts of a start graph.
struct Drawn<'g> {
    nodes: &'g mut IndexMap<ElementId, StartElement>,
    edges: &'g mut Vec<(ElementId, StartElement, ElementId)>,
    at: &'g mut IndexMap<ElementId, Site>,
    sites: BTreeMap<ElementId, Site>,
}

pub(super) fn carry_out(edit: &GraphEdit, grammar: &mut Grammar) {
    let symbols = Symbols::of(grammar);
    let sites = start_sites(&grammar.start);
    let Start::Graph { nodes, edges, at } = &mut grammar.start else { return };
    let mut drawn = Drawn { nodes, edges, at, sites };
    match edit {
        GraphEdit::Move { to, .. } => drawn.move_nodes(to),
        GraphEdit::Unplace(ids) => drawn.at.retain(|id, _| !ids.contains(id)),
        GraphEdit::AddNode { symbol, site, .. } => {
            drawn.add_node(&of_symbol(symbol), *site, &symbols);
        }
        GraphEdit::Connect { from, to, symbol, .. } => {
            drawn.connect(*from, &of_symbol(symbol), *to, &symbols)
        }
        GraphEdit::ConnectNew { from, edge, node, site, .. } => {
            if drawn.nodes.contains_key(from)
                && let Some(to) = drawn.add_node(&of_symbol(node), *site, &symbols)
            {
                drawn.connect(*from, &of_symbol(edge), to, &symbols);
            }
        }
        GraphEdit::SetSymbol { elements, symbol, .. } => drawn.set_symbol(elements, symbol),
        GraphEdit::Reverse { edges, .. } => drawn.reverse(edges),
        GraphEdit::Remove { elements, .. } => drawn.remove(elements),
        GraphEdit::Paste { fragment, site, .. } => drawn.paste(fragment, *site, &symbols),
        GraphEdit::SetAttributes { element, attributes } => drawn.set_attributes(*element, attributes),
        GraphEdit::SetDirection { .. }
        | GraphEdit::Keep { .. }
        | GraphEdit::SetConditions { .. }
        | GraphEdit::SetChanges { .. }
        | GraphEdit::AddSide { .. }
        | GraphEdit::RemoveSide { .. }
        | GraphEdit::SetWeight { .. }
        | GraphEdit::AddForbidden { .. }
        | GraphEdit::RemoveForbidden { .. }
        | GraphEdit::WithSymbol { .. }
        | GraphEdit::SetStart { .. } => {}
    }
}

fn of_symbol(symbol: &SymbolPattern) -> FragmentElement {
    FragmentElement { symbol: symbol.clone(), ..FragmentElement::default() }
}

impl Drawn<'_> {
    fn move_nodes(&mut self, to: &[(ElementId, Site)]) {
        let mut after = self.sites.clone();
        after.extend(
            to.iter().filter(|(id, _)| self.nodes.contains_key(id)).map(|(id, site)| (*id, near(*site))),
        );
        let apart: BTreeSet<Site> = after.values().copied().collect();
        if apart.len() == after.len() {
            self.write(after);
        }
    }

    /// Writes where everything is drawn, so that nothing jumps.
    fn write(&mut self, sites: BTreeMap<ElementId, Site>) {
        for (id, site) in &sites {
            self.at.insert(*id, *site);
        }
        self.at.retain(|id, _| self.nodes.contains_key(id));
        self.sites = sites;
    }

    fn add_node(&mut self, element: &FragmentElement, site: Site, symbols: &Symbols) -> Option<ElementId> {
        let symbol = one_symbol(&element.symbol, symbols.node.as_ref())?;
        let id = after(self.nodes.keys().chain(self.at.keys()).max().copied());
        let taken: BTreeSet<Site> = self.sites.values().copied().collect();
        self.nodes.insert(id, StartElement { symbol, attributes: element.attributes.clone() });
        let mut sites = self.sites.clone();
        sites.insert(id, free_near(&taken, site));
        self.write(sites);
        Some(id)
    }

    fn connect(&mut self, from: ElementId, element: &FragmentElement, to: ElementId, symbols: &Symbols) {
        let symbol = one_symbol(&element.symbol, symbols.edge.as_ref());
        if let Some(symbol) = symbol
            && self.nodes.contains_key(&from)
            && self.nodes.contains_key(&to)
        {
            self.edges.push((from, StartElement { symbol, attributes: element.attributes.clone() }, to));
        }
    }

    fn set_symbol(&mut self, elements: &[Element], symbol: &SymbolPattern) {
        let Some(name) = one_symbol(symbol, None) else { return };
        for element in elements {
            if let Some(is) = self.element(*element) {
                is.symbol.clone_from(&name);
            }
        }
    }

    fn set_attributes(&mut self, element: Element, attributes: &Attributes) {
        if let Some(is) = self.element(element) {
            is.attributes.clone_from(attributes);
        }
    }

    fn element(&mut self, element: Element) -> Option<&mut StartElement> {
        match element {
            Element::Node(id) => self.nodes.get_mut(&id),
            Element::Edge(position) => self.edges.get_mut(position).map(|(_, is, _)| is),
        }
    }

    fn reverse(&mut self, edges: &[usize]) {
        for position in edges.iter().collect::<BTreeSet<_>>() {
            if let Some((from, _, to)) = self.edges.get_mut(*position) {
                std::mem::swap(from, to);
            }
        }
    }

    fn remove(&mut self, elements: &[Element]) {
        let gone: BTreeSet<ElementId> = node_ids(elements).collect();
        let gone_edges: BTreeSet<usize> = edge_positions(elements).collect();
        self.nodes.retain(|id, _| !gone.contains(id));
        self.at.retain(|id, _| !gone.contains(id));
        let mut positions = 0..;
        self.edges.retain(|(from, _, to)| {
            let is_named = positions.next().is_some_and(|position: usize| gone_edges.contains(&position));
            !is_named && !gone.contains(from) && !gone.contains(to)
        });
    }

    fn paste(&mut self, fragment: &Fragment, site: Site, symbols: &Symbols) {
        let taken: BTreeSet<Site> = self.sites.values().copied().collect();
        let corner = fragment.corner();
        let offset = free_offset(&taken, fragment, corner, site);
        let mut new_ids: BTreeMap<ElementId, ElementId> = BTreeMap::new();
        for (id, element) in &fragment.nodes {
            let own = fragment.at.get(id).copied().unwrap_or(corner);
            let site = Site { x: own.x.saturating_add(offset.x), y: own.y.saturating_add(offset.y) };
            if let Some(new) = self.add_node(element, site, symbols) {
                new_ids.insert(*id, new);
            }
        }
        for edge in &fragment.edges {
            if let (Some(from), Some(to)) = (new_ids.get(&edge.from), new_ids.get(&edge.to)) {
                self.connect(*from, &edge.is, *to, symbols);
            }
        }
    }
}
