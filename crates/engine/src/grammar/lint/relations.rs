//! Likely: relations that a rule removes or omits: locks without a key, keys without a lock, items in no
//! place.
//!
//! Symbols for which another rule adds the missing relation later are not reported.

use std::collections::{BTreeMap, BTreeSet};

use super::flow::{Nodes, end};
use super::{Lint, LintKind, after, right_path};
use crate::base::{Diagnostic, PathRef};
use crate::grammar::resolve::{Fits, NewEdgeEnd, NodeChangeKind, ReadyRule, RightSide};
use crate::grammar::{EdgeDirection, ElementId, Start, StartElement};
use crate::mission::{EdgeRole, EdgeSymbolId, NodeRole, NodeSymbolId};

#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeEnd {
    From,
    To,
}

/// The need of a node: an edge of this role, with the node at this end.
#[derive(Clone, Copy)]
struct EdgeNeed {
    kind: LintKind,
    role: EdgeRole,
    side: EdgeEnd,
}

const LOCK: EdgeNeed = EdgeNeed { kind: LintKind::LockWithoutKey, role: EdgeRole::Opens, side: EdgeEnd::To };
const KEY: EdgeNeed = EdgeNeed { kind: LintKind::KeyWithoutLock, role: EdgeRole::Opens, side: EdgeEnd::From };
const ITEM: EdgeNeed = EdgeNeed { kind: LintKind::LooseItem, role: EdgeRole::Contains, side: EdgeEnd::To };

impl EdgeNeed {
    /// Returns `true` if nodes of this symbol need it.
    fn is_of(self, lint: &Lint<'_>, symbol: NodeSymbolId) -> bool {
        let is_key = lint.role(symbol) == Some(NodeRole::Key);
        match self.kind {
            LintKind::LockWithoutKey => lint.role(symbol) == Some(NodeRole::Lock),
            LintKind::KeyWithoutLock => is_key,
            _ => {
                !lint.is_place(symbol)
                    && (is_key || is_contained(lint, symbol) || can_only_be_an_item(lint, symbol))
            }
        }
    }

    fn hint(self) -> &'static str {
        match self.kind {
            LintKind::LockWithoutKey => "Draw a relation with the role Opens from a key to it.",
            LintKind::KeyWithoutLock => "Draw a relation with the role Opens from it to a lock.",
            _ => "Draw a relation with the role Contains from a place to it.",
        }
    }

    fn what(self) -> &'static str {
        match self.kind {
            LintKind::LockWithoutKey => "but no key opens it",
            LintKind::KeyWithoutLock => "but it opens nothing",
            _ => "but it lies in no place",
        }
    }

    fn end<T>(self, from: T, to: T) -> T {
        match self.side {
            EdgeEnd::From => from,
            EdgeEnd::To => to,
        }
    }
}

pub(super) fn lint_start(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let Start::Graph { nodes, edges, .. } = &lint.grammar.start else { return };
    let alphabet = &lint.grammar.alphabet;
    let start = PathRef::ROOT.field("start");
    for need in [LOCK, KEY, ITEM] {
        let mended = mended(lint, need);
        let has_role =
            |edge: &StartElement| alphabet.edges.get(&edge.symbol).is_some_and(|edge| edge.role == need.role);
        let met = edges.iter().filter(|(_, edge, _)| has_role(edge));
        let met: BTreeSet<ElementId> = met.map(|(from, _, to)| *need.end(from, to)).collect();
        let mut needing: BTreeMap<NodeSymbolId, bool> = BTreeMap::new();
        for (id, StartElement { symbol: name, .. }) in nodes {
            let Some(symbol) = alphabet.node_id(name) else { continue };
            let is_needed = *needing.entry(symbol).or_insert_with(|| need.is_of(lint, symbol));
            if is_needed && !met.contains(id) && !mended.contains(&symbol) {
                let message = format!("The start has the node {}, \"{name}\", {}.", id.0, need.what());
                let warning = need.kind.warning(message).at(start.item("nodes", id.0 as usize));
                found.push(warning.hint(need.hint()));
            }
        }
    }
}

pub(super) fn lint_relations(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let needs = [LOCK, KEY, ITEM].map(|need| (need, mended(lint, need)));
    for rule in lint.matching() {
        let Ok(candidates) = lint.flow.end.candidates(&lint.rules[rule]) else { continue };
        for (position, side) in lint.sides(rule) {
            let (ready, path) = (&lint.rules[rule], right_path(rule, position));
            let path = PathRef::from(&path);
            let side_lint = RelationLint { lint, rule, ready, side, candidates: &candidates, path };
            let is_said = found.len();
            for (need, mended) in &needs {
                // A lock and a key that are made together lack the same edge.
                if need.kind != LintKind::KeyWithoutLock || found.len() == is_said {
                    side_lint.lint_made(*need, mended, found);
                }
            }
            side_lint.lint_lost(found);
        }
    }
}

/// Returns the symbols of nodes to which some rule adds the need after they were made.
fn mended(lint: &Lint<'_>, need: EdgeNeed) -> Nodes {
    let mut found = Nodes::new();
    for rule in lint.matching() {
        let Ok(candidates) = lint.flow.end.candidates(&lint.rules[rule]) else { continue };
        for (_, side) in lint.sides(rule) {
            for edge in side.new_edges.iter().filter(|edge| lint.edge_role(edge.symbol) == need.role) {
                let there = need.end(edge.from, edge.to);
                if matches!(there, NewEdgeEnd::Left(_)) {
                    found.extend(end(side, &candidates, there));
                }
            }
        }
    }
    found
}

/// Returns the symbols of locks to which some rule adds a key after they were made.
pub(in crate::grammar) fn opened_later(lint: &Lint<'_>) -> Nodes {
    mended(lint, LOCK)
}

/// Returns `true` if a node of this symbol can be in a place.
fn is_contained(lint: &Lint<'_>, symbol: NodeSymbolId) -> bool {
    let mut edges = lint.flow.end.edges.iter();
    edges.any(|(edge, ends)| lint.edge_role(*edge) == EdgeRole::Contains && ends.to.contains(&symbol))
}

/// Returns `true` if a node of this symbol is never rewritten, and no passage leads to it.
///
/// Only for grammars in which places contain items at all.
fn can_only_be_an_item(lint: &Lint<'_>, symbol: NodeSymbolId) -> bool {
    let ends = |role: EdgeRole| {
        let edges = lint.flow.end.edges.iter();
        edges.filter(move |(edge, _)| lint.edge_role(**edge) == role).map(|(_, ends)| ends)
    };
    let is_walked =
        ends(EdgeRole::Passage).any(|ends| ends.from.contains(&symbol) || ends.to.contains(&symbol));
    let are_items_held = lint.grammar.alphabet.edges.values().any(|edge| edge.role == EdgeRole::Contains);
    are_items_held && !is_walked && !lint.is_rewritten(symbol)
}

struct RelationLint<'a> {
    lint: &'a Lint<'a>,
    rule: usize,
    ready: &'a ReadyRule,
    side: &'a RightSide,
    candidates: &'a [Nodes],
    path: PathRef<'a>,
}

impl RelationLint<'_> {
    /// Reports new needs of nodes that are not met.
    fn lint_made(&self, need: EdgeNeed, mended: &Nodes, found: &mut Vec<Diagnostic>) {
        let new = self.side.new_nodes.iter().enumerate();
        let new = new.map(|(position, node)| (NewEdgeEnd::New(position), node.id, node.symbol));
        let renamed = self.side.fates.iter().enumerate().filter_map(|(position, fate)| match fate {
            NodeChangeKind::Become(symbol) => {
                Some((NewEdgeEnd::Left(position), self.ready.nodes[position].id, *symbol))
            }
            NodeChangeKind::Keep | NodeChangeKind::Erase => None,
        });
        let had = |end: NewEdgeEnd| match end {
            NewEdgeEnd::Left(position) => {
                self.candidates[position].iter().any(|symbol| need.is_of(self.lint, *symbol))
            }
            NewEdgeEnd::New(_) => false,
        };
        for (end, id, symbol) in renamed.chain(new) {
            let lacks = need.is_of(self.lint, symbol)
                && !had(end)
                && !self.is_given(need, end)
                && !mended.contains(&symbol);
            if lacks {
                let message = format!(
                    "{} makes node {} a \"{}\", {}.",
                    self.lint.title(self.rule),
                    id.0,
                    self.lint.node_name(symbol),
                    need.what()
                );
                let path = self.path.item("nodes", id.0 as usize);
                found.push(need.kind.warning(message).at(path).hint(need.hint()));
            }
        }
    }

    /// Reports left-side edges that are removed while the node that needs them stays.
    fn lint_lost(&self, found: &mut Vec<Diagnostic>) {
        let lost = self.ready.edges.iter().zip(&self.side.keeps_edge).filter(|(_, is_kept)| !**is_kept);
        for (edge, _) in lost.filter(|(edge, _)| edge.direction == EdgeDirection::FromTo) {
            let needs = [LOCK, KEY, ITEM].into_iter().filter(|need| self.is_always(&edge.fits, need.role));
            let left_alone = needs.into_iter().find_map(|need| {
                let node = need.end(edge.from, edge.to);
                let after = after(self.side.fates[node], &self.candidates[node]);
                let is_needed =
                    !after.is_empty() && after.iter().all(|symbol| need.is_of(self.lint, *symbol));
                (is_needed && !self.is_given(need, NewEdgeEnd::Left(node))).then_some((need, node))
            });
            if let Some((need, node)) = left_alone {
                let id = self.ready.nodes[node].id.0;
                let message =
                    format!("{} keeps node {id}, {} afterwards.", self.lint.title(self.rule), need.what());
                let warning = LintKind::LostRelation.warning(message).at(self.path);
                found.push(warning.hint(need.hint()));
            }
        }
    }

    /// Returns `true` if the right side has the needed edge.
    fn is_given(&self, need: EdgeNeed, node: NewEdgeEnd) -> bool {
        let is_new = self.side.new_edges.iter().any(|edge| {
            self.lint.edge_role(edge.symbol) == need.role && need.end(edge.from, edge.to) == node
        });
        let kept = self.ready.edges.iter().zip(&self.side.keeps_edge).filter(|(_, is_kept)| **is_kept);
        let is_kept = kept.map(|(edge, _)| edge).any(|edge| {
            let at_end = NewEdgeEnd::Left(need.end(edge.from, edge.to)) == node
                || (edge.direction == EdgeDirection::EitherWay
                    && (NewEdgeEnd::Left(edge.from) == node || NewEdgeEnd::Left(edge.to) == node));
            at_end && self.may_be(&edge.fits, need.role)
        });
        is_new || is_kept
    }

    fn may_be(&self, fits: &Fits<EdgeSymbolId>, role: EdgeRole) -> bool {
        let mut there = self.lint.flow.end.edges.keys().filter(|symbol| fits.contains(**symbol));
        there.any(|symbol| self.lint.edge_role(*symbol) == role)
    }

    fn is_always(&self, fits: &Fits<EdgeSymbolId>, role: EdgeRole) -> bool {
        fits.named().is_some_and(|named| named.iter().all(|symbol| self.lint.edge_role(*symbol) == role))
    }
}
