//! The way from the start to the goal, place by place, with the detours to keys.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::level::{Level, Passage, PassageId, PlaceId};
use crate::mission::NodeRole;

/// The places from the first start to the nearest goal, each where the way comes to it first. Empty if the level has no start or no goal, or none can be reached.
pub(super) fn find_route(level: &Level) -> Vec<PlaceId> {
    let with_role = |role| level.places.iter().filter(move |place| place.role == Some(role));
    let goals: BTreeSet<PlaceId> = with_role(NodeRole::Goal).map(|place| place.id).collect();
    let Some(start) = with_role(NodeRole::Start).next() else { return Vec::new() };
    let mut walker = Walker::new(level, start.id);
    if walker.go(&goals).is_some() { walker.route } else { Vec::new() }
}

/// Someone who walks through a level, and takes the keys of every place.
struct Walker<'a> {
    level: &'a Level,
    /// The passages that lead out of each place, with where they lead.
    ways: BTreeMap<PlaceId, Vec<(&'a Passage, PlaceId)>>,
    here: PlaceId,
    route: Vec<PlaceId>,
    /// The passages whose keys are being fetched.
    waiting: BTreeSet<PassageId>,
}

impl<'a> Walker<'a> {
    fn new(level: &'a Level, start: PlaceId) -> Self {
        let mut ways: BTreeMap<PlaceId, Vec<(&Passage, PlaceId)>> = BTreeMap::new();
        for passage in &level.passages {
            ways.entry(passage.from).or_default().push((passage, passage.to));
            if !passage.one_way {
                ways.entry(passage.to).or_default().push((passage, passage.from));
            }
        }
        Self { level, ways, here: start, route: vec![start], waiting: BTreeSet::new() }
    }

    /// Goes to the nearest of some places, by way of the keys that it takes. A lock whose key lies behind it is walked through.
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
                    let lies_in = |key: &u32| {
                        let index = (*key as usize).checked_sub(1)?;
                        self.level.entities.get(index).map(|entity| entity.place)
                    };
                    let places = lock.keys.iter().filter_map(lies_in).collect();
                    self.go(&places)?;
                    self.waiting.remove(&passage.id);
                    // From where the key lies another way may be the shortest.
                    break;
                }
                self.here = next;
                if !self.route.contains(&next) {
                    self.route.push(next);
                }
            }
        }
        Some(())
    }

    fn holds(&self, key: u32) -> bool {
        let index = (key as usize).checked_sub(1);
        let entity = index.and_then(|index| self.level.entities.get(index));
        entity.is_some_and(|entity| self.route.contains(&entity.place))
    }

    /// The shortest way from here to one of some places, whatever is locked.
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
