//! The order of places along the curve. It keeps the number of parallel passages small.
//!
//! In: a mission, and the places with which the curve should begin and end.
//! Out: several orders, each that of a depth-first search; the caller takes the best.
//! Small branches of a place come before large ones, which keeps passages short.
//! Not guaranteed: that passages along one of these orders do not cross.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::exits::only_port;
use crate::layout::drawing::Port;
use crate::layout::input::problem::LayoutProblem;

/// The wishes for a curve.
#[derive(Clone, Copy)]
pub(super) struct CurveRequest<'a> {
    /// The place at which the curve begins. `None` allows either end of a long path.
    /// A place that the curve should reach late.
    pub first: Option<usize>,
    pub last: Option<usize>,
    /// The ports of all places. Passages that can use only one port each determine the order of the
    /// neighbours: counter-clockwise around the place.
    pub ports: &'a [Vec<Port>],
    /// Reverses the order of neighbours around places.
    pub is_clockwise: bool,
}

/// A depth-first search tree of all places.
struct SpanningTree {
    /// All places in the order of the search.
    order: Vec<usize>,
    /// The position of each place in that order.
    rank: Vec<usize>,
    /// The parent of each place; `None` for the first.
    above: Vec<Option<usize>>,
}

impl SpanningTree {
    /// Searches from a place, always to the neighbour with the lowest rank.
    ///
    /// `rank` gets the neighbour, and how many of its own neighbours have been visited.
    fn new(problem: &LayoutProblem, from: usize, rank: impl Fn(usize, i64) -> i64) -> Self {
        let count = problem.places.len();
        let mut tree =
            Self { order: Vec::with_capacity(count), rank: vec![count; count], above: vec![None; count] };
        let mut come_to = vec![0; count];
        let mut path = Vec::new();
        let mut next = Some(from);
        while let Some(place) = next {
            tree.rank[place] = tree.order.len();
            tree.order.push(place);
            tree.above[place] = path.last().copied();
            path.push(place);
            problem.neighbours(place).for_each(|other| come_to[other] += 1);
            next = loop {
                let Some(&last) = path.last() else { break None };
                let others = problem.neighbours(last).filter(|other| tree.rank[*other] == count);
                match others.min_by_key(|other| rank(*other, come_to[*other])) {
                    Some(other) => break Some(other),
                    None => path.pop(),
                };
            };
        }
        tree
    }

    /// Returns, for each place, the size of its subtree and the lowest position to which that leads.
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

/// Returns orders of all places that can be reached, from both ends of a long path if no first place is
/// given.
pub(super) fn curves(problem: &LayoutProblem, wish: CurveRequest) -> Vec<Vec<usize>> {
    let first = wish.first.map_or_else(|| ends(problem).to_vec(), |first| vec![first]);
    first.into_iter().flat_map(|first| curves_from(problem, wish, first)).collect()
}

/// Returns the two ends of a long path.
pub(super) fn ends(problem: &LayoutProblem) -> [usize; 2] {
    let (one, _) = distances(problem, 0);
    [one, distances(problem, one).0]
}

/// Returns three orders: any neighbour first, neighbours with fewest open neighbours first, and farthest ones
/// first.
fn curves_from(problem: &LayoutProblem, wish: CurveRequest, first: usize) -> [Vec<usize>; 3] {
    let (_, distances) = distances(problem, first);
    let count = problem.places.len() as i64;
    let closed_in = |place: usize, come_to: i64| {
        let open = problem.neighbours(place).count() as i64 - come_to;
        open * count + distances[place]
    };
    let trees = [
        SpanningTree::new(problem, first, |_, _| 0),
        SpanningTree::new(problem, first, closed_in),
        SpanningTree::new(problem, first, |place, _| -distances[place]),
    ];
    trees.map(|tree| along(problem, &tree, wish))
}

/// Returns the preorder of a search tree.
///
/// Ports determine the order of branches, if possible. Otherwise small branches come first, then the one with
/// the last place, then those that lead back beyond the place.
fn along(problem: &LayoutProblem, tree: &SpanningTree, wish: CurveRequest) -> Vec<usize> {
    let reaches = tree.reaches(problem);
    let mut holds_last = vec![false; problem.places.len()];
    std::iter::successors(wish.last, |place| tree.above[*place]).for_each(|place| holds_last[place] = true);
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); problem.places.len()];
    for &place in &tree.order {
        tree.above[place].iter().for_each(|above| below[*above].push(place));
    }
    let mut curve = Vec::with_capacity(tree.order.len());
    let mut next: Vec<usize> = tree.order.first().copied().into_iter().collect();
    while let Some(place) = next.pop() {
        curve.push(place);
        let mut branches = std::mem::take(&mut below[place]);
        // The first branch is the last on the stack.
        let weight = |branch: usize| {
            let (size, earliest) = reaches[branch];
            (earliest < tree.rank[place], holds_last[branch], size, tree.rank[branch])
        };
        let heaviest = branches.iter().copied().max_by_key(|branch| weight(*branch));
        let around = tree.above[place].or(heaviest).map(|from| PortView::new(problem, wish, place, from));
        branches.sort_by_key(|branch| {
            let turn = around.as_ref().and_then(|around| around.turn_to(*branch));
            Reverse((turn, weight(*branch)))
        });
        next.extend(branches);
    }
    curve
}

/// The only ports of a place, seen from the port to one of its neighbours.
struct PortView<'a> {
    problem: &'a LayoutProblem<'a>,
    wish: CurveRequest<'a>,
    place: usize,
    from: Option<(i32, i32)>,
}

impl<'a> PortView<'a> {
    fn new(problem: &'a LayoutProblem<'a>, wish: CurveRequest<'a>, place: usize, from: usize) -> Self {
        let around = Self { problem, wish, place, from: None };
        Self { from: around.port_to(from), ..around }
    }

    fn port_to(&self, other: usize) -> Option<(i32, i32)> {
        let Self { problem, wish, place, .. } = *self;
        let mut passages = problem.places[place].passages.iter().copied();
        let passage = passages.find(|passage| problem.passages[*passage].other(place) == other)?;
        let (part, along) = only_port(problem, &wish.ports[place], place, passage)?;
        Some(if wish.is_clockwise { (-part, -along) } else { (part, along) })
    }

    /// Returns a key that grows from port to port around the place. The port from which it is seen comes
    /// last.
    fn turn_to(&self, other: usize) -> Option<(bool, (i32, i32))> {
        let port = self.port_to(other)?;
        Some((self.from.is_some_and(|from| port <= from), port))
    }
}

/// Returns the place that is farthest from one, and the distance of each place in passages.
fn distances(problem: &LayoutProblem, from: usize) -> (usize, Vec<i64>) {
    let mut distances = vec![-1; problem.places.len()];
    let mut next = VecDeque::from([(from, 0)]);
    let mut last = from;
    while let Some((place, distance)) = next.pop_front() {
        if distances[place] < 0 {
            distances[place] = distance;
            last = place;
            next.extend(problem.neighbours(place).map(|other| (other, distance + 1)));
        }
    }
    (last, distances)
}
