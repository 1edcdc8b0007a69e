//! Numbers for the nodes so that from each one can go on to a lesser and to a greater one, but for the first
//! and the last.
//!
//! Nodes are taken away one by one, always such as are beside one that was taken before, and without which
//! the rest stays in one piece; of several the one with the shortest way from the first, so that ways from
//! the first to the last stay short (Papamanthou and Tollis 2006).
//! Every face but the outer one holds together what lies around it, as a node in its middle would: so there
//! are many to choose from.

use crate::layout::embedding::{Half, Rotation, twin};

/// The place of each node in the order from `first` to `last`. The graph must stay in one piece whichever
/// node is taken away, and both must lie on the outer face. The nodes `around` other faces are held together
/// by these. Only the first edges, so many, count for how long ways are.
pub(super) fn order(
    rotation: &Rotation,
    around: Vec<Vec<usize>>,
    [first, last]: [usize; 2],
    real_edges: usize,
) -> Option<Vec<usize>> {
    let nodes = rotation.nodes();
    let near = |half: Half| (rotation.origin[twin(half)], half < 2 * real_edges);
    let mut taking = CanonicalOrdering {
        neighbours: (0..nodes).map(|node| rotation.around(node).map(near).collect()).collect(),
        faces: vec![Vec::new(); nodes],
        around,
        number: vec![usize::MAX; nodes],
        level: vec![None; nodes],
    };
    for (face, around) in taking.around.iter().enumerate() {
        for node in around {
            taking.faces[*node].push(nodes + face);
        }
    }
    taking.level[first] = Some((true, 0));
    taking.take(first, 0);
    for number in 1..nodes {
        let node = if number + 1 == nodes { last } else { taking.next(last)? };
        taking.take(node, number);
    }
    Some(taking.number)
}

/// The nodes around each face but the outer one.
pub(super) fn faces(rotation: &Rotation, outer: &[Half]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; rotation.origin.len()];
    outer.iter().for_each(|half| seen[*half] = true);
    let mut faces = Vec::new();
    for first in 0..seen.len() {
        let mut face = Vec::new();
        let mut half = first;
        while !std::mem::replace(&mut seen[half], true) {
            face.push(rotation.origin[half]);
            half = rotation.along_face(half);
        }
        if !face.is_empty() {
            faces.push(face);
        }
    }
    faces
}

struct CanonicalOrdering {
    /// The nodes beside each, and whether they really are joined.
    neighbours: Vec<Vec<(usize, bool)>>,
    /// The faces beside each node, numbered behind the nodes, and the nodes around each face.
    faces: Vec<Vec<usize>>,
    around: Vec<Vec<usize>>,
    number: Vec<usize>,
    /// Is a node joined with one that is taken, and how far does it lie from the first?
    level: Vec<Option<(bool, usize)>>,
}

impl CanonicalOrdering {
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
        self.number.get(node).is_none_or(|number| *number == usize::MAX)
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

    /// The nodes and faces beside a node or face, one after the other.
    fn beside(&self, node: usize, index: usize) -> Option<usize> {
        let Some(neighbours) = self.neighbours.get(node) else {
            return self.around[node - self.number.len()].get(index).copied();
        };
        match neighbours.get(index) {
            Some((near, _)) => Some(*near),
            None => self.faces[node].get(index - neighbours.len()).copied(),
        }
    }

    /// The nodes without which what is left falls apart.
    fn cuts(&self, root: usize) -> Vec<bool> {
        let nodes = self.number.len() + self.around.len();
        let (mut seen, mut low) = (vec![usize::MAX; nodes], vec![usize::MAX; nodes]);
        let mut is_cut = vec![false; nodes];
        // A face on which no other node is left is nothing that could come loose.
        let mut holds_nodes: Vec<bool> = (0..nodes).map(|node| node < self.number.len()).collect();
        (seen[root], low[root]) = (0, 0);
        let mut count = 1;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(near) = self.beside(node, *next) else {
                path.pop();
                if let Some((above, _)) = path.last() {
                    is_cut[*above] |= holds_nodes[node] && low[node] >= seen[*above];
                    holds_nodes[*above] |= holds_nodes[node];
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
