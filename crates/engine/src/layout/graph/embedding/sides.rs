//! Second phase of the planarity test: puts every back edge to the left or the right of the tree.
//!
//! Back edges that cannot be on one side form pairs of intervals. A second depth-first search keeps them on a stack.
//!
//! ```text
//!  stack                 left            right
//!  ┌──────────────┐    high            high       returns farthest from the root
//!  │ ConflictPair │     │ refers_to     │
//!  ├──────────────┤     ▼               ▼
//!  │ ConflictPair │    low             low        returns nearest to the root
//!  └──────────────┘
//! ```

use super::EdgeIndex;
use super::orientation::DfsOrientation;

/// Back edges on one side, linked by `refers_to` from `high` down to `low`.
#[derive(Clone, Copy, Default)]
struct Interval {
    low: Option<EdgeIndex>,
    high: Option<EdgeIndex>,
}

impl Interval {
    fn is_empty(self) -> bool {
        self.low.is_none() && self.high.is_none()
    }
}

/// Edges on the left and on the right, which can only change sides together.
#[derive(Clone, Copy, Default)]
struct ConflictPair {
    left: Interval,
    right: Interval,
}

impl ConflictPair {
    fn swap(&mut self) {
        std::mem::swap(&mut self.left, &mut self.right);
    }
}

/// The side of each edge: that of the edge it refers to, or the opposite one.
pub(super) struct EdgeSides {
    refers_to: Vec<Option<EdgeIndex>>,
    is_opposite: Vec<bool>,
}

impl EdgeSides {
    /// Finds a side for every edge. Returns `None` if the graph is not planar.
    pub fn find(orientation: &DfsOrientation) -> Option<Self> {
        let edges = orientation.ends.len();
        let sides = Self { refers_to: vec![None; edges], is_opposite: vec![false; edges] };
        let mut test = PlanarityTest {
            orientation,
            sides,
            stack: Vec::new(),
            bottom: vec![0; edges],
            lowest_edge: vec![None; edges],
        };
        for root in &orientation.roots {
            test.descend(*root)?;
        }
        Some(test.sides)
    }

    /// Returns `true` if the edge is on the left. Shortens the chain of references that leads to the answer.
    pub fn is_left(&mut self, edge: EdgeIndex) -> bool {
        let mut chain = vec![edge];
        while let Some(next) = chain.last().and_then(|last| self.refers_to[*last]) {
            chain.push(next);
        }
        let mut is_left = false;
        for edge in chain.into_iter().rev() {
            is_left ^= self.is_opposite[edge];
            self.is_opposite[edge] = is_left;
            self.refers_to[edge] = None;
        }
        is_left
    }
}

struct PlanarityTest<'a> {
    orientation: &'a DfsOrientation,
    sides: EdgeSides,
    stack: Vec<ConflictPair>,
    /// The size of the stack before each edge was visited.
    bottom: Vec<usize>,
    /// For each edge, the back edge below it that returns to its lowpoint.
    lowest_edge: Vec<Option<EdgeIndex>>,
}

impl PlanarityTest<'_> {
    fn descend(&mut self, root: usize) -> Option<()> {
        let orientation = self.orientation;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let (node, index) = (*node, *next);
            *next += 1;
            let Some(&edge) = orientation.away[node].get(index) else {
                path.pop();
                if let Some(above) = orientation.parent[node] {
                    self.trim(above);
                    self.integrate(above)?;
                }
                continue;
            };
            self.bottom[edge] = self.stack.len();
            if orientation.is_tree(edge) {
                path.push((orientation.ends[edge].1, 0));
            } else {
                self.lowest_edge[edge] = Some(edge);
                let right = Interval { low: Some(edge), high: Some(edge) };
                self.stack.push(ConflictPair { right, ..ConflictPair::default() });
                self.integrate(edge)?;
            }
        }
        Some(())
    }

    /// Adds the constraints of an edge's return edges, once everything below it is known.
    fn integrate(&mut self, edge: EdgeIndex) -> Option<()> {
        let orientation = self.orientation;
        let node = orientation.ends[edge].0;
        if orientation.low[edge] >= orientation.height[node] {
            return Some(());
        }
        let above = orientation.parent[node]?;
        if orientation.away[node].first() == Some(&edge) {
            self.lowest_edge[above] = self.lowest_edge[edge];
            return Some(());
        }
        self.constrain(edge, above)
    }

    /// Puts the return edges of an edge on one side, and conflicting ones of earlier edges on the other.
    fn constrain(&mut self, edge: EdgeIndex, above: EdgeIndex) -> Option<()> {
        let mut merged = ConflictPair::default();
        self.merge_own(edge, above, &mut merged)?;
        self.merge_conflicting(edge, &mut merged)?;
        if !(merged.left.is_empty() && merged.right.is_empty()) {
            self.stack.push(merged);
        }
        Some(())
    }

    fn merge_own(&mut self, edge: EdgeIndex, above: EdgeIndex, merged: &mut ConflictPair) -> Option<()> {
        let low = &self.orientation.low;
        while self.stack.len() > self.bottom[edge] {
            let mut pair = self.stack.pop()?;
            if !pair.left.is_empty() {
                pair.swap();
            }
            if !pair.left.is_empty() {
                return None;
            }
            let lowest = pair.right.low?;
            if low[lowest] > low[above] {
                if merged.right.is_empty() {
                    merged.right.high = pair.right.high;
                } else {
                    self.refer(merged.right.low, pair.right.high);
                }
                merged.right.low = pair.right.low;
            } else {
                self.refer(pair.right.low, self.lowest_edge[above]);
            }
        }
        Some(())
    }

    fn merge_conflicting(&mut self, edge: EdgeIndex, merged: &mut ConflictPair) -> Option<()> {
        while let Some(mut pair) = self.stack.last().copied() {
            if !self.conflicts(pair.left, edge) && !self.conflicts(pair.right, edge) {
                break;
            }
            self.stack.pop();
            if self.conflicts(pair.right, edge) {
                pair.swap();
            }
            if self.conflicts(pair.right, edge) {
                return None;
            }
            self.refer(merged.right.low, pair.right.high);
            if pair.right.low.is_some() {
                merged.right.low = pair.right.low;
            }
            if merged.left.is_empty() {
                merged.left.high = pair.left.high;
            } else {
                self.refer(merged.left.low, pair.left.high);
            }
            merged.left.low = pair.left.low;
        }
        Some(())
    }

    fn refer(&mut self, edge: Option<EdgeIndex>, to: Option<EdgeIndex>) {
        if let Some(edge) = edge {
            self.sides.refers_to[edge] = to;
        }
    }

    fn conflicts(&self, interval: Interval, edge: EdgeIndex) -> bool {
        interval.high.is_some_and(|high| self.orientation.low[high] > self.orientation.low[edge])
    }

    /// Removes the back edges that return to the upper node of an edge from the stack.
    fn trim(&mut self, edge: EdgeIndex) {
        let orientation = self.orientation;
        let node = orientation.ends[edge].0;
        while let Some(pair) = self.stack.last().copied() {
            if self.lowest(pair) != Some(orientation.height[node]) {
                break;
            }
            self.stack.pop();
            if let Some(low) = pair.left.low {
                self.sides.is_opposite[low] = true;
            }
        }
        if let Some(mut pair) = self.stack.pop() {
            pair.left = self.trim_interval(pair.left, pair.right, node);
            pair.right = self.trim_interval(pair.right, pair.left, node);
            self.stack.push(pair);
        }
        if orientation.low[edge] < orientation.height[node]
            && let Some(pair) = self.stack.last()
        {
            let low = |edge: EdgeIndex| orientation.low[edge];
            self.sides.refers_to[edge] = match (pair.left.high, pair.right.high) {
                (Some(left), right) if right.is_none_or(|right| low(left) > low(right)) => Some(left),
                (_, right) => right,
            };
        }
    }

    fn trim_interval(&mut self, mut interval: Interval, other: Interval, node: usize) -> Interval {
        while let Some(high) = interval.high.filter(|high| self.orientation.ends[*high].1 == node) {
            interval.high = self.sides.refers_to[high];
        }
        if interval.high.is_none()
            && let Some(low) = interval.low.take()
        {
            self.sides.refers_to[low] = other.low;
            self.sides.is_opposite[low] = true;
        }
        interval
    }

    fn lowest(&self, pair: ConflictPair) -> Option<usize> {
        let low = |interval: Interval| interval.low.map(|edge| self.orientation.low[edge]);
        [low(pair.left), low(pair.right)].into_iter().flatten().min()
    }
}
