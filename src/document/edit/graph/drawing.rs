//! Operations that every drawing supports, for the start as well as for sides of rules.

use std::collections::{BTreeMap, BTreeSet};

use super::{Element, Fragment, FragmentElement};
use crate::grammar::{Change, Condition, EdgeDirection, ElementId, Grammar, SymbolPattern};
use crate::mission::{Attributes, Site};

/// A graph that can be edited. Missing elements and unsupported properties are ignored.
pub(super) trait EditableGraph {
    /// Returns `true` if an edge may end at this node.
    fn has_node(&self, id: ElementId) -> bool;

    /// Returns the sites that a new node cannot take.
    fn taken(&self) -> BTreeSet<Site>;

    /// Moves nodes to these sites, or none of them if one is taken.
    fn move_nodes(&mut self, to: &[(ElementId, Site)]);

    /// Adds a node and returns its id, unless its symbol is unclear.
    fn add_node(&mut self, element: &FragmentElement, site: Site) -> Option<ElementId>;

    fn connect(
        &mut self,
        from: ElementId,
        element: &FragmentElement,
        to: ElementId,
        direction: EdgeDirection,
    );

    fn set_symbol(&mut self, elements: &[Element], symbol: &SymbolPattern);

    fn reverse(&mut self, edges: &[usize]);

    fn remove(&mut self, elements: &[Element]);

    fn set_direction(&mut self, _edges: &[usize], _direction: EdgeDirection) {}

    fn set_conditions(&mut self, _element: Element, _when: &[Condition]) {}

    fn set_changes(&mut self, _element: Element, _change: &[Change]) {}

    fn set_attributes(&mut self, _element: Element, _attributes: &Attributes) {}

    /// Adds a node with an edge to it.
    fn connect_new(&mut self, from: ElementId, edge: &FragmentElement, node: &FragmentElement, site: Site) {
        if self.has_node(from)
            && let Some(to) = self.add_node(node, site)
        {
            self.connect(from, edge, to, EdgeDirection::FromTo);
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

/// Returns the offset that moves a fragment to a free position: at `site`, or as near to it as possible
/// towards the lower right.
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

/// Default symbols for elements that need exactly one.
pub(super) struct DefaultSymbols {
    pub(super) node: Option<String>,
    pub(super) edge: Option<String>,
}

impl DefaultSymbols {
    pub(super) fn of(grammar: &Grammar) -> Self {
        Self {
            node: grammar.alphabet.nodes.keys().next().cloned(),
            edge: grammar.alphabet.edges.keys().next().cloned(),
        }
    }
}

/// Returns one symbol of a pattern: the only one, the first of several, or `otherwise` if any symbol fits.
pub(super) fn one_symbol(pattern: &SymbolPattern, otherwise: Option<&String>) -> Option<String> {
    match pattern {
        SymbolPattern::Is(name) => Some(name.clone()),
        SymbolPattern::AnyOf(names) => names.first().or(otherwise).cloned(),
        SymbolPattern::Any => otherwise.cloned(),
    }
}

/// Returns an equivalent pattern: an empty choice becomes any, a choice of one becomes that symbol.
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

/// Creates a new element from its symbol.
pub(super) fn of_symbol(symbol: &SymbolPattern) -> FragmentElement {
    FragmentElement { symbol: simplified(symbol), ..FragmentElement::default() }
}
