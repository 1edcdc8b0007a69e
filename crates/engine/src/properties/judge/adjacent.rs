//! Neighbours of two symbols.

use super::{neighbours, place_text, places_of};
use crate::level::{Level, PlaceId};
use crate::properties::{NeighbourDemand, PropertyVerdict};

pub(super) fn judge(symbol: &str, to: &str, demand: NeighbourDemand, level: &Level) -> PropertyVerdict {
    let (places, others) = (places_of(level, symbol), places_of(level, to));
    if places.is_empty() {
        return PropertyVerdict::Nothing(format!("no \"{symbol}\""));
    }
    let pairs = neighbours(level);
    let neighbour = |place: &PlaceId| {
        let is_next = |other: &&PlaceId| pairs.contains(&(*place.min(*other), *place.max(*other)));
        others.iter().find(is_next).copied()
    };
    match demand {
        NeighbourDemand::Each => match places.iter().find(|place| neighbour(place).is_none()) {
            Some(alone) => {
                let reason = format!("No passage joins {} with a \"{to}\".", place_text(level, *alone));
                PropertyVerdict::fails(reason, [*alone])
            }
            None => PropertyVerdict::Holds,
        },
        NeighbourDemand::AtLeastOne if places.iter().any(|place| neighbour(place).is_some()) => {
            PropertyVerdict::Holds
        }
        NeighbourDemand::AtLeastOne => {
            PropertyVerdict::fails(format!("No passage joins a \"{symbol}\" with a \"{to}\"."), places)
        }
        NeighbourDemand::Never => match places.iter().find_map(|place| Some((*place, neighbour(place)?))) {
            Some((place, other)) => {
                let (one, two) = (place_text(level, place), place_text(level, other));
                PropertyVerdict::fails(format!("A passage joins {one} with {two}."), [place, other])
            }
            None => PropertyVerdict::Holds,
        },
    }
}
