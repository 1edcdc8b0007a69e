//! Why places cannot be arranged around those that are pinned.

use std::collections::BTreeSet;

use crate::layout::problem::LayoutProblem;

/// What keeps all places from being arranged around those that are pinned.
pub(super) enum PinConflict {
    /// These places find no room.
    NoRoom(Vec<usize>),
    /// These passages find no way.
    NoWay(Vec<usize>),
}

impl PinConflict {
    /// The places that are in the way, if any are known.
    pub fn places(self, problem: &LayoutProblem) -> Vec<usize> {
        match self {
            Self::NoRoom(places) => places,
            Self::NoWay(passages) => passages
                .into_iter()
                .flat_map(|passage| [problem.passages[passage].from, problem.passages[passage].to])
                .collect(),
        }
    }

    /// Of each passage without a way the end that is pinned, of two the weaker one.
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
