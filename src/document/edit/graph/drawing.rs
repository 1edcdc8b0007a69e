//! What can be done to every drawing, whether it is the start or a side of a rule.

use std::collections::{BTreeMap, BTreeSet};

use super::{Element, Fragment, FragmentElement};
use crate::grammar::{Change, Condition, Direction, ElementId, Grammar, SymbolPattern};
use crate::mission::{Attributes, Site};

/// A graph that is drawn on. What is not there, or what such a drawing does not have, is passed over.
pub(super) trait Drawing {
    /// May an edge end at this node?
    fn has_node(&self, id: ElementId) -> bool;

    /// Sites where a new node cannot lie.
    fn taken(&self) -> BTreeSet<Site>;

    /// Moves nodes to these sites; none of them if one is taken.
    fn move_nodes(&mut self, to: &[(ElementId, Site)]);

    /// Adds a node; its id, unless it cannot be said what it is.
    fn add_node(&mut self, element: &FragmentElement, site: Site) -> Option<ElementId>;

    fn connect(&mut self, from: ElementId, element: &FragmentElement, to: ElementId, direction: Direction);

    fn set_symbol(&mut self, elements: &[Element], symbol: &SymbolPattern);

    fn reverse(&mut self, edges: &[usize]);

    fn remove(&mut self, elements: &[Element]);

    fn set_direction(&mut self, _edges: &[usize], _direction: Direction) {}

    fn set_conditions(&mut self, _element: Element, _when: &[Condition]) {}

    fn set_changes(&mut self, _element: Element, _change: &[Change]) {}

    fn set_attributes(&mut self, _element: Element, _attributes: &Attributes) {}

    /// Adds a node with an edge that leads to it.
    fn connect_new(&mut self, from: ElementId, edge: &FragmentElement, node: &FragmentElement, site: Site) {
        if self.has_node(from)
            && let Some(to) = self.add_node(node, site)
        {
            self.connect(from, edge, to, Direction::FromTo);
        }
    }

    fn paste(&mut self, fragment: &Fragment, site: Site) {
        let mut new_ids: BTreeMap<ElementId, ElementId> = BTreeMap::new();
        let corner = fragment.corner();
        let offset = free_offset(&self.taken(), fragment, corner, site);
        for (id, element) in &fragment.nodes {
            let own = fragment.at.get(id).copied().unwrap_or(corner);
            if let Some(new) = self.add_node(element, moved(own, offset)) {
                new_ids.insert(*id, new);
            }
        }
        for edge in &fragment.edges {
            if let (Some(from), Some(to)) = (new_ids.get(&edge.from), new_ids.get(&edge.to)) {
                self.connect(*from, &edge.is, *to, edge.direction);
            }
        }
    }
}

/// By how much a fragment moves so that it lies at a site, or as near to the lower right of it as it is free.
fn free_offset(taken: &BTreeSet<Site>, fragment: &Fragment, corner: Site, site: Site) -> Site {
    let offset = |step: i32| Site {
        x: site.x.saturating_sub(corner.x).saturating_add(step),
        y: site.y.saturating_sub(corner.y).saturating_add(step),
    };
    let is_free = |offset: &Site| !fragment.at.values().any(|own| taken.contains(&moved(*own, *offset)));
    (0..64).map(offset).find(is_free).unwrap_or_else(|| offset(0))
}

fn moved(site: Site, by: Site) -> Site {
    Site { x: site.x.saturating_add(by.x), y: site.y.saturating_add(by.y) }
}

/// What stands for a symbol that must be one and is none.
pub(super) struct Symbols {
    pub(super) node: Option<String>,
    pub(super) edge: Option<String>,
}

impl Symbols {
    pub(super) fn of(grammar: &Grammar) -> Self {
        Self {
            node: grammar.alphabet.nodes.keys().next().cloned(),
            edge: grammar.alphabet.edges.keys().next().cloned(),
        }
    }
}

/// One symbol, if the pattern is one; of several the first; of any the other one.
pub(super) fn one_symbol(pattern: &SymbolPattern, otherwise: Option<&String>) -> Option<String> {
    match pattern {
        SymbolPattern::Is(name) => Some(name.clone()),
        SymbolPattern::AnyOf(names) => names.first().or(otherwise).cloned(),
        SymbolPattern::Any => otherwise.cloned(),
    }
}

/// The same pattern: a choice of none as any, of one as that one.
pub(super) fn simplified(pattern: &SymbolPattern) -> SymbolPattern {
    match pattern {
        SymbolPattern::AnyOf(names) => match names.as_slice() {
            [] => SymbolPattern::Any,
            [name] => SymbolPattern::Is(name.clone()),
            _ => pattern.clone(),
        },
        SymbolPattern::Any | SymbolPattern::Is(_) => pattern.clone(),
    }
}

/// A new element of which only the symbol is said.
pub(super) fn of_symbol(symbol: &SymbolPattern) -> FragmentElement {
    FragmentElement { symbol: simplified(symbol), ..FragmentElement::default() }
}
