//! The order in which places are set, and the place next to which each is set.
//!
//! In: a mission. Out: a walk over all places, depth first or breadth first.

use std::collections::VecDeque;

use crate::layout::input::problem::LayoutProblem;
use crate::settings::SprawlNeighbour;

/// A step of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SprawlVisit {
    pub place: usize,
    /// The place and the passage from which the walk came; `None` at the beginning.
    pub from: Option<(usize, usize)>,
}

/// Returns a walk along the passages from the start, or from the first place, that visits every place once.
pub(super) fn walk(problem: &LayoutProblem, beside: SprawlNeighbour) -> Vec<SprawlVisit> {
    let start = problem.places.iter().position(|place| place.is_start);
    let mut is_seen = vec![false; problem.places.len()];
    let mut visits = Vec::new();
    // Unconnected places are walked last.
    for first in start.into_iter().chain(0..problem.places.len()) {
        let mut waiting = VecDeque::from([SprawlVisit { place: first, from: None }]);
        while let Some(visit) = waiting.pop_front() {
            if std::mem::replace(&mut is_seen[visit.place], true) {
                continue;
            }
            visits.push(visit);
            let passages = problem.places[visit.place].passages.iter();
            let next = passages.map(|&passage| SprawlVisit {
                place: problem.passages[passage].other(visit.place),
                from: Some((visit.place, passage)),
            });
            match beside {
                SprawlNeighbour::Previous => next.rev().for_each(|visit| waiting.push_front(visit)),
                SprawlNeighbour::Parent => waiting.extend(next),
            }
        }
    }
    visits
}
