//! Likely: rules that can cut a part of the mission off.
//!
//! A rule knows only what it matches.
//! Two places that it separates may still be connected elsewhere, and a new place may be connected later.
//! Therefore nothing here is proved.

use std::collections::BTreeSet;

use petgraph::unionfind::UnionFind;

use super::flow::Nodes;
use super::{Lint, LintKind, after, right_path};
use crate::base::{Diagnostic, PathRef};
use crate::grammar::resolve::{Fits, NewEdgeEnd, NodeChangeKind, ReadyRule, RightSide};
use crate::grammar::{DanglingPolicy, DegreeKind, RecipeStep, Times};
use crate::mission::{EdgeRole, EdgeSymbolId, NodeRole};

pub(super) fn lint_cuts(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let joined_later = joined_later(lint);
    for rule in lint.matching() {
        let Ok(candidates) = lint.flow.end.candidates(&lint.rules[rule]) else { continue };
        for (position, side) in lint.sides(rule) {
            let path = right_path(rule, position);
            let side_lint = CutLint { lint, rule, side, candidates: &candidates, path: PathRef::from(&path) };
            side_lint.lint_cut(found);
            side_lint.lint_dropped(found);
            side_lint.lint_detached(&joined_later, found);
        }
    }
}

/// A right side with the possible symbols of its nodes before the step.
struct CutLint<'a> {
    lint: &'a Lint<'a>,
    rule: usize,
    side: &'a RightSide,
    candidates: &'a [Nodes],
    path: PathRef<'a>,
}

impl CutLint<'_> {
    fn ready(&self) -> &ReadyRule {
        &self.lint.rules[self.rule]
    }

    /// Reports two places that are connected on the left side but not on the right.
    fn lint_cut(&self, found: &mut Vec<Diagnostic>) {
        let before = left_parts(self.lint, self.ready());
        let behind = self.right_parts();
        let places: Vec<usize> = (0..self.candidates.len()).filter(|node| self.stays_place(*node)).collect();
        let pairs = places
            .iter()
            .enumerate()
            .flat_map(|(first, one)| places[first + 1..].iter().map(move |other| (*one, *other)));
        let cut =
            pairs.into_iter().find(|(one, other)| before.equiv(*one, *other) && !behind.equiv(*one, *other));
        if let Some((one, other)) = cut {
            let ids = [one, other].map(|node| self.ready().nodes[node].id.0);
            let message = format!(
                "{} removes the way between nodes {} and {}, which may cut off the goal from the start.",
                self.lint.title(self.rule),
                ids[0],
                ids[1]
            );
            let hint = "Draw passages on the After side that join the two again.";
            found.push(LintKind::MayCut.warning(message).at(self.path).hint(hint));
        }
    }

    /// Reports an erased place whose other passages are erased with it.
    fn lint_dropped(&self, found: &mut Vec<Diagnostic>) {
        if self.ready().dangling == DanglingPolicy::Forbid {
            return;
        }
        let erased = self.side.fates.iter().zip(&self.ready().nodes).zip(self.candidates);
        for ((_, node), candidates) in erased.filter(|((fate, _), _)| **fate == NodeChangeKind::Erase) {
            let is_bounded = node.when.iter().any(|condition| {
                use crate::grammar::resolve::ReadyCondition::Degree;
                matches!(condition, Degree(_, DegreeKind::All, count) if count.bounds().1 < u32::MAX)
            });
            if !is_bounded && self.may_have_passages(candidates) {
                let message = format!(
                    "{} deletes node {} with all its passages, which may cut off the places behind it.",
                    self.lint.title(self.rule),
                    node.id.0
                );
                let hint = "Skip matches with loose edges.";
                found.push(LintKind::MayCut.warning(message).at(self.path).hint(hint));
                return;
            }
        }
    }

    /// Reports new places that no passage connects to existing ones.
    fn lint_detached(&self, joined_later: &Nodes, found: &mut Vec<Diagnostic>) {
        let parts = self.right_parts();
        let left = self.candidates.len();
        let total = left + self.side.new_nodes.len();
        let symbols = |node: usize| match node.checked_sub(left) {
            None => after(self.side.fates[node], &self.candidates[node]),
            Some(new) => Nodes::from([self.side.new_nodes[new].symbol]),
        };
        let was_place = |node: usize| {
            let before = self.candidates.get(node);
            before.is_some_and(|before| before.iter().any(|symbol| self.lint.is_place(*symbol)))
        };
        let becomes_place = |node: usize| {
            let after = symbols(node);
            !after.is_empty() && after.iter().all(|symbol| self.lint.is_place(*symbol)) && !was_place(node)
        };
        // The roots of parts that are connected to existing nodes, or may be later.
        let mut attached: BTreeSet<usize> = BTreeSet::new();
        for node in 0..total {
            let after = symbols(node);
            let is_joined = was_place(node) && !after.is_empty();
            let may_be_joined = after.iter().any(|symbol| {
                joined_later.contains(symbol) || self.lint.role(*symbol) == Some(NodeRole::Start)
            });
            if is_joined || may_be_joined || self.may_keep_passages(node) {
                attached.insert(parts.find(node));
            }
        }
        for node in (0..total).filter(|node| becomes_place(*node)) {
            if !attached.contains(&parts.find(node)) {
                let id = match node.checked_sub(left) {
                    None => self.ready().nodes[node].id,
                    Some(new) => self.side.new_nodes[new].id,
                };
                let message = format!(
                    "{} makes node {} a place, but no passage leads there from an earlier place.",
                    self.lint.title(self.rule),
                    id.0
                );
                let hint = "Draw a passage to it on the After side.";
                let path = self.path.item("nodes", id.0 as usize);
                found.push(LintKind::DetachedPlace.warning(message).at(path).hint(hint));
                return;
            }
        }
    }

    fn stays_place(&self, node: usize) -> bool {
        let after = after(self.side.fates[node], &self.candidates[node]);
        let was_place = self.candidates[node].iter().any(|symbol| self.lint.is_place(*symbol));
        was_place && after.iter().any(|symbol| self.lint.is_place(*symbol))
    }

    fn may_have_passages(&self, candidates: &Nodes) -> bool {
        let passages = self.lint.flow.end.edges.iter().filter(|(symbol, _)| is_passage(self.lint, **symbol));
        passages
            .into_iter()
            .any(|(_, ends)| !ends.from.is_disjoint(candidates) || !ends.to.is_disjoint(candidates))
    }

    /// Returns `true` if a node of the left side may have passages that the rule does not match, and loses none
    /// that it matches. Placeholders without a form have their passages before they become places.
    fn may_keep_passages(&self, node: usize) -> bool {
        let edges = self.ready().edges.iter().zip(&self.side.keeps_edge);
        let mut lost = edges.filter(|(edge, is_kept)| {
            !**is_kept && [edge.from, edge.to].contains(&node) && may_be_passage(self.lint, &edge.fits)
        });
        lost.next().is_none()
            && self.candidates.get(node).is_some_and(|before| self.may_have_passages(before))
    }

    /// Returns the connected parts of the right side: nodes of the left side first, then the new ones.
    fn right_parts(&self) -> UnionFind<usize> {
        let left = self.candidates.len();
        let mut parts = UnionFind::new(left + self.side.new_nodes.len());
        for (edge, is_kept) in self.ready().edges.iter().zip(&self.side.keeps_edge) {
            if *is_kept && may_be_passage(self.lint, &edge.fits) {
                parts.union(edge.from, edge.to);
            }
        }
        let end = |end: NewEdgeEnd| match end {
            NewEdgeEnd::Left(position) => position,
            NewEdgeEnd::New(position) => left + position,
        };
        for edge in self.side.new_edges.iter().filter(|edge| is_passage(self.lint, edge.symbol)) {
            parts.union(end(edge.from), end(edge.to));
        }
        parts
    }
}

fn left_parts(lint: &Lint<'_>, ready: &ReadyRule) -> UnionFind<usize> {
    let mut parts = UnionFind::new(ready.nodes.len());
    for edge in ready.edges.iter().filter(|edge| may_be_passage(lint, &edge.fits)) {
        parts.union(edge.from, edge.to);
    }
    parts
}

/// Returns the symbols of nodes that some rule connects to others until all are connected.
fn joined_later(lint: &Lint<'_>) -> Nodes {
    let is_until_none = |number: &usize| {
        matches!(lint.flow.placed[*number].step, RecipeStep::Apply { times: Times::UntilNone, .. })
    };
    let steps = lint.flow.live.values().filter(|step| is_until_none(&step.number));
    let mut found = Nodes::new();
    for &rule in steps.flat_map(|step| &step.rules) {
        let Ok(candidates) = lint.flow.end.candidates(&lint.rules[rule]) else { continue };
        let parts = left_parts(lint, &lint.rules[rule]);
        let new_edges = lint.sides(rule).flat_map(|(_, side)| &side.new_edges);
        for edge in new_edges.filter(|edge| is_passage(lint, edge.symbol)) {
            if let (NewEdgeEnd::Left(from), NewEdgeEnd::Left(to)) = (edge.from, edge.to)
                && !parts.equiv(from, to)
            {
                found.extend(candidates[from].union(&candidates[to]));
            }
        }
    }
    found
}

pub(in crate::grammar) fn is_passage(lint: &Lint<'_>, symbol: EdgeSymbolId) -> bool {
    lint.edge_role(symbol) == EdgeRole::Passage
}

/// Returns `true` if an edge with such a symbol, among those in missions, might be a passage.
pub(in crate::grammar) fn may_be_passage(lint: &Lint<'_>, fits: &Fits<EdgeSymbolId>) -> bool {
    lint.flow.end.edges.keys().any(|symbol| fits.contains(*symbol) && is_passage(lint, *symbol))
}
