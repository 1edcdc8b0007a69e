//! The way from the start to the goal, place by place, with the detours to keys.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::base::Cell;
use crate::level::{EntityId, Level, Passage, PassageId, PlaceId};
use crate::mission::NodeRole;

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
    walk_to_goal(level).map_or_else(Vec::new, |walker| walker.route)
}

/// Returns the way from the first start to the nearest goal, from key to key. Empty if there is none.
pub(super) fn find_legs(level: &Level) -> Vec<RouteLeg> {
    let Some(walker) = walk_to_goal(level) else { return Vec::new() };
    let anchor = |place: PlaceId| level.place(place).map(|place| place.anchor);
    let Some((mut here, mut from)) = walker.route.first().and_then(|start| Some((*start, anchor(*start)?)))
    else {
        return Vec::new();
    };
    let needed = walker.taken.iter().filter(|(_, key)| walker.needed.contains(key));
    let keys = needed.filter_map(|(steps, key)| Some((*steps, level.entity(*key)?.at)));
    let goal = anchor(walker.here).map(|at| (walker.steps.len(), at));
    let mut done = 0;
    let mut legs = Vec::new();
    for (until, to) in keys.chain(goal) {
        let steps = walker.steps.get(done..until).unwrap_or_default();
        let places = std::iter::once(here).chain(steps.iter().map(|(_, place)| *place)).collect();
        let passages = steps.iter().map(|(passage, _)| *passage).collect();
        legs.push(RouteLeg { from, to, places, passages });
        here = steps.last().map_or(here, |(_, place)| *place);
        (from, done) = (to, until);
    }
    legs
}

fn walk_to_goal(level: &Level) -> Option<RouteWalker<'_>> {
    let with_role = |role| level.places.iter().filter(move |place| place.role == Some(role));
    let goals: BTreeSet<PlaceId> = with_role(NodeRole::Goal).map(|place| place.id).collect();
    let start = with_role(NodeRole::Start).next()?;
    let mut walker = RouteWalker::new(level, start.id);
    walker.take_keys();
    walker.go(&goals)?;
    Some(walker)
}

/// A walker through a level, who takes the keys of every place.
struct RouteWalker<'a> {
    level: &'a Level,
    /// The passages that lead out of each place, with their destinations.
    ways: BTreeMap<PlaceId, Vec<(&'a Passage, PlaceId)>>,
    here: PlaceId,
    route: Vec<PlaceId>,
    /// Every step, including those back.
    steps: Vec<(PassageId, PlaceId)>,
    /// Keys in the places of the route, each with the number of steps before it.
    taken: Vec<(usize, EntityId)>,
    needed: BTreeSet<EntityId>,
    /// The passages whose keys are being fetched.
    waiting: BTreeSet<PassageId>,
}

impl<'a> RouteWalker<'a> {
    fn new(level: &'a Level, start: PlaceId) -> Self {
        let mut ways: BTreeMap<PlaceId, Vec<(&Passage, PlaceId)>> = BTreeMap::new();
        for passage in &level.passages {
            ways.entry(passage.from).or_default().push((passage, passage.to));
            if !passage.one_way {
                ways.entry(passage.to).or_default().push((passage, passage.from));
            }
        }
        Self {
            level,
            ways,
            here: start,
            route: vec![start],
            steps: Vec::new(),
            taken: Vec::new(),
            needed: BTreeSet::new(),
            waiting: BTreeSet::new(),
        }
    }

    /// Goes to the nearest of some places, with detours to the keys that it needs.
    ///
    /// A lock whose key is behind it is ignored.
    fn go(&mut self, targets: &BTreeSet<PlaceId>) -> Option<()> {
        while !targets.contains(&self.here) {
            for (passage, next) in self.shortest_way(targets)? {
                let missing = passage
                    .locks
                    .iter()
                    .find(|lock| lock.place == next && !lock.keys.iter().any(|key| self.holds(*key)));
                if let Some(lock) = missing
                    && self.waiting.insert(passage.id)
                {
                    let keys = lock.keys.iter().filter_map(|key| self.level.entity(*key));
                    self.go(&keys.map(|key| key.place).collect())?;
                    self.waiting.remove(&passage.id);
                    // From the place of the key, another way may be the shortest.
                    break;
                }
                let locks = passage.locks.iter().filter(|lock| lock.place == next);
                let keys = locks.filter_map(|lock| lock.keys.iter().find(|key| self.holds(**key)));
                let keys: Vec<EntityId> = keys.copied().collect();
                self.needed.extend(keys);
                self.here = next;
                self.steps.push((passage.id, next));
                if !self.route.contains(&next) {
                    self.route.push(next);
                    self.take_keys();
                }
            }
        }
        Some(())
    }

    fn take_keys(&mut self) {
        let keys =
            self.level.entities.iter().filter(|entity| entity.place == self.here && !entity.opens.is_empty());
        self.taken.extend(keys.map(|key| (self.steps.len(), key.id)));
    }

    fn holds(&self, key: EntityId) -> bool {
        self.level.entity(key).is_some_and(|entity| self.route.contains(&entity.place))
    }

    /// Returns the shortest way from here to one of some places, ignoring locks.
    fn shortest_way(&self, targets: &BTreeSet<PlaceId>) -> Option<Vec<(&'a Passage, PlaceId)>> {
        let mut came: BTreeMap<PlaceId, Option<(&Passage, PlaceId)>> = BTreeMap::from([(self.here, None)]);
        let mut waiting = VecDeque::from([self.here]);
        while let Some(place) = waiting.pop_front() {
            if targets.contains(&place) {
                let before = |place: &PlaceId| came.get(place).copied().flatten().map(|(_, from)| from);
                let mut way: Vec<_> = std::iter::successors(Some(place), before)
                    .filter_map(|to| came.get(&to).copied().flatten().map(|(passage, _)| (passage, to)))
                    .collect();
                way.reverse();
                return Some(way);
            }
            for (passage, next) in self.ways.get(&place).into_iter().flatten() {
                came.entry(*next).or_insert_with(|| {
                    waiting.push_back(*next);
                    Some((*passage, place))
                });
            }
        }
        None
    }
}
