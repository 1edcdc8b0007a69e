//! Colour refinement of directed graphs with labels.
//!
//! The colour of a node is the number of nodes before it. Nodes of one colour are split by the labels, directions and
//! colours of their neighbours until nothing changes. The result does not depend on the order of the nodes.

use std::cmp::Ordering;

/// A graph with a label for each node and each edge.
pub(super) struct ColouredGraph {
    labels: Vec<u32>,
    /// From, to, label.
    edges: Vec<(usize, usize, u32)>,
    /// For each node its edges: `true` if it leaves the node, label, other end.
    neighbors: Vec<Vec<(bool, u32, usize)>>,
}

impl ColouredGraph {
    pub fn new(labels: Vec<u32>, edges: Vec<(usize, usize, u32)>) -> Self {
        let mut neighbors = vec![Vec::new(); labels.len()];
        for &(from, to, label) in &edges {
            neighbors[from].push((true, label, to));
            neighbors[to].push((false, label, from));
        }
        Self { labels, edges, neighbors }
    }

    /// Returns the colours by label alone.
    pub fn labels(&self) -> Vec<u32> {
        ranks(self.labels.len(), |one, other| self.labels[one].cmp(&self.labels[other]))
    }

    /// Returns the colours after refinement; `None` if more than `work` nodes and edges would be looked at.
    pub fn refined(&self, mut colors: Vec<u32>, work: &mut usize) -> Option<Vec<u32>> {
        loop {
            *work = work.checked_sub(self.labels.len() + 2 * self.edges.len())?;
            let around: Vec<Vec<(bool, u32, u32)>> = self
                .neighbors
                .iter()
                .map(|edges| {
                    let mut around: Vec<_> =
                        edges.iter().map(|(leaves, label, to)| (*leaves, *label, colors[*to])).collect();
                    around.sort_unstable();
                    around
                })
                .collect();
            let refined = ranks(colors.len(), |one, other| {
                colors[one].cmp(&colors[other]).then_with(|| around[one].cmp(&around[other]))
            });
            if refined == colors {
                return Some(colors);
            }
            colors = refined;
        }
    }

    /// Returns the nodes of the smallest group of equal colour; of equal groups the first. `None` if all differ.
    pub fn smallest_tie(&self, colors: &[u32]) -> Option<Vec<usize>> {
        let order = discrete_order(colors);
        let groups = order.chunk_by(|one, other| colors[*one] == colors[*other]);
        let tie = groups.filter(|group| group.len() > 1).min_by_key(|group| group.len())?;
        Some(tie.to_vec())
    }

    /// Returns the labels of the nodes by colour, then the edges with the colours of their ends, sorted.
    pub fn content(&self, colors: &[u32]) -> Box<[u32]> {
        let mut edges: Vec<[u32; 3]> =
            self.edges.iter().map(|(from, to, label)| [colors[*from], colors[*to], *label]).collect();
        edges.sort_unstable();
        let labels = discrete_order(colors).into_iter().map(|node| self.labels[node]);
        labels.chain(edges.into_iter().flatten()).collect()
    }
}

/// Returns the nodes by colour, those of one colour by number.
pub(super) fn discrete_order(colors: &[u32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..colors.len()).collect();
    order.sort_by_key(|node| colors[*node]);
    order
}

/// Returns for each node the number of those before it.
fn ranks(count: usize, compare: impl Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    let mut ranks = vec![0; count];
    let mut first = 0;
    for group in order.chunk_by(|one, other| compare(*one, *other) == Ordering::Equal) {
        group.iter().for_each(|node| ranks[*node] = first);
        first += group.len() as u32;
    }
    ranks
}
