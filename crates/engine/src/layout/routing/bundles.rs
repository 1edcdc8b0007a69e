//! Combines passages between the same two places into one edge.
//!
//! In: a problem. Out: its simple graph, with the passages of each edge. Loops belong to no edge.

use std::collections::BTreeMap;

use crate::layout::graph::embedding::simple;
use crate::layout::input::problem::LayoutProblem;

/// The simple graph of a mission: its edges, and the passages of each.
pub(in crate::layout) struct Bundles {
    /// Each pair of joined places once, the smaller number first. Loops are left out.
    pub edges: Vec<(usize, usize)>,
    passages: Vec<Vec<usize>>,
}

impl Bundles {
    pub fn new(problem: &LayoutProblem) -> Self {
        let ends = || problem.passages.iter().map(|passage| (passage.from, passage.to));
        let edges = simple(ends());
        let number: BTreeMap<(usize, usize), usize> = edges.iter().copied().zip(0..).collect();
        let mut passages = vec![Vec::new(); edges.len()];
        for (passage, (from, to)) in ends().enumerate() {
            if let Some(edge) = number.get(&(from.min(to), from.max(to))) {
                passages[*edge].push(passage);
            }
        }
        Self { edges, passages }
    }

    /// Returns the passages of an edge, from left to right. An edge that is not in the mission has none.
    pub fn passages(&self, edge: usize) -> &[usize] {
        self.passages.get(edge).map_or(&[], Vec::as_slice)
    }
}
