//! Third phase of the planarity test: the order of the edges around each node.
//!
//! Every edge has two halves, one for each of its nodes. The halves around a node form a ring.
//!
//! ```text
//!         1
//!         │
//!    0 ── n ── 2      next(0) = 1, next(1) = 2, …      a ── 2e ──>  <── 2e + 1 ── b
//!         │
//!         3
//! ```

use super::orientation::DfsOrientation;
use super::sides::EdgeSides;

/// Half of an edge: 2e leaves the first node of edge e, and 2e + 1 leaves the second.
pub(in crate::layout) type Half = usize;

/// A planar embedding: the halves of edges around every node, in rings.
pub(in crate::layout) struct Rotation {
    /// The node that each half leaves.
    pub origin: Vec<usize>,
    /// The next half clockwise around the same node, and the previous one.
    next: Vec<Half>,
    before: Vec<Half>,
    /// One of the halves at each node; `None` if the node has no edges.
    first: Vec<Option<Half>>,
}

/// Returns the other half of the same edge.
pub(in crate::layout) fn twin(half: Half) -> Half {
    half ^ 1
}

impl Rotation {
    fn new(nodes: usize, ends: &[(usize, usize)]) -> Self {
        let origin: Vec<usize> = ends.iter().flat_map(|(from, to)| [*from, *to]).collect();
        let alone: Vec<Half> = (0..origin.len()).collect();
        Self { origin, next: alone.clone(), before: alone, first: vec![None; nodes] }
    }

    pub fn nodes(&self) -> usize {
        self.first.len()
    }

    pub fn next(&self, half: Half) -> Half {
        self.next[half]
    }

    /// Returns the next half around the face on one side of this one.
    pub fn along_face(&self, half: Half) -> Half {
        self.before[twin(half)]
    }

    /// Returns all halves at a node, clockwise.
    pub fn around(&self, node: usize) -> impl Iterator<Item = Half> {
        let first = self.first[node];
        let next = move |half: &Half| Some(self.next[*half]).filter(|next| Some(*next) != first);
        std::iter::successors(first, next)
    }

    /// Adds an edge between the nodes of two halves: right after `behind`, and right before `before`.
    ///
    /// Returns the new half that leaves the node of `behind`.
    pub fn join(&mut self, behind: Half, before: Half) -> Half {
        let half = self.origin.len();
        self.origin.extend([self.origin[behind], self.origin[before]]);
        self.next.extend([half, half + 1]);
        self.before.extend([half, half + 1]);
        self.put_behind(half, behind);
        self.put_behind(half + 1, self.before[before]);
        half
    }

    /// Splits an edge by a new node n. Returns the half that leads from n to the old end.
    ///
    /// ```text
    /// before:  a ── half ──>                       <── twin ── b
    /// after:   a ── half ──>  <── twin ── n ── new ──>  <───── b
    /// ```
    pub fn split(&mut self, half: Half) -> Half {
        let node = self.first.len();
        let (there, new) = (twin(half), self.origin.len());
        self.origin.extend([node, self.origin[there]]);
        self.next.extend([there, new + 1]);
        self.before.extend([there, new + 1]);
        self.take_place(new + 1, there);
        self.origin[there] = node;
        (self.next[there], self.before[there]) = (new, new);
        self.first.push(Some(there));
        new
    }

    /// Removes an edge. Its halves keep their numbers.
    pub fn remove(&mut self, half: Half) {
        for half in [half, twin(half)] {
            let (before, next) = (self.before[half], self.next[half]);
            (self.next[before], self.before[next]) = (next, before);
            let first = &mut self.first[self.origin[half]];
            if *first == Some(half) {
                *first = Some(next).filter(|next| *next != half);
            }
            (self.next[half], self.before[half]) = (half, half);
        }
    }

    /// Puts a half in the place of another.
    fn take_place(&mut self, half: Half, other: Half) {
        if self.next[other] != other {
            let (before, next) = (self.before[other], self.next[other]);
            (self.before[half], self.next[half]) = (before, next);
            (self.next[before], self.before[next]) = (half, half);
        }
        let first = &mut self.first[self.origin[other]];
        if *first == Some(other) {
            *first = Some(half);
        }
    }

    fn put_behind(&mut self, half: Half, other: Half) {
        let next = self.next[other];
        (self.next[other], self.before[half]) = (half, other);
        (self.next[half], self.before[next]) = (next, half);
    }

    /// Puts a half after another. If there is none, the half becomes the first of its node.
    fn add(&mut self, half: Half, behind: Option<Half>) {
        match behind {
            Some(other) => self.put_behind(half, other),
            None => self.first[self.origin[half]] = Some(half),
        }
    }

    /// Puts a half before another. If that one is the first of its node, the new half becomes the first.
    fn add_before(&mut self, half: Half, other: Option<Half>) {
        self.add(half, other.map(|other| self.before[other]));
        let first = &mut self.first[self.origin[half]];
        if *first == other {
            *first = Some(half);
        }
    }
}

/// Returns the embedding that follows from the sides of the edges.
pub(super) fn rotation(orientation: &DfsOrientation, mut sides: EdgeSides) -> Rotation {
    let DfsOrientation { ends, away, roots, depth, .. } = orientation;
    let nodes = away.len();
    let mut rotation = Rotation::new(nodes, ends);
    let is_left: Vec<bool> = (0..ends.len()).map(|edge| sides.is_left(edge)).collect();
    let signed = |edge: &usize| if is_left[*edge] { -(depth[*edge] as i64) } else { depth[*edge] as i64 };
    let mut ordered = away.clone();
    for edges in &mut ordered {
        edges.sort_by_key(signed);
        let mut last = None;
        for edge in edges {
            rotation.add(2 * *edge, last);
            last = Some(2 * *edge);
        }
    }
    let mut ends_at = Insertion { left: vec![None; nodes], right: vec![None; nodes] };
    for root in roots {
        ends_at.descend(*root, orientation, &ordered, &is_left, &mut rotation);
    }
    rotation
}

/// For each node, the halves next to which returning edges are inserted on the left and on the right.
struct Insertion {
    left: Vec<Option<Half>>,
    right: Vec<Option<Half>>,
}

impl Insertion {
    fn descend(
        &mut self,
        root: usize,
        orientation: &DfsOrientation,
        ordered: &[Vec<usize>],
        is_left: &[bool],
        rotation: &mut Rotation,
    ) {
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&edge) = ordered[node].get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            let to = orientation.ends[edge].1;
            let arriving = 2 * edge + 1;
            if orientation.is_tree(edge) {
                rotation.add_before(arriving, rotation.first[to]);
                self.left[node] = Some(2 * edge);
                self.right[node] = Some(2 * edge);
                path.push((to, 0));
            } else if is_left[edge] {
                rotation.add_before(arriving, self.left[to]);
                self.left[to] = Some(arriving);
            } else {
                rotation.add(arriving, self.right[to]);
            }
        }
    }
}
