//! Biconnected components of a graph.
//!
//! Two edges are in one component exactly if a cycle contains both. A bridge is a component on its own.
//!
//! Source: Hopcroft and Tarjan, "Efficient algorithms for graph manipulation", 1973.

/// Returns the number of each edge's component.
pub(in crate::layout) fn biconnected_components(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut adjacency: Vec<Vec<(usize, usize)>> = vec![Vec::new(); nodes];
    for (edge, (from, to)) in edges.iter().enumerate() {
        adjacency[*from].push((edge, *to));
        adjacency[*to].push((edge, *from));
    }
    let mut search = BiconnectedSearch {
        adjacency,
        found: vec![usize::MAX; edges.len()],
        count: 0,
        seen: vec![usize::MAX; nodes],
        low: vec![usize::MAX; nodes],
        number: 0,
        open: Vec::new(),
    };
    for root in 0..nodes {
        if search.seen[root] == usize::MAX {
            search.descend(root);
        }
    }
    search.found
}

struct BiconnectedSearch {
    /// The edges at each node, each with the node at its other end.
    adjacency: Vec<Vec<(usize, usize)>>,
    found: Vec<usize>,
    count: usize,
    /// For each node, when the search reached it, and the earliest node that can be reached from below it.
    seen: Vec<usize>,
    low: Vec<usize>,
    number: usize,
    /// The visited edges whose component is not yet known, as a stack.
    open: Vec<usize>,
}

impl BiconnectedSearch {
    fn enter(&mut self, node: usize) {
        (self.seen[node], self.low[node]) = (self.number, self.number);
        self.number += 1;
    }

    fn descend(&mut self, root: usize) {
        self.enter(root);
        // Each node with the edge by which it was reached and the number of its visited edges.
        let mut path = vec![(root, usize::MAX, 0)];
        while let Some((node, by, next)) = path.last_mut() {
            let (node, by) = (*node, *by);
            let Some(&(edge, other)) = self.adjacency[node].get(*next) else {
                path.pop();
                if let Some((above, ..)) = path.last() {
                    self.close(*above, node, by);
                }
                continue;
            };
            *next += 1;
            if edge == by {
                continue;
            }
            if self.seen[other] == usize::MAX {
                self.open.push(edge);
                self.enter(other);
                path.push((other, edge, 0));
            } else if self.seen[other] < self.seen[node] {
                self.open.push(edge);
                self.low[node] = self.low[node].min(self.seen[other]);
            }
        }
    }

    /// Returns from `node` to `above` along the edge `by`.
    ///
    /// If no edge leads back beyond `above`, all edges since `by` form a component.
    fn close(&mut self, above: usize, node: usize, by: usize) {
        self.low[above] = self.low[above].min(self.low[node]);
        if self.low[node] < self.seen[above] {
            return;
        }
        while let Some(edge) = self.open.pop() {
            self.found[edge] = self.count;
            if edge == by {
                break;
            }
        }
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_that_share_one_node_are_components_of_their_own() {
        let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4), (4, 5), (6, 7)];
        let found = biconnected_components(8, &edges);
        assert_eq!(found[0..3], [found[0]; 3]);
        assert_eq!(found[3..6], [found[3]; 3]);
        let mut distinct = [found[0], found[3], found[6], found[7]];
        distinct.sort_unstable();
        assert_eq!(distinct, [0, 1, 2, 3]);
    }
}
