//! Finds the places that two levels have in common.
//!
//! In this order, each for the places that are left:
//!
//! 1. Places of the same node: same number, same symbol, made by the same step of the derivation.
//! 2. The only places of their symbol.
//! 3. Places of one symbol next to the same places: those with most such neighbours first, then those with the
//!    nearest numbers.
//! 4. Places of the same node with another symbol, whose neighbours are all the same.
//!
//! Each step treats both levels alike, so that the mirrored matching is that of the levels in the other order.

use std::collections::{BTreeMap, BTreeSet};

use super::passages::PassageMatching;
use crate::level::{Level, OwnedBy, Owner, Place, PlaceId};
use crate::mission::NodeId;

/// The places that two levels have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceMatching {
    /// For each place of the level before.
    after: Vec<Option<PlaceId>>,
    /// For each place of the level after.
    before: Vec<Option<PlaceId>>,
}

/// Neighbours of each place, once for each passage.
type PlaceNeighbours = Vec<Vec<PlaceId>>;

/// A pair of places with their common neighbours, best first: number of neighbours, distance and sum of the nodes.
/// Two pairs that rank alike share no place, so that their order does not matter.
type NeighbourRank = (std::cmp::Reverse<u32>, u32, u64);

impl PlaceMatching {
    /// Matches the places of two levels.
    pub fn of(before: &Level, after: &Level) -> Self {
        let mut matching =
            Self { after: vec![None; before.places.len()], before: vec![None; after.places.len()] };
        let steps = [before, after].map(steps_of);
        let node =
            |place: &Place, steps: &BTreeMap<NodeId, u32>| (place.node, steps.get(&place.node).copied());
        matching.join_by(before, after, |place, is_after| {
            (node(place, &steps[usize::from(is_after)]), place.symbol.clone())
        });
        matching.join_by(before, after, |place, _| place.symbol.clone());
        let neighbours = [before, after].map(neighbours_of);
        while matching.join_neighbours([before, after], &neighbours) {}
        matching.join_renamed([before, after], &neighbours, &steps);
        matching
    }

    /// Returns the place after that matches a place before.
    pub fn after(&self, before: PlaceId) -> Option<PlaceId> {
        self.after.get(before.index()).copied().flatten()
    }

    /// Returns the place before that matches a place after.
    pub fn before(&self, after: PlaceId) -> Option<PlaceId> {
        self.before.get(after.index()).copied().flatten()
    }

    /// Returns all pairs, in the order of the places before.
    pub fn pairs(&self) -> impl Iterator<Item = (PlaceId, PlaceId)> {
        let pairs = self.after.iter().enumerate();
        pairs.filter_map(|(index, after)| Some((PlaceId::at(index), (*after)?)))
    }

    /// Returns `true` if two cells have the same owner.
    pub(super) fn is_same_owner(&self, before: Owner, after: Owner, passages: &PassageMatching) -> bool {
        match (before.who(), after.who()) {
            (OwnedBy::Nobody, OwnedBy::Nobody) => true,
            (OwnedBy::Place(one), OwnedBy::Place(other)) => self.after(one) == Some(other),
            (OwnedBy::Passage(one), OwnedBy::Passage(other)) => passages.after(one) == Some(other),
            _ => false,
        }
    }

    fn join(&mut self, before: PlaceId, after: PlaceId) {
        if let (Some(one), Some(other)) =
            (self.after.get_mut(before.index()), self.before.get_mut(after.index()))
            && one.is_none()
            && other.is_none()
        {
            (*one, *other) = (Some(after), Some(before));
        }
    }

    /// Joins the free places that are the only ones with their key on both sides.
    fn join_by<K: Ord>(&mut self, before: &Level, after: &Level, key: impl Fn(&Place, bool) -> K) {
        let only_ones = |level: &Level, is_after: bool, matched: &[Option<PlaceId>]| {
            let mut found: BTreeMap<K, Vec<PlaceId>> = BTreeMap::new();
            let free =
                level.places.iter().zip(matched).enumerate().filter(|(_, (_, matched))| matched.is_none());
            for (index, (place, _)) in free {
                found.entry(key(place, is_after)).or_default().push(PlaceId::at(index));
            }
            found
        };
        let ones = only_ones(before, false, &self.after);
        let others = only_ones(after, true, &self.before);
        for (key, ones) in ones {
            if let ([one], Some([other])) = (ones.as_slice(), others.get(&key).map(Vec::as_slice)) {
                self.join(*one, *other);
            }
        }
    }

    /// Joins free places of one symbol next to the same places. Returns `true` if there were some.
    fn join_neighbours(&mut self, levels: [&Level; 2], neighbours: &[PlaceNeighbours; 2]) -> bool {
        let mut shared: BTreeMap<(PlaceId, PlaceId), u32> = BTreeMap::new();
        for (one, other) in self.pairs() {
            let [ones, others] = [(one, 0), (other, 1)].map(|(id, side): (PlaceId, usize)| {
                neighbours[side].get(id.index()).map_or(&[][..], Vec::as_slice)
            });
            for one in ones.iter().filter(|one| self.after(**one).is_none()) {
                for other in others.iter().filter(|other| self.before(**other).is_none()) {
                    if symbol(levels[0], *one) == symbol(levels[1], *other) {
                        *shared.entry((*one, *other)).or_default() += 1;
                    }
                }
            }
        }
        let mut pairs: Vec<(NeighbourRank, PlaceId, PlaceId)> = shared
            .into_iter()
            .map(|((one, other), count)| {
                let nodes = [(levels[0], one), (levels[1], other)].map(|(level, id)| node(level, id));
                let sum = u64::from(nodes[0]) + u64::from(nodes[1]);
                ((std::cmp::Reverse(count), nodes[0].abs_diff(nodes[1]), sum), one, other)
            })
            .collect();
        pairs.sort_unstable();
        for (_, one, other) in &pairs {
            self.join(*one, *other);
        }
        !pairs.is_empty()
    }

    /// Joins free places of the same node with different symbols, if all their neighbours are the same.
    fn join_renamed(
        &mut self,
        [before, after]: [&Level; 2],
        neighbours: &[PlaceNeighbours; 2],
        steps: &[BTreeMap<NodeId, u32>; 2],
    ) {
        let mut renamed = Vec::new();
        let of_node: BTreeMap<NodeId, PlaceId> =
            after.places.iter().map(|place| (place.node, place.id)).collect();
        for place in before.places.iter().filter(|place| self.after(place.id).is_none()) {
            let Some(other) = of_node.get(&place.node).filter(|other| self.before(**other).is_none()) else {
                continue;
            };
            let around = |side: usize, id: PlaceId| neighbours[side].get(id.index()).into_iter().flatten();
            let mapped: BTreeSet<Option<PlaceId>> =
                around(0, place.id).map(|near| self.after(*near)).collect();
            let found: BTreeSet<Option<PlaceId>> = around(1, *other).map(|near| Some(*near)).collect();
            let is_of_one_step = steps[0].get(&place.node) == steps[1].get(&place.node);
            if is_of_one_step && !found.is_empty() && mapped == found {
                renamed.push((place.id, *other));
            }
        }
        for (one, other) in renamed {
            self.join(one, other);
        }
    }
}

fn symbol(level: &Level, id: PlaceId) -> Option<&str> {
    level.place(id).map(|place| place.symbol.as_str())
}

fn node(level: &Level, id: PlaceId) -> u32 {
    level.place(id).map_or(0, |place| place.node.0)
}

/// Returns the step of the derivation that made each node.
fn steps_of(level: &Level) -> BTreeMap<NodeId, u32> {
    level.mission.nodes.iter().map(|node| (node.id, node.step)).collect()
}

fn neighbours_of(level: &Level) -> PlaceNeighbours {
    let mut neighbours = vec![Vec::new(); level.places.len()];
    for passage in &level.passages {
        for (one, other) in [(passage.from, passage.to), (passage.to, passage.from)] {
            if let Some(around) = neighbours.get_mut(one.index()) {
                around.push(other);
            }
        }
    }
    neighbours
}
