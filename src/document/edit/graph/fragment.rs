//! A part of a drawing that can be copied to another sheet, as a value or as readable text.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{GraphId, drawn_sites, start_sites};
use crate::files::{parse_piece, print_piece};
use crate::grammar::{
    Change, Condition, EdgeDirection, ElementId, Grammar, Rule, Start, SymbolPattern, SymbolReplacement,
    pair_edges,
};
use crate::mission::{Attributes, Site};

/// Name at the top of the text.
const NAME: &str = "Fragment";
/// Maximum number of nodes pasted at once.
const MOST_NODES: usize = 2_000;

/// Nodes, the edges among them, and their sites.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fragment {
    /// The nodes.
    pub nodes: IndexMap<ElementId, FragmentElement>,
    /// The edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<FragmentEdge>,
    /// Sites of the nodes.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub at: IndexMap<ElementId, Site>,
}

/// Everything known about an element; each kind of sheet takes the parts it can use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FragmentElement {
    /// Symbols that fit, or the symbol it has.
    #[serde(default)]
    pub symbol: SymbolPattern,
    /// Conditions on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Changes of its attributes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<Change>,
    /// Attributes of its own.
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
}

/// An edge of a fragment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FragmentEdge {
    /// Node that it leaves.
    pub from: ElementId,
    /// Symbol and other properties.
    pub is: FragmentElement,
    /// Node that it arrives at.
    pub to: ElementId,
    /// Direction, if it matters.
    #[serde(default)]
    pub direction: EdgeDirection,
}

impl Fragment {
    /// Returns the nodes with these ids on a sheet, with the edges among them.
    pub fn of(grammar: &Grammar, graph: GraphId, ids: &[ElementId]) -> Self {
        let mut whole = whole(grammar, graph);
        let sites = match graph.rule().and_then(|rule| grammar.rules.get(rule)) {
            Some(rule) => drawn_sites(rule),
            None => start_sites(&grammar.start),
        };
        whole.nodes.retain(|id, _| ids.contains(id));
        whole.edges.retain(|edge| ids.contains(&edge.from) && ids.contains(&edge.to));
        let nodes = &whole.nodes;
        whole.at = sites.into_iter().filter(|(id, _)| nodes.contains_key(id)).collect();
        whole
    }

    /// Returns the edge at a position of a sheet's list.
    pub(super) fn edge(grammar: &Grammar, graph: GraphId, position: usize) -> Option<FragmentEdge> {
        whole(grammar, graph).edges.into_iter().nth(position)
    }

    /// Parses a fragment; `None` if the text is something else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut fragment: Self = parse_piece(text, NAME, "Fragment(nodes: {})")?;
        let nodes = &fragment.nodes;
        fragment.edges.retain(|edge| nodes.contains_key(&edge.from) && nodes.contains_key(&edge.to));
        fragment.at.retain(|id, _| nodes.contains_key(id));
        (!nodes.is_empty() && nodes.len() <= MOST_NODES).then_some(fragment)
    }

    /// Prints the fragment as text.
    pub fn print(&self) -> String {
        print_piece(NAME, self)
    }

    /// Returns its upper left corner.
    pub fn corner(&self) -> Site {
        let x = self.at.values().map(|site| site.x).min().unwrap_or(0);
        let y = self.at.values().map(|site| site.y).min().unwrap_or(0);
        Site { x, y }
    }
}

/// Returns everything drawn on a sheet, without sites.
fn whole(grammar: &Grammar, graph: GraphId) -> Fragment {
    let rule = graph.rule().and_then(|rule| grammar.rules.get(rule));
    match (graph, rule) {
        (GraphId::Start, _) => of_start(&grammar.start),
        (_, Some(rule)) => of_rule(rule, graph),
        (_, None) => Fragment::default(),
    }
}

fn of_start(start: &Start) -> Fragment {
    let Start::Graph { nodes, edges, .. } = start else { return Fragment::default() };
    let element = |symbol: &str, attributes: &Attributes| FragmentElement {
        symbol: SymbolPattern::Is(symbol.to_owned()),
        attributes: attributes.clone(),
        ..FragmentElement::default()
    };
    let edge = |(from, is, to): &(ElementId, crate::grammar::StartElement, ElementId)| FragmentEdge {
        from: *from,
        is: element(&is.symbol, &is.attributes),
        to: *to,
        direction: EdgeDirection::FromTo,
    };
    Fragment {
        nodes: nodes.iter().map(|(id, is)| (*id, element(&is.symbol, &is.attributes))).collect(),
        edges: edges.iter().map(edge).collect(),
        at: IndexMap::new(),
    }
}

fn of_rule(rule: &Rule, graph: GraphId) -> Fragment {
    match graph {
        GraphId::Start => Fragment::default(),
        GraphId::Lhs(_) => of_pattern(&rule.lhs),
        GraphId::Forbid(_, number) => rule.forbid.get(number).map_or_else(Fragment::default, of_pattern),
        GraphId::Rhs(_, side) => of_side(rule, side),
    }
}

fn of_pattern(pattern: &crate::grammar::Pattern) -> Fragment {
    let element = |symbol: &SymbolPattern, when: &[Condition]| FragmentElement {
        symbol: symbol.clone(),
        when: when.to_vec(),
        ..FragmentElement::default()
    };
    let edges = pattern.edges.iter().map(|edge| FragmentEdge {
        from: edge.from,
        is: element(&edge.symbol, &edge.when),
        to: edge.to,
        direction: edge.direction,
    });
    Fragment {
        nodes: pattern.nodes.iter().map(|(id, node)| (*id, element(&node.symbol, &node.when))).collect(),
        edges: edges.collect(),
        at: IndexMap::new(),
    }
}

/// Copies a right side. Kept elements get their symbols from the left side.
fn of_side(rule: &Rule, side: usize) -> Fragment {
    let Some(side) = rule.alternatives().nth(side) else { return Fragment::default() };
    let symbol = |own: &SymbolReplacement, left: Option<&SymbolPattern>| match own {
        SymbolReplacement::Is(name) => SymbolPattern::Is(name.clone()),
        SymbolReplacement::Keep => left.cloned().unwrap_or_default(),
    };
    let element = |symbol: SymbolPattern, change: &[Change]| FragmentElement {
        symbol,
        change: change.to_vec(),
        ..FragmentElement::default()
    };
    let nodes = side.nodes.iter().map(|(id, node)| {
        let left = rule.lhs.nodes.get(id).map(|left| &left.symbol);
        (*id, element(symbol(&node.symbol, left), &node.change))
    });
    let edges = side.edges.iter().zip(pair_edges(&rule.lhs, side)).map(|(edge, partner)| {
        let left = partner.and_then(|partner| rule.lhs.edges.get(partner));
        FragmentEdge {
            from: edge.from,
            is: element(symbol(&edge.symbol, left.map(|left| &left.symbol)), &edge.change),
            to: edge.to,
            direction: left.map_or(EdgeDirection::FromTo, |left| left.direction),
        }
    });
    Fragment { nodes: nodes.collect(), edges: edges.collect(), at: IndexMap::new() }
}
