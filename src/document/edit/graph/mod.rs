//! Edits of drawn graphs: the start, and the sides of rules.
//!
//! Whatever is asked, a drawing stays well-formed: no edge without both its ends, nothing kept that is not there, no two nodes of one side on one site.
//! What is drawn on a left side is drawn as kept on all right sides, so that each begins as a copy of it; what is taken from a right side is erased by the rule.

mod fragment;
mod pairs;
mod rule;
mod sides;
mod sites;
mod start;

use crate::document::{Symbol, new_symbol};
use crate::grammar::{
    Change, Condition, Direction, ElementId, Grammar, Start, SymbolPattern, SymbolReplacement,
};
use crate::mission::{Attributes, Site};

pub use fragment::{Fragment, FragmentEdge, FragmentElement};
pub use sites::{drawn_sites, start_sites};

/// A graph that can be drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GraphId {
    /// The start graph.
    Start,
    /// The left side of the rule at this position.
    Lhs(usize),
    /// A right side of the rule at this position: 0 is the first one, others are those under `or`.
    Rhs(usize, usize),
    /// A forbidden pattern of the rule at this position.
    Forbid(usize, usize),
}

/// A node or an edge of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// The node of this id.
    Node(ElementId),
    /// The edge at this position of the sheet's list.
    Edge(usize),
}

/// Something to do to a drawn graph. What is not there is left out of it.
#[derive(Clone, Debug)]
pub enum GraphEdit {
    /// Moves nodes to these sites; on rules, on all sides at once. Nothing moves if a site is taken.
    Move {
        /// Where.
        graph: GraphId,
        /// Which, and where to.
        to: Vec<(ElementId, Site)>,
    },
    /// Leaves it to the layout where nodes of the start lie.
    Unplace(Vec<ElementId>),
    /// Adds a node, at the nearest site that is free.
    AddNode {
        /// Where.
        graph: GraphId,
        /// What it is; on right sides and the start, one symbol.
        symbol: SymbolPattern,
        /// The site.
        site: Site,
    },
    /// Adds an edge between two nodes.
    Connect {
        /// Where.
        graph: GraphId,
        /// The node that it leaves.
        from: ElementId,
        /// The node at which it arrives.
        to: ElementId,
        /// What it is; on right sides and the start, one symbol.
        symbol: SymbolPattern,
    },
    /// Adds an edge together with the node at which it arrives.
    ConnectNew {
        /// Where.
        graph: GraphId,
        /// The node that it leaves.
        from: ElementId,
        /// What the edge is.
        edge: SymbolPattern,
        /// What the node is.
        node: SymbolPattern,
        /// The site of the node.
        site: Site,
    },
    /// Sets what elements are; all of them nodes or all edges.
    SetSymbol {
        /// Where.
        graph: GraphId,
        /// Which.
        elements: Vec<Element>,
        /// What they are. On right sides, `Any` is what they were on the left.
        symbol: SymbolPattern,
    },
    /// Sets whether the direction of edges matters.
    SetDirection {
        /// Where.
        graph: GraphId,
        /// Which, by their positions.
        edges: Vec<usize>,
        /// Does it?
        direction: Direction,
    },
    /// Turns edges round.
    Reverse {
        /// Where.
        graph: GraphId,
        /// Which, by their positions.
        edges: Vec<usize>,
    },
    /// Takes elements out, and the edges of nodes with them. On right sides, that erases what the left side has.
    Remove {
        /// Where.
        graph: GraphId,
        /// Which.
        elements: Vec<Element>,
    },
    /// Keeps elements of the left side on a right side, or erases them there.
    Keep {
        /// The position of the rule.
        rule: usize,
        /// The right side.
        side: usize,
        /// Which, as the left side has them.
        elements: Vec<Element>,
        /// Kept, or erased?
        is_kept: bool,
    },
    /// Adds a copy of what was drawn elsewhere, under new ids; its upper left corner at the site, or beside it if that is taken.
    Paste {
        /// Where.
        graph: GraphId,
        /// What.
        fragment: Fragment,
        /// The site.
        site: Site,
    },
    /// Sets what must hold of an element besides its symbol.
    SetConditions {
        /// A left side or a forbidden pattern.
        graph: GraphId,
        /// Which.
        element: Element,
        /// All of it.
        when: Vec<Condition>,
    },
    /// Sets what a right side does to the attributes of an element.
    SetChanges {
        /// A right side.
        graph: GraphId,
        /// Which.
        element: Element,
        /// All of it, in this order.
        change: Vec<Change>,
    },
    /// Sets the values that an element of the start has of its own.
    SetAttributes {
        /// Which.
        element: Element,
        /// All of them.
        attributes: Attributes,
    },
    /// Adds a right side behind the others.
    AddSide {
        /// The position of the rule.
        rule: usize,
        /// The right side that it begins as a copy of; of the left side if there is none.
        copied: Option<usize>,
    },
    /// Takes a right side out; the last one stays.
    RemoveSide {
        /// The position of the rule.
        rule: usize,
        /// Which.
        side: usize,
    },
    /// Sets how often a right side is drawn.
    SetWeight {
        /// The position of the rule.
        rule: usize,
        /// Which.
        side: usize,
        /// The weight.
        weight: u32,
    },
    /// Adds a forbidden pattern behind the others: an empty one, or a copy.
    AddForbidden {
        /// The position of the rule.
        rule: usize,
        /// The one that it begins as a copy of.
        copied: Option<usize>,
    },
    /// Takes a forbidden pattern out.
    RemoveForbidden {
        /// The position of the rule.
        rule: usize,
        /// Which.
        number: usize,
    },
    /// Adds a symbol, unless there is one of that name, then does what it is wanted for.
    WithSymbol {
        /// The symbol.
        symbol: Symbol,
        /// What is drawn with it.
        edit: Box<GraphEdit>,
    },
    /// Sets how derivations begin.
    SetStart {
        /// What differs, in the designer's words: "Set width of the start".
        what: String,
        /// All of it.
        start: Start,
    },
}

impl GraphEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Move { to, .. } => format!("Move {}", nodes(to.len())),
            Self::Unplace(ids) => format!("Let the layout place {}", nodes(ids.len())),
            Self::AddNode { .. } => "Add a node".to_owned(),
            Self::Connect { .. } => "Connect two nodes".to_owned(),
            Self::ConnectNew { .. } => "Add a connected node".to_owned(),
            Self::SetSymbol { elements, symbol, .. } => {
                format!("Make {} {}", things(elements), in_words(symbol))
            }
            Self::SetDirection { edges, direction: Direction::FromTo, .. } => {
                format!("Make {} one way", counted(edges.len(), "edge"))
            }
            Self::SetDirection { edges, direction: Direction::EitherWay, .. } => {
                format!("Make {} either way", counted(edges.len(), "edge"))
            }
            Self::Reverse { edges, .. } => format!("Turn {} round", counted(edges.len(), "edge")),
            Self::Remove { elements, .. } => format!("Delete {}", things(elements)),
            Self::Keep { elements, is_kept: true, .. } => format!("Keep {}", things(elements)),
            Self::Keep { elements, is_kept: false, .. } => format!("Erase {}", things(elements)),
            Self::Paste { fragment, .. } => format!("Paste {}", nodes(fragment.nodes.len())),
            Self::SetConditions { element: Element::Node(_), .. } => "Set conditions of a node".to_owned(),
            Self::SetConditions { element: Element::Edge(_), .. } => "Set conditions of an edge".to_owned(),
            Self::SetChanges { element: Element::Node(_), .. } => "Set changes of a node".to_owned(),
            Self::SetChanges { element: Element::Edge(_), .. } => "Set changes of an edge".to_owned(),
            Self::SetAttributes { element: Element::Node(_), .. } => "Set values of a node".to_owned(),
            Self::SetAttributes { element: Element::Edge(_), .. } => "Set values of an edge".to_owned(),
            Self::AddSide { .. } => "Add a result".to_owned(),
            Self::RemoveSide { side, .. } => format!("Remove result {}", side.saturating_add(1)),
            Self::SetWeight { side, .. } => format!("Set weight of result {}", side.saturating_add(1)),
            Self::AddForbidden { .. } => "Add what must not be there".to_owned(),
            Self::RemoveForbidden { .. } => "Remove what must not be there".to_owned(),
            Self::WithSymbol { symbol, edit } => {
                format!("{}, with the new symbol {}", edit.name(), symbol.name())
            }
            Self::SetStart { what, .. } => what.clone(),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::Move { .. }
            | Self::SetConditions { .. }
            | Self::SetChanges { .. }
            | Self::SetAttributes { .. }
            | Self::SetWeight { .. }
            | Self::SetStart { .. } => true,
            Self::Unplace(_)
            | Self::AddNode { .. }
            | Self::Connect { .. }
            | Self::ConnectNew { .. }
            | Self::SetSymbol { .. }
            | Self::SetDirection { .. }
            | Self::Reverse { .. }
            | Self::Remove { .. }
            | Self::Keep { .. }
            | Self::Paste { .. }
            | Self::AddSide { .. }
            | Self::RemoveSide { .. }
            | Self::AddForbidden { .. }
            | Self::RemoveForbidden { .. }
            | Self::WithSymbol { .. } => false,
        }
    }

    pub(super) fn carry_out(&self, grammar: &mut Grammar) {
        if let Self::SetStart { start, .. } = self {
            grammar.start.clone_from(start);
            return;
        }
        if let Self::WithSymbol { symbol, edit } = self {
            new_symbol(grammar, symbol).carry_out_on(grammar);
            edit.carry_out(grammar);
            return;
        }
        match self.rule() {
            None => start::carry_out(self, grammar),
            Some(position) => {
                let fallback = Symbols::of(grammar);
                if let Some(rule) = grammar.rules.get_mut(position) {
                    rule::carry_out(self, rule, &fallback);
                }
            }
        }
    }

    /// The position of the rule that it is about; none for the start.
    fn rule(&self) -> Option<usize> {
        self.graph().rule()
    }

    /// The sheet that it draws on; of what is about a rule as a whole, its left side.
    fn graph(&self) -> GraphId {
        match self {
            Self::Move { graph, .. }
            | Self::AddNode { graph, .. }
            | Self::Connect { graph, .. }
            | Self::ConnectNew { graph, .. }
            | Self::SetSymbol { graph, .. }
            | Self::SetDirection { graph, .. }
            | Self::Reverse { graph, .. }
            | Self::Remove { graph, .. }
            | Self::Paste { graph, .. }
            | Self::SetConditions { graph, .. }
            | Self::SetChanges { graph, .. } => *graph,
            Self::Keep { rule, side, .. } => GraphId::Rhs(*rule, *side),
            Self::AddSide { rule, .. }
            | Self::RemoveSide { rule, .. }
            | Self::SetWeight { rule, .. }
            | Self::AddForbidden { rule, .. }
            | Self::RemoveForbidden { rule, .. } => GraphId::Lhs(*rule),
            Self::WithSymbol { edit, .. } => edit.graph(),
            Self::Unplace(_) | Self::SetAttributes { .. } | Self::SetStart { .. } => GraphId::Start,
        }
    }
}

impl GraphId {
    /// The position of the rule that it belongs to; none for the start.
    pub fn rule(self) -> Option<usize> {
        match self {
            Self::Start => None,
            Self::Lhs(rule) | Self::Rhs(rule, _) | Self::Forbid(rule, _) => Some(rule),
        }
    }

    /// Must each element on it be of one symbol?
    pub fn needs_one_symbol(self) -> bool {
        matches!(self, Self::Start | Self::Rhs(..))
    }
}

/// The id that the next new node on a sheet gets; further ones get those that follow.
pub fn next_id(grammar: &Grammar, graph: GraphId) -> ElementId {
    let largest = match graph.rule() {
        Some(rule) => grammar.rules.get(rule).and_then(|rule| rule::ids(rule).last().copied()),
        None => match &grammar.start {
            Start::Graph { nodes, at, .. } => nodes.keys().chain(at.keys()).max().copied(),
            Start::Lattice { .. } | Start::Tree { .. } | Start::Scatter(_) => None,
        },
    };
    after(largest)
}

/// Where a new node of a sheet will lie if it is to lie at a site: the nearest one that no other node needs.
pub fn free_site(grammar: &Grammar, graph: GraphId, site: Site) -> Site {
    let taken = match graph.rule() {
        Some(rule) => grammar.rules.get(rule).map(|rule| rule::taken(rule, graph)).unwrap_or_default(),
        None => start_sites(&grammar.start).into_values().collect(),
    };
    sites::free_near(&taken, site)
}

/// The id after the largest one that is taken. Ids end where numbers end; no drawing gets there.
fn after(largest: Option<ElementId>) -> ElementId {
    ElementId(largest.map_or(1, |id| id.0.saturating_add(1)))
}

/// What stands for a symbol that must be one and is none.
struct Symbols {
    node: Option<String>,
    edge: Option<String>,
}

impl Symbols {
    fn of(grammar: &Grammar) -> Self {
        Self {
            node: grammar.alphabet.nodes.keys().next().cloned(),
            edge: grammar.alphabet.edges.keys().next().cloned(),
        }
    }
}

/// One symbol, if the pattern is one; of several the first; of any the other one.
fn one_symbol(pattern: &SymbolPattern, otherwise: Option<&String>) -> Option<String> {
    match pattern {
        SymbolPattern::Is(name) => Some(name.clone()),
        SymbolPattern::AnyOf(names) => names.first().or(otherwise).cloned(),
        SymbolPattern::Any => otherwise.cloned(),
    }
}

/// A choice of none is no choice.
fn sound(pattern: &SymbolPattern) -> SymbolPattern {
    match pattern {
        SymbolPattern::AnyOf(names) => match names.as_slice() {
            [] => SymbolPattern::Any,
            [name] => SymbolPattern::Is(name.clone()),
            _ => pattern.clone(),
        },
        SymbolPattern::Any | SymbolPattern::Is(_) => pattern.clone(),
    }
}

fn replacement(name: String) -> SymbolReplacement {
    SymbolReplacement::Is(name)
}

/// The ids of the nodes among some elements.
fn node_ids(elements: &[Element]) -> impl Iterator<Item = ElementId> {
    elements.iter().filter_map(|element| match element {
        Element::Node(id) => Some(*id),
        Element::Edge(_) => None,
    })
}

/// The positions of the edges among some elements.
fn edge_positions(elements: &[Element]) -> impl Iterator<Item = usize> {
    elements.iter().filter_map(|element| match element {
        Element::Edge(position) => Some(*position),
        Element::Node(_) => None,
    })
}

fn nodes(count: usize) -> String {
    counted(count, "node")
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 if noun.starts_with('e') => format!("an {noun}"),
        1 => format!("a {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// "a node", "2 edges", "3 elements".
fn things(elements: &[Element]) -> String {
    let nodes = node_ids(elements).count();
    match elements.len() - nodes {
        0 => counted(nodes, "node"),
        edges if nodes == 0 => counted(edges, "edge"),
        edges => counted(nodes + edges, "element"),
    }
}

fn in_words(symbol: &SymbolPattern) -> String {
    match symbol {
        SymbolPattern::Any => "any symbol".to_owned(),
        SymbolPattern::Is(name) => name.clone(),
        SymbolPattern::AnyOf(names) => names.join(" or "),
    }
}

#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod tests;
