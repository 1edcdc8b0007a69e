//! Passages between the same two places are one edge.

use std::collections::BTreeMap;

use super::embedding::simple;
use super::problem::LayoutProblem;

/// The edges of a mission, and the passages of each.
pub(super) struct Bundles {
    /// Each once, the lesser place first. None joins a place with itself.
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

    /// The passages of an edge from left to right; none if it is only imagined.
    pub fn passages(&self, edge: usize) -> &[usize] {
        self.passages.get(edge).map_or(&[], Vec::as_slice)
    }
}
