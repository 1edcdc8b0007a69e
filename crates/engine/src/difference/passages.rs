//! The passages that differ.
//!
//! Passages of two levels correspond if they join matched places. Of several between the same places, those of the
//! same mission edge correspond, then those with the same symbol, then the others in the order of their ids.

use std::collections::BTreeMap;

use serde::Serialize;

use super::BeforeAfter;
use super::matching::PlaceMatching;
use crate::level::{Level, Lock, Passage, PassageForm, PassageId, PlaceId};

/// A passage that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PassageDifference {
    /// The passage in both levels.
    #[serde(flatten)]
    pub sides: BeforeAfter<PassageSide>,
    /// The changes, if it is in both.
    pub changes: Vec<PassageChange>,
}

/// A passage of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PassageSide {
    /// The id in that level.
    pub id: PassageId,
    /// The name of its symbol.
    pub symbol: String,
    /// The places that it joins, in that level.
    pub from: PlaceId,
    /// The places that it joins, in that level.
    pub to: PlaceId,
    /// The names of their symbols.
    pub places: [String; 2],
}

/// A change of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum PassageChange {
    /// It has another symbol.
    Symbol,
    /// It has another form.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Form { before: PassageForm, after: PassageForm },
    /// It has another kind of door.
    Door,
    /// It can be walked in other directions.
    Direction,
    /// It needs other keys.
    Locks,
}

/// The passages that two levels have in common.
#[derive(Debug)]
pub(super) struct PassageMatching {
    after: Vec<Option<PassageId>>,
    before: Vec<Option<PassageId>>,
}

/// Passages of both levels between two matched places.
type PassagePair<'l> = (Vec<&'l Passage>, Vec<&'l Passage>);

impl PassageMatching {
    pub fn of(before: &Level, after: &Level, places: &PlaceMatching) -> Self {
        let mut matching =
            Self { after: vec![None; before.passages.len()], before: vec![None; after.passages.len()] };
        let mut joined: BTreeMap<(PlaceId, PlaceId), PassagePair<'_>> = BTreeMap::new();
        for passage in &before.passages {
            joined.entry(ends(passage.from, passage.to)).or_default().0.push(passage);
        }
        for passage in &after.passages {
            if let (Some(from), Some(to)) = (places.before(passage.from), places.before(passage.to)) {
                joined.entry(ends(from, to)).or_default().1.push(passage);
            }
        }
        for (ones, others) in joined.values_mut() {
            matching.join(ones, others, |one, other| one.edge == other.edge && one.symbol == other.symbol);
            matching.join(ones, others, |one, other| one.symbol == other.symbol);
            matching.join(ones, others, |_, _| true);
        }
        matching
    }

    /// Returns the passage after that matches a passage before.
    pub fn after(&self, before: PassageId) -> Option<PassageId> {
        self.after.get(before.index()).copied().flatten()
    }

    fn before(&self, after: PassageId) -> Option<PassageId> {
        self.before.get(after.index()).copied().flatten()
    }

    /// Joins each passage with the first free one that corresponds, and removes both.
    fn join<'l>(
        &mut self,
        ones: &mut Vec<&'l Passage>,
        others: &mut Vec<&'l Passage>,
        is_same: impl Fn(&Passage, &Passage) -> bool,
    ) {
        ones.retain(|one| {
            let Some(position) = others.iter().position(|other| is_same(one, other)) else { return true };
            let other = others.remove(position);
            if let (Some(after), Some(before)) =
                (self.after.get_mut(one.id.index()), self.before.get_mut(other.id.index()))
            {
                (*after, *before) = (Some(other.id), Some(one.id));
            }
            false
        });
    }

    /// Returns all passages that differ.
    pub fn differences(
        &self,
        before: &Level,
        after: &Level,
        places: &PlaceMatching,
    ) -> Vec<PassageDifference> {
        let mut found = Vec::new();
        for passage in &before.passages {
            let other = self.after(passage.id).and_then(|id| after.passage(id));
            let changes = other.map(|other| changes(passage, other, places));
            if changes.as_ref().is_none_or(|changes| !changes.is_empty()) {
                let sides = BeforeAfter {
                    before: Some(PassageSide::of(before, passage)),
                    after: other.map(|other| PassageSide::of(after, other)),
                };
                found.push(PassageDifference { sides, changes: changes.unwrap_or_default() });
            }
        }
        let added = after.passages.iter().filter(|passage| self.before(passage.id).is_none());
        found.extend(added.map(|passage| PassageDifference {
            sides: BeforeAfter { before: None, after: Some(PassageSide::of(after, passage)) },
            changes: Vec::new(),
        }));
        found
    }
}

impl PassageDifference {
    /// Returns the difference in the other direction.
    pub(super) fn mirrored(self) -> Self {
        let mirrored = |change: PassageChange| match change {
            PassageChange::Form { before, after } => PassageChange::Form { before: after, after: before },
            other => other,
        };
        let changes = self.changes.into_iter().map(mirrored).collect();
        Self { sides: self.sides.mirrored(), changes }
    }
}

impl PassageSide {
    fn of(level: &Level, passage: &Passage) -> Self {
        let Passage { id, symbol, from, to, .. } = passage;
        let name = |id: PlaceId| level.place(id).map(|place| place.symbol.clone()).unwrap_or_default();
        Self { id: *id, symbol: symbol.clone(), from: *from, to: *to, places: [name(*from), name(*to)] }
    }
}

fn ends(from: PlaceId, to: PlaceId) -> (PlaceId, PlaceId) {
    (from.min(to), from.max(to))
}

fn changes(one: &Passage, other: &Passage, places: &PlaceMatching) -> Vec<PassageChange> {
    let is_reversed = places.after(one.from) != Some(other.from);
    let is_turned = one.one_way != other.one_way || (one.one_way && is_reversed);
    let form = PassageChange::Form { before: one.kind, after: other.kind };
    [
        (one.symbol != other.symbol).then_some(PassageChange::Symbol),
        (one.kind != other.kind).then_some(form),
        (one.door != other.door || one.socket != other.socket).then_some(PassageChange::Door),
        is_turned.then_some(PassageChange::Direction),
        (!has_same_locks(one, other, places)).then_some(PassageChange::Locks),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns `true` if the locks of both need the same numbers of keys at matched places.
fn has_same_locks(one: &Passage, other: &Passage, places: &PlaceMatching) -> bool {
    let lock = |place: PlaceId, lock: &Lock| (place, lock.keys.len(), lock.needed);
    let mut before: Vec<_> =
        one.locks.iter().map(|found| places.after(found.place).map(|place| lock(place, found))).collect();
    let mut after: Vec<_> = other.locks.iter().map(|found| Some(lock(found.place, found))).collect();
    before.sort_unstable();
    after.sort_unstable();
    before == after
}
