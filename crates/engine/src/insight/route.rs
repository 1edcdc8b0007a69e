//! The way from the start to the goal, place by place, with the detours to keys.

use std::collections::BTreeSet;

use crate::base::Cell;
use crate::level::{Level, PassageId, PlaceId};
use crate::mission::progression::{GraphStep, KeyRoute, LevelGraph};

/// A part of the way between two stops: the start, a key that is taken, or the goal.
pub(super) struct RouteLeg {
    pub from: Cell,
    pub to: Cell,
    /// The places that it crosses.
    pub places: BTreeSet<PlaceId>,
    pub passages: Vec<PassageId>,
}

/// Returns the places from the first start to the nearest goal, each at its first visit.
///
/// Empty if the level has no start or no goal, or if no goal can be reached.
pub fn find_route(level: &Level) -> Vec<PlaceId> {
    let places = |route: KeyRoute<'_>| route.places.into_iter().map(PlaceId::at).collect();
    route_of(&LevelGraph::of(level)).map_or_else(Vec::new, places)
}

/// Returns the way from the first start to the nearest goal, from key to key. Empty if there is none.
pub(super) fn find_legs(level: &Level) -> Vec<RouteLeg> {
    let level_graph = LevelGraph::of(level);
    let Some(route) = route_of(&level_graph) else { return Vec::new() };
    let anchor = |place: usize| level.place(PlaceId::at(place)).map(|place| place.anchor);
    let Some((mut here, mut from)) = route.places.first().and_then(|start| Some((*start, anchor(*start)?)))
    else {
        return Vec::new();
    };
    let key_cell = |key: usize| Some(level.entity(*level_graph.keys.get(key)?)?.at);
    let keys = route.keys.iter().filter_map(|(steps, key)| Some((*steps, key_cell(*key)?)));
    let last = route.steps.last().map_or(here, |step| step.to);
    let goal = anchor(last).map(|at| (route.steps.len(), at));
    let mut done = 0;
    let mut legs = Vec::new();
    for (until, to) in keys.chain(goal) {
        let steps: &[&GraphStep] = route.steps.get(done..until).unwrap_or_default();
        let places = std::iter::once(here).chain(steps.iter().map(|step| step.to));
        let places = places.map(PlaceId::at).collect();
        let passages = steps.iter().map(|step| PassageId::at(step.passage)).collect();
        legs.push(RouteLeg { from, to, places, passages });
        here = steps.last().map_or(here, |step| step.to);
        (from, done) = (to, until);
    }
    legs
}

fn route_of(level: &LevelGraph) -> Option<KeyRoute<'_>> {
    level.graph.route(*level.starts.first()?, &level.goals)
}
