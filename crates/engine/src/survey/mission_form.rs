//! The canonical form of a mission: two missions have the same form if they differ only in numbers of nodes.
//!
//! In: the mission of a level. Symbols of nodes, symbols of edges and directions are compared.
//! Values and sites are not.
//! Nodes are sorted by colour refinement. Where that leaves ties, a search breaks them in every way and keeps the least
//! result; symmetries that it finds on the way save most of the work (McKay, *Practical Graph Isomorphism*, 1981).
//! The search has a budget. A mission that exceeds it gets the form of its refinement, which others may share.

use std::collections::BTreeMap;

use super::refinement::{ColouredGraph, discrete_order};
use crate::level::MissionRecord;

/// Number of nodes and edges that the search for a form may look at.
const MOST_WORK: usize = 1 << 21;

/// A mission without the numbers of its nodes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissionForm {
    /// Symbols of nodes and edges, sorted.
    symbols: Box<[String]>,
    /// The symbol of each node in canonical order, then for each edge its ends and its symbol, sorted.
    content: Box<[u32]>,
    is_exact: bool,
}

impl MissionForm {
    /// Returns the form of a mission.
    pub fn of(mission: &MissionRecord) -> Self {
        Self::within(mission, MOST_WORK)
    }

    /// Returns `true` if missions of this form differ only in the numbers of their nodes.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    fn within(mission: &MissionRecord, work: usize) -> Self {
        let names = mission.nodes.iter().map(|node| &node.symbol);
        let mut symbols: Vec<&String> = names.chain(mission.edges.iter().map(|edge| &edge.symbol)).collect();
        symbols.sort();
        symbols.dedup();
        let number = |symbol: &String| symbols.binary_search(&symbol).unwrap_or_default() as u32;
        let positions: BTreeMap<_, usize> =
            mission.nodes.iter().enumerate().map(|(at, node)| (node.id, at)).collect();
        let edges = mission.edges.iter().filter_map(|edge| {
            Some((*positions.get(&edge.from)?, *positions.get(&edge.to)?, number(&edge.symbol)))
        });
        let labels = mission.nodes.iter().map(|node| number(&node.symbol)).collect();
        let graph = ColouredGraph::new(labels, edges.collect());
        let (content, is_exact) = FormSearch::new(&graph, work).least();
        Self { symbols: symbols.into_iter().cloned().collect(), content, is_exact }
    }
}

/// A result of the search: every node has a position of its own.
struct OrderedForm {
    content: Box<[u32]>,
    /// For each position, its node.
    nodes: Vec<usize>,
    /// The nodes that were put before their equals, in order.
    path: Vec<usize>,
}

struct FormSearch<'a> {
    graph: &'a ColouredGraph,
    work: usize,
    first: Option<OrderedForm>,
    best: Option<OrderedForm>,
    /// Permutations of the nodes that leave the graph as it is.
    symmetries: Vec<Vec<usize>>,
}

/// The reason why a part of the search ends.
enum TieBreak {
    /// Everything in it was tried.
    Done,
    /// It is the image of a part that was tried, up to this depth.
    SameAbove(usize),
    /// The budget ran out.
    OutOfWork,
}

impl<'a> FormSearch<'a> {
    fn new(graph: &'a ColouredGraph, work: usize) -> Self {
        Self { graph, work, first: None, best: None, symmetries: Vec::new() }
    }

    /// Returns the least content, and `true` if it is exact.
    fn least(mut self) -> (Box<[u32]>, bool) {
        let coarse = self.graph.refined(self.graph.labels(), &mut self.work);
        let exact = match &coarse {
            Some(colors) => !matches!(self.descend(colors, &mut Vec::new()), TieBreak::OutOfWork),
            None => false,
        };
        match self.best {
            Some(best) if exact => (best.content, true),
            _ => (self.graph.content(&coarse.unwrap_or_else(|| self.graph.labels())), false),
        }
    }

    /// Tries all ways to break the ties of a refined colouring.
    fn descend(&mut self, colors: &[u32], path: &mut Vec<usize>) -> TieBreak {
        let Some(tied) = self.graph.smallest_tie(colors) else { return self.arrive(colors, path) };
        let mut tried: Vec<usize> = Vec::new();
        for node in tied.iter().copied() {
            if self.is_image(node, &tried, path) {
                continue;
            }
            tried.push(node);
            // The node keeps its colour, and its equals come after it.
            let mut broken = colors.to_vec();
            for other in tied.iter().filter(|other| **other != node) {
                broken[*other] += 1;
            }
            let Some(refined) = self.graph.refined(broken, &mut self.work) else {
                return TieBreak::OutOfWork;
            };
            path.push(node);
            let descent = self.descend(&refined, path);
            path.pop();
            match descent {
                TieBreak::Done => {}
                TieBreak::SameAbove(depth) if depth >= path.len() => {}
                stop => return stop,
            }
        }
        TieBreak::Done
    }

    /// Compares a leaf with the first and the best one.
    fn arrive(&mut self, colors: &[u32], path: &[usize]) -> TieBreak {
        let leaf = OrderedForm {
            content: self.graph.content(colors),
            nodes: discrete_order(colors),
            path: path.to_vec(),
        };
        for known in [&self.first, &self.best].into_iter().flatten() {
            if known.content == leaf.content {
                let shared = known.path.iter().zip(path).take_while(|(one, other)| one == other).count();
                let mut symmetry = vec![0; leaf.nodes.len()];
                for (from, to) in known.nodes.iter().zip(&leaf.nodes) {
                    symmetry[*from] = *to;
                }
                self.symmetries.push(symmetry);
                return TieBreak::SameAbove(shared);
            }
        }
        if self.best.as_ref().is_none_or(|best| leaf.content < best.content) {
            let copy =
                OrderedForm { content: leaf.content.clone(), nodes: leaf.nodes.clone(), path: path.to_vec() };
            self.first.get_or_insert(copy);
            self.best = Some(leaf);
        }
        TieBreak::Done
    }

    /// Returns `true` if known symmetries that keep the path take a tried node to this one.
    fn is_image(&self, node: usize, tried: &[usize], path: &[usize]) -> bool {
        let keeps_path = |symmetry: &&Vec<usize>| path.iter().all(|kept| symmetry.get(*kept) == Some(kept));
        let symmetries: Vec<&Vec<usize>> = self.symmetries.iter().filter(keeps_path).collect();
        let mut reached = tried.to_vec();
        let mut next = 0;
        while let Some(from) = reached.get(next).copied() {
            next += 1;
            for to in symmetries.iter().filter_map(|symmetry| symmetry.get(from).copied()) {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached.contains(&node)
    }
}

#[cfg(test)]
#[path = "mission_form_tests.rs"]
mod tests;
