//! The reasons why places cannot be arranged around pinned ones.

use std::collections::BTreeSet;

use crate::layout::input::problem::LayoutProblem;

/// A reason why no arrangement around the pins was found.
pub(super) enum PinConflict {
    /// These places have no room.
    NoRoom(Vec<usize>),
    /// These passages have no route.
    NoWay(Vec<usize>),
}

impl PinConflict {
    /// Returns the places in the way, if any are known.
    pub fn places(self, problem: &LayoutProblem) -> Vec<usize> {
        match self {
            Self::NoRoom(places) => places,
            Self::NoWay(passages) => passages
                .into_iter()
                .flat_map(|passage| [problem.passages[passage].from, problem.passages[passage].to])
                .collect(),
        }
    }

    /// Returns the pinned end of each passage without a route; of two pinned ends, the less important one.
    pub fn pinned_places(&self, problem: &LayoutProblem) -> BTreeSet<usize> {
        let rank = |place: &usize| problem.places[*place].pin.map(|pin| pin.rank);
        let ends = |passage: &usize| [problem.passages[*passage].from, problem.passages[*passage].to];
        let weaker =
            |passage: &usize| ends(passage).into_iter().filter(|end| rank(end).is_some()).max_by_key(rank);
        match self {
            Self::NoRoom(_) => BTreeSet::new(),
            Self::NoWay(passages) => passages.iter().filter_map(weaker).collect(),
        }
    }
}
