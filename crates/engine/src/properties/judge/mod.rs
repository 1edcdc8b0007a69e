//! Judges properties, with one file per claim.

mod adjacent;
mod count;
mod distinct_neighbours;
mod key_before_lock;
mod metric;
mod order;

use std::collections::BTreeSet;

use super::{LevelProperty, PropertyClaim, PropertyVerdict};
use crate::level::{Level, PlaceId};
use crate::metrics::MeasuredLevel;

/// Judges some properties of a level, in their order.
pub fn judge_properties(properties: &[LevelProperty], level: &Level) -> Vec<PropertyVerdict> {
    if properties.is_empty() {
        return Vec::new();
    }
    let measured = MeasuredLevel::new(level);
    properties.iter().map(|property| property.judge(&measured)).collect()
}

impl LevelProperty {
    /// Returns the verdict about a level.
    pub fn judge(&self, level: &MeasuredLevel<'_>) -> PropertyVerdict {
        match &self.claim {
            PropertyClaim::Metric { metric, value } => metric::judge(metric, *value, level),
            PropertyClaim::Count { of, number } => count::judge(of, *number, level.level),
            PropertyClaim::KeyBeforeLock { keys } => key_before_lock::judge(*keys, level),
            PropertyClaim::Order { first, then, demand } => order::judge(first, then, *demand, level),
            PropertyClaim::Adjacent { symbol, to, demand } => {
                adjacent::judge(symbol, to, *demand, level.level)
            }
            PropertyClaim::DistinctNeighbours { by } => distinct_neighbours::judge(*by, level.level),
        }
    }
}

/// Returns the places of a node symbol, and the places that contain its items.
fn places_of(level: &Level, symbol: &str) -> BTreeSet<PlaceId> {
    let places = level.places.iter().filter(|place| place.symbol == symbol).map(|place| place.id);
    let is_item = |entity: &&crate::level::Entity| entity.node.is_some() && entity.kind == symbol;
    places.chain(level.entities.iter().filter(is_item).map(|entity| entity.place)).collect()
}

/// Returns a place in words: `place 4 "Shop"`.
fn place_text(level: &Level, id: PlaceId) -> String {
    match level.place(id) {
        Some(place) => format!("place {} \"{}\"", id.0, place.symbol),
        None => format!("place {}", id.0),
    }
}

/// Returns the pairs of places that passages join, the smaller id first.
fn neighbours(level: &Level) -> BTreeSet<(PlaceId, PlaceId)> {
    let pairs = level.passages.iter().map(|passage| (passage.from, passage.to));
    pairs.filter(|(one, other)| one != other).map(|(one, other)| (one.min(other), one.max(other))).collect()
}
