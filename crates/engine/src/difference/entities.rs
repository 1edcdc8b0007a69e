//! The entities that differ.
//!
//! Entities of one kind correspond in this order:
//!
//! 1. Those of the same mission node.
//! 2. Those of one pass at the same cell.
//! 3. Those of one pass in matched places, in the order of their ids.
//! 4. The only ones left of their kind, if a mission node made them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::BeforeAfter;
use super::alignment::minus;
use super::matching::PlaceMatching;
use crate::base::Cell;
use crate::level::{Entity, EntityId, Level, PlaceId};
use crate::mission::NodeId;

/// An entity that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntityDifference {
    /// The entity in both levels.
    #[serde(flatten)]
    pub sides: BeforeAfter<EntitySide>,
    /// The changes, if it is in both.
    pub changes: Vec<EntityChange>,
}

/// An entity of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntitySide {
    /// The id in that level.
    pub id: EntityId,
    /// The name of its symbol.
    pub kind: String,
    /// The cell in that level.
    pub at: Cell,
    /// The place in that level.
    pub place: PlaceId,
}

/// A change of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum EntityChange {
    /// It moved, relative to the shift of the levels.
    Moved(Cell),
    /// It is in another place.
    Place,
    /// It opens other places.
    Opens,
    /// It has other properties.
    Properties,
}

/// The free entities of both levels with one key.
type EntityPair<'l> = (Vec<&'l Entity>, Vec<&'l Entity>);

/// Returns all entities that differ.
pub(super) fn differences(
    before: &Level,
    after: &Level,
    places: &PlaceMatching,
    shift: Cell,
) -> Vec<EntityDifference> {
    let mut free = Free { ones: before.entities.iter().collect(), others: after.entities.iter().collect() };
    let mut pairs = free.join(|entity, _| Some((entity.node?, &entity.kind)), false);
    let made = |entity: &Entity| (entity.kind.clone(), entity.pass.clone());
    pairs.extend(free.join(
        |entity, is_after| {
            let at = if is_after { minus(entity.at, shift) } else { entity.at };
            Some((made(entity), at))
        },
        false,
    ));
    pairs.extend(free.join(
        |entity, is_after| {
            let place = if is_after { places.before(entity.place)? } else { entity.place };
            Some((made(entity), place))
        },
        false,
    ));
    let of_mission = |entity: &Entity| -> Option<NodeId> { entity.node };
    pairs.extend(free.join(|entity, _| of_mission(entity).map(|_| &entity.kind), true));
    let mut found: Vec<EntityDifference> = pairs
        .into_iter()
        .filter_map(|(one, other)| {
            let changes = changes(one, other, places, shift);
            let sides = BeforeAfter { before: Some(EntitySide::of(one)), after: Some(EntitySide::of(other)) };
            (!changes.is_empty()).then_some(EntityDifference { sides, changes })
        })
        .collect();
    let lone = |before: Option<&Entity>, after: Option<&Entity>| {
        let sides = BeforeAfter { before: before.map(EntitySide::of), after: after.map(EntitySide::of) };
        EntityDifference { sides, changes: Vec::new() }
    };
    found.extend(free.ones.into_iter().map(|one| lone(Some(one), None)));
    found.extend(free.others.into_iter().map(|other| lone(None, Some(other))));
    found.sort_by_key(|entity| entity.sides.rank(|side| side.id.0));
    found
}

/// Entities without a counterpart, in the order of their ids.
struct Free<'l> {
    ones: Vec<&'l Entity>,
    others: Vec<&'l Entity>,
}

impl<'l> Free<'l> {
    /// Joins entities with one key in the order of their ids, and removes them. With `only`, several of one side
    /// are left alone.
    fn join<K: Ord>(
        &mut self,
        key: impl Fn(&'l Entity, bool) -> Option<K>,
        only: bool,
    ) -> Vec<(&'l Entity, &'l Entity)> {
        let mut groups: BTreeMap<Option<K>, EntityPair<'l>> = BTreeMap::new();
        for one in std::mem::take(&mut self.ones) {
            groups.entry(key(one, false)).or_default().0.push(one);
        }
        for other in std::mem::take(&mut self.others) {
            groups.entry(key(other, true)).or_default().1.push(other);
        }
        let mut pairs = Vec::new();
        for (key, (ones, others)) in groups {
            let is_joined = key.is_some() && (!only || (ones.len(), others.len()) == (1, 1));
            let joined = if is_joined { ones.len().min(others.len()) } else { 0 };
            pairs.extend(ones.iter().copied().zip(others.iter().copied()).take(joined));
            self.ones.extend(ones.into_iter().skip(joined));
            self.others.extend(others.into_iter().skip(joined));
        }
        for left in [&mut self.ones, &mut self.others] {
            left.sort_by_key(|entity| entity.id);
        }
        pairs
    }
}

impl EntityDifference {
    /// Returns the difference in the other direction.
    pub(super) fn mirrored(self) -> Self {
        let mirrored = |change: EntityChange| match change {
            EntityChange::Moved(by) => EntityChange::Moved(minus(Cell::default(), by)),
            other => other,
        };
        Self { sides: self.sides.mirrored(), changes: self.changes.into_iter().map(mirrored).collect() }
    }
}

impl EntitySide {
    fn of(entity: &Entity) -> Self {
        Self { id: entity.id, kind: entity.kind.clone(), at: entity.at, place: entity.place }
    }
}

fn changes(one: &Entity, other: &Entity, places: &PlaceMatching, shift: Cell) -> Vec<EntityChange> {
    let moved = minus(minus(other.at, shift), one.at);
    let mut opened: Vec<Option<PlaceId>> = one.opens.iter().map(|place| places.after(*place)).collect();
    let mut opened_after: Vec<Option<PlaceId>> = other.opens.iter().copied().map(Some).collect();
    opened.sort_unstable();
    opened_after.sort_unstable();
    let has_same_properties = one.properties == other.properties
        && (one.marker, one.solid) == (other.marker, other.solid)
        && one.pass == other.pass;
    [
        (moved != Cell::default()).then_some(EntityChange::Moved(moved)),
        (places.after(one.place) != Some(other.place)).then_some(EntityChange::Place),
        (opened != opened_after).then_some(EntityChange::Opens),
        (!has_same_properties).then_some(EntityChange::Properties),
    ]
    .into_iter()
    .flatten()
    .collect()
}
