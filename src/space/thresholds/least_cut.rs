//! The fewest cells of a corridor that keep its two ends apart: a least vertex cut, found by augmenting paths (Ford and Fulkerson 1956).
//!
//! Each cell is an edge from its entry to its exit that carries one unit, if a door can lie there; steps carry any number.
//! Flow goes from the guarded end to the other; the cut is where what the guarded end can still reach ends, so of several least cuts it is the nearest to it.

use std::collections::VecDeque;

use super::corridor::Corridor;
use crate::base::Cell;
use crate::level::PassageEnd;

/// More than any flow of cells, and little enough that sums of it fit.
const ANY_NUMBER: u32 = 1 << 20;

struct Edge {
    to: usize,
    room: u32,
}

/// A network of edges; the one with index i goes against the one with index i ^ 1.
struct Network {
    edges: Vec<Edge>,
    of_node: Vec<Vec<usize>>,
}

/// The least cut of a corridor, nearest to that end.
pub(super) fn least_cut(corridor: &Corridor, guarded: PassageEnd) -> Vec<Cell> {
    let mut network = network(corridor, guarded);
    let source = 2 * corridor.len();
    while network.augment(source, source + 1) {}
    let reached = network.reached(source);
    let is_cut = |index: &usize| reached[entry(*index)].is_some() && reached[exit(*index)].is_none();
    (0..corridor.len()).filter(is_cut).map(|index| corridor.cell(index)).collect()
}

fn entry(index: usize) -> usize {
    2 * index
}

fn exit(index: usize) -> usize {
    2 * index + 1
}

/// The source comes after all cells, the sink after it.
fn network(corridor: &Corridor, guarded: PassageEnd) -> Network {
    let other = match guarded {
        PassageEnd::From => PassageEnd::To,
        PassageEnd::To => PassageEnd::From,
    };
    let (source, sink) = (2 * corridor.len(), 2 * corridor.len() + 1);
    let mut network = Network { edges: Vec::new(), of_node: (0..=sink).map(|_| Vec::new()).collect() };
    for index in 0..corridor.len() {
        let room = if corridor.may_hold_door(corridor.cell(index)) { 1 } else { ANY_NUMBER };
        network.join(entry(index), exit(index), room);
        for &next in corridor.steps(index) {
            network.join(exit(index), entry(next), ANY_NUMBER);
        }
        if corridor.touches(index, guarded) {
            network.join(source, entry(index), ANY_NUMBER);
        }
        if corridor.touches(index, other) {
            network.join(exit(index), sink, ANY_NUMBER);
        }
    }
    network
}

impl Network {
    fn join(&mut self, from: usize, to: usize, room: u32) {
        self.of_node[from].push(self.edges.len());
        self.edges.push(Edge { to, room });
        self.of_node[to].push(self.edges.len());
        self.edges.push(Edge { to: from, room: 0 });
    }

    /// For each node that has room on a way from the source, the edge by which it is reached first; of the source any.
    fn reached(&self, source: usize) -> Vec<Option<usize>> {
        let mut by = vec![None; self.of_node.len()];
        by[source] = Some(0);
        let mut open = VecDeque::from([source]);
        while let Some(node) = open.pop_front() {
            for &edge in &self.of_node[node] {
                let Edge { to, room } = self.edges[edge];
                if room > 0 && by[to].is_none() {
                    by[to] = Some(edge);
                    open.push_back(to);
                }
            }
        }
        by
    }

    /// Sends as much as fits along one shortest way; false if there is none.
    fn augment(&mut self, source: usize, sink: usize) -> bool {
        let by = self.reached(source);
        let mut way = Vec::new();
        let mut node = sink;
        while node != source {
            let Some(edge) = by[node] else { return false };
            way.push(edge);
            node = self.edges[edge ^ 1].to;
        }
        let amount = way.iter().map(|edge| self.edges[*edge].room).min().unwrap_or(0);
        for edge in way {
            self.edges[edge].room -= amount;
            self.edges[edge ^ 1].room += amount;
        }
        amount > 0
    }
}
