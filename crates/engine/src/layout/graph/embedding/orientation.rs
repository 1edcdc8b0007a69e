//! First phase of the planarity test: a depth-first search orients every edge, down the tree or back up.
//!
//! Input: a graph. Output: its oriented edges, with lowpoints and nesting depths. Heights are distances from
//! the root, so the lowest nodes are nearest to it.
//!
//! ```text
//! 0 ←╮     height 0, the root
//! │  │
//! 1  │     height 1        tree edges lead down, back edges (←) lead up;
//! │  │                     the edge from 1 to 2 has the lowpoint 0
//! 2 ─╯     height 2
//! ```

use super::EdgeIndex;

/// The oriented edges, and the heights to which they return.
pub(super) struct DfsOrientation {
    /// The nodes of each edge, in its direction.
    pub ends: Vec<(usize, usize)>,
    /// The height of each node: its distance from the root, in tree edges.
    pub height: Vec<usize>,
    /// The tree edge that leads to each node.
    pub parent: Vec<Option<EdgeIndex>>,
    pub roots: Vec<usize>,
    /// The lowpoint of each edge: the minimum height to which it, or a back edge below it, returns.
    pub low: Vec<usize>,
    /// The nesting depth of each edge. Edges that leave a node are embedded in this order.
    pub depth: Vec<usize>,
    /// The edges that leave each node, ordered by nesting depth.
    pub away: Vec<Vec<EdgeIndex>>,
}

impl DfsOrientation {
    pub fn new(nodes: usize, edges: &[(usize, usize)]) -> Self {
        let mut at: Vec<Vec<EdgeIndex>> = vec![Vec::new(); nodes];
        for (edge, (from, to)) in edges.iter().enumerate() {
            at[*from].push(edge);
            at[*to].push(edge);
        }
        let mut walk = OrientationSearch {
            found: Self {
                ends: edges.to_vec(),
                height: vec![usize::MAX; nodes],
                parent: vec![None; nodes],
                roots: Vec::new(),
                low: vec![0; edges.len()],
                depth: vec![0; edges.len()],
                away: vec![Vec::new(); nodes],
            },
            second_low: vec![0; edges.len()],
            is_seen: vec![false; edges.len()],
            at,
        };
        for root in 0..nodes {
            if walk.found.height[root] == usize::MAX {
                walk.found.height[root] = 0;
                walk.found.roots.push(root);
                walk.descend(root);
            }
        }
        let Self { away, depth, .. } = &mut walk.found;
        away.iter_mut().for_each(|edges| edges.sort_by_key(|edge| depth[*edge]));
        walk.found
    }

    /// Returns `true` if this is a tree edge, otherwise it is a back edge.
    pub fn is_tree(&self, edge: EdgeIndex) -> bool {
        self.parent[self.ends[edge].1] == Some(edge)
    }
}

struct OrientationSearch {
    found: DfsOrientation,
    /// The second lowest height to which each edge, or a back edge below it, returns.
    second_low: Vec<usize>,
    is_seen: Vec<bool>,
    at: Vec<Vec<EdgeIndex>>,
}

impl OrientationSearch {
    fn descend(&mut self, root: usize) {
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&edge) = self.at[node].get(*next) else {
                path.pop();
                if let Some(edge) = self.found.parent[node] {
                    self.leave(edge);
                }
                continue;
            };
            *next += 1;
            if std::mem::replace(&mut self.is_seen[edge], true) {
                continue;
            }
            if let Some(below) = self.enter(node, edge) {
                path.push((below, 0));
            } else {
                self.leave(edge);
            }
        }
    }

    /// Orients an edge away from a node. Returns its other end if that is a new node.
    fn enter(&mut self, node: usize, edge: EdgeIndex) -> Option<usize> {
        let found = &mut self.found;
        let (from, to) = found.ends[edge];
        let to = if from == node { to } else { from };
        found.ends[edge] = (node, to);
        found.away[node].push(edge);
        found.low[edge] = found.height[node];
        self.second_low[edge] = found.height[node];
        if found.height[to] == usize::MAX {
            found.parent[to] = Some(edge);
            found.height[to] = found.height[node] + 1;
            return Some(to);
        }
        found.low[edge] = found.height[to];
        None
    }

    /// Computes the nesting depth of an edge and passes its lowpoints up. Everything below the edge is known.
    fn leave(&mut self, edge: EdgeIndex) {
        let DfsOrientation { ends, height, parent, low, depth, .. } = &mut self.found;
        let node = ends[edge].0;
        depth[edge] = 2 * low[edge] + usize::from(self.second_low[edge] < height[node]);
        let Some(above) = parent[node] else { return };
        let second = &mut self.second_low;
        match low[edge].cmp(&low[above]) {
            std::cmp::Ordering::Less => {
                second[above] = low[above].min(second[edge]);
                low[above] = low[edge];
            }
            std::cmp::Ordering::Greater => second[above] = second[above].min(low[edge]),
            std::cmp::Ordering::Equal => second[above] = second[above].min(second[edge]),
        }
    }
}
