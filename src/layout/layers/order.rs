//! Numbers for the nodes so that from each one can go on to a lesser and to a greater one, but for the first and the last.
//!
//! Nodes are taken away one by one, always such as are beside one that was taken before, and without which the rest stays in one piece; of several the one with the shortest way from the first, so that ways from the first to the last stay short (Papamanthou and Tollis 2006).

use crate::layout::embedding::{Rotation, twin};

/// The place of each node in the order from `first` to `last`. The graph must stay in one piece whichever node is taken away, and both must lie on one face. Only the first edges, so many, count for how long ways are.
pub(super) fn order(rotation: &Rotation, first: usize, last: usize, real_edges: usize) -> Option<Vec<usize>> {
    let nodes = rotation.nodes();
    let neighbours: Vec<Vec<(usize, bool)>> = (0..nodes)
        .map(|node| {
            let halves = rotation.around(node);
            halves.map(|half| (rotation.origin[twin(half)], half < 2 * real_edges)).collect()
        })
        .collect();
    let mut taking = Taking { neighbours, number: vec![usize::MAX; nodes], level: vec![None; nodes] };
    taking.level[first] = Some((true, 0));
    taking.take(first, 0);
    for number in 1..nodes {
        let node = if number + 1 == nodes { last } else { taking.next(last)? };
        taking.take(node, number);
    }
    Some(taking.number)
}

struct Taking {
    /// The nodes beside each, and whether they really are joined.
    neighbours: Vec<Vec<(usize, bool)>>,
    number: Vec<usize>,
    /// Is a node joined with one that is taken, and how far does it lie from the first?
    level: Vec<Option<(bool, usize)>>,
}

impl Taking {
    fn take(&mut self, node: usize, number: usize) {
        self.number[node] = number;
        let here = self.level[node].filter(|(is_real, _)| *is_real).map_or(0, |(_, level)| level);
        for &(near, is_real) in &self.neighbours[node] {
            // An imagined edge is no way; it counts only where there is no other.
            let level = if is_real { (true, here + 1) } else { (false, usize::MAX - here) };
            self.level[near] = self.level[near].max(Some(level));
        }
    }

    fn is_left(&self, node: usize) -> bool {
        self.number[node] == usize::MAX
    }

    fn next(&self, last: usize) -> Option<usize> {
        let is_cut = self.cuts(last);
        let may_go = |node: &usize| self.is_left(*node) && *node != last && !is_cut[*node];
        let candidates = (0..self.number.len()).filter(may_go);
        let ranked = candidates.filter_map(|node| {
            let (is_real, level) = self.level[node]?;
            Some((!is_real, if is_real { level } else { usize::MAX - level }, node))
        });
        ranked.min().map(|(.., node)| node)
    }

    /// The nodes without which what is left falls apart.
    fn cuts(&self, root: usize) -> Vec<bool> {
        let nodes = self.number.len();
        let (mut seen, mut low) = (vec![usize::MAX; nodes], vec![usize::MAX; nodes]);
        let mut is_cut = vec![false; nodes];
        (seen[root], low[root]) = (0, 0);
        let mut count = 1;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&(near, _)) = self.neighbours[node].get(*next) else {
                path.pop();
                if let Some((above, _)) = path.last() {
                    is_cut[*above] |= low[node] >= seen[*above];
                    low[*above] = low[*above].min(low[node]);
                }
                continue;
            };
            *next += 1;
            if !self.is_left(near) {
                continue;
            }
            if seen[near] == usize::MAX {
                (seen[near], low[near]) = (count, count);
                count += 1;
                path.push((near, 0));
            } else {
                low[node] = low[node].min(seen[near]);
            }
        }
        is_cut
    }
}
