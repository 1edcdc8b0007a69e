//! Places in rows, each below those from which its passages come, in a drawing without crossings.
//!
//! A sweep from top to bottom keeps all passages that it has begun, from left to right. A place whose
//! passages from above are all begun, and lie side by side, may stand in the next row.

use std::collections::BTreeSet;

use crate::layout::embedding::{Half, Rotation, twin};

/// What stands in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowItem {
    Place(usize),
    /// An edge that goes on to a lower row.
    Pass(usize),
}

/// The rows from top to bottom, and the edges that each place has above and below, from left to right.
pub(super) struct LayerRows {
    pub rows: Vec<Vec<RowItem>>,
    pub above: Vec<Vec<usize>>,
    pub below: Vec<Vec<usize>>,
}

/// What the sweep knows of a drawing.
pub(super) struct UpwardSweep {
    /// Edges below each node from left to right.
    below: Vec<Vec<usize>>,
    /// Edges from above each node, and where all edges lead.
    above: Vec<Vec<usize>>,
    to: Vec<usize>,
    number: Vec<usize>,
}

impl UpwardSweep {
    /// Directs edges from lesser to greater numbers. `corner` is the half at the first node right of which
    /// lies the outer face. Of edges that are only imagined, a node keeps one from above if it has no others
    /// there.
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
            // Clockwise those below go from right to left.
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

    /// The first half that leads down behind one that leads up, clockwise.
    fn first_below(&self, rotation: &Rotation, node: usize, corner: Half) -> Option<Half> {
        if rotation.origin[corner] == node {
            return Some(corner);
        }
        let leads_down = |half: Half| self.number[rotation.origin[twin(half)]] > self.number[node];
        let mut around = rotation.around(node);
        let turning = around.find(|half| !leads_down(*half) && leads_down(rotation.next(*half)));
        turning.map(|half| rotation.next(half)).or_else(|| rotation.around(node).next())
    }

    /// Puts the nodes in rows that are about as wide as `most`; every place has a width, and every edge.
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

    /// Of the nodes that are ready those whose edges lie side by side, as many as have room; at least one.
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

    /// The next row, and the edges that go on below it.
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
