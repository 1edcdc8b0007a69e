//! The order in which the places of a mission follow each other along a curve, so that few passages lie beside each other on one side of it.

use std::cmp::Reverse;
use std::collections::VecDeque;

use crate::layout::problem::LayoutProblem;

/// A tree that reaches all places.
struct Tree {
    /// All places in the order of a search in depth.
    order: Vec<usize>,
    /// When the search comes to each.
    rank: Vec<usize>,
    /// The place from which it comes there, but for the first.
    above: Vec<Option<usize>>,
}

impl Tree {
    fn new(problem: &LayoutProblem, from: usize) -> Self {
        let count = problem.places.len();
        let mut tree =
            Self { order: Vec::with_capacity(count), rank: vec![count; count], above: vec![None; count] };
        let mut next = vec![(from, None)];
        while let Some((place, above)) = next.pop() {
            if tree.rank[place] < count {
                continue;
            }
            tree.rank[place] = tree.order.len();
            tree.order.push(place);
            tree.above[place] = above;
            next.extend(problem.neighbours(place).map(|other| (other, Some(place))));
        }
        tree
    }

    /// For each place how many hang on it, with it, and the least rank of those to which they lead.
    fn reaches(&self, problem: &LayoutProblem) -> Vec<(usize, usize)> {
        let mut reaches: Vec<(usize, usize)> = self.rank.iter().map(|rank| (1, *rank)).collect();
        for &place in self.order.iter().rev() {
            let others = problem.neighbours(place).filter(|other| Some(*other) != self.above[place]);
            let back = others.map(|other| self.rank[other]).min();
            let (size, earliest) = reaches[place];
            let earliest = back.map_or(earliest, |back| back.min(earliest));
            reaches[place] = (size, earliest);
            if let Some(above) = self.above[place] {
                reaches[above] = (reaches[above].0 + size, reaches[above].1.min(earliest));
            }
        }
        reaches
    }
}

/// All places in the order of a search in depth from the end of a long way. From each place small branches come first, and last what leads back beyond it.
pub(super) fn curve(problem: &LayoutProblem) -> Vec<usize> {
    let tree = Tree::new(problem, far_end(problem));
    let reaches = tree.reaches(problem);
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); problem.places.len()];
    for &place in &tree.order {
        tree.above[place].iter().for_each(|above| below[*above].push(place));
    }
    let mut curve = Vec::with_capacity(tree.order.len());
    let mut next: Vec<usize> = tree.order.first().copied().into_iter().collect();
    while let Some(place) = next.pop() {
        curve.push(place);
        let mut branches = std::mem::take(&mut below[place]);
        // The first to come is the last on the stack.
        branches.sort_by_key(|branch| {
            let (size, earliest) = reaches[*branch];
            Reverse((earliest < tree.rank[place], size, tree.rank[*branch]))
        });
        next.extend(branches);
    }
    curve
}

/// A place from which another is as far as may be.
fn far_end(problem: &LayoutProblem) -> usize {
    let mut is_seen = vec![false; problem.places.len()];
    let mut next = VecDeque::from([0]);
    let mut last = 0;
    while let Some(place) = next.pop_front() {
        if !std::mem::replace(&mut is_seen[place], true) {
            last = place;
            next.extend(problem.neighbours(place));
        }
    }
    last
}
