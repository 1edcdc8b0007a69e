//! Neighbours that differ.

use super::{neighbours, place_text};
use crate::level::{Level, Place};
use crate::properties::{NeighbourTrait, PropertyVerdict};

pub(super) fn judge(by: NeighbourTrait, level: &Level) -> PropertyVerdict {
    let mut has_pairs = false;
    for (one, other) in neighbours(level) {
        let ends = level.place(one).zip(level.place(other));
        let traits = ends.and_then(|(one, other)| trait_of(one, by).zip(trait_of(other, by)));
        let Some((first, second)) = traits else { continue };
        has_pairs = true;
        if first == second {
            let (one_text, other_text) = (place_text(level, one), place_text(level, other));
            let reason = match by {
                NeighbourTrait::Room => format!("{first:?} is the room of both {one_text} and {other_text}."),
                NeighbourTrait::Symbol => format!("A passage joins {one_text} with {other_text}."),
            };
            return PropertyVerdict::fails(reason, [one, other]);
        }
    }
    if has_pairs { PropertyVerdict::Holds } else { PropertyVerdict::Nothing(missing(by).to_owned()) }
}

fn trait_of(place: &Place, by: NeighbourTrait) -> Option<&str> {
    match by {
        NeighbourTrait::Room => place.template.as_deref(),
        NeighbourTrait::Symbol => Some(&place.symbol),
    }
}

const fn missing(by: NeighbourTrait) -> &'static str {
    match by {
        NeighbourTrait::Room => "no two rooms next to each other",
        NeighbourTrait::Symbol => "no two places next to each other",
    }
}
