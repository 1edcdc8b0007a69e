//! The nodes of the start that passages may ever connect.
//!
//! Nodes that a rule makes belong to every part in which it may match, by symbols.
//! Connections are overestimated, never underestimated: nodes in two different parts are never connected.

use std::collections::BTreeSet;

use petgraph::unionfind::UnionFind;

use crate::grammar::lint::{Nodes, StartFlow, is_passage, may_be_passage};
use crate::grammar::resolve::{LeftEdge, NewEdgeEnd, ReadyRule, RightSide};
use crate::mission::EdgeRole;

/// Maximum number of left-side nodes for which all combinations of walls are tried.
const MOST_TRIED_NODES: usize = 8;

/// The parts of the start.
pub(super) struct StartComponents {
    /// Connects the nodes of the start; each part has a root.
    nodes: UnionFind<usize>,
    /// The possible symbols of the nodes of a part, stored at its root.
    symbols: Vec<Nodes>,
}

/// A right side of a rule: the symbols where it may match, those that it makes, and those that it connects.
struct Effect {
    matches: Nodes,
    makes: Nodes,
    joins: Vec<(Nodes, Nodes)>,
}

impl StartComponents {
    /// Returns the parts if nobody gets past these walls.
    pub fn new(start: &StartFlow<'_>, walls: &BTreeSet<usize>) -> Self {
        let nodes = start.nodes.iter().map(|node| node.life.clone());
        let mut parts = Self { nodes: UnionFind::new(start.nodes.len()), symbols: nodes.collect() };
        let may_be_place = |node: usize| {
            let life = &start.nodes[node].life;
            !walls.contains(&node) && life.iter().any(|symbol| start.lint.is_place(*symbol))
        };
        for edge in start.with_role(EdgeRole::Passage) {
            if may_be_place(edge.from) && may_be_place(edge.to) {
                parts.join(edge.from, edge.to);
            }
        }
        let effects = effects(start, walls);
        let mut inside: Vec<usize> = (0..start.nodes.len()).filter(|node| !walls.contains(node)).collect();
        while parts.grow(&mut inside, &effects) {}
        parts
    }

    /// Returns the root of a node's part.
    pub fn part(&self, node: usize) -> usize {
        self.nodes.find(node)
    }

    /// Returns the possible symbols of the nodes of a part.
    pub fn symbols(&self, node: usize) -> &Nodes {
        &self.symbols[self.part(node)]
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.part(one), self.part(other));
        if self.nodes.union(one, other) {
            let into = self.part(one);
            // The smaller set goes into the larger one; otherwise many joins would take quadratic time.
            let mut few = std::mem::take(&mut self.symbols[one + other - into]);
            let many = &mut self.symbols[into];
            if many.len() < few.len() {
                std::mem::swap(many, &mut few);
            }
            many.extend(few);
        }
    }

    /// Applies every rule once to these parts. Returns `true` if it changed anything.
    fn grow(&mut self, parts: &mut Vec<usize>, effects: &[Effect]) -> bool {
        parts.retain(|part| self.part(*part) == *part);
        let mut changed = false;
        for effect in effects {
            for &part in parts.iter() {
                let symbols = &mut self.symbols[part];
                if !effect.matches.is_disjoint(symbols) && !effect.makes.is_subset(symbols) {
                    symbols.extend(&effect.makes);
                    changed = true;
                }
            }
            for (one, two) in &effect.joins {
                changed |= self.join_all(parts, one, two);
            }
        }
        changed
    }

    /// Joins all parts that have one of the first symbols with all that have one of the second.
    fn join_all(&mut self, parts: &mut Vec<usize>, one: &Nodes, two: &Nodes) -> bool {
        let with = |symbols: &Nodes| -> Vec<usize> {
            parts.iter().copied().filter(|part| !self.symbols[*part].is_disjoint(symbols)).collect()
        };
        let (first, second) = (with(one), with(two));
        let (Some(&into), false) = (first.first(), second.is_empty()) else { return false };
        let before = parts.len();
        for part in first.into_iter().chain(second) {
            self.join(into, part);
        }
        parts.retain(|part| self.part(*part) == *part);
        parts.len() < before
    }
}

fn effects(start: &StartFlow<'_>, walls: &BTreeSet<usize>) -> Vec<Effect> {
    let wall_symbols: Nodes = walls.iter().flat_map(|wall| &start.nodes[*wall].life).copied().collect();
    let effect = |(rule, candidates, side): (&ReadyRule, &[Nodes], &RightSide)| Effect {
        matches: candidates.iter().flatten().copied().collect(),
        makes: side.new_nodes.iter().flat_map(|node| start.life(node.symbol).0).collect(),
        joins: StepLint { start, rule, candidates, side }.joins(&wall_symbols, walls.len()),
    };
    start.sides().map(effect).collect()
}

/// A right side with the possible symbols of its nodes before the step.
struct StepLint<'a> {
    start: &'a StartFlow<'a>,
    rule: &'a ReadyRule,
    candidates: &'a [Nodes],
    side: &'a RightSide,
}

impl StepLint<'_> {
    /// Returns the symbols of nodes that are connected after the step, although they need not have been
    /// before.
    ///
    /// All combinations of walls are considered.
    fn joins(&self, walls: &Nodes, most_walls: usize) -> Vec<(Nodes, Nodes)> {
        let left = self.candidates.len();
        let may_be_wall: Vec<usize> =
            (0..left).filter(|node| !self.candidates[*node].is_disjoint(walls)).collect();
        let pairs = || (0..left).flat_map(|one| (one + 1..left).map(move |two| (one, two)));
        let is_too_large = may_be_wall.len() > MOST_TRIED_NODES;
        let tries = if is_too_large { 0 } else { 1_u32 << may_be_wall.len() };
        let mut joined: BTreeSet<(usize, usize)> =
            if is_too_large { pairs().collect() } else { BTreeSet::new() };
        for chosen in (0..tries).filter(|chosen| chosen.count_ones() as usize <= most_walls) {
            let bits = may_be_wall.iter().enumerate();
            let walls: BTreeSet<usize> =
                bits.filter(|(bit, _)| chosen >> bit & 1 == 1).map(|(_, node)| *node).collect();
            let (before, behind) = (self.joined_before(&walls), self.joined_behind(&walls));
            joined.extend(pairs().filter(|(a, b)| behind.equiv(*a, *b) && !before.equiv(*a, *b)));
        }
        let symbols = |node: usize| self.candidates[node].clone();
        joined.into_iter().map(|(one, two)| (symbols(one), symbols(two))).collect()
    }

    /// Returns the certain connections on the left side.
    fn joined_before(&self, walls: &BTreeSet<usize>) -> UnionFind<usize> {
        let mut parts = UnionFind::new(self.candidates.len());
        for edge in self.rule.edges.iter().filter(|edge| self.must_join(edge)) {
            if !walls.contains(&edge.from) && !walls.contains(&edge.to) {
                parts.union(edge.from, edge.to);
            }
        }
        parts
    }

    /// Returns `true` if the edge is a passage between places in every match.
    fn must_join(&self, edge: &LeftEdge) -> bool {
        let lint = self.start.lint;
        let mut symbols = lint.flow.end.edges.keys().filter(|symbol| edge.fits.contains(**symbol));
        let are_places = |end: usize| self.candidates[end].iter().all(|symbol| lint.is_place(*symbol));
        symbols.all(|symbol| is_passage(lint, *symbol)) && are_places(edge.from) && are_places(edge.to)
    }

    /// Returns the possible connections on the right side.
    fn joined_behind(&self, walls: &BTreeSet<usize>) -> UnionFind<usize> {
        let (lint, left) = (self.start.lint, self.candidates.len());
        let mut parts = UnionFind::new(left + self.side.new_nodes.len());
        let mut join = |from: usize, to: usize| {
            if !walls.contains(&from) && !walls.contains(&to) {
                parts.union(from, to);
            }
        };
        for (edge, is_kept) in self.rule.edges.iter().zip(&self.side.keeps_edge) {
            if *is_kept && may_be_passage(lint, &edge.fits) {
                join(edge.from, edge.to);
            }
        }
        let position = |end: NewEdgeEnd| match end {
            NewEdgeEnd::Left(position) => position,
            NewEdgeEnd::New(position) => left + position,
        };
        for edge in self.side.new_edges.iter().filter(|edge| is_passage(lint, edge.symbol)) {
            join(position(edge.from), position(edge.to));
        }
        parts
    }
}
