//! The edited graph, and questions about it.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Pos2, Rect};

use crate::document::{Element, GraphEdit, GraphId, NewSymbol, free_name, free_site};
use crate::editor::canvas::camera::Canvas;
use crate::editor::canvas::graph::{AuthoredDrawing, DrawnEdge, DrawnNode, Hits, STEP};
use crate::grammar::{EdgeDirection, ElementId, Grammar, Rule, Start, SymbolPattern, SymbolReplacement};
use crate::mission::{EdgeRole, NodeRole, NodeSymbol, Site};

/// The graph that is edited.
#[derive(Clone, Copy)]
pub struct GraphModel<'a> {
    /// Identity of the graph.
    pub graph: GraphId,
    /// Accessible name of the canvas: "Before canvas".
    pub name: &'a str,
    /// Grammar that it belongs to.
    pub grammar: &'a Grammar,
    /// Drawing of the graph.
    pub drawing: &'a AuthoredDrawing,
    /// Index of the drawing by position.
    pub hits: &'a Hits,
    /// Drawing that is shown faintly below it.
    pub below: Option<&'a AuthoredDrawing>,
    /// Site of each node.
    pub sites: &'a BTreeMap<ElementId, Site>,
    /// Elements that are hovered or selected on the neighbouring canvas.
    pub linked: &'a BTreeSet<Element>,
    /// Bounds of everything on canvases that are viewed together.
    pub world: Rect,
    /// Hint shown while it is empty.
    pub hint: &'a str,
}

impl GraphModel<'_> {
    /// Returns the rule that it belongs to.
    pub fn rule(&self) -> Option<&Rule> {
        self.graph.rule().and_then(|rule| self.grammar.rules.get(rule))
    }

    pub(super) fn has(&self, element: Element) -> bool {
        match element {
            Element::Node(id) => self.node(id).is_some(),
            Element::Edge(at) => self.edge(at).is_some(),
        }
    }

    /// Returns the drawing of a node.
    pub(super) fn node(&self, id: ElementId) -> Option<&DrawnNode<ElementId>> {
        self.hits.node(self.drawing, id)
    }

    /// Returns the drawing of the edge at a position of the list.
    pub(super) fn edge(&self, position: usize) -> Option<&DrawnEdge<usize>> {
        self.hits.edge(self.drawing, position)
    }

    /// Returns `true` if a node shows its number, because it is on the left side.
    pub(super) fn has_number(&self, id: ElementId) -> bool {
        self.rule().is_some_and(|rule| rule.lhs.nodes.contains_key(&id))
    }

    /// Returns the title of the graph: "Before", "the start".
    pub(super) fn title(&self) -> &'static str {
        match self.graph {
            GraphId::Start => "the start",
            GraphId::Lhs(_) => "Before",
            GraphId::Rhs(..) => "After",
            GraphId::Forbid(..) => "what must not be there",
        }
    }

    /// Returns the symbol of an element, or the symbols that fit.
    pub fn symbol(&self, element: Element) -> Option<SymbolPattern> {
        let is = |name: &String| SymbolPattern::Is(name.clone());
        let own = |symbol: &SymbolReplacement| match symbol {
            SymbolReplacement::Keep => SymbolPattern::Any,
            SymbolReplacement::Is(name) => is(name),
        };
        match (self.graph, element) {
            (GraphId::Start, _) => match (&self.grammar.start, element) {
                (Start::Graph { nodes, .. }, Element::Node(id)) => {
                    nodes.get(&id).map(|node| is(&node.symbol))
                }
                (Start::Graph { edges, .. }, Element::Edge(at)) => {
                    edges.get(at).map(|edge| is(&edge.1.symbol))
                }
                _ => None,
            },
            (GraphId::Lhs(_) | GraphId::Forbid(..), Element::Node(id)) => {
                let own = self.pattern()?.nodes.get(&id);
                own.or_else(|| self.rule()?.lhs.nodes.get(&id)).map(|node| node.symbol.clone())
            }
            (GraphId::Lhs(_) | GraphId::Forbid(..), Element::Edge(at)) => {
                self.pattern()?.edges.get(at).map(|edge| edge.symbol.clone())
            }
            (GraphId::Rhs(_, side), Element::Node(id)) => {
                self.rule()?.alternatives().nth(side)?.nodes.get(&id).map(|node| own(&node.symbol))
            }
            (GraphId::Rhs(_, side), Element::Edge(at)) => {
                self.rule()?.alternatives().nth(side)?.edges.get(at).map(|edge| own(&edge.symbol))
            }
        }
    }

    /// Returns the left side or forbidden pattern, if it is one.
    pub(super) fn pattern(&self) -> Option<&crate::grammar::Pattern> {
        match self.graph {
            GraphId::Lhs(_) => self.rule().map(|rule| &rule.lhs),
            GraphId::Forbid(_, number) => self.rule()?.forbid.get(number),
            GraphId::Start | GraphId::Rhs(..) => None,
        }
    }

    /// Returns whether the direction of an edge matters; `None` if every edge has one.
    pub(super) fn direction(&self, position: usize) -> Option<EdgeDirection> {
        self.pattern()?.edges.get(position).map(|edge| edge.direction)
    }

    /// Returns the symbol of a node, if it is known.
    pub(super) fn symbol_of_node(&self, id: ElementId) -> Option<&NodeSymbol> {
        let kept = || self.rule()?.lhs.nodes.get(&id).map(|node| node.symbol.clone());
        let own = self.symbol(Element::Node(id)).filter(|symbol| *symbol != SymbolPattern::Any);
        match own.or_else(kept)? {
            SymbolPattern::Is(name) => self.grammar.alphabet.nodes.get(&name),
            SymbolPattern::AnyOf(names) => self.grammar.alphabet.nodes.get(names.first()?),
            SymbolPattern::Any => None,
        }
    }

    /// Returns the symbol of a new edge between two nodes. This is the last one used if its role fits them,
    /// otherwise the first that fits, otherwise a new one.
    pub(super) fn edge_between(
        &self,
        from: Option<&NodeSymbol>,
        to: Option<&NodeSymbol>,
        last: Option<&String>,
    ) -> NewEdgeSymbol {
        let edges = &self.grammar.alphabet.edges;
        let role = role_between(from, to);
        let last = last.filter(|name| edges.get(*name).is_some_and(|symbol| symbol.role == role));
        let first = || edges.iter().find(|(_, symbol)| symbol.role == role).map(|(name, _)| name);
        match last.or_else(first) {
            Some(name) => NewEdgeSymbol { symbol: name.clone(), role, is_new: false },
            None => {
                let symbol = free_name(name_for(role), |name| edges.contains_key(name));
                NewEdgeSymbol { symbol, role, is_new: true }
            }
        }
    }

    /// Returns the role of an edge between the ends of an existing edge.
    pub(super) fn role_of_edge(&self, position: usize) -> EdgeRole {
        let end = |index: usize| self.symbol_of_node(self.drawing.nodes.get(index)?.id);
        let Some(edge) = self.edge(position) else { return EdgeRole::Passage };
        role_between(end(edge.from), end(edge.to))
    }

    /// Returns the site nearest to a point of the drawing.
    pub(super) fn site_at(&self, point: Pos2) -> Site {
        let part = |value: f32| (value / STEP).round() as i32;
        Site { x: part(point.x), y: part(point.y) }
    }

    /// Returns the site of a node that is added at a point.
    pub(super) fn site_for_new(&self, point: Pos2) -> Site {
        free_site(self.grammar, self.graph, self.site_at(point))
    }
}

/// The symbol of an edge that is about to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewEdgeSymbol {
    /// Name of the symbol.
    pub symbol: String,
    /// Role of the symbol.
    pub role: EdgeRole,
    /// `true` if the symbol does not exist yet.
    pub is_new: bool,
}

impl NewEdgeSymbol {
    /// Wraps an edit so that the symbol is created first if necessary.
    pub(super) fn drawn(self, edit: GraphEdit) -> GraphEdit {
        if !self.is_new {
            return edit;
        }
        let symbol = NewSymbol::Edge(self.symbol, self.role);
        GraphEdit::WithSymbol { symbol, edit: Box::new(edit) }
    }
}

/// Returns the role of an edge between two nodes.
///
/// A key opens a lock, a place or an item contains an item, and places are joined by passages. An unknown
/// node is treated as a place.
fn role_between(from: Option<&NodeSymbol>, to: Option<&NodeSymbol>) -> EdgeRole {
    let is = |node: Option<&NodeSymbol>, role| node.is_some_and(|node| node.role == Some(role));
    let is_item = |node: Option<&NodeSymbol>| node.is_some_and(|node| node.form.is_none());
    if is(from, NodeRole::Key) && is(to, NodeRole::Lock) {
        EdgeRole::Opens
    } else if is_item(from) || is_item(to) {
        EdgeRole::Contains
    } else {
        EdgeRole::Passage
    }
}

/// Returns a name for the first symbol of a role.
fn name_for(role: EdgeRole) -> &'static str {
    match role {
        EdgeRole::Passage => "path",
        EdgeRole::Opens => "opens",
        EdgeRole::Contains => "holds",
        EdgeRole::Other => "relation",
    }
}

/// Returns the element under a point of the world: nodes including their rims first, then edges.
pub(super) fn element_at(canvas: &Canvas, model: &GraphModel<'_>, point: Pos2) -> Option<Element> {
    let zoom = canvas.zoom();
    let node = model.hits.node_at(model.drawing, point, RIM / zoom);
    let edge = || model.hits.edge_near(model.drawing, point, REACH / zoom);
    node.map(Element::Node).or_else(|| edge().map(Element::Edge))
}

/// Width of the clickable rim around a node, in points.
pub(super) const RIM: f32 = 5.0;
/// Minimum clickable size of a node or label, in points.
pub(super) const LEAST_TARGET: f32 = 24.0;
/// Maximum distance of the pointer from a line, in points.
const REACH: f32 = LEAST_TARGET / 2.0;
