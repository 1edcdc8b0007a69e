//! Prepares one right side of a rule.

use std::collections::{BTreeMap, BTreeSet};

use super::MeasuredWays;
use crate::grammar::{
    AttributeSource, Change, EdgeReplacement, ElementId, NodeReplacement, Replacement, Rule,
    SymbolReplacement, pair_edges,
};
use crate::mission::{Alphabet, Attributes, EdgeSymbolId, NodeSymbolId};

/// The effects of one right side.
#[derive(Clone, Debug)]
pub(crate) struct RightSide {
    pub weight: u32,
    /// The fate of each node of the left side.
    pub fates: Vec<NodeChangeKind>,
    /// The attribute edit of each node of the left side.
    pub edits: Vec<AttributeEdit>,
    /// For each edge of the left side, `true` if it is kept.
    pub keeps_edge: Vec<bool>,
    /// The attribute edit of each edge of the left side.
    pub edge_edits: Vec<AttributeEdit>,
    /// The nodes that it adds, by ascending id.
    pub new_nodes: Vec<NewNode>,
    /// The edges that it adds, in their author's order.
    pub new_edges: Vec<NewEdge>,
    /// `true` if it erases nodes.
    pub erases_nodes: bool,
    /// `true` if it removes any nodes or edges.
    pub erases: bool,
    /// `true` if it changes nodes that it keeps.
    pub changes_nodes: bool,
    /// `true` if it changes edges that it keeps.
    pub changes_edges: bool,
    /// Maximum number of changes, not counting other edges of erased nodes.
    pub most_changes: usize,
    /// Number of distances that it stores.
    pub distances: usize,
}

/// The fate of a matched node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeChangeKind {
    Keep,
    Become(NodeSymbolId),
    Erase,
}

/// An edit of an element's attributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttributeEdit {
    /// The attributes of its new symbol, which are added if they are absent.
    pub gains: Attributes,
    /// The changes made after that, in this order.
    pub changes: Vec<(Change, TakenAttribute)>,
}

impl AttributeEdit {
    /// Returns `true` if it leaves all attributes as they are.
    pub fn is_empty(&self) -> bool {
        self.gains.is_empty() && self.changes.is_empty()
    }
}

/// The source element of a change; numbers are positions in the lists of the ready rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TakenAttribute {
    Nothing,
    Node(usize),
    Edge(usize),
    /// The distance of the node at this position.
    Distance(usize, Box<MeasuredWays>),
}

/// A node that the right side adds.
#[derive(Clone, Debug)]
pub(crate) struct NewNode {
    pub id: ElementId,
    pub symbol: NodeSymbolId,
    pub edit: AttributeEdit,
}

/// An edge that the right side adds.
#[derive(Clone, Debug)]
pub(crate) struct NewEdge {
    pub from: NewEdgeEnd,
    pub to: NewEdgeEnd,
    pub symbol: EdgeSymbolId,
    pub edit: AttributeEdit,
}

/// An end of a new edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewEdgeEnd {
    /// A position among the nodes of the left side.
    Left(usize),
    /// A position in [`RightSide::new_nodes`].
    New(usize),
}

/// Prepares a right side; `ids` are those of the left side, ascending.
pub(super) fn side(
    alphabet: &Alphabet,
    rule: &Rule,
    ids: &[ElementId],
    right: &Replacement,
) -> Option<RightSide> {
    RightSideReader { alphabet, rule, ids, right }.read()
}

struct RightSideReader<'a> {
    alphabet: &'a Alphabet,
    rule: &'a Rule,
    ids: &'a [ElementId],
    right: &'a Replacement,
}

impl RightSideReader<'_> {
    fn read(&self) -> Option<RightSide> {
        let are_ends_there =
            self.right.edges.iter().all(|edge| {
                self.right.nodes.contains_key(&edge.from) && self.right.nodes.contains_key(&edge.to)
            });
        if !are_ends_there {
            // A kept edge at an erased node would dangle.
            return None;
        }
        let partners = pair_edges(&self.rule.lhs, self.right);
        let kept: BTreeSet<usize> = partners.iter().copied().flatten().collect();
        let new_nodes = self.new_nodes()?;
        let new_edges = self.new_edges(&partners, &new_nodes)?;
        let fates: Vec<NodeChangeKind> = self.ids.iter().map(|id| self.fate(id)).collect::<Option<_>>()?;
        let edits: Vec<AttributeEdit> =
            self.ids.iter().map(|id| self.edit_of_left(id)).collect::<Option<_>>()?;
        let keeps_edge: Vec<bool> =
            (0..self.rule.lhs.edges.len()).map(|position| kept.contains(&position)).collect();
        let edge_edits = self.edge_edits(&partners)?;
        let changed_nodes = fates
            .iter()
            .zip(&edits)
            .filter(|(fate, edit)| **fate != NodeChangeKind::Keep || !edit.is_empty());
        let changed_edges =
            keeps_edge.iter().zip(&edge_edits).filter(|(is_kept, edit)| !**is_kept || !edit.is_empty());
        let most_changes = changed_nodes.count() + changed_edges.count() + new_nodes.len() + new_edges.len();
        let changes = self.right.nodes.values().map(|node| &node.change);
        let changes = changes.chain(self.right.edges.iter().map(|edge| &edge.change)).flatten();
        Some(RightSide {
            weight: self.right.weight,
            distances: changes.filter(|change| matches!(change, Change::Distance { .. })).count(),
            erases_nodes: fates.contains(&NodeChangeKind::Erase),
            erases: fates.contains(&NodeChangeKind::Erase) || keeps_edge.contains(&false),
            changes_nodes: edits.iter().any(|edit| !edit.is_empty())
                || fates.iter().any(|fate| matches!(fate, NodeChangeKind::Become(_))),
            changes_edges: edge_edits.iter().any(|edit| !edit.is_empty()),
            fates,
            edits,
            keeps_edge,
            edge_edits,
            new_nodes,
            new_edges,
            most_changes,
        })
    }

    fn fate(&self, id: &ElementId) -> Option<NodeChangeKind> {
        match self.right.nodes.get(id).map(|replacement| &replacement.symbol) {
            None => Some(NodeChangeKind::Erase),
            Some(SymbolReplacement::Keep) => Some(NodeChangeKind::Keep),
            Some(SymbolReplacement::Is(name)) => self.alphabet.node_id(name).map(NodeChangeKind::Become),
        }
    }

    fn edit_of_left(&self, id: &ElementId) -> Option<AttributeEdit> {
        let Some(NodeReplacement { symbol, change }) = self.right.nodes.get(id) else {
            return Some(AttributeEdit::default());
        };
        let gains = match symbol {
            SymbolReplacement::Keep => Attributes::new(),
            SymbolReplacement::Is(name) => self.alphabet.nodes.get(name)?.attributes.clone(),
        };
        self.edit(gains, change)
    }

    fn edit(&self, gains: Attributes, changes: &[Change]) -> Option<AttributeEdit> {
        let ready = |change: &Change| {
            let from = match change.taken() {
                None => match change {
                    Change::Distance { node, from, locks, .. } => {
                        let ways = MeasuredWays::new(self.alphabet, *from, *locks);
                        TakenAttribute::Distance(self.ids.binary_search(node).ok()?, Box::new(ways))
                    }
                    _ => TakenAttribute::Nothing,
                },
                Some((_, AttributeSource::Node(id))) => {
                    TakenAttribute::Node(self.ids.binary_search(&id).ok()?)
                }
                Some((_, AttributeSource::Edge(number))) => {
                    let position = (number as usize).checked_sub(1)?;
                    self.rule.lhs.edges.get(position)?;
                    TakenAttribute::Edge(position)
                }
            };
            Some((change.clone(), from))
        };
        Some(AttributeEdit { gains, changes: changes.iter().map(ready).collect::<Option<_>>()? })
    }

    fn edge_edits(&self, partners: &[Option<usize>]) -> Option<Vec<AttributeEdit>> {
        let mut edits = vec![AttributeEdit::default(); self.rule.lhs.edges.len()];
        for (edge, partner) in self.right.edges.iter().zip(partners) {
            let edit = partner.and_then(|partner| edits.get_mut(partner));
            if let Some(edit) = edit {
                *edit = self.edit(Attributes::new(), &edge.change)?;
            }
        }
        Some(edits)
    }

    fn new_nodes(&self) -> Option<Vec<NewNode>> {
        let created: BTreeMap<ElementId, &NodeReplacement> = self
            .right
            .nodes
            .iter()
            .filter(|(id, _)| !self.rule.lhs.nodes.contains_key(*id))
            .map(|(id, replacement)| (*id, replacement))
            .collect();
        let ready = |(id, replacement): (ElementId, &NodeReplacement)| match &replacement.symbol {
            SymbolReplacement::Keep => None,
            SymbolReplacement::Is(name) => {
                let symbol = self.alphabet.node_id(name)?;
                let gains = self.alphabet.node(symbol).1.attributes.clone();
                Some(NewNode { id, symbol, edit: self.edit(gains, &replacement.change)? })
            }
        };
        created.into_iter().map(ready).collect()
    }

    fn new_edges(&self, partners: &[Option<usize>], new_nodes: &[NewNode]) -> Option<Vec<NewEdge>> {
        let end = |id: ElementId| {
            let new = || new_nodes.binary_search_by_key(&id, |node| node.id).ok().map(NewEdgeEnd::New);
            self.ids.binary_search(&id).ok().map(NewEdgeEnd::Left).or_else(new)
        };
        let ready = |edge: &EdgeReplacement| match &edge.symbol {
            SymbolReplacement::Keep => None,
            SymbolReplacement::Is(name) => {
                let symbol = self.alphabet.edge_id(name)?;
                let gains = self.alphabet.edge(symbol).1.attributes.clone();
                let edit = self.edit(gains, &edge.change)?;
                Some(NewEdge { from: end(edge.from)?, to: end(edge.to)?, symbol, edit })
            }
        };
        let edges = self.right.edges.iter().zip(partners);
        edges.filter(|(_, partner)| partner.is_none()).map(|(edge, _)| ready(edge)).collect()
    }
}
