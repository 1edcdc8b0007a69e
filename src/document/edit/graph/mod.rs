//! Edits of drawn graphs: the start, and the sides of rules.
//!
//! Every edit keeps a drawing well-formed: each edge has both ends, kept elements exist, and nodes of a side
//! have different sites. Elements added to a left side are kept on all right sides, so that each right side
//! begins as a copy. Elements removed from a right side are erased by the rule.

mod drawing;
mod fragment;
mod insert;
mod names;
mod pairs;
mod rule;
mod sides;
mod sites;
mod start;

use crate::document::{NewSymbol, new_symbol};
use crate::grammar::{Change, Condition, EdgeDirection, ElementId, Grammar, Rule, Start, SymbolPattern};
use crate::mission::{Attributes, Site};

use drawing::{DefaultSymbols, EditableGraph, of_symbol, simplified};
use rule::RulePartDrawing;
use start::StartDrawing;

pub use fragment::{Fragment, FragmentEdge, FragmentElement};
pub use sites::{drawn_sites, start_sites};

/// A graph that can be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GraphId {
    /// The start graph.
    Start,
    /// The left side of the rule at this position.
    Lhs(usize),
    /// A right side of the rule at this position: 0 is the first one, the others are those under `or`.
    Rhs(usize, usize),
    /// A forbidden pattern of the rule at this position.
    Forbid(usize, usize),
}

/// A node or an edge of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// The node with this id.
    Node(ElementId),
    /// The edge at this position of the sheet's list.
    Edge(usize),
}

/// An edit of a drawn graph. Missing elements are ignored. Rules, right sides, edges and forbidden patterns
/// are given by position.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum GraphEdit {
    /// Moves nodes to these sites; in rules, on all sides at once. Nothing moves if a site is taken.
    Move { graph: GraphId, to: Vec<(ElementId, Site)> },
    /// Decides whether nodes of the start keep their drawn sites in levels, or leave them to the layout.
    SetSited { nodes: Vec<ElementId>, is_sited: bool },
    /// Adds a node at the nearest free site. On right sides and the start, `symbol` must be a single symbol.
    AddNode { graph: GraphId, symbol: SymbolPattern, site: Site },
    /// Adds an edge between two nodes. On right sides and the start, `symbol` must be a single symbol.
    Connect { graph: GraphId, from: ElementId, to: ElementId, symbol: SymbolPattern },
    /// Adds an edge together with the node that it arrives at.
    ConnectNew { graph: GraphId, from: ElementId, edge: SymbolPattern, node: SymbolPattern, site: Site },
    /// Inserts a node into an edge, which becomes two edges.
    Insert { graph: GraphId, edge: usize, symbol: SymbolPattern },
    /// Sets the symbol of elements, all of them nodes or all edges. On right sides, `Any` keeps the symbol of
    /// the left side.
    SetSymbol { graph: GraphId, elements: Vec<Element>, symbol: SymbolPattern },
    /// Sets whether the direction of edges matters; edges are given by position.
    SetDirection { graph: GraphId, edges: Vec<usize>, direction: EdgeDirection },
    /// Reverses edges, given by position.
    Reverse { graph: GraphId, edges: Vec<usize> },
    /// Removes elements, and the edges of removed nodes. On right sides, this erases elements of the left
    /// side.
    Remove { graph: GraphId, elements: Vec<Element> },
    /// Keeps elements of the left side on a right side, or erases them there. Elements are given as on the
    /// left side.
    Keep { rule: usize, side: usize, elements: Vec<Element>, is_kept: bool },
    /// Adds a copy of a fragment under new ids. Its upper left corner is at the site, or near it if that is
    /// taken.
    Paste { graph: GraphId, fragment: Fragment, site: Site },
    /// Sets all conditions of an element other than its symbol, on a left side or a forbidden pattern.
    SetConditions { graph: GraphId, element: Element, when: Vec<Condition> },
    /// Sets all changes that a right side makes to the attributes of an element, in this order.
    SetChanges { graph: GraphId, element: Element, change: Vec<Change> },
    /// Sets all attributes of an element of the start.
    SetAttributes { element: Element, attributes: Attributes },
    /// Adds a right side at the end: a copy of another one, otherwise of the left side.
    AddSide { rule: usize, copied: Option<usize> },
    /// Removes a right side; the last one cannot be removed.
    RemoveSide { rule: usize, side: usize },
    /// Sets the weight with which a right side is drawn.
    SetWeight { rule: usize, side: usize, weight: u32 },
    /// Adds a forbidden pattern at the end: an empty one, or a copy.
    AddForbidden { rule: usize, copied: Option<usize> },
    /// Removes a forbidden pattern.
    RemoveForbidden { rule: usize, number: usize },
    /// Adds a symbol unless the name exists, then does an edit that uses it.
    WithSymbol { symbol: NewSymbol, edit: Box<GraphEdit> },
    /// Sets the start of derivations. `what` names the changed setting in the designer's words: "Set width of
    /// the start".
    SetStart { what: String, start: Box<Start> },
}

impl GraphEdit {
    pub(super) fn is_gradual(&self) -> bool {
        matches!(
            self,
            Self::Move { .. }
                | Self::SetConditions { .. }
                | Self::SetChanges { .. }
                | Self::SetAttributes { .. }
                | Self::SetWeight { .. }
                | Self::SetStart { .. }
        )
    }

    pub(super) fn apply_to(&self, grammar: &mut Grammar) {
        match self {
            Self::Move { graph, to } => draw(grammar, *graph, |drawing| drawing.move_nodes(to)),
            Self::SetSited { nodes, is_sited } => {
                if let Some(mut drawing) = start_drawing(grammar) {
                    drawing.set_sited(nodes, *is_sited);
                }
            }
            Self::AddNode { graph, symbol, site } => draw(grammar, *graph, |drawing| {
                drawing.add_node(&of_symbol(symbol), *site);
            }),
            Self::Connect { graph, from, to, symbol } => draw(grammar, *graph, |drawing| {
                drawing.connect(*from, &of_symbol(symbol), *to, EdgeDirection::FromTo);
            }),
            Self::ConnectNew { graph, from, edge, node, site } => draw(grammar, *graph, |drawing| {
                drawing.connect_new(*from, &of_symbol(edge), &of_symbol(node), *site);
            }),
            Self::Insert { graph, edge, symbol } => insert::insert(grammar, *graph, *edge, symbol),
            Self::SetSymbol { graph, elements, symbol } => {
                draw(grammar, *graph, |drawing| drawing.set_symbol(elements, &simplified(symbol)));
            }
            Self::SetDirection { graph, edges, direction } => {
                draw(grammar, *graph, |drawing| drawing.set_direction(edges, *direction));
            }
            Self::Reverse { graph, edges } => draw(grammar, *graph, |drawing| drawing.reverse(edges)),
            Self::Remove { graph, elements } => draw(grammar, *graph, |drawing| drawing.remove(elements)),
            Self::Paste { graph, fragment, site } => {
                draw(grammar, *graph, |drawing| drawing.paste(fragment, *site));
            }
            Self::SetConditions { graph, element, when } => {
                draw(grammar, *graph, |drawing| drawing.set_conditions(*element, when));
            }
            Self::SetChanges { graph, element, change } => {
                draw(grammar, *graph, |drawing| drawing.set_changes(*element, change));
            }
            Self::SetAttributes { element, attributes } => {
                draw(grammar, GraphId::Start, |drawing| drawing.set_attributes(*element, attributes));
            }
            Self::Keep { rule, side, elements, is_kept: true } => {
                change_rule(grammar, *rule, |rule| sides::keep(rule, *side, elements));
            }
            Self::Keep { rule, side, elements, is_kept: false } => {
                change_rule(grammar, *rule, |rule| sides::erase(rule, *side, elements));
            }
            Self::AddSide { rule, copied } => change_rule(grammar, *rule, |rule| sides::add(rule, *copied)),
            Self::RemoveSide { rule, side } => change_rule(grammar, *rule, |rule| sides::remove(rule, *side)),
            Self::SetWeight { rule, side, weight } => change_rule(grammar, *rule, |rule| {
                if let Some(side) = sides::side_mut(rule, *side) {
                    side.weight = *weight;
                }
            }),
            Self::AddForbidden { rule, copied } => {
                change_rule(grammar, *rule, |rule| sides::add_forbidden(rule, *copied));
            }
            Self::RemoveForbidden { rule, number } => {
                change_rule(grammar, *rule, |rule| sides::remove_forbidden(rule, *number));
            }
            Self::WithSymbol { symbol, edit } => {
                new_symbol(grammar, symbol).carry_out_on(grammar);
                edit.apply_to(grammar);
            }
            Self::SetStart { start, .. } => grammar.start.clone_from(&**start),
        }
    }
}

/// Edits a graph, if it exists.
fn draw(grammar: &mut Grammar, graph: GraphId, draw: impl FnOnce(&mut dyn EditableGraph)) {
    match graph.rule() {
        None => {
            if let Some(mut drawing) = start_drawing(grammar) {
                draw(&mut drawing);
            }
        }
        Some(position) => {
            let symbols = DefaultSymbols::of(grammar);
            change_rule(grammar, position, |rule| {
                if let Some(mut drawing) = RulePartDrawing::of(rule, graph, symbols) {
                    draw(&mut drawing);
                }
            });
        }
    }
}

/// Returns the start graph for editing. If a rule is on the lattice, its nodes need sites to be matched.
fn start_drawing(grammar: &mut Grammar) -> Option<StartDrawing<'_>> {
    let symbols = DefaultSymbols::of(grammar);
    let needs_sites = grammar.rules.iter().any(|rule| !rule.geometry.is_free());
    StartDrawing::of(&mut grammar.start, needs_sites, symbols)
}

fn change_rule(grammar: &mut Grammar, position: usize, change: impl FnOnce(&mut Rule)) {
    if let Some(rule) = grammar.rules.get_mut(position) {
        change(rule);
    }
}

impl GraphId {
    /// Returns the position of the rule that it belongs to; `None` for the start.
    pub fn rule(self) -> Option<usize> {
        match self {
            Self::Start => None,
            Self::Lhs(rule) | Self::Rhs(rule, _) | Self::Forbid(rule, _) => Some(rule),
        }
    }

    /// Returns `true` if each element on it must have exactly one symbol.
    pub fn needs_one_symbol(self) -> bool {
        matches!(self, Self::Start | Self::Rhs(..))
    }
}

/// Returns the id that the next new node on a sheet gets; further nodes get the following ones.
pub fn next_id(grammar: &Grammar, graph: GraphId) -> ElementId {
    let largest = match graph.rule() {
        Some(rule) => grammar.rules.get(rule).and_then(|rule| sites::ids(rule).last().copied()),
        None => match &grammar.start {
            Start::Graph { nodes, at, drawn, .. } => {
                nodes.keys().chain(at.keys()).chain(drawn.keys()).max().copied()
            }
            Start::Lattice { .. } | Start::Tree { .. } | Start::Scatter(_) => None,
        },
    };
    id_after(largest)
}

/// Returns the site that a new node of a sheet gets: the free one nearest to `site`.
pub fn free_site(grammar: &Grammar, graph: GraphId, site: Site) -> Site {
    let taken = match graph.rule() {
        Some(rule) => grammar.rules.get(rule).map(|rule| rule::taken(rule, graph)).unwrap_or_default(),
        None => start_sites(&grammar.start).into_values().collect(),
    };
    sites::free_near(&taken, site)
}

/// Returns the id after the largest one. It saturates at the maximum, which no drawing reaches.
fn id_after(largest: Option<ElementId>) -> ElementId {
    ElementId(largest.map_or(1, |id| id.0.saturating_add(1)))
}

/// Returns the ids of the nodes among some elements.
fn node_ids(elements: &[Element]) -> impl Iterator<Item = ElementId> {
    elements.iter().filter_map(|element| match element {
        Element::Node(id) => Some(*id),
        Element::Edge(_) => None,
    })
}

/// Returns the positions of the edges among some elements.
fn edge_positions(elements: &[Element]) -> impl Iterator<Item = usize> {
    elements.iter().filter_map(|element| match element {
        Element::Edge(position) => Some(*position),
        Element::Node(_) => None,
    })
}

#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod tests;
