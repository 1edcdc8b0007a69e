//! The network simplex method: positions on a line with minimum gaps and minimum total cost.
//!
//! In: minimum gaps between pairs of positions, some with a cost per cell.
//! Out: all positions, or `None` if gaps contradict each other.
//! Guaranteed: every gap is at least as wide as asked. If the steps suffice, no other positions cost less.
//! Source: Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs" (1993).

use crate::layout::budget::compact::simplex::{MOST_COMPARED, SIMPLEX_STEPS_A_STEP};
use crate::layout::input::work::StepBudget;

/// A minimum gap: `to` is at least `least` cells behind `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub from: usize,
    pub to: usize,
    pub least: i32,
    /// Cost of each cell between the two.
    pub weight: i64,
}

/// The state of the method. Position 0 is before all others.
struct Simplex<'a> {
    gaps: &'a [Gap],
    /// The gaps that begin at each position.
    gaps_from: GapsByEnd,
    /// The gaps that end at each position.
    gaps_to: GapsByEnd,
    at: Vec<i32>,
    /// The edge of the spanning tree from each position to its parent: a gap without slack.
    parent: Vec<Option<u32>>,
    children: Vec<Vec<u32>>,
    /// The cost of moving the subtree of each position forward by a cell.
    pull: Vec<i64>,
    steps: u64,
}

/// The numbers of gaps by the position at one of their ends, in one table.
struct GapsByEnd {
    /// The start of each position's part of the table, and the end of the last.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl GapsByEnd {
    fn new(count: usize, gaps: &[Gap], end: impl Fn(&Gap) -> usize) -> Self {
        let mut starts = vec![0; count + 1];
        gaps.iter().for_each(|gap| starts[end(gap)] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut numbers = vec![0; gaps.len()];
        for (number, gap) in gaps.iter().enumerate().rev() {
            let start = &mut starts[end(gap)];
            *start -= 1;
            numbers[*start as usize] = number as u32;
        }
        Self { starts, numbers }
    }

    fn of(&self, node: usize) -> &[u32] {
        &self.numbers[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// Finds positions within the given number of steps.
///
/// Every position except the first must be behind another. The current positions `now` only determine the
/// order in which gaps are examined. Returns `None` if gaps contradict each other, or if no positions are
/// found in time.
pub(super) fn positions(now: &[i32], gaps: &[Gap], most_steps: u64, work: &StepBudget) -> Option<Vec<i32>> {
    let count = now.len();
    let (at, parent) = earliest(now, gaps, work)?;
    let mut simplex = Simplex {
        gaps,
        gaps_from: GapsByEnd::new(count, gaps, |gap| gap.from),
        gaps_to: GapsByEnd::new(count, gaps, |gap| gap.to),
        at,
        parent,
        children: vec![Vec::new(); count],
        pull: vec![0; count],
        steps: most_steps,
    };
    simplex.plant();
    simplex.improve();
    work.spend_of_share((most_steps - simplex.steps) / SIMPLEX_STEPS_A_STEP);
    Some(simplex.at)
}

/// Returns the cost of positions.
pub(super) fn cost(at: &[i32], gaps: &[Gap]) -> i64 {
    gaps.iter().map(|gap| gap.weight * i64::from(at[gap.to] - at[gap.from])).sum()
}

/// Returns the earliest positions, each with the gap that determines it.
///
/// Returns `None` if gaps contradict each other, or if this takes too long.
fn earliest(now: &[i32], gaps: &[Gap], work: &StepBudget) -> Option<(Vec<i32>, Vec<Option<u32>>)> {
    let mut at = vec![i32::MIN; now.len()];
    let mut parent = vec![None; now.len()];
    *at.first_mut()? = 0;
    // Nearly all gaps lead forward, so one round in this order is mostly enough.
    let mut order: Vec<u32> = (0..gaps.len() as u32).collect();
    order.sort_by_key(|number| now[gaps[*number as usize].from]);
    for _ in 0..=now.len().min(MOST_COMPARED / gaps.len().max(1)) {
        let mut has_moved = false;
        work.spend_of_share(gaps.len() as u64);
        for &number in &order {
            let gap = gaps[number as usize];
            if at[gap.from] > i32::MIN && at[gap.from] + gap.least > at[gap.to] {
                if gap.to == 0 {
                    return None;
                }
                at[gap.to] = at[gap.from] + gap.least;
                parent[gap.to] = Some(number);
                has_moved = true;
            }
        }
        if !has_moved {
            return Some((at, parent));
        }
    }
    None
}

impl Simplex<'_> {
    /// Builds children and pulls from the parents.
    fn plant(&mut self) {
        for gap in self.gaps {
            self.pull[gap.to] += gap.weight;
            self.pull[gap.from] -= gap.weight;
        }
        for node in 0..self.at.len() {
            if let Some(parent) = self.parent_of(node) {
                self.children[parent].push(node as u32);
            }
        }
        let order = self.subtree(0);
        for node in order.into_iter().rev() {
            if let Some(parent) = self.parent_of(node) {
                self.pull[parent] += self.pull[node];
            }
        }
    }

    fn parent_of(&self, node: usize) -> Option<usize> {
        let gap = self.gaps[self.parent[node]? as usize];
        Some(if gap.from == node { gap.to } else { gap.from })
    }

    /// Returns a position and all its descendants, parents first.
    fn subtree(&self, root: usize) -> Vec<usize> {
        let mut nodes = vec![root];
        let mut next = 0;
        while let Some(node) = nodes.get(next) {
            nodes.extend(self.children[*node].iter().map(|child| *child as usize));
            next += 1;
        }
        nodes
    }

    /// Moves subtrees as long as that reduces the cost.
    fn improve(&mut self) {
        let count = self.at.len();
        let mut inside = vec![false; count];
        let mut idle = 0;
        let mut node = 0;
        while idle < count && self.steps > 0 {
            node = (node + 1) % count;
            idle += 1;
            let Some(number) = self.parent[node] else { continue };
            let is_behind = self.gaps[number as usize].to == node;
            let pays = if is_behind { self.pull[node] < 0 } else { self.pull[node] > 0 };
            if pays && self.shift(node, is_behind, &mut inside) {
                idle = 0;
            }
        }
    }

    /// Moves a subtree away from its parent until another gap stops it. Returns `false` if none does.
    fn shift(&mut self, root: usize, forward: bool, inside: &mut [bool]) -> bool {
        let nodes = self.subtree(root);
        nodes.iter().for_each(|node| inside[*node] = true);
        let mut holds: Option<(i32, u32)> = None;
        let gaps_of = if forward { &self.gaps_from } else { &self.gaps_to };
        for &node in &nodes {
            let gaps = gaps_of.of(node);
            self.steps = self.steps.saturating_sub(1 + gaps.len() as u64);
            for &number in gaps {
                let gap = self.gaps[number as usize];
                if !inside[if forward { gap.to } else { gap.from }] {
                    let slack = self.at[gap.to] - self.at[gap.from] - gap.least;
                    if holds.is_none_or(|found| (slack, number) < found) {
                        holds = Some((slack, number));
                    }
                }
            }
        }
        nodes.iter().for_each(|node| inside[*node] = false);
        let Some((slack, number)) = holds else { return false };
        let by = if forward { slack } else { -slack };
        nodes.iter().for_each(|node| self.at[*node] += by);
        self.hang(root, number, forward);
        true
    }

    /// Attaches a subtree to the spanning tree by another gap.
    ///
    /// ```text
    /// above             above
    ///   └─ root
    ///        ├─ a       far
    ///        └─ near      └─ near       Between `near` and `root`, edges change direction.
    /// far                      └─ root
    ///                               └─ a
    /// ```
    fn hang(&mut self, root: usize, number: u32, forward: bool) {
        let gap = self.gaps[number as usize];
        let (near, far) = if forward { (gap.from, gap.to) } else { (gap.to, gap.from) };
        let whole = self.pull[root];
        let mut above = self.parent_of(root);
        if let Some(parent) = above {
            self.children[parent].retain(|child| *child as usize != root);
        }
        while let Some(node) = above {
            self.pull[node] -= whole;
            above = self.parent_of(node);
        }
        // On the path from `near` to the old root, parents become children.
        let mut path = vec![near];
        while path.last() != Some(&root) {
            let Some(parent) = path.last().and_then(|node| self.parent_of(*node)) else { break };
            path.push(parent);
        }
        let holds: Vec<Option<u32>> = path.iter().map(|node| self.parent[*node]).collect();
        let pulls: Vec<i64> = path.iter().map(|node| self.pull[*node]).collect();
        for index in 1..path.len() {
            let (below, node) = (path[index - 1], path[index]);
            self.children[node].retain(|child| *child as usize != below);
            self.children[below].push(node as u32);
            self.parent[node] = holds[index - 1];
            self.pull[node] = whole - pulls[index - 1];
        }
        self.pull[near] = whole;
        self.parent[near] = Some(number);
        self.children[far].push(near as u32);
        let mut above = Some(far);
        while let Some(node) = above {
            self.pull[node] += whole;
            above = self.parent_of(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Seed, StopToken};

    fn work() -> StepBudget {
        StepBudget::new(1_000_000, 1_000_000, StopToken::never())
    }

    fn gap(from: usize, to: usize, least: i32, weight: i64) -> Gap {
        Gap { from, to, least, weight }
    }

    #[test]
    fn positions_are_drawn_to_what_weighs_most() {
        // 3 is after 1, and is pulled towards 2 more strongly than towards 1.
        let gaps = [gap(0, 1, 0, 0), gap(0, 2, 10, 0), gap(1, 3, 2, 1), gap(3, 2, 1, 5), gap(0, 3, 0, 0)];
        let at = positions(&[0, 0, 10, 9], &gaps, 1000, &work()).unwrap();
        assert_eq!(at[2] - at[3], 1);
        assert_eq!(at[3] - at[1], 2, "1 follows, because nothing holds it back");
    }

    #[test]
    fn contradictions_have_no_positions() {
        assert_eq!(
            positions(&[0; 3], &[gap(0, 1, 0, 0), gap(1, 2, 3, 0), gap(2, 1, -2, 0)], 1000, &work()),
            None
        );
        assert!(
            positions(&[0; 3], &[gap(0, 1, 0, 0), gap(1, 2, 3, 0), gap(2, 1, -3, 0)], 1000, &work())
                .is_some()
        );
    }
    /// Returns the minimum cost of all positions from 0 to `most`, by brute force. The first position is 0.
    fn least_cost(count: usize, gaps: &[Gap], most: i32) -> Option<i64> {
        let all = (most + 1).pow(count as u32 - 1);
        let positions = (0..all).map(|number| {
            let mut rest = number;
            let mut at = vec![0];
            for _ in 1..count {
                at.push(rest % (most + 1));
                rest /= most + 1;
            }
            at
        });
        let keeps = |at: &Vec<i32>| gaps.iter().all(|gap| at[gap.to] - at[gap.from] >= gap.least);
        positions.filter(keeps).map(|at| cost(&at, gaps)).min()
    }

    #[test]
    fn no_positions_cost_less() {
        for number in 0..60 {
            let mut random = Seed(number).child("simplex").stream();
            let count = 5;
            // Position 1 is after all others and bounds them, like the last column.
            let mut gaps: Vec<Gap> = (1..count).map(|node| gap(0, node, 0, 0)).collect();
            gaps.extend((2..count).map(|node| gap(node, 1, 0, 0)));
            gaps.push(gap(0, 1, 0, i64::from(random.range(1, 3))));
            for _ in 0..6 {
                let (from, to) = (random.range(2, 4) as usize, random.range(2, 4) as usize);
                if from != to {
                    let least = random.range(0, 4) as i32 - 2;
                    gaps.push(gap(from, to, least, i64::from(random.range(0, 3))));
                }
            }
            let found = positions(&vec![0; count], &gaps, 10_000, &work());
            let expected = least_cost(count, &gaps, 7);
            assert_eq!(found.map(|at| cost(&at, &gaps)), expected, "{number}: {gaps:?}");
        }
    }
}
