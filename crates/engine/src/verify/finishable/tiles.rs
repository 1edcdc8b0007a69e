//! Reads the map of a walker from the tiles, and the needs of moves from passages and entities.
//!
//! Choices:
//! - A passage is entered from a place only by a player who can leave it at its other end. All of its locks
//!   therefore apply at once. For a two-way passage this changes nothing: a player without the other end's
//!   key has to step out again.
//! - A one-way passage is entered only where it begins, and left only where it ends.
//! - A place with the role Lock always needs a key that opens it. This includes passages that wrongly name no
//!   lock, and ways into the place without a passage.

use std::collections::BTreeSet;

use super::super::walk_map::{WalkMap, WalkSpot};
use super::map::{AreaMap, KeyRequirement, MapMove};
use crate::level::{Level, OwnedBy, Passage, PassageForm, Place, PlaceId};
use crate::mission::NodeRole;

/// Reads the map. The areas are the pieces of the owners, with the same numbers.
pub(super) fn read(walk_map: &WalkMap) -> AreaMap {
    let areas = &walk_map.own_pieces;
    let mut steps: Vec<_> = walk_map
        .steps_over
        .iter()
        .filter_map(|step| Some((areas.of(step.from)?, areas.of(step.to)?, step.owners)))
        .collect();
    steps.sort_unstable();
    steps.dedup();
    let rules = MoveRules::new(walk_map.level);
    let moves = steps.into_iter().flat_map(|(from, to, owners)| {
        let ways = rules.ways(owners);
        ways.into_iter().map(move |needs| MapMove { from: from as usize, to: to as usize, needs })
    });
    let moves = moves.collect();
    let lying =
        |entity: &crate::level::Entity| Some((entity.id.0, areas.of(WalkSpot::On(entity.at))? as usize));
    AreaMap {
        areas: areas.first.len(),
        keys: walk_map.level.entities.iter().filter_map(lying).collect(),
        moves,
        goals: BTreeSet::new(),
    }
}

/// Returns the area around the anchor of a place.
pub(super) fn area_of(walk_map: &WalkMap, place: &Place) -> Option<usize> {
    walk_map.own_pieces.of(WalkSpot::On(place.anchor)).map(|area| area as usize)
}

/// The needs of moves between owners.
struct MoveRules<'a> {
    level: &'a Level,
    /// For each place in order, the keys that open it, if it has the role Lock.
    openers: Vec<Option<BTreeSet<u32>>>,
    /// The pairs of places that open passages join, the smaller id first, each with the passage.
    open: Vec<((PlaceId, PlaceId), &'a Passage)>,
}

impl<'a> MoveRules<'a> {
    fn new(level: &'a Level) -> Self {
        let is_lock = |place: &Place| place.role == Some(NodeRole::Lock);
        let mut openers: Vec<_> =
            level.places.iter().map(|place| is_lock(place).then(BTreeSet::new)).collect();
        for entity in &level.entities {
            for place in &entity.opens {
                if let Some(Some(keys)) = openers.get_mut(place.index()) {
                    keys.insert(entity.id.0);
                }
            }
        }
        let open = level.passages.iter().filter(|passage| passage.kind == PassageForm::Open);
        let mut open: Vec<_> = open.map(|passage| (pair(passage.from, passage.to), passage)).collect();
        open.sort_by_key(|(pair, passage)| (*pair, passage.id));
        Self { level, openers, open }
    }

    /// Returns the needs of going from one owner to the other, one entry for each possible way.
    fn ways(&self, owners: (OwnedBy, OwnedBy)) -> Vec<Vec<KeyRequirement>> {
        let passage = |id| self.level.passage(id);
        match owners {
            (OwnedBy::Place(from), OwnedBy::Passage(id)) => match passage(id) {
                Some(way) if way.one_way && way.from != from => Vec::new(),
                Some(way) => vec![self.needs_of(way)],
                None => vec![Vec::new()],
            },
            (OwnedBy::Passage(id), OwnedBy::Place(to)) => match passage(id) {
                Some(way) if way.one_way && way.to != to => Vec::new(),
                Some(way) => vec![self.needs_at_end(way, to)],
                None => vec![self.need_of_place(to).into_iter().collect()],
            },
            (OwnedBy::Place(from), OwnedBy::Place(to)) => self.over_border(from, to),
            (_, OwnedBy::Place(to)) => vec![self.need_of_place(to).into_iter().collect()],
            _ => vec![Vec::new()],
        }
    }

    /// Places that touch without an open passage are a mistake, which P2 reports.
    fn over_border(&self, from: PlaceId, to: PlaceId) -> Vec<Vec<KeyRequirement>> {
        let pair = pair(from, to);
        let first = self.open.partition_point(|(other, _)| *other < pair);
        let open = || self.open.iter().skip(first).take_while(|(other, _)| *other == pair);
        if open().next().is_none() {
            return vec![self.need_of_place(to).into_iter().collect()];
        }
        let ways = open().map(|(_, way)| way).filter(|way| !way.one_way || way.from == from);
        ways.map(|way| self.needs_of(way)).collect()
    }

    /// Returns the needs of both ends.
    fn needs_of(&self, way: &Passage) -> Vec<KeyRequirement> {
        let ends = [way.from, way.to];
        let strange = way.locks.iter().filter(|lock| !ends.contains(&lock.place)).map(need);
        let of_ends = ends.into_iter().flat_map(|end| self.needs_at_end(way, end));
        let needs: BTreeSet<KeyRequirement> = strange.chain(of_ends).collect();
        needs.into_iter().collect()
    }

    fn needs_at_end(&self, way: &Passage, place: PlaceId) -> Vec<KeyRequirement> {
        let named: Vec<KeyRequirement> =
            way.locks.iter().filter(|lock| lock.place == place).map(need).collect();
        if named.is_empty() { self.need_of_place(place).into_iter().collect() } else { named }
    }

    fn need_of_place(&self, place: PlaceId) -> Option<KeyRequirement> {
        let keys = self.openers.get(place.index())?.clone()?;
        Some(KeyRequirement { keys, needed: 1, place })
    }
}

fn need(lock: &crate::level::Lock) -> KeyRequirement {
    KeyRequirement {
        keys: lock.keys.iter().map(|key| key.0).collect(),
        needed: lock.needed,
        place: lock.place,
    }
}

fn pair(one: PlaceId, other: PlaceId) -> (PlaceId, PlaceId) {
    (one.min(other), one.max(other))
}
