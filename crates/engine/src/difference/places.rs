//! The places that differ.

use std::collections::BTreeSet;

use serde::Serialize;

use super::alignment::minus;
use super::matching::PlaceMatching;
use super::{BeforeAfter, DifferenceMark};
use crate::base::{Cell, Rect, Size};
use crate::level::{Level, Owner, Place, PlaceId, Socket};
use crate::mission::NodeId;

/// A place that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceDifference {
    /// The place in both levels.
    #[serde(flatten)]
    pub sides: BeforeAfter<PlaceSide>,
    /// The changes, if it is in both.
    pub changes: Vec<PlaceChange>,
}

/// A place of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceSide {
    /// The id in that level.
    pub id: PlaceId,
    /// The mission node.
    pub node: NodeId,
    /// The name of its symbol.
    pub symbol: String,
    /// The bounds in that level.
    pub bounds: Rect,
}

/// A change of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum PlaceChange {
    /// It has another symbol.
    Symbol,
    /// The bounds moved, relative to the shift of the levels.
    Moved(Cell),
    /// The bounds have another size.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Resized { before: Size, after: Size },
    /// The bounds have the same size but contain other cells.
    Reshaped,
    /// It is formed by another technique.
    Technique,
    /// It has another room.
    #[expect(missing_docs, reason = "the variant says what its fields are")]
    Template { before: Option<String>, after: Option<String> },
    /// The room is turned or flipped another way.
    Turned,
    /// It has another role.
    Role,
    /// It has other attributes.
    Attributes,
    /// It has other sockets, or uses others.
    Sockets,
    /// It has other cards.
    Cards,
}

impl PlaceDifference {
    /// Returns the difference in the other direction.
    pub(super) fn mirrored(self) -> Self {
        let changes = self.changes.into_iter().map(PlaceChange::mirrored).collect();
        Self { sides: self.sides.mirrored(), changes }
    }

    /// Returns the way in which it differs.
    pub const fn mark(&self) -> DifferenceMark {
        self.sides.mark()
    }
}

impl PlaceChange {
    fn mirrored(self) -> Self {
        match self {
            Self::Moved(by) => Self::Moved(minus(Cell::default(), by)),
            Self::Resized { before, after } => Self::Resized { before: after, after: before },
            Self::Template { before, after } => Self::Template { before: after, after: before },
            Self::Symbol
            | Self::Reshaped
            | Self::Technique
            | Self::Turned
            | Self::Role
            | Self::Attributes
            | Self::Sockets
            | Self::Cards => self,
        }
    }
}

impl PlaceSide {
    fn of(place: &Place) -> Self {
        Self { id: place.id, node: place.node, symbol: place.symbol.clone(), bounds: place.bounds }
    }
}

/// Returns all places that differ.
pub(super) fn differences(
    before: &Level,
    after: &Level,
    matching: &PlaceMatching,
    shift: Cell,
) -> Vec<PlaceDifference> {
    let mut found = Vec::new();
    for place in &before.places {
        let other = matching.after(place.id).and_then(|id| after.place(id));
        let changes = other.map(|other| changes((before, place), (after, other), shift));
        if changes.as_ref().is_none_or(|changes| !changes.is_empty()) {
            let sides = BeforeAfter { before: Some(PlaceSide::of(place)), after: other.map(PlaceSide::of) };
            found.push(PlaceDifference { sides, changes: changes.unwrap_or_default() });
        }
    }
    let added = after.places.iter().filter(|place| matching.before(place.id).is_none());
    found.extend(added.map(|place| PlaceDifference {
        sides: BeforeAfter { before: None, after: Some(PlaceSide::of(place)) },
        changes: Vec::new(),
    }));
    found
}

fn changes(
    (before, one): (&Level, &Place),
    (after, other): (&Level, &Place),
    shift: Cell,
) -> Vec<PlaceChange> {
    let moved = minus(minus(other.bounds.min, shift), one.bounds.min);
    let is_resized = one.bounds.size != other.bounds.size;
    let template = || PlaceChange::Template { before: one.template.clone(), after: other.template.clone() };
    let resized = || PlaceChange::Resized { before: one.bounds.size, after: other.bounds.size };
    let is_reshaped = || cells_of(before, one) != cells_of(after, other);
    let is_turned = (one.turn, one.flip) != (other.turn, other.flip);
    [
        (one.symbol != other.symbol).then_some(PlaceChange::Symbol),
        (moved != Cell::default()).then_some(PlaceChange::Moved(moved)),
        is_resized.then(resized),
        (!is_resized && is_reshaped()).then_some(PlaceChange::Reshaped),
        (one.technique != other.technique || one.stand_in != other.stand_in)
            .then_some(PlaceChange::Technique),
        (one.template != other.template).then(template),
        (is_turned && one.template == other.template).then_some(PlaceChange::Turned),
        (one.role != other.role).then_some(PlaceChange::Role),
        (one.attributes != other.attributes).then_some(PlaceChange::Attributes),
        (sockets_of(one) != sockets_of(other)).then_some(PlaceChange::Sockets),
        (one.board != other.board).then_some(PlaceChange::Cards),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the cells of a place, relative to its bounds.
fn cells_of(level: &Level, place: &Place) -> BTreeSet<Cell> {
    let owner = Owner::from(place.id);
    let cells = place.bounds.shared(level.owners.rect()).cells();
    cells.filter(|cell| level.owner(*cell) == owner).map(|cell| minus(cell, place.bounds.min)).collect()
}

/// Returns the sockets of a place, relative to its bounds. `true` marks those in use.
fn sockets_of(place: &Place) -> BTreeSet<(Cell, bool)> {
    let socket = |socket: &Socket| (minus(socket.cell, place.bounds.min), socket.passage.is_some());
    place.sockets.iter().map(socket).collect()
}
