//! The number of nodes of a symbol, or of entities of a kind.

use crate::base::CountBound;
use crate::level::{Level, PlaceId};
use crate::properties::{CountedThing, PropertyVerdict};

pub(super) fn judge(of: &CountedThing, bound: CountBound, level: &Level) -> PropertyVerdict {
    let (count, places) = counted(of, level);
    if bound.contains(count as u64) {
        return PropertyVerdict::Holds;
    }
    let reason = format!("The number of \"{}\" is {count}, not {}.", of.name(), bound.text());
    PropertyVerdict::fails(reason, places)
}

/// Returns the number of things, and the places where they are.
fn counted(of: &CountedThing, level: &Level) -> (usize, Vec<PlaceId>) {
    match of {
        CountedThing::Symbol(symbol) => {
            let nodes = level.mission.nodes.iter().filter(|node| node.symbol == *symbol);
            (nodes.count(), super::places_of(level, symbol).into_iter().collect())
        }
        CountedThing::Entity(kind) => {
            let entities = level.entities.iter().filter(|entity| entity.kind == *kind);
            let places: Vec<PlaceId> = entities.map(|entity| entity.place).collect();
            (places.len(), places)
        }
    }
}
