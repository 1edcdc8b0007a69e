//! Rows of places, each place below those from which its passages come.
//!
//! In: a planar rotation with an st-order, and widths of places and edges.
//! Out: the rows from top to bottom, without crossings.
//! A sweep from top to bottom keeps the open edges from left to right. A place is ready if all its upper
//! edges are open. It can be put in the next row if these are adjacent.
//! Rows are about as wide as asked, but at least one place is put in each.

use std::collections::BTreeSet;

use crate::layout::graph::embedding::{Half, Rotation, twin};

/// An item of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowItem {
    Place(usize),
    /// An edge that goes on to a lower row.
    Pass(usize),
}

/// The rows from top to bottom, and the edges above and below each place, from left to right.
pub(super) struct LayerRows {
    pub rows: Vec<Vec<RowItem>>,
    pub above: Vec<Vec<usize>>,
    pub below: Vec<Vec<usize>>,
}

/// A drawing with its edges directed downwards.
pub(super) struct UpwardSweep {
    /// The edges below each node, from left to right.
    below: Vec<Vec<usize>>,
    /// The edges above each node.
    above: Vec<Vec<usize>>,
    /// The lower node of each edge.
    to: Vec<usize>,
    number: Vec<usize>,
}

impl UpwardSweep {
    /// Directs all edges from lower to higher numbers.
    ///
    /// `corner` is the half edge at the first node that has the outer face on its right. A node keeps an
    /// imagined edge from above only if it has no other there.
    pub fn new(rotation: &Rotation, number: Vec<usize>, corner: Half, real_edges: usize) -> Self {
        let nodes = rotation.nodes();
        let target = |half: Half| rotation.origin[twin(half)];
        let mut is_kept: Vec<bool> = (0..rotation.origin.len() / 2).map(|edge| edge < real_edges).collect();
        for node in 0..nodes {
            let from_above = || rotation.around(node).filter(|half| number[target(*half)] < number[node]);
            if !from_above().any(|half| is_kept[half / 2])
                && let Some(half) = from_above().min_by_key(|half| number[target(*half)])
            {
                is_kept[half / 2] = true;
            }
        }
        let mut upward = Self {
            below: vec![Vec::new(); nodes],
            above: vec![Vec::new(); nodes],
            to: vec![0; is_kept.len()],
            number,
        };
        for node in 0..nodes {
            let first = upward.first_below(rotation, node, corner);
            let ring = first.into_iter().flat_map(|first| {
                let next = move |half: &Half| Some(rotation.next(*half)).filter(|next| *next != first);
                std::iter::successors(Some(first), next)
            });
            // Clockwise, the lower half edges go from right to left.
            let mut below: Vec<usize> = ring
                .filter(|half| upward.number[target(*half)] > upward.number[node] && is_kept[half / 2])
                .map(|half| half / 2)
                .collect();
            below.reverse();
            for &edge in &below {
                let [one, other] = [2 * edge, 2 * edge + 1].map(|half| rotation.origin[half]);
                upward.to[edge] = if one == node { other } else { one };
                upward.above[upward.to[edge]].push(edge);
            }
            upward.below[node] = below;
        }
        upward
    }

    /// Returns the first half edge clockwise that leads down after one that leads up.
    fn first_below(&self, rotation: &Rotation, node: usize, corner: Half) -> Option<Half> {
        if rotation.origin[corner] == node {
            return Some(corner);
        }
        let leads_down = |half: Half| self.number[rotation.origin[twin(half)]] > self.number[node];
        let mut around = rotation.around(node);
        let turning = around.find(|half| !leads_down(*half) && leads_down(rotation.next(*half)));
        turning.map(|half| rotation.next(half)).or_else(|| rotation.around(node).next())
    }

    /// Distributes the nodes over rows that are about `most` cells wide. Returns `None` if no ready node has
    /// adjacent upper edges.
    pub fn rows(&self, most: u64, width_of_place: &[u64], width_of_edge: &[u64]) -> Option<LayerRows> {
        let nodes = self.number.len();
        let mut rows =
            LayerRows { rows: Vec::new(), above: vec![Vec::new(); nodes], below: self.below.clone() };
        let mut waiting: Vec<usize> = self.above.iter().map(Vec::len).collect();
        let mut ready: BTreeSet<(usize, usize)> =
            (0..nodes).filter(|node| waiting[*node] == 0).map(|node| (self.number[node], node)).collect();
        let mut begun: Vec<usize> = Vec::new();
        while !ready.is_empty() {
            let used: u64 = begun.iter().map(|edge| width_of_edge[*edge]).sum();
            let chosen = self.choose(&ready, &begun, most.saturating_sub(used).max(most / 2), width_of_place);
            if chosen.is_empty() {
                return None;
            }
            let (row, next) = self.step(&begun, &chosen, &mut rows.above);
            for node in &chosen {
                ready.remove(&(self.number[*node], *node));
                for edge in &self.below[*node] {
                    let to = self.to[*edge];
                    waiting[to] -= 1;
                    if waiting[to] == 0 {
                        ready.insert((self.number[to], to));
                    }
                }
            }
            rows.rows.push(row);
            begun = next;
        }
        Some(rows)
    }

    /// Chooses nodes for the next row whose upper edges are adjacent: at least one, and as many as there is
    /// room for.
    fn choose(
        &self,
        ready: &BTreeSet<(usize, usize)>,
        begun: &[usize],
        room: u64,
        width_of_place: &[u64],
    ) -> BTreeSet<usize> {
        let mut first_at = vec![usize::MAX; self.number.len()];
        let mut last_at = vec![0; self.number.len()];
        for (at, edge) in begun.iter().enumerate() {
            let to = self.to[*edge];
            first_at[to] = first_at[to].min(at);
            last_at[to] = at;
        }
        let mut chosen = BTreeSet::new();
        let mut used = 0;
        for &(_, node) in ready {
            let count = self.above[node].len();
            let is_together = count == 0 || last_at[node] + 1 == first_at[node] + count;
            let fits = chosen.is_empty() || used + width_of_place[node] <= room;
            if is_together && fits {
                used += width_of_place[node];
                chosen.insert(node);
            }
        }
        chosen
    }

    /// Returns the next row, and the edges that are open below it.
    fn step(
        &self,
        begun: &[usize],
        chosen: &BTreeSet<usize>,
        above: &mut [Vec<usize>],
    ) -> (Vec<RowItem>, Vec<usize>) {
        let (mut row, mut next) = (Vec::new(), Vec::new());
        if begun.is_empty() {
            for node in chosen {
                row.push(RowItem::Place(*node));
                next.extend(&self.below[*node]);
            }
        }
        for &edge in begun {
            let to = self.to[edge];
            if !chosen.contains(&to) {
                row.push(RowItem::Pass(edge));
                next.push(edge);
                continue;
            }
            if above[to].is_empty() {
                row.push(RowItem::Place(to));
                next.extend(&self.below[to]);
            }
            above[to].push(edge);
        }
        (row, next)
    }
}
