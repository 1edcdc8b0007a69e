//! Decides whether one pattern is contained in another in every match.

use std::cell::Cell;

use crate::grammar::EdgeDirection;
use crate::grammar::resolve::{Fits, NewEdgeEnd, NodeChangeKind, ReadyRule, RightSide};
use crate::mission::{EdgeSymbolId, NodeSymbolId};

/// Maximum number of tries of a search; beyond it the search has no result.
const MOST_TRIES: u32 = 20_000;

/// Number of pairs of edges that can be compared in a unit of work.
const EDGES_PER_WORK: usize = 4;

/// Elements that certainly exist: nodes and edges, with their possible symbols.
pub(super) struct CertainGraph {
    pub nodes: Vec<Fits<NodeSymbolId>>,
    pub edges: Vec<CertainEdge>,
}

/// An edge; its ends are positions in [`CertainGraph::nodes`].
pub(super) struct CertainEdge {
    from: usize,
    to: usize,
    fits: Fits<EdgeSymbolId>,
    direction: EdgeDirection,
}

impl CertainGraph {
    /// Returns the shape of a match of a rule, in the order of its nodes.
    pub fn of_left(rule: &ReadyRule) -> Self {
        let nodes = rule.nodes.iter().map(|node| node.fits.clone()).collect();
        let edges = rule.edges.iter().map(|edge| CertainEdge {
            from: edge.from,
            to: edge.to,
            fits: edge.fits.clone(),
            direction: edge.direction,
        });
        Self { nodes, edges: edges.collect() }
    }

    /// Returns the shape after a right side of a rule was applied.
    pub fn of_right(rule: &ReadyRule, side: &RightSide) -> Self {
        let (mut nodes, mut positions) = (Vec::new(), Vec::new());
        for (node, fate) in rule.nodes.iter().zip(&side.fates) {
            positions.push(nodes.len());
            match fate {
                NodeChangeKind::Keep => nodes.push(node.fits.clone()),
                NodeChangeKind::Become(symbol) => nodes.push(Fits::one_of([*symbol])),
                NodeChangeKind::Erase => {}
            }
        }
        let first_new = nodes.len();
        nodes.extend(side.new_nodes.iter().map(|node| Fits::one_of([node.symbol])));
        let end = |end: NewEdgeEnd| match end {
            NewEdgeEnd::Left(position) => positions[position],
            NewEdgeEnd::New(position) => first_new + position,
        };
        let kept = rule.edges.iter().zip(&side.keeps_edge).filter(|(_, is_kept)| **is_kept);
        let kept = kept.map(|(edge, _)| CertainEdge {
            from: positions[edge.from],
            to: positions[edge.to],
            fits: edge.fits.clone(),
            direction: edge.direction,
        });
        let new = side.new_edges.iter().map(|edge| CertainEdge {
            from: end(edge.from),
            to: end(edge.to),
            fits: Fits::one_of([edge.symbol]),
            direction: EdgeDirection::FromTo,
        });
        Self { edges: kept.chain(new).collect(), nodes }
    }

    fn size(&self) -> u64 {
        (self.nodes.len() + self.edges.len()) as u64
    }

    /// Returns `true` if the whole contains this part in a way that `accept` allows.
    ///
    /// A way has, for each node of the part, the node of the whole.
    /// `work_left` counts the work of all such searches; when none is left, the result is `false`.
    pub fn is_within(&self, whole: &Self, work_left: &Cell<u64>, accept: impl Fn(&[usize]) -> bool) -> bool {
        work_left.set(work_left.get().saturating_sub(self.size() + whole.size()));
        let mut search = SubgraphSearch { part: self, whole, accept, nodes: Vec::new(), tries: 0, work_left };
        search.place_nodes()
    }
}

struct SubgraphSearch<'a, Accept> {
    part: &'a CertainGraph,
    whole: &'a CertainGraph,
    accept: Accept,
    nodes: Vec<usize>,
    tries: u32,
    work_left: &'a Cell<u64>,
}

impl<Accept: Fn(&[usize]) -> bool> SubgraphSearch<'_, Accept> {
    fn place_nodes(&mut self) -> bool {
        let Some(wanted) = self.part.nodes.get(self.nodes.len()) else {
            return self.place_edges(&mut Vec::new()) && (self.accept)(&self.nodes);
        };
        for (position, node) in self.whole.nodes.iter().enumerate() {
            if !self.may_try() {
                return false;
            }
            if wanted.covers(node) && !self.nodes.contains(&position) {
                self.nodes.push(position);
                if self.are_edges_there() && self.place_nodes() {
                    return true;
                }
                self.nodes.pop();
            }
        }
        false
    }

    fn may_try(&mut self) -> bool {
        self.tries += 1;
        self.spend(1);
        self.tries <= MOST_TRIES && self.work_left.get() > 0
    }

    fn spend(&self, work: usize) {
        self.work_left.set(self.work_left.get().saturating_sub(work as u64));
    }

    /// Returns `true` if there is an edge for each one between placed nodes.
    fn are_edges_there(&self) -> bool {
        self.spend(self.part.edges.len() * self.whole.edges.len() / EDGES_PER_WORK);
        let placed = self.nodes.len();
        let mut edges = self.part.edges.iter().filter(|edge| edge.from.max(edge.to) < placed);
        edges.all(|edge| self.whole.edges.iter().any(|other| self.is_same(edge, other)))
    }

    /// Returns `true` if there is a different edge for each one.
    fn place_edges(&mut self, used: &mut Vec<usize>) -> bool {
        let Some(edge) = self.part.edges.get(used.len()) else { return true };
        for (position, other) in self.whole.edges.iter().enumerate() {
            if !self.may_try() {
                return false;
            }
            if !used.contains(&position) && self.is_same(edge, other) {
                used.push(position);
                if self.place_edges(used) {
                    return true;
                }
                used.pop();
            }
        }
        false
    }

    fn is_same(&self, edge: &CertainEdge, other: &CertainEdge) -> bool {
        let (from, to) = (self.nodes[edge.from], self.nodes[edge.to]);
        let is_along = (from, to) == (other.from, other.to);
        let is_against = (to, from) == (other.from, other.to);
        let are_ends_same = match (edge.direction, other.direction) {
            (EdgeDirection::FromTo, EdgeDirection::FromTo) => is_along,
            (EdgeDirection::FromTo, EdgeDirection::EitherWay) => is_along && is_against,
            (EdgeDirection::EitherWay, _) => is_along || is_against,
        };
        are_ends_same && edge.fits.covers(&other.fits)
    }
}
