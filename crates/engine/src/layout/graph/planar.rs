//! Finds the faces of a planar drawing.
//!
//! In: a biconnected graph. Out: its faces, or nothing if the graph is not planar.
//! One path at a time is drawn through a face (Demoucron, Malgrange and Pertuiset 1964). The fragment with the
//! fewest possible faces comes first. If a fragment fits into no face, no planar drawing exists.

use std::collections::BTreeSet;

/// The set of neighbours of each node.
pub(in crate::layout) type Neighbours = Vec<BTreeSet<usize>>;

/// Returns the faces of a planar drawing, each as the nodes around it, all in the same sense.
///
/// Returns `None` if the graph is not planar. The graph must be biconnected.
pub(in crate::layout) fn find_faces(neighbours: Neighbours) -> Option<Vec<Vec<usize>>> {
    let cycle = find_cycle(&neighbours)?;
    let mut drawing = PlanarDrawing::begin(neighbours, cycle);
    drawing.draw_rest()?;
    Some(drawing.faces)
}

/// Returns the nodes of some cycle, in order. Returns `None` if there is none.
fn find_cycle(neighbours: &Neighbours) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; neighbours.len()];
    for root in 0..neighbours.len() {
        if before[root].is_some() {
            continue;
        }
        before[root] = Some(root);
        let mut path = vec![(root, neighbours[root].iter())];
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            match rest.next() {
                None => {
                    path.pop();
                }
                Some(&next) if before[next].is_none() => {
                    before[next] = Some(node);
                    path.push((next, neighbours[next].iter()));
                }
                Some(&next) if before[node] != Some(next) => {
                    // A depth-first search that has found no cycle so far meets only nodes on its path.
                    let from = path.iter().position(|(on_path, _)| *on_path == next)?;
                    return Some(path[from..].iter().map(|(on_path, _)| *on_path).collect());
                }
                Some(_) => {}
            }
        }
    }
    None
}

/// The part of a graph that is drawn so far.
struct PlanarDrawing {
    graph: Neighbours,
    drawn: Neighbours,
    /// The nodes around each face, in order.
    faces: Vec<Vec<usize>>,
}

/// A connected part of the graph that is not drawn yet.
struct PlanarFragment {
    /// Nodes that are not drawn. Empty if the fragment is a single edge.
    inner: BTreeSet<usize>,
    /// Drawn nodes to which it is attached.
    ends: BTreeSet<usize>,
}

impl PlanarDrawing {
    /// Starts the drawing with a cycle of the graph.
    fn begin(graph: Neighbours, cycle: Vec<usize>) -> Self {
        let drawn = vec![BTreeSet::new(); graph.len()];
        let outside = cycle.iter().rev().copied().collect();
        let mut drawing = Self { graph, drawn, faces: vec![cycle.clone(), outside] };
        drawing.draw(&cycle);
        drawing.draw(&[cycle[cycle.len() - 1], cycle[0]]);
        drawing
    }

    /// Draws all fragments that are attached at two or more nodes, and returns the rest as separate graphs.
    ///
    /// Returns `None` if a fragment fits into no face.
    fn draw_rest(&mut self) -> Option<Vec<Neighbours>> {
        loop {
            let (joined, apart): (Vec<PlanarFragment>, Vec<PlanarFragment>) =
                self.pieces().into_iter().partition(|piece| piece.ends.len() > 1);
            let choices = joined.iter().map(|piece| (self.faces_for(piece), piece));
            let Some((faces, piece)) = choices.min_by_key(|(faces, _)| faces.len()) else {
                return Some(apart.iter().map(|piece| self.graph_of(piece)).collect());
            };
            let path = self.path_through(piece)?;
            self.split(*faces.first()?, &path);
        }
    }

    fn draw(&mut self, path: &[usize]) {
        for pair in path.windows(2) {
            self.drawn[pair[0]].insert(pair[1]);
            self.drawn[pair[1]].insert(pair[0]);
        }
    }

    fn is_drawn(&self, node: usize) -> bool {
        !self.drawn[node].is_empty()
    }

    /// Returns all fragments.
    fn pieces(&self) -> Vec<PlanarFragment> {
        let mut pieces = Vec::new();
        let mut seen = vec![false; self.graph.len()];
        for (node, near) in self.graph.iter().enumerate() {
            if self.is_drawn(node) {
                let edges = near.iter().filter(|next| **next > node && self.is_drawn(**next));
                for next in edges.filter(|next| !self.drawn[node].contains(next)) {
                    pieces
                        .push(PlanarFragment { inner: BTreeSet::new(), ends: BTreeSet::from([node, *next]) });
                }
            } else if !near.is_empty() && !seen[node] {
                pieces.push(self.piece_from(node, &mut seen));
            }
        }
        pieces
    }

    fn piece_from(&self, first: usize, seen: &mut [bool]) -> PlanarFragment {
        let mut piece = PlanarFragment { inner: BTreeSet::new(), ends: BTreeSet::new() };
        let mut open = vec![first];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            piece.inner.insert(node);
            for &next in &self.graph[node] {
                if self.is_drawn(next) {
                    piece.ends.insert(next);
                } else {
                    open.push(next);
                }
            }
        }
        piece
    }

    /// Returns the faces whose boundary contains all ends of a fragment.
    fn faces_for(&self, piece: &PlanarFragment) -> Vec<usize> {
        let has_all = |face: &Vec<usize>| {
            face.iter().filter(|node| piece.ends.contains(node)).count() == piece.ends.len()
        };
        (0..self.faces.len()).filter(|face| has_all(&self.faces[*face])).collect()
    }

    /// Returns a path through a fragment from one of its ends to another.
    fn path_through(&self, piece: &PlanarFragment) -> Option<Vec<usize>> {
        let from = *piece.ends.first()?;
        if piece.inner.is_empty() {
            return Some(piece.ends.iter().copied().collect());
        }
        let mut before = vec![None; self.graph.len()];
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for &next in &self.graph[node] {
                let is_other_end = node != from && next != from && piece.ends.contains(&next);
                if is_other_end {
                    let back = |node: &usize| before[*node];
                    let mut path: Vec<usize> = std::iter::successors(Some(node), back).collect();
                    path.insert(0, next);
                    return Some(path);
                }
                if before[next].is_none() && piece.inner.contains(&next) {
                    before[next] = Some(node);
                    open.push(next);
                }
            }
        }
        None
    }

    /// Draws a path through a face between two of its nodes, which splits the face in two.
    ///
    /// ```text
    /// first──a       first──a
    ///   │    │   ⇒     │ ╲  │   the new face lies on one side of the path
    ///   b──last        b──last
    /// ```
    fn split(&mut self, face: usize, path: &[usize]) {
        self.draw(path);
        let mut around = std::mem::take(&mut self.faces[face]);
        let (Some(first), Some(last)) = (path.first(), path.last()) else { return };
        if let Some(turn) = around.iter().position(|node| node == first) {
            around.rotate_left(turn);
        }
        let middle = around.iter().position(|node| node == last).unwrap_or(0);
        let inner = &path[1..path.len() - 1];
        self.faces[face] = around[..=middle].iter().chain(inner.iter().rev()).copied().collect();
        let rest = around[middle..].iter().chain(first_of(&around)).chain(inner);
        self.faces.push(rest.copied().collect());
    }

    fn graph_of(&self, piece: &PlanarFragment) -> Neighbours {
        let mut graph = vec![BTreeSet::new(); self.graph.len()];
        for &node in &piece.inner {
            for &next in &self.graph[node] {
                graph[node].insert(next);
                graph[next].insert(node);
            }
        }
        graph
    }
}

fn first_of(nodes: &[usize]) -> impl Iterator<Item = &usize> {
    nodes.iter().take(1)
}
