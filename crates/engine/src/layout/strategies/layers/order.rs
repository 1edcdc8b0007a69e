//! An st-order: every node except the first and the last has a lower and a higher neighbour.
//!
//! In: a biconnected planar rotation, with the first and the last node on its outer face.
//! Out: the rank of each node, or `None` if no order was found.
//! Nodes are taken one by one. Each has a neighbour that is already taken, and the rest stays connected
//! without it. Among several, the node with the lowest level is taken, which keeps paths from first to last
//! short (Papamanthou and Tollis 2006).
//! Each inner face connects the nodes around it, like a node in its middle. This leaves many candidates.

use crate::layout::graph::embedding::{Half, Rotation, twin};

/// Returns the rank of each node in an order from `first` to `last`, which both lie on the outer face.
///
/// `around` lists the nodes around each face that connects them. Edges below `real_edges` are real; only
/// these set the length of a path.
pub(super) fn canonical_ordering(
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

/// Returns the nodes around each face except the outer one.
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

/// The state of the order: the nodes taken so far, and the levels of their neighbours.
struct CanonicalOrdering {
    /// The neighbours of each node, and whether the edge to them is real.
    neighbours: Vec<Vec<(usize, bool)>>,
    /// The faces around each node, as indices after those of the nodes.
    faces: Vec<Vec<usize>>,
    /// The nodes around each face.
    around: Vec<Vec<usize>>,
    /// The rank of each node; `usize::MAX` if it is not taken yet.
    number: Vec<usize>,
    /// `true` if a real edge leads to a taken neighbour, and the level: the number of real edges on the
    /// longest path from the first node. `None` without a taken neighbour.
    level: Vec<Option<(bool, usize)>>,
}

impl CanonicalOrdering {
    fn take(&mut self, node: usize, number: usize) {
        self.number[node] = number;
        let here = self.level[node].filter(|(is_real, _)| *is_real).map_or(0, |(_, level)| level);
        for &(near, is_real) in &self.neighbours[node] {
            // An imagined edge is no path. It is used only for nodes without a real one.
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

    /// Returns the neighbour of a node or face with this index, counting nodes first and then faces.
    fn neighbour_at(&self, node: usize, index: usize) -> Option<usize> {
        let Some(neighbours) = self.neighbours.get(node) else {
            return self.around[node - self.number.len()].get(index).copied();
        };
        match neighbours.get(index) {
            Some((near, _)) => Some(*near),
            None => self.faces[node].get(index - neighbours.len()).copied(),
        }
    }

    /// Finds the cut nodes: the nodes without which the rest is not connected. Faces connect nodes, too.
    fn cuts(&self, root: usize) -> Vec<bool> {
        let nodes = self.number.len() + self.around.len();
        let (mut seen, mut low) = (vec![usize::MAX; nodes], vec![usize::MAX; nodes]);
        let mut is_cut = vec![false; nodes];
        // A face without any node left cannot be separated.
        let mut holds_nodes: Vec<bool> = (0..nodes).map(|node| node < self.number.len()).collect();
        (seen[root], low[root]) = (0, 0);
        let mut count = 1;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(near) = self.neighbour_at(node, *next) else {
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
