//! Edits the start graph. No two nodes share a site, because levels take their sites from the drawing.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::drawing::{DefaultSymbols, EditableGraph, one_symbol};
use super::sites::{clamped, free_near, start_sites};
use super::{Element, FragmentElement, edge_positions, id_after, node_ids};
use crate::grammar::{EdgeDirection, ElementId, Start, StartElement, SymbolPattern};
use crate::mission::{Attributes, Site};

/// A start graph, open for editing.
pub(super) struct StartDrawing<'g> {
    nodes: &'g mut IndexMap<ElementId, StartElement>,
    edges: &'g mut Vec<(ElementId, StartElement, ElementId)>,
    at: &'g mut IndexMap<ElementId, Site>,
    drawn: &'g mut IndexMap<ElementId, Site>,
    /// Drawn site of each node.
    sites: BTreeMap<ElementId, Site>,
    /// `true` if new nodes get sites in levels: because all others have them, or because rules need them.
    is_sited: bool,
    symbols: DefaultSymbols,
}

impl<'g> StartDrawing<'g> {
    /// Opens the start, or returns `None` if it is not a drawn graph.
    pub(super) fn of(start: &'g mut Start, needs_sites: bool, symbols: DefaultSymbols) -> Option<Self> {
        let sites = start_sites(start);
        let is_sited = needs_sites || start.gives_all_sites();
        let Start::Graph { nodes, edges, at, drawn } = start else { return None };
        Some(Self { nodes, edges, at, drawn, sites, is_sited, symbols })
    }

    /// Writes all drawn sites, so that nothing jumps.
    fn write(&mut self, sites: BTreeMap<ElementId, Site>) {
        for (id, site) in &sites {
            let is_sited = self.is_sited || self.at.contains_key(id);
            let places = if is_sited { &mut *self.at } else { &mut *self.drawn };
            places.insert(*id, *site);
        }
        self.sites = sites;
        self.drop_gone();
    }

    fn drop_gone(&mut self) {
        self.at.retain(|id, _| self.nodes.contains_key(id));
        self.drawn.retain(|id, _| self.nodes.contains_key(id) && !self.at.contains_key(id));
    }

    /// Gives nodes their drawn sites in levels, or leaves them to the layout.
    pub(super) fn set_sited(&mut self, ids: &[ElementId], is_sited: bool) {
        self.write(self.sites.clone());
        for (id, site) in self.sites.iter().filter(|(id, _)| ids.contains(id)) {
            if is_sited {
                self.at.insert(*id, *site);
            } else {
                self.at.shift_remove(id);
                self.drawn.insert(*id, *site);
            }
        }
        self.drop_gone();
    }

    fn element(&mut self, element: Element) -> Option<&mut StartElement> {
        match element {
            Element::Node(id) => self.nodes.get_mut(&id),
            Element::Edge(position) => self.edges.get_mut(position).map(|(_, is, _)| is),
        }
    }
}

impl EditableGraph for StartDrawing<'_> {
    fn has_node(&self, id: ElementId) -> bool {
        self.nodes.contains_key(&id)
    }

    fn taken(&self) -> BTreeSet<Site> {
        self.sites.values().copied().collect()
    }

    fn move_nodes(&mut self, to: &[(ElementId, Site)]) {
        let mut after = self.sites.clone();
        after.extend(
            to.iter().filter(|(id, _)| self.nodes.contains_key(id)).map(|(id, site)| (*id, clamped(*site))),
        );
        let apart: BTreeSet<Site> = after.values().copied().collect();
        if apart.len() == after.len() {
            self.write(after);
        }
    }

    fn add_node(&mut self, element: &FragmentElement, site: Site) -> Option<ElementId> {
        let symbol = one_symbol(&element.symbol, self.symbols.node.as_ref())?;
        let id = id_after(self.nodes.keys().chain(self.at.keys()).chain(self.drawn.keys()).max().copied());
        let taken = self.taken();
        self.nodes.insert(id, StartElement { symbol, attributes: element.attributes.clone() });
        let mut sites = self.sites.clone();
        sites.insert(id, free_near(&taken, site));
        self.write(sites);
        Some(id)
    }

    fn connect(
        &mut self,
        from: ElementId,
        element: &FragmentElement,
        to: ElementId,
        _direction: EdgeDirection,
    ) {
        let symbol = one_symbol(&element.symbol, self.symbols.edge.as_ref());
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
        self.drop_gone();
        let mut positions = 0..;
        self.edges.retain(|(from, _, to)| {
            let is_named = positions.next().is_some_and(|position: usize| gone_edges.contains(&position));
            !is_named && !gone.contains(from) && !gone.contains(to)
        });
    }
}
